import { type ZipPart, zip } from './zip-builder.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

export interface Workbook {
  /** XML within `sheetData` of one sheet, or of each by its name. */
  readonly rows?: string | Readonly<Record<string, string>>;
  /** XML within `sst`. */
  readonly strings?: string;
  /** Codes of number formats, by the style number from 1. */
  readonly formats?: readonly (string | number)[];
  readonly date1904?: boolean;
  /** Attributes of a sheet: `state="hidden"`. */
  readonly sheetAttributes?: Readonly<Record<string, string>>;
  /** Parts that replace or join those made from the above. */
  readonly parts?: readonly ZipPart[];
}

/** A small handmade workbook: the test chooses every byte of its XML. */
export function workbook(made: Workbook): Buffer {
  const rows = typeof made.rows === 'string' ? { Sheet1: made.rows } : (made.rows ?? { Sheet1: '' });
  const names = Object.keys(rows);
  const sheets = names.map(
    (name, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" ${made.sheetAttributes?.[name] ?? ''} r:id="rId${index + 1}"/>`,
  );
  const relations = [
    ...names.map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)),
    relation('rId98', 'styles', 'styles.xml'),
    relation('rId99', 'sharedStrings', 'sharedStrings.xml'),
  ];
  const parts: ZipPart[] = [
    { name: '_rels/.rels', content: relationships(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="${made.date1904 ? 1 : 0}"/><sheets>${sheets.join('')}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: relationships(relations.join('')) },
    { name: 'xl/styles.xml', content: styles(made.formats ?? []) },
    { name: 'xl/sharedStrings.xml', content: `<sst xmlns="${MAIN}">${made.strings ?? ''}</sst>` },
    ...Object.values(rows).map((content, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: worksheet(content),
    })),
  ];
  const given = made.parts ?? [];
  const kept = parts.filter(({ name }) => !given.some((part) => part.name === name));
  return zip([...kept, ...given]);
}

/** The XML of a row of texts; blank ones are cells without a value. */
export const textRow = (texts: readonly string[], attributes = ''): string =>
  `<row ${attributes}>${texts.map((text) => (text === '' ? '<c/>' : `<c t="inlineStr"><is><t>${text}</t></is></c>`)).join('')}</row>`;

/** A workbook of one sheet with these rows of texts, and merged cells. */
export function mergedBook(
  sheet: string,
  rows: readonly (readonly string[])[],
  ranges: readonly string[],
): Buffer {
  const list = ranges.map((range) => `<mergeCell ref="${range}"/>`).join('');
  const content = worksheet(rows.map((row) => textRow(row)).join('')).replace(
    '</sheetData>',
    `</sheetData><mergeCells>${list}</mergeCells>`,
  );
  return workbook({ rows: { [sheet]: '' }, parts: [{ name: 'xl/worksheets/sheet1.xml', content }] });
}

export function worksheet(rows: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet xmlns="${MAIN}"><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData></worksheet>`;
}

export function relation(id: string, kind: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
}

export function relationships(content: string): string {
  return `<Relationships xmlns="${PACKAGE}">${content}</Relationships>`;
}

function styles(formats: readonly (string | number)[]): string {
  const codes = formats.map((format, index) =>
    typeof format === 'string' ? `<numFmt numFmtId="${200 + index}" formatCode="${escaped(format)}"/>` : '',
  );
  const uses = formats.map(
    (format, index) => `<xf numFmtId="${typeof format === 'string' ? 200 + index : format}"/>`,
  );
  // The first list is for other styles; used by mistake, it would make every cell a date.
  return `<styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${uses.join('')}</cellXfs></styleSheet>`;
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
