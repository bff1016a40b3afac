import { say } from '../../say.ts';
import { columnLetters } from '../cell.ts';
import type { QuestionSheet, ResultCell, ResultLine } from './marks.ts';
import { QUESTION_MARK } from './own-names.ts';
import type { BookStyles, OwnStyle } from './styles.ts';
import { type RawXml, rawText } from './tags.ts';

/** Maximum number of links in a sheet of trace; spreadsheet programs allow 65,530 in a sheet. */
const MOST_LINKS = 60_000;
/** Maximum number of columns of a sheet. */
const MOST_COLUMNS = 16_384;
/** Layout: heights of rows and lines in points, and the widths of the columns of the sheet of results in characters. */
const HEIGHTS: Readonly<Record<string, number>> = { title: 26, header: 20 };
const LINE = 15;
const MOST_LINES = 27;
const RESULT_WIDTHS = [18, 30, 22, 60, 70];

const RESULT_VIEW = '<sheetView showGridLines="0" tabSelected="1" workbookViewId="0"/>';

/** The XML of the sheet of results. */
export const resultSheet = (lines: Iterable<ResultLine>, styles: BookStyles, main: string): RawXml =>
  new OwnSheet(RESULT_WIDTHS, styles).xml(lines, { main, colour: 'FF1B5E20', view: RESULT_VIEW });

/**
 * The XML of the sheet of questions. What a dropdown offers is in hidden cells of the same row, so that it stays with its
 * question when a person sorts the rows.
 */
export function questionSheet(
  { lines, widths, frozen }: QuestionSheet,
  styles: BookStyles,
  main: string,
): RawXml {
  // The question in the first column stays visible, too.
  const pane = `<pane xSplit="1" ySplit="${frozen}" topLeftCell="B${frozen + 1}" activePane="bottomRight" state="frozen"/>`;
  const view = `<sheetView showGridLines="0" workbookViewId="0">${frozen === 0 ? '' : pane}</sheetView>`;
  return new OwnSheet(widths, styles).xml(lines, { main, colour: 'FFF9A825', view });
}

/** The first line of a sheet of questions, by which it is recognised. */
export const questionTitle = (): ResultLine => [
  { text: say().questionSheet.title(), style: 'title' },
  ...Array.from({ length: 2 }, () => ({ text: '', style: 'plain' }) as const),
  { text: QUESTION_MARK, style: 'small' },
];

/** The sheet that replaces the questions of an earlier annotation, if none is open. */
export const noQuestions = (): QuestionSheet => ({
  ...{ name: say().questionSheet.name(), count: 0, widths: [], frozen: 0 },
  lines: [questionTitle(), [{ text: say().questionSheet.nothing(), style: 'plain' }]],
});

/** The XML of a sheet that trace adds to a workbook. */
class OwnSheet {
  readonly #widths: readonly number[];
  readonly #styles: BookStyles;
  readonly #links: RawXml[] = [];
  readonly #lists: RawXml[] = [];

  constructor(widths: readonly number[], styles: BookStyles) {
    this.#widths = widths;
    this.#styles = styles;
  }

  xml(
    lines: Iterable<ResultLine>,
    { main, colour, view }: { readonly main: string; readonly colour: string; readonly view: RawXml },
  ): RawXml {
    const rows: RawXml[] = [];
    for (const line of lines) rows.push(this.#row(line, rows.length + 1));
    const own = this.#widths.length;
    const hidden =
      this.#lists.length === 0
        ? ''
        : `<col min="${own + 1}" max="${MOST_COLUMNS}" width="9" hidden="1" customWidth="1"/>`;
    const columns = this.#widths.map(
      (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
    );
    const element = (tag: string, all: readonly RawXml[], count = '') =>
      all.length === 0 ? '' : `<${tag}${count}>${all.join('')}</${tag}>`;
    const lists = element('dataValidations', this.#lists, ` count="${this.#lists.length}"`);
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}"><sheetPr><tabColor rgb="${colour}"/><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>${view}</sheetViews><sheetFormatPr defaultRowHeight="15"/>${element(
      'cols',
      [...columns, hidden].filter((one) => one !== ''),
    )}<sheetData>${rows.join('')}</sheetData>${lists}${element('hyperlinks', this.#links)}<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToHeight="0"/></worksheet>`;
  }

  #row(line: ResultLine, row: number): RawXml {
    const cells = line.map((cell, at) => this.#cell(cell, `${columnLetters(at)}${row}`));
    for (const [at, { choices = [] }] of line.entries()) {
      if (choices.length === 0) continue;
      const first = Math.max(cells.length, this.#widths.length);
      const last = Math.min(first + choices.length, MOST_COLUMNS) - 1;
      for (let column = first; column <= last; column++)
        cells.push(
          this.#cell({ text: choices[column - first]!, style: 'plain' }, `${columnLetters(column)}${row}`),
        );
      const range = `$${columnLetters(first)}$${row}:$${columnLetters(last)}$${row}`;
      this.#lists.push(
        `<dataValidation type="list" allowBlank="1" sqref="${columnLetters(at)}${row}"><formula1>${range}</formula1></dataValidation>`,
      );
    }
    return `<row r="${row}" ht="${this.#heightOf(line)}" customHeight="1">${cells.join('')}</row>`;
  }

  #cell({ text, style, link }: ResultCell, ref: string): RawXml {
    const own: OwnStyle = link ? 'link' : (style ?? 'wrap');
    if (text === '') return style === 'answer' ? `<c r="${ref}" s="${this.#styles.style(own)}"/>` : '';
    if (link && this.#links.length < MOST_LINKS) {
      const location = `'${link.sheet.replaceAll("'", "''")}'!${link.cell}`;
      this.#links.push(
        `<hyperlink ref="${ref}" location="${rawText(location)}" display="${rawText(text)}"/>`,
      );
    }
    const value = rawText(text.slice(0, 32_000));
    return `<c r="${ref}" s="${this.#styles.style(own)}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
  }

  /** The height of a row in points. Spreadsheet programs do not compute the height of wrapped texts when they open a file. */
  #heightOf(line: ResultLine): number {
    const own = HEIGHTS[line[0]?.style ?? ''];
    if (own !== undefined) return own;
    const lines = line.map(({ text, style }, at) => {
      const width = this.#widths[at];
      if (style === 'small' || style === 'plain' || width === undefined) return 1;
      return text.split('\n').reduce((sum, part) => sum + Math.max(1, Math.ceil(part.length / width)), 0);
    });
    return LINE * Math.min(MOST_LINES, Math.max(1, ...lines));
  }
}
