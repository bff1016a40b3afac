import { tmpdir } from 'node:os';
import type { Finding } from '../../findings/finding.ts';
import type { Input } from '../input.ts';
import type { SheetHandle } from '../source.ts';
import { openSpool } from '../spool.ts';
import { MAIN_NAMESPACE, writeParts, XML_DECLARATION } from '../table-parts.ts';
import { ArchiveCopy, type OutFile } from './archive-copy.ts';
import { PLAIN_STYLES, plainRow } from './plain-cell.ts';

const NAME_CHARACTERS = 31;

const BLANK_SHEET: SheetHandle = { name: 'trace', hidden: false, async *rows() {} };

/** A temporary workbook. The caller closes its input. */
interface PlainWorkbook {
  readonly input: Input;
  /** The name of each sheet, by the name of the sheet in the source. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Converts a source in another format to a temporary workbook without formats and formulas. Cells keep their addresses, and
 * hidden sheets, hidden rows and merged cells stay so, because trace reads them in another way. No program opens a workbook
 * with only hidden sheets: with `isWhole` (nothing will be added to the workbook), it gets a blank sheet.
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
      isWhole && isHidden ? [...sheets, BLANK_SHEET] : sheets,
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

/** The names of sheets, changed if a workbook does not allow them or two are the same. */
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
    `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/><sheetData>`,
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
