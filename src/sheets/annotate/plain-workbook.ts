import { tmpdir } from 'node:os';
import type { Finding } from '../../findings/finding.ts';
import { numberText, say } from '../../say.ts';
import { type Cell, columnLetters, type Row } from '../cell.ts';
import { Damage } from '../damage.ts';
import type { Input } from '../input.ts';
import { LAST_ROW } from '../limits.ts';
import type { SheetHandle } from '../source.ts';
import { openSpool } from '../spool.ts';
import { contentTypes, MAIN, PACKAGE, RELATIONS, XML } from '../table-parts.ts';
import { escapeXml, xmlText } from '../xml-out.ts';
import { ArchiveCopy, type OutFile } from './archive-copy.ts';

const NAME_CHARACTERS = 31;
const CELL_CHARACTERS = 32_767;
/** Format 1: text. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** A temporary workbook. The caller closes its input. */
interface PlainWorkbook {
  readonly input: Input;
  /** The names of its sheets by those of the source. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Writes the rows of other formats as a workbook of text cells at their addresses, into a temporary file. Hidden sheets
 * and rows stay hidden, and merged cells merged: they decide what is read.
 *
 * @throws Damage if a sheet has more rows than a workbook can have
 */
export async function plainWorkbook(file: string, sheets: readonly SheetHandle[]): Promise<PlainWorkbook> {
  const { handle, close } = await openSpool(tmpdir());
  try {
    const names = await writePlainWorkbook(sheets, handle);
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
): Promise<ReadonlyMap<string, string>> {
  const copy = new ArchiveCopy(out);
  const names = sheetNames(sheets.map(({ name }) => name));
  const text = (part: string, xml: string) => copy.write(part, [Buffer.from(xml, 'utf8')]);
  await text(
    '[Content_Types].xml',
    contentTypes(sheets.length).replace(/<Override PartName="\/docProps[^>]*>/, ''),
  );
  await text('_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']]));
  const list = names.map((name, at) => {
    const state = sheets[at]!.hidden ? ' state="hidden"' : '';
    return `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`;
  });
  const open = Math.max(
    0,
    sheets.findIndex(({ hidden }) => !hidden),
  );
  await text(
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView activeTab="${open}"/></bookViews><sheets>${list.join('')}</sheets></workbook>`,
  );
  const parts = names.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const);
  await text('xl/_rels/workbook.xml.rels', relations([...parts, ['styles', 'styles.xml']]));
  await text('xl/styles.xml', STYLES);
  for (const [at, sheet] of sheets.entries())
    await copy.write(`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet));
  await copy.end([]);
  return new Map(sheets.map(({ name }, at) => [name, names[at]!]));
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
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

async function* sheetXml(sheet: SheetHandle): AsyncGenerator<Buffer> {
  yield Buffer.from(
    `${XML}<worksheet xmlns="${MAIN}"><sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/><sheetData>`,
  );
  const merged: string[] = [];
  const note = ({ code, value }: Finding) => {
    if (code === 'cells-merged' && value !== undefined) merged.push(`<mergeCell ref="${value}"/>`);
  };
  for await (const batch of sheet.rows(note)) yield Buffer.from(batch.map(rowXml).join(''), 'utf8');
  const merges = merged.length === 0 ? '' : `<mergeCells>${merged.join('')}</mergeCells>`;
  yield Buffer.from(`</sheetData>${merges}</worksheet>`);
}

function rowXml({ row, cells, hidden }: Row): string {
  if (row > LAST_ROW) throw new Damage(say().copy.manyRows({ number: numberText(LAST_ROW) }));
  const written = cells.map((cell, at) => {
    const text = cellText(cell).slice(0, CELL_CHARACTERS);
    if (text === '') return '';
    return `<c r="${columnLetters(at)}${row}" s="1" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
  });
  return `<row r="${row}"${hidden ? ' hidden="1"' : ''}>${written.join('')}</row>`;
}

/** The text of a cell, as a person would type it. */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (cell.type === 'date') return cell.time === undefined ? cell.iso : `${cell.iso} ${cell.time}`;
  if (cell.type === 'percent') return `${Number((cell.value * 100).toPrecision(15))}%`;
  if (cell.type === 'error') return cell.code;
  return cell.type === 'uncached' ? '' : cell.text;
}
