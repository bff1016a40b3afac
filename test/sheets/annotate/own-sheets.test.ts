import { expect, test } from 'vitest';
import { openSource } from '../../../src/sheets/open.ts';
import { nothing, readBytes, withFile } from '../reading.ts';
import { textRow, workbook } from '../workbook-builder.ts';
import { annotated, annotation, inflated, partsOf } from './annotated.ts';

const QUESTIONS = {
  ...{ name: 'Questions', count: 2, widths: [20, 10], frozen: 1 },
  lines: [
    [
      { text: 'Questions', style: 'title' },
      { text: '#trace:questions', style: 'small' },
    ],
    [
      { text: 'Which field is "=A"?' },
      { text: '', style: 'answer', choices: ['=A', 'ignore'] },
      { text: 'key 1' },
    ],
    [
      { text: 'Which value?\nIt is not known' },
      { text: 'one', style: 'answer', choices: ['one'] },
      { text: 'key 2' },
    ],
  ],
} as const;
const TYPES = {
  name: '[Content_Types].xml',
  content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>',
};
const BOOK = workbook({ rows: textRow(['supplierRef', 'name']), parts: [TYPES] });

const questionsOf = (bytes: Uint8Array) =>
  withFile('copy.xlsx', bytes, async (file) => {
    const source = await openSource(file, {}, { stdin: nothing(), onFinding: () => {} });
    const questions = await source!.questions!();
    await source!.close();
    return questions;
  });

/** The XML of the sheets, by name. */
function sheetsOf(bytes: Buffer): Record<string, string> {
  const parts = partsOf(bytes);
  const text = (part: string) => inflated(parts.get(part)!).toString('utf8');
  const targets = new Map(
    [...text('xl/_rels/workbook.xml.rels').matchAll(/<Relationship [^>]*>/g)].map(([tag]) => [
      /Id="([^"]*)"/.exec(tag)![1]!,
      /Target="([^"]*)"/.exec(tag)![1]!.replace(/^\/xl\//, ''),
    ]),
  );
  return Object.fromEntries(
    [...text('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]*)"[^>]*r:id="([^"]*)"/g)].map(
      ([, name, id]) => [name!, text(`xl/${targets.get(id!)}`)],
    ),
  );
}

test('a dropdown offers the hidden cells of its row, and texts that begin with = are texts', async () => {
  const { bytes } = await annotated(BOOK, annotation([{}], { questions: QUESTIONS }));
  const xml = sheetsOf(bytes).Questions!;
  expect(Object.keys(sheetsOf(bytes))).toEqual(['trace', 'Questions', 'Sheet1']);
  expect(xml).toContain(
    '<dataValidation type="list" allowBlank="1" sqref="B2"><formula1>$D$2:$E$2</formula1>',
  );
  expect(xml).toContain(
    '<dataValidation type="list" allowBlank="1" sqref="B3"><formula1>$D$3:$D$3</formula1>',
  );
  expect(xml).toMatch(/<col min="3" max="16384" [^>]*hidden="1"/);
  expect(xml).toMatch(/<c r="D2" s="\d+" t="inlineStr"><is><t xml:space="preserve">=A</);
  expect(xml).not.toContain('<f>');
});

test('the sheet of questions is not read as rows, and its rows can be asked for', async () => {
  const { bytes } = await annotated(BOOK, annotation([{}], { questions: QUESTIONS }));
  const { sheets, findings } = await readBytes('copy.xlsx', bytes);
  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['trace', 0],
    ['Questions', 0],
    ['Sheet1', 1],
  ]);
  expect(findings.map(({ code }) => code)).toContain('annotation-ignored');
  const questions = await questionsOf(bytes);
  expect(questions!.sheet).toBe('Questions');
  expect(questions!.rows.map(({ cells }) => cells.slice(0, 3))).toContainEqual([
    ...['Which value?\nIt is not known', 'one', 'key 2'],
  ]);
  expect(await questionsOf(BOOK)).toBeNull();
});

test('a later annotation replaces the sheet of questions where it is, also under another name', async () => {
  const first = await annotated(BOOK, annotation([{}], { questions: QUESTIONS }));
  const again = { earlierResult: 'trace', earlierQuestions: 'Questions' };
  const one = { ...QUESTIONS, name: 'Fragen', lines: QUESTIONS.lines.slice(0, 2) };
  const { bytes } = await annotated(first.bytes, annotation([{}], { ...again, questions: one }));
  expect(Object.keys(sheetsOf(bytes))).toEqual(['trace', 'Questions', 'Sheet1']);
  expect(sheetsOf(bytes).Questions).not.toContain('key 2');
});

test('a person may have a sheet with the name of the sheet of questions', async () => {
  const own = workbook({ rows: { Questions: textRow(['a', 'b']) }, parts: [TYPES] });
  const { bytes } = await annotated(own, annotation([{ name: 'Questions' }], { questions: QUESTIONS }));
  expect(Object.keys(sheetsOf(bytes))).toEqual(['trace', 'Questions 2', 'Questions']);
  expect((await questionsOf(bytes))!.sheet).toBe('Questions 2');
});
