import { columnLetters } from './cell.ts';
import { LAST_ROW } from './limits.ts';
import { type TableCell, type TableColumn, timeOf } from './table-file.ts';
import { MAIN_NAMESPACE, PACKAGE, RELATIONS, XML_DECLARATION } from './table-parts.ts';
import { escapeXml, xmlText } from './xml-out.ts';

/** Indexes of the cell styles in `STYLES`. */
const STYLE = {
  ...{ text: 1, header: 2, link: 3, whole: 4, decimal: 5, small: 6, scientific: 7 },
  ...{ date: 8, moment: 9 },
} as const;

const MAX_CHARACTERS = 32_767;
const MAX_LINKS = 65_530;
const MAX_ADDRESS = 2000;
/** Maximum size of a sheet. Larger sheets are slow to open in every program, and exceed the default limits of trace. */
const MAX_BYTES = 2 ** 30;
const CUT_MARK = ' [cut]';
const DAY = 86_400_000;
/** 1970-01-01 in a workbook. */
const DAY_1970 = 25_569;
/** Number of first rows from which the widths of columns are computed. */
const SAMPLE = 50;
/** The height of a line of a header, in points. */
const LINE_POINTS = 17;

/** The styles part: fonts, fills and number formats. Programs write dates of the formats 14 and 22 as their language does. */
export const STYLES = `${XML_DECLARATION}<styleSheet xmlns="${MAIN_NAMESPACE}"><numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.0##"/><numFmt numFmtId="165" formatCode="0.0#####"/><numFmt numFmtId="166" formatCode="0.00E+00"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/><family val="2"/></font><font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF1B5E20"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right style="thin"><color rgb="FFFFFFFF"/></right><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="10"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left" indent="1"/></xf><xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="left" vertical="center" wrapText="1" indent="1"/></xf><xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment horizontal="left" indent="1"/></xf>${[3, 164, 165, 166, 14, 22].map((format) => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Builds the XML of a sheet part row by row. Only its links stay in memory. */
export class SheetXml {
  rows = 0;
  cut = 0;
  plainLinks = 0;
  private bytes = 0;
  private readonly columns: readonly TableColumn[];
  private readonly letters: readonly string[];
  private readonly lastRow: number;
  private readonly links: { readonly ref: string; readonly address: string }[] = [];
  /** The first rows, kept until the column widths are computed from them; null afterwards. */
  private sample: (readonly TableCell[])[] | null = [];

  /** @param lastRow last row of the sheet, including the header. */
  constructor(columns: readonly TableColumn[], lastRow = LAST_ROW) {
    this.columns = columns;
    this.lastRow = lastRow;
    this.letters = columns.map((_, at) => columnLetters(at));
  }

  get full(): boolean {
    return this.rows + 1 >= this.lastRow || this.bytes >= MAX_BYTES;
  }

  /** Adds a row; returns the XML that can be written so far. */
  row(cells: readonly TableCell[]): string {
    this.rows++;
    if (this.sample === null) return this.rowXml(this.rows + 1, cells);
    this.sample.push(cells);
    return this.sample.length < SAMPLE ? '' : this.start();
  }

  /** The rest of the part. */
  end(): string {
    const start = this.start();
    const all = this.range;
    const links = this.links.map(({ ref, address }, at) => {
      const [, place] = splitAddress(address);
      const location = place === undefined ? '' : ` location="${escapeXml(place)}"`;
      return `<hyperlink ref="${ref}" r:id="rId${at + 1}"${location}/>`;
    });
    const hyperlinks = links.length === 0 ? '' : `<hyperlinks>${links.join('')}</hyperlinks>`;
    return `${start}</sheetData><autoFilter ref="${all}"/>${hyperlinks}<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape"/><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
  }

  /** The range of the header and all rows. */
  get range(): string {
    return `A1:${this.letters.at(-1) ?? 'A'}${this.rows + 1}`;
  }

  /** The relations part; undefined if there are none. */
  get relations(): string | undefined {
    if (this.links.length === 0) return undefined;
    const all = this.links.map(({ address }, at) => {
      const [target] = splitAddress(address);
      return `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/hyperlink" Target="${escapeXml(target)}" TargetMode="External"/>`;
    });
    return `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
  }

  private start(): string {
    const rows = this.sample;
    if (rows === null) return '';
    this.sample = null;
    const widths = this.columns.map((column, at) => widthOf(column, at, rows));
    const cols = widths
      .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
      .join('');
    const lines = this.columns.map(({ heading }, at) => Math.ceil((heading.length + 4) / (widths[at]! - 3)));
    const height = LINE_POINTS * Math.min(5, Math.max(2, ...lines));
    const headerCells = this.columns
      .map(({ heading }, at) => this.textXml(`${this.letters[at]}1`, heading, STYLE.header))
      .join('');
    const body = rows.map((row, at) => this.rowXml(at + 2, row)).join('');
    return `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${this.columns.length === 0 ? '' : `<cols>${cols}</cols>`}<sheetData><row r="1" ht="${height}" customHeight="1">${headerCells}</row>${body}`;
  }

  private rowXml(row: number, cells: readonly TableCell[]): string {
    let xml = `<row r="${row}">`;
    for (let at = 0; at < this.columns.length; at++) {
      const cell = cells[at];
      if (cell === null || cell === undefined || cell === '') continue;
      const ref = this.letters[at]! + row;
      if (typeof cell === 'number') xml += numberXml(ref, cell);
      else if (typeof cell === 'boolean') xml += `<c r="${ref}" t="b"><v>${cell ? 1 : 0}</v></c>`;
      else
        xml +=
          this.dateXml(ref, cell, at) ??
          this.textXml(ref, cell, this.linked(ref, cell, at) ? STYLE.link : STYLE.text);
    }
    xml += '</row>';
    this.bytes += xml.length;
    return xml;
  }

  /** A date as a number, or undefined for another text and for days before March 1900, which programs count differently. */
  private dateXml(ref: string, text: string, at: number): string | undefined {
    const time = this.columns[at]!.type === 'date' ? timeOf(text) : undefined;
    const days = time === undefined ? 0 : time / DAY + DAY_1970;
    if (days < 61) return undefined;
    return `<c r="${ref}" s="${text.includes('T') ? STYLE.moment : STYLE.date}"><v>${days}</v></c>`;
  }

  private textXml(ref: string, cell: string, style: number): string {
    let text = cell;
    if (text.length > MAX_CHARACTERS) {
      this.cut++;
      text = text.slice(0, MAX_CHARACTERS - CUT_MARK.length) + CUT_MARK;
    }
    return `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
  }

  private linked(ref: string, text: string, at: number): boolean {
    if (this.columns[at]!.type !== 'link') return false;
    const address = addressIn(text);
    if (address === undefined) return false;
    if (this.links.length >= MAX_LINKS || address.length > MAX_ADDRESS) {
      this.plainLinks++;
      return false;
    }
    this.links.push({ ref, address });
    return true;
  }
}

