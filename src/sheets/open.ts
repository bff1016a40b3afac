import type { Finding } from '../findings/finding.ts';
import { fileContains, readHead } from './bytes.ts';
import { openText } from './csv.ts';
import { Damage, finding } from './damage.ts';
import { falseExtension, formatOf } from './format.ts';
import { type Input, type Outside, openInput } from './input.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { OLE_STREAMS, oleRefusal, type Refusal, refusalOf } from './refusal.ts';
import type { Limits, Source, SourceOptions } from './source.ts';

/** What opening needs of the world outside, and where it says what is wrong with a file. */
export interface Opening extends Outside {
  readonly onFinding: (finding: Finding) => void;
}

/**
 * Opens a workbook or a file of delimited text for reading; the bytes, not the name, say which. `-` is standard
 * input. A file that cannot be read is explained by one finding, and null is returned.
 *
 * @throws TraceError `file-missing`, `file-denied`, `temporary-file`, `encoding-unknown`: the person named a wrong
 * file or option. The reason of `signal` when that is aborted first.
 */
export async function openSource(
  file: string,
  options: SourceOptions,
  outside: Opening,
): Promise<Source | null> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const origin = { file: file === '-' ? 'standard input' : file };
  let input: Input | undefined;
  try {
    input = await openInput(file, outside, limits);
    const source = await openAs(input, options, limits, outside.onFinding);
    if ('code' in source) {
      outside.onFinding(finding(source.code, origin, source.message, source));
      await input.close();
      return null;
    }
    noteExtension(source, outside.onFinding);
    return source;
  } catch (error) {
    await input?.close();
    // A file that was not read to its end looks damaged.
    outside.signal?.throwIfAborted();
    if (error instanceof Damage) {
      outside.onFinding(finding(error.code, origin, error.message, error));
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
  // an encoding that the person names makes text of any bytes
  const isNamed = (format === 'binary' || format === 'utf32') && options.encoding !== undefined;
  if (format === 'text' || isNamed) return openText(input, head, options, limits);
  if (format !== 'ole') return refusalOf(format);
  for (const [stream, content] of OLE_STREAMS)
    if (await fileContains(input.handle, Buffer.from(stream, 'utf16le'))) return oleRefusal(content);
  return oleRefusal('workbook');
}

function noteExtension(source: Source, onFinding: (finding: Finding) => void): void {
  const extension = falseExtension(source.file, source.format);
  if (extension === undefined) return;
  const what = source.format === 'xlsx' ? 'an Excel workbook (.xlsx)' : 'delimited text (CSV)';
  const message = `The file is named ${extension} but is ${what}; it is read as what it is.`;
  onFinding(finding('file-extension', { file: source.file }, message));
}
