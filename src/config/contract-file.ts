import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Completion, noCompletion } from '../contract/completion.ts';
import { TraceError } from '../errors.ts';

/** A contract holds some thousand words at most. */
const MOST_BYTES = 20 * 1024 * 1024;

/** Where the contract of an environment is kept: beside the configuration, to be shared with it. */
export const contractFile = (folder: string, environment: string): string =>
  join(folder, `trace.contract.${environment}.json`);

/**
 * What the file completes of the contract; nothing when there is no file.
 *
 * @throws TraceError `contract-damaged`, `contract-unreadable`: bodies of another form than was meant must not go out.
 */
export async function readContract(file: string): Promise<Completion> {
  let text: string;
  try {
    if (statSync(file).size > MOST_BYTES) throw damaged(file, 'it is larger than any contract');
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof TraceError) throw error;
    const { code } = error as { code?: string };
    if (code === 'ENOENT') return noCompletion();
    throw new TraceError('usage', 'contract-unreadable', `The contract ${file} cannot be read (${code}).`);
  }
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw damaged(file, 'it is no JSON');
  }
  const { completionSchema } = await import('../contract/completion-schema.ts');
  const parsed = completionSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue!.path.map(String).join('.');
  throw damaged(file, at === '' ? 'it is not of the form that trace writes' : `${at}: ${issue!.message}`);
}

/**
 * Keeps a contract, in one step: a reader finds the old one or the new one. Replaces whatever is there.
 *
 * @throws TraceError `contract-unwritable`
 */
export function writeContract(file: string, completion: Completion): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = openSync(draft, 'wx', 0o644);
    try {
      writeFileSync(handle, `${JSON.stringify(completion, null, 2)}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new TraceError(
      'usage',
      'contract-unwritable',
      `The contract cannot be kept in ${file} (${(error as { code?: string }).code}).`,
    );
  }
}

function damaged(file: string, why: string): TraceError {
  return new TraceError(
    'usage',
    'contract-damaged',
    `The contract ${file} is damaged: ${why}.`,
    'Import the OpenAPI document again with --force, or move the file away.',
  );
}
