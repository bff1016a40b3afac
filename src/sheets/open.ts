import type { Finding } from '../findings/finding.ts';
import { fileContains, readHead } from './bytes.ts';
import { openText } from './csv.ts';
import { Damage, finding } from './damage.ts';
import { falseExtension, formatOf } from './format.ts';
import { type Input, type InputContext, openInput } from './input.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { OLE_STREAMS, oleRefusal, type Refusal, refusalOf } from './refusal.ts';
import type { Limits, Source, SourceOptions } from './source.ts';

/** The input context, with a callback that receives the problems of a file. */
export interface OpenContext extends InputContext {
  readonly onFinding: (finding: Finding) => void;
}

/**
 * Opens a workbook or a delimited text file; the format is detected from the content, not from the name. `-` is standard
 * input. Reports an unreadable file as one finding and returns null.
 *
 * @throws TraceError `file-missing`, `file-denied`, `temporary-file`, `encoding-unknown` for a wrong file or option,
 * or the reason of `signal` when aborted.
 */
export async function openSource(
  file: string,
  options: SourceOptions,
  context: OpenContext,
): Promise<Source | null> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const origin = { file: file === '-' ? 'standard input' : file };
  let input: Input | undefined;
  try {
    input = await openInput(file, context, limits);
    const source = await openAs(input, options, limits, context.onFinding);
    if ('code' in source) {
      context.onFinding(finding(source.code, origin, source.message, source));
      await input.close();
      return null;
    }
    noteExtension(source, context.onFinding);
    return source;
  } catch (error) {
    await input?.close();
    // A read that was aborted looks like damage.
    context.signal?.throwIfAborted();
    if (error instanceof Damage) {
      context.onFinding(finding(error.code, origin, error.message, error));
      return null;
    }
    throw error;
  }
}

async function openAs(
  input: Input,
  options: SourceOptions,
  limits: Limits,
  onFinding: (finding: Finding) => void,
): Promise<Source | Refusal> {
  const head = await readHead(input.handle);
  const format = formatOf(head);
  if (format === 'zip') {
    const { openWorkbook } = await import('./xlsx/workbook.ts');
    return openWorkbook(input, limits, onFinding);
  }
  // If the user sets an encoding, bytes that look like binary or UTF-32 are read as text too.
  const isRequested = (format === 'binary' || format === 'utf32') && options.encoding !== undefined;
  if (format === 'text' || isRequested) return openText(input, head, options, limits);
  if (format !== 'ole') return refusalOf(format);
  for (const [stream, content] of OLE_STREAMS)
    if (await fileContains(input.handle, Buffer.from(stream, 'utf16le'))) return oleRefusal(content);
  return oleRefusal('workbook');
}

function noteExtension(source: Source, onFinding: (finding: Finding) => void): void {
  const extension = falseExtension(source.file, source.format);
  if (extension === undefined) return;
  const what = source.format === 'xlsx' ? 'an Excel workbook (.xlsx)' : 'delimited text (CSV)';
  const message = `The file is named ${extension} but is ${what}; trace uses the content.`;
  onFinding(finding('file-extension', { file: source.file }, message));
}