/** The address at the start of a text, normalised as by a browser. */
function addressIn(text: string): string | undefined {
  const [first] = /^https?:\/\/[^\s;]+/i.exec(text) ?? [];
  return first !== undefined && URL.canParse(first) ? new URL(first).href : undefined;
}

/** Splits an address at `#`: workbooks store the part after it separately. */
function splitAddress(address: string): [string, string | undefined] {
  const at = address.indexOf('#');
  return at === -1 ? [address, undefined] : [address.slice(0, at), address.slice(at + 1)];
}

function numberXml(ref: string, value: number): string {
  if (!Number.isFinite(value)) return '';
  const size = Math.abs(value);
  let style: number = STYLE.decimal;
  if (size >= 1e15) style = STYLE.scientific;
  else if (Number.isInteger(value)) style = STYLE.whole;
  else if (size < 0.001) style = STYLE.scientific;
  else if (size < 1) style = STYLE.small;
  return `<c r="${ref}" s="${style}"><v>${value}</v></c>`;
}

/** The width of a column in characters: the first rows fit, and the header fits in two lines. */
function widthOf({ heading }: TableColumn, at: number, rows: readonly (readonly TableCell[])[]): number {
  const longest = Math.max(0, ...rows.map((row) => String(row[at] ?? '').length));
  const words = heading.split(' ').map((word) => word.length + 5);
  return Math.min(50, Math.max(10, Math.ceil(heading.length / 2) + 3, ...words, longest + 3));
}
