import { type InputReading, openInputFile } from '../import/input/sources.ts';
import { say } from '../say.ts';
import { plainWorkbook } from '../sheets/annotate/plain-workbook.ts';
import { hashFile } from '../sheets/bytes.ts';
import { Damage } from '../sheets/damage.ts';
import { type Input, openInput } from '../sheets/input.ts';
import { DEFAULT_LIMITS } from '../sheets/limits.ts';
import type { Limits, Source } from '../sheets/source.ts';

export const limitsOf = ({ settings }: InputReading): Limits => ({ ...DEFAULT_LIMITS, ...settings.limits });

export const sourceOf = (reading: InputReading, file: string): Promise<Source | null> =>
  openInputFile(file, reading, () => {});

/**
 * Calls `use` with an input file that is open. `sha256`: the hash of the file when the run read it, if known.
 *
 * @throws Damage if the file changed since it was read; TraceError if it cannot be opened
 */
export async function withInput<Result>(
  reading: InputReading,
  file: string,
  sha256: string | undefined,
  use: (input: Input) => Promise<Result>,
): Promise<Result> {
  const { settings, signal } = reading;
  const input = await openInput(file, { stdin: settings.stdin, signal }, limitsOf(reading));
  try {
    if (sha256 !== undefined && (await hashFile(input.handle)) !== sha256)
      throw new Damage(say().copy.fileChanged({ file }), say().copy.runAgain());
    return await use(input);
  } finally {
    await input.close();
  }
}

/** A file of another format, converted to a temporary .xlsx. */
interface PlainInput extends Awaited<ReturnType<typeof plainWorkbook>> {
  /** Larger than usual: the file has passed the limits already, and its rows take more space as XML. */
  readonly limits: Limits;
  readonly source: Source;
}

/**
 * Calls `use` with a file of another format converted to a temporary .xlsx; see `plainWorkbook`.
 *
 * @throws Damage if the file cannot be read
 */
export async function withPlainInput<Result>(
  reading: InputReading,
  file: string,
  isWhole: boolean,
  use: (plain: PlainInput) => Promise<Result>,
): Promise<Result> {
  const source = await sourceOf(reading, file);
  if (!source) throw new Damage(say().copy.fileUnread({ file }));
  try {
    const plain = await plainWorkbook(file, source.sheets, { isWhole, date1904: source.date1904 === true });
    try {
      const room = { inflatedBytes: Infinity, partBytes: Infinity, ratio: Infinity };
      return await use({ ...plain, limits: { ...limitsOf(reading), ...room }, source });
    } finally {
      await plain.input.close();
    }
  } finally {
    await source.close();
  }
}
