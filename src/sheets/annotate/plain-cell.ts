import { numberText, say } from '../../say.ts';
import { type Cell, columnLetters, type Row } from '../cell.ts';
import { Damage } from '../damage.ts';
import { LAST_ROW } from '../limits.ts';
import { MAIN_NAMESPACE, XML_DECLARATION } from '../table-parts.ts';
import { xmlText } from '../xml-out.ts';

const CELL_CHARACTERS = 32_767;

/** The cell formats, in the order of their styles, with the ids of built-in number formats. */
const FORMATS = { plain: 0, text: 49, date: 14, dateTime: 22, month: 17, percent: 10 } as const;
const styleOf = (format: keyof typeof FORMATS): number => Object.keys(FORMATS).indexOf(format);
const NUMBERED = Object.values(FORMATS).map(
  (id) =>
    `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"${id === 0 ? '' : ' applyNumberFormat="1"'}/>`,
);

/** The styles of a workbook whose cells `plainRow` writes. */
export const PLAIN_STYLES = `${XML_DECLARATION}<styleSheet xmlns="${MAIN_NAMESPACE}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${NUMBERED.length}">${NUMBERED.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** A row as XML. Its cells keep their types when the copy is read: a number stays a number, a text stays a text. */
export function plainRow({ row, cells, hidden }: Row, date1904: boolean): string {
  if (row > LAST_ROW) throw new Damage(say().copy.manyRows({ number: numberText(LAST_ROW) }));
  const written = cells.map((cell, at) => cellXml(cell, `r="${columnLetters(at)}${row}"`, date1904));
  return `<row r="${row}"${hidden ? ' hidden="1"' : ''}>${written.join('')}</row>`;
}

/** Error values that every spreadsheet program knows. */
const ERRORS: ReadonlySet<string> = new Set('#N/A #REF! #VALUE! #NAME? #DIV/0! #NUM! #NULL!'.split(' '));

function cellXml(cell: Cell, ref: string, date1904: boolean): string {
  const number = (value: number, format: keyof typeof FORMATS = 'plain') =>
    `<c ${ref} s="${styleOf(format)}"><v>${value}</v></c>`;
  if (typeof cell === 'number' && Number.isFinite(cell)) return number(cell);
  if (typeof cell === 'boolean') return `<c ${ref} t="b"><v>${Number(cell)}</v></c>`;
  if (typeof cell === 'object' && cell !== null) {
    // Programs disagree about serials up to 60, because Excel counts 29 February 1900: such dates are written as text.
    if (cell.type === 'date' && (date1904 || cell.serial > 60))
      return number(cell.serial, cell.hidesDay ? 'month' : cell.time === undefined ? 'date' : 'dateTime');
    if (cell.type === 'percent') return number(cell.value, 'percent');
    if (cell.type === 'error' && ERRORS.has(cell.code)) return `<c ${ref} t="e"><v>${cell.code}</v></c>`;
    // The original formula is unknown. This one has no stored result either, so trace reads the same cell.
    if (cell.type === 'uncached') return `<c ${ref}><f>NA()</f></c>`;
  }
  const text = plainCellText(cell).slice(0, CELL_CHARACTERS);
  if (text === '') return '';
  return `<c ${ref} s="${styleOf('text')}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

/** The text of a cell, as a person would type it. */
export function plainCellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (cell.type === 'date') return cell.time === undefined ? cell.iso : `${cell.iso} ${cell.time}`;
  if (cell.type === 'percent') return `${Number((cell.value * 100).toPrecision(15))}%`;
  if (cell.type === 'error') return cell.code;
  return cell.type === 'uncached' ? '' : cell.text;
}
