import { tmpdir } from 'node:os';
import type { Finding } from '../../findings/finding.ts';
import type { Input } from '../input.ts';
import type { SheetHandle } from '../source.ts';
import { openSpool } from '../spool.ts';
import { MAIN, writeParts, XML } from '../table-parts.ts';
import { ArchiveCopy, type OutFile } from './archive-copy.ts';
import { PLAIN_STYLES, plainRow } from './plain-cell.ts';

const NAME_CHARACTERS = 31;

const BLANK: SheetHandle = { name: 'trace', hidden: false, async *rows() {} };

/** A temporary workbook. The caller closes its input. */
interface PlainWorkbook {
  readonly input: Input;
  /** The names of its sheets by those of the source. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Writes the rows of other formats as a workbook without formats and formulas, its cells at their addresses, into a
 * temporary file. Hidden sheets and rows stay hidden, and merged cells merged: they decide what is read. No program opens
 * a workbook of which all sheets are hidden: with `isWhole` (no sheet will be added), it gets a blank one.
 *
 * @throws Damage if a sheet has more rows than a workbook can have
 */
export async function plainWorkbook(
  file: string,
  sheets: readonly SheetHandle[],
  { isWhole = false, date1904 = false } = {},
): Promise<PlainWorkbook> {
  const { handle, close } = await openSpool(tmpdir());
  try {
    const isHidden = sheets.every(({ hidden }) => hidden);
    const names = await writePlainWorkbook(
      isWhole && isHidden ? [...sheets, BLANK] : sheets,
      handle,
      date1904,
    );
    const { size } = await handle.stat();
    return { input: { file, handle, size, close }, names };
  } catch (error) {
    await close();
    throw error;
  }
}

async function writePlainWorkbook(
  sheets: readonly SheetHandle[],
  out: OutFile,
  date1904: boolean,
): Promise<ReadonlyMap<string, string>> {
  const copy = new ArchiveCopy(out);
  const names = sheetNames(sheets.map(({ name }) => name));
  const named = sheets.map(({ hidden }, at) => ({ name: names[at]!, hidden }));
  await writeParts(copy, named, PLAIN_STYLES, { date1904 });
  for (const [at, sheet] of sheets.entries())
    await copy.write(`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet, date1904));
  await copy.end([]);
  return new Map(sheets.map(({ name }, at) => [name, names[at]!]));
}

/** Names that a workbook accepts, each once. */
function sheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const allowed = name.replace(/[[\]:*?/\\]/g, '_').replace(/^'|'$/g, '_') || 'Sheet';
    for (let number = 1; ; number++) {
      const end = number === 1 ? '' : ` ${number}`;
      const tried = allowed.slice(0, NAME_CHARACTERS - end.length) + end;
      if (taken.has(tried.toLowerCase())) continue;
      taken.add(tried.toLowerCase());
      return tried;
    }
  });
}

async function* sheetXml(sheet: SheetHandle, date1904: boolean): AsyncGenerator<Buffer> {
  yield Buffer.from(
    `${XML}<worksheet xmlns="${MAIN}"><sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/><sheetData>`,
  );
  const merged: string[] = [];
  const note = ({ code, value }: Finding) => {
    if (code === 'cells-merged' && value !== undefined) merged.push(`<mergeCell ref="${value}"/>`);
  };
  for await (const batch of sheet.rows(note))
    yield Buffer.from(batch.map((row) => plainRow(row, date1904)).join(''), 'utf8');
  const merges = merged.length === 0 ? '' : `<mergeCells>${merged.join('')}</mergeCells>`;
  yield Buffer.from(`</sheetData>${merges}</worksheet>`);
}
