import type { QuestionSheet } from '../../../src/sheets/annotate/marks.ts';
import { inflated, partsOf, withPart } from '../../sheets/annotate/annotated.ts';

/** What a person answers, by a part of the hidden key of a question, or by what the key says. */
export type Filled =
  | Readonly<Record<string, string>>
  | ((question: readonly unknown[]) => string | undefined);

const ANSWER = 6;
const KEY = 8;

/** The rows of a sheet of questions after a person filled it in. */
export const filledSheet = ({ lines }: QuestionSheet, filled: Filled, file = 'copy.xlsx') => ({
  file,
  sheet: 'Questions',
  rows: lines.map((line, at) => {
    const cells = line.map(({ text }) => text);
    const answer = answerTo(cells[KEY], filled);
    return { row: at + 1, cells: answer === undefined ? cells : cells.with(ANSWER, answer) };
  }),
});

function answerTo(key: string | undefined, filled: Filled): string | undefined {
  if (!key?.startsWith('{"question"')) return undefined;
  if (typeof filled === 'function') return filled(JSON.parse(JSON.parse(key).question));
  // Its choices may name other columns.
  const [about] = key.split('"labels"') as [string];
  return Object.entries(filled).find(([part]) => about.includes(part))?.[1];
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const plain = (xml: string) => xml.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The sheet of questions of a workbook as XML, and its part; undefined if it has none. */
export function questionPart(workbook: Buffer): { readonly part: string; readonly xml: string } | undefined {
  for (const [part, stored] of partsOf(workbook)) {
    if (!/^xl\/worksheets\/[^/]+\.xml$/.test(part)) continue;
    const xml = inflated(stored).toString('utf8');
    if (xml.slice(0, 5000).includes('#trace:questions')) return { part, xml };
  }
  return undefined;
}

/** A copy whose questions a person answered in a spreadsheet program. */
export function filledCopy(workbook: Buffer, filled: Filled): Buffer {
  const { part } = questionPart(workbook)!;
  return withPart(workbook, part, (xml) =>
    xml.replaceAll(/<row [\s\S]*?<\/row>/g, (row) => {
      const answer = answerTo(/\{&quot;question[^<]*/.exec(row)?.[0].replace(/^.*/s, plain), filled);
      return answer === undefined
        ? row
        : row.replace(
            /<c r="(G\d+)" s="(\d+)"(?:\/>| t="inlineStr">.*?<\/c>)/,
            (_, cell, style) =>
              `<c r="${cell}" s="${style}" t="inlineStr"><is><t>${escaped(answer)}</t></is></c>`,
          );
    }),
  );
}
