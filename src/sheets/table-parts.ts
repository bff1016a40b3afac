import type { ArchiveCopy } from './annotate/archive-copy.ts';
import { escapeXml } from './xml-out.ts';

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** A fixed date in the properties, so that the same data gives the same bytes. */
const DAY = '2026-01-01T00:00:00Z';

const PACKAGE_RELATIONS = `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

function contentTypes(sheets: number): string {
  const parts = numbers(sheets).map(
    (at) => `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  return `${XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${parts.join('')}</Types>`;
}

function corePart(title: string): string {
  return `${XML_DECLARATION}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title><dc:creator>trace</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${DAY}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${DAY}</dcterms:modified></cp:coreProperties>`;
}

/** Writes the parts of a workbook besides its sheets, which are `xl/worksheets/sheet1.xml` and so on. */
export async function writeParts(
  archive: ArchiveCopy,
  sheets: readonly NamedSheet[],
  styles: string,
  { title = '', date1904 = false },
): Promise<void> {
  const parts = [
    ['[Content_Types].xml', contentTypes(sheets.length)],
    ['_rels/.rels', PACKAGE_RELATIONS],
    ['docProps/core.xml', corePart(title)],
    ['xl/workbook.xml', workbookPart(sheets, date1904)],
    ['xl/_rels/workbook.xml.rels', workbookRelations(sheets.length)],
    ['xl/styles.xml', styles],
  ] as const;
  for (const [name, xml] of parts) await archive.write(name, [Buffer.from(xml, 'utf8')]);
}

/** A sheet in the workbook part. `range`: the range of its filter. */
interface NamedSheet {
  readonly name: string;
  readonly range?: string;
  readonly hidden?: boolean;
}

/** The workbook part: the names of the sheets, and the ranges of their filters. The first visible sheet is open. */
function workbookPart(sheets: readonly NamedSheet[], date1904: boolean): string {
  const names = sheets.map(({ name, hidden }, at) => {
    const state = hidden ? ' state="hidden"' : '';
    return `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`;
  });
  const filters = sheets.flatMap(({ name, range }, at) => {
    if (range === undefined) return [];
    const cells = range.replace(/[A-Z]+|\d+/g, '$$$&');
    const sheet = escapeXml(name.replaceAll("'", "''"));
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">'${sheet}'!${cells}</definedName>`;
  });
  const properties = date1904 ? '<workbookPr date1904="1"/>' : '';
  const open = sheets.findIndex(({ hidden }) => !hidden);
  const defined = filters.length === 0 ? '' : `<definedNames>${filters.join('')}</definedNames>`;
  return `${XML_DECLARATION}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS}">${properties}<bookViews><workbookView activeTab="${Math.max(0, open)}"/></bookViews><sheets>${names.join('')}</sheets>${defined}</workbook>`;
}

function workbookRelations(sheets: number): string {
  const parts = numbers(sheets).map(
    (at) => `<Relationship Id="rId${at}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at}.xml"/>`,
  );
  return `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${parts.join('')}<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
