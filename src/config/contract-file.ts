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
import { TraceError, usage } from '../errors.ts';
import { isPipe, noteSettings } from '../pipe.ts';
import { say } from '../say.ts';

/** Maximum size of a contract file. Real ones are far smaller. */
const MAX_BYTES = 20 * 1024 * 1024;

/** Matches messages of the library zod. They are English in all languages, so they are not shown. */
const LIBRARY_MESSAGE = /^(?:Invalid|Unrecognized|Too) /;

/** The contract file of an environment. It is next to the configuration, so that both are shared. */
export const contractFile = (folder: string, environment: string): string =>
  join(folder, `trace.contract.${environment}.json`);

/**
 * Reads a contract file. Returns an empty completion if it does not exist.
 *
 * @throws TraceError `contract-damaged`, `contract-unreadable`: without it, wrong bodies would be sent.
 */
export async function readContract(file: string): Promise<Completion> {
  let text: string;
  try {
    isPipe(file, { pipes: false });
    noteSettings(file, 'contract');
    if (statSync(file).size > MAX_BYTES) throw damaged(file, say().configuration.contractTooLarge());
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof TraceError) throw error;
    const { code } = error as { code?: string };
    if (code === 'ENOENT') return noCompletion();
    throw usage('contract-unreadable', say().configuration.contractUnreadable({ file, code: String(code) }));
  }
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw damaged(file, say().configuration.invalidJson());
  }
  const { completionSchema } = await import('../contract/completion-schema.ts');
  const parsed = completionSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue!.path.map(String).join('.');
  const format = say().configuration.contractFormat();
  const sentence = LIBRARY_MESSAGE.test(issue!.message) ? format : issue!.message;
  throw damaged(file, at === '' ? format : say().verdict.place({ label: at, sentence }));
}

/**
 * Writes a contract file atomically, replacing an existing one.
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
    throw usage(
      'contract-unwritable',
      say().configuration.contractUnwritable({ file, code: String((error as { code?: string }).code) }),
    );
  }
}

function damaged(file: string, why: string): TraceError {
  return usage(
    'contract-damaged',
    say().configuration.contractDamaged({ file, why }),
    say().configuration.contractDamagedHow(),
  );
}
