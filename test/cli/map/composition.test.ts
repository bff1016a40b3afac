import { describe, expect, test } from 'vitest';
import { openQuestions, proposedAnswers, Reviewer, reviewed } from '../../../src/cli/map/questions.ts';
import { mapOf, surveyOf } from './surveys.ts';

const KEYS = ['productRef', 'name', 'productCollectionRef', 'weight'];
const PAIRS = ['Materiaal 1', 'Perc. 1', 'Materiaal 2', 'Perc. 2'];
const ROWS = [
  ['7408', 'Jurk Fenna', 'ZOMER27', '131', 'Katoen', '100', '', ''],
  ['7416', 'Shirt Roos', 'ZOMER27', '166', 'Biologisch katoen', '95', 'Elastaan', '5'],
  ['7424', 'Trui Saar', 'ZOMER27', '102', 'Wol', '70', 'Polyamide', '30'],
  ['7432', 'Trui Lotte', 'ZOMER27', '98', 'Wol', '70', 'Polyamide', '30'],
];
const TEMPLATE = '{Perc. 1}% {Materiaal 1}[, {Perc. 2}% {Materiaal 2}]';

const survey = (pairs = PAIRS, rows = ROWS) => surveyOf([[...KEYS, ...pairs], ...rows], 'product');

const templateOf = (of: ReturnType<typeof survey>) =>
  reviewed(of.sheets[0]!, []).fields.find(({ field }) => field === 'composition')?.template;

/** The rows with other texts in the columns of the pairs. */
const withPairs = (pairs: (row: readonly string[]) => readonly string[]) =>
  ROWS.map((row) => [...row.slice(0, 4), ...pairs(row.slice(4))]);

describe('a composition in pairs of columns', () => {
  test('a composition in pairs of columns is proposed as one text, and its columns are no questions', () => {
    const of = survey();
    const reviewer = new Reviewer();
    const questions = [...openQuestions(of.sheets[0]!, [], reviewer)];
    const about = questions.filter(({ type }) => type === 'column' || type === 'field');
    expect(about.map(({ subject }) => subject)).toContain('composition');
    expect(about.filter(({ subject }) => typeof subject === 'number' && subject > 3)).toEqual([]);
    expect(mapOf(of, []).text).toContain(
      `composition: ? # "${TEMPLATE}" (95% Biologisch katoen, 5% Elastaan)`,
    );
    const { text } = mapOf(of, proposedAnswers(of.sheets, [], 'proposals', reviewer));
    expect(text).toContain(
      `composition: "${TEMPLATE}" # (accepted, not checked) 95% Biologisch katoen, 5% Elastaan`,
    );
    expect(text).not.toMatch(/^ *(?:# )?"?(?:Materiaal|Perc)/m);
  });

  test('a composition in pairs of columns is not made of them if a person gives another value', () => {
    const of = survey();
    const question = [...openQuestions(of.sheets[0]!, [], new Reviewer())].find(
      ({ subject }) => subject === 'composition',
    )!;
    const { text } = mapOf(of, [{ question, value: { section: 'constants', text: '100% cotton' } }]);
    expect(text).toContain('composition: "100% cotton"');
    expect(text.match(/# (?:Materiaal|Perc)[^:]*: \?/g)).toHaveLength(4);
  });

  test.each<[string, string[], string[][], string | undefined]>([
    [
      'with the percentage first',
      ['% 1', 'Fibre 1', '% 2', 'Fibre 2'],
      withPairs(([a, b, c, d]) => [b!, a!, d!, c!]),
      '{% 1}% {Fibre 1}[, {% 2}% {Fibre 2}]',
    ],
    [
      'with the percentages after all materials',
      ['MAT1', 'MAT2', 'PCT1', 'PCT2'],
      withPairs(([a, b, c, d]) => [a!, c!, b!, d!]),
      '{PCT1}% {MAT1}[, {PCT2}% {MAT2}]',
    ],
    ['with percent signs', PAIRS, withPairs(([a, b, c, d]) => [a!, `${b}%`, c!, d ? `${d}%` : '']), TEMPLATE],
    ['whose numbers are fractions', PAIRS, withPairs(() => ['Wol', '0.7', 'Katoen', '0.3']), undefined],
    ['whose numbers do not add up to 100', PAIRS, withPairs(() => ['Wol', '70', 'Katoen', '70']), undefined],
    ['with other words', PAIRS, withPairs(() => ['Zzq', '70', 'Vvx', '30']), undefined],
    ['of which there is one', PAIRS, withPairs(() => ['Wol', '100', '', '']), undefined],
    ['with the same headers', ['Mat', '%', 'Mat', '%'], ROWS, undefined],
  ])('a composition in pairs of columns %s is proposed if all rows fit', (_, headers, rows, template) => {
    expect(templateOf(survey(headers, rows))).toBe(template);
  });

  test('a column with whole compositions is proposed before pairs of columns', () => {
    const rows = ROWS.map((row) => [...row, '100% katoen']);
    expect(templateOf(survey([...PAIRS, 'composition'], rows))).toBeUndefined();
  });

  test('the composition of a component in pairs of columns has its materials and percentages', () => {
    const of = surveyOf(
      [
        ['componentRef', 'productRef', 'type', 'supplierRef', ...PAIRS],
        ...ROWS.map((row, at) => [`C-${at}`, row[0]!, 'TEXTILE', 'F-1', ...row.slice(4)]),
      ],
      'component',
    );
    expect(
      reviewed(of.sheets[0]!, [])
        .columns.slice(4)
        .map(({ target }) => target),
    ).toEqual([
      ...['composition.1.material', 'composition.1.percentage'],
      ...['composition.2.material', 'composition.2.percentage'],
    ]);
  });
});
