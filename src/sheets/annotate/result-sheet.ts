import { columnLetters } from '../cell.ts';
import type { ResultLine } from './marks.ts';
import type { OwnStyle, Styles } from './styles.ts';
import { type RawXml, rawText } from './tags.ts';

/** Maximum number of links that programs follow in a sheet. */
const MOST_LINKS = 60_000;
/** Widths in characters, and heights in points. */
const WIDTHS = [18, 30, 22, 60, 70];
const HEIGHTS: Readonly<Record<string, number>> = { title: 26, header: 20 };
const LINE = 15;
const MOST_LINES = 27;

/** The XML of the sheet of results. */
export function resultSheet(lines: Iterable<ResultLine>, styles: Styles, main: string): RawXml {
  const links: RawXml[] = [];
  const rows: RawXml[] = [];
  for (const line of lines) {
    const row = rows.length + 1;
    const cells = line.map(({ text, style, link }, at) => {
      const ref = `${columnLetters(at)}${row}`;
      if (text === '') return '';
      if (link && links.length < MOST_LINKS) {
        const location = `'${link.sheet.replaceAll("'", "''")}'!${link.cell}`;
        links.push(`<hyperlink ref="${ref}" location="${rawText(location)}" display="${rawText(text)}"/>`);
      }
      const own: OwnStyle = link ? 'link' : (style ?? 'wrap');
      const value = rawText(text.slice(0, 32_000));
      return `<c r="${ref}" s="${styles.style(own)}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
    });
    rows.push(`<row r="${row}" ht="${heightOf(line)}" customHeight="1">${cells.join('')}</row>`);
  }
  const columns = WIDTHS.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  ).join('');
  const hyperlinks = links.length === 0 ? '' : `<hyperlinks>${links.join('')}</hyperlinks>`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}"><sheetPr><tabColor rgb="FF1B5E20"/><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView showGridLines="0" tabSelected="1" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns}</cols><sheetData>${rows.join('')}</sheetData>${hyperlinks}<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToHeight="0"/></worksheet>`;
}

/** The height of a row whose texts are wrapped: programs do not compute it when they open a file. */
function heightOf(line: ResultLine): number {
  const own = HEIGHTS[line[0]?.style ?? ''];
  if (own !== undefined) return own;
  const lines = line.map(({ text, style }, at) =>
    style === 'small' || style === 'plain' ? 1 : Math.ceil(text.length / WIDTHS[at]!),
  );
  return LINE * Math.min(MOST_LINES, Math.max(1, ...lines));
}
