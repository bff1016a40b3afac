import { afterEach, describe, expect, test } from 'vitest';
import { sheetAnswers } from '../../../src/cli/map/question-answers.ts';
import { questionSheets } from '../../../src/cli/map/question-sheet.ts';
import type { Surveyed } from '../../../src/cli/map/survey.ts';
import { useLanguage } from '../../../src/say.ts';
import type { QuestionSheet } from '../../../src/sheets/annotate/marks.ts';
import { type Filled, filledSheet } from './filled-sheets.ts';
import { mapOf, surveyOf } from './surveys.ts';

const FILE = 'copy.xlsx';
const SUPPLIERS = [
  ['supplierRef', 'name', 'category', 'Zzqx', 'Vvvq'],
  ['F-1', 'Tessitura', 'Wxyzq', 'Milano', 'a'],
  ['F-2', 'Weberei', 'Wxyzq', 'Ulm', ''],
];

const sheetOf = async (survey: Surveyed): Promise<QuestionSheet | null> =>
  (await questionSheets(survey)).sheetFor(survey.sheets[0]!.file, (name) => name);

/** The rows with questions: what is asked, and its cells by header. */
const rowsOf = (sheet: QuestionSheet | null) =>
  (sheet?.lines ?? []).flatMap((line) => {
    const cells = line.map(({ text }) => text);
    const [question, where, column, values, rows, proposal, answer] = cells;
    const isRow = cells[8]?.startsWith('{"question"');
    return isRow
      ? [{ question, where, column, values, rows, proposal, answer, choices: line[6]!.choices! }]
      : [];
  });

/** The map file and the problems, after the sheet of questions of a survey was filled in. */
async function filledMap(rows: readonly (readonly string[])[], filled: Filled, sheet = 'export') {
  const survey = surveyOf(rows, sheet, FILE);
  const asked = await sheetOf(survey);
  const answered = { ...survey, answered: [filledSheet(asked!, filled)] };
  const { answers, problems } = await sheetAnswers(answered);
  return { ...mapOf(survey, answers), problems, answers, answered };
}

afterEach(() => useLanguage('en'));

describe('the sheet of questions', () => {
  test('a row has what is asked, its place, values with counts, the rows that wait, and a dropdown with all values', async () => {
    const rows = rowsOf(await sheetOf(surveyOf(SUPPLIERS, 'export', FILE)));
    const word = rows.find(({ question }) => question!.includes('Wxyzq'))!;
    expect(word).toMatchObject({ where: 'copy.xlsx › export', values: 'Wxyzq (2)', rows: '2', answer: '' });
    expect(word.choices).toContain('OTHER - Warehouse');
    const survey = surveyOf(SUPPLIERS, 'export', FILE);
    const part = { ...survey, sheets: [{ ...survey.sheets[0]!, part: 'supplier' }] };
    const places = rowsOf(await sheetOf(part)).flatMap(({ where }) => where || []);
    expect(new Set(places)).toEqual(new Set(['copy.xlsx › export (supplier)']));
    const column = rows.find(({ question }) => question!.includes('Zzqx'))!;
    expect(column).toMatchObject({ column: 'D "Zzqx"', values: 'Milano (1)\nUlm (1)', rows: '2' });
    expect(column.choices).toEqual(expect.arrayContaining(['ignore', 'address.city']));
    // Every value is offered once.
    for (const { choices } of rows) expect(new Set(choices).size).toBe(choices.length);
  });

  test('the first questions free the most rows, and columns that probably name no field come last', async () => {
    const rows = rowsOf(await sheetOf(surveyOf(SUPPLIERS, 'export', FILE))).filter((one) => one.rows !== '');
    expect(rows.map(({ proposal, rows: waiting }) => [proposal, waiting])).toEqual([
      ['', '2'],
      ['ignore', '2'],
      ['ignore', '1'],
    ]);
  });

  test('words of proposed columns are asked in the same round', async () => {
    const rows = [
      ['supplierRef', 'name', 'Typ', 'address.country'],
      ['F-1', 'A', 'Dyer', 'FR'],
      ['F-2', 'B', 'Wxyzq', 'FR'],
      ['F-3', 'C', 'Knitting', 'FR'],
      ['F-4', 'D', 'Weaving', 'FR'],
    ];
    const asked = rowsOf(await sheetOf(surveyOf(rows, 'suppliers', FILE)));
    expect(asked.map(({ question }) => question).join('\n')).toContain('"Wxyzq"');
  });

  test('a question that several sheets have is one row with all places', async () => {
    const [one, other] = ['A', 'B'].map((name) => surveyOf(SUPPLIERS, name, FILE).sheets[0]!);
    const survey = { ...surveyOf(SUPPLIERS, 'A', FILE), sheets: [one!, other!] };
    const rows = rowsOf(await sheetOf(survey));
    const words = rows.filter(({ question }) => question!.includes('Wxyzq'));
    expect(words).toHaveLength(1);
    expect(words[0]).toMatchObject({ where: 'copy.xlsx › A\ncopy.xlsx › B', rows: '4' });
    const answered = [filledSheet((await sheetOf(survey))!, { Wxyzq: 'OTHER - Warehouse' })];
    const { answers } = await sheetAnswers({ ...survey, answered });
    expect(answers.map(({ value, question }) => [value, question.sheet.sheet])).toEqual([
      ['OTHER - Warehouse', 'A'],
      ['OTHER - Warehouse', 'B'],
    ]);
  });

  test('the tables of a sheet have questions of their own', async () => {
    const [one, other] = [
      SUPPLIERS,
      SUPPLIERS.map((row) => row.map((cell) => cell.replace('Zzqx', 'Qqvw'))),
    ].map((rows) => surveyOf(rows, 'A', FILE).sheets[0]!);
    const survey = { ...surveyOf(SUPPLIERS, 'A', FILE), sheets: [one!, other!] };
    const answered = [
      filledSheet((await sheetOf(survey))!, { Zzqx: 'address.city', Vvvq: 'ignore', Qqvw: 'address.street' }),
    ];
    const { answers, problems } = await sheetAnswers({ ...survey, answered });
    expect(problems).toEqual([]);
    const own = (table: unknown) => answers.filter(({ question }) => question.sheet === table);
    expect(
      own(one)
        .map(({ value }) => value)
        .sort(),
    ).toEqual(['address.city', 'ignore']);
    expect(
      own(other)
        .map(({ value }) => value)
        .sort(),
    ).toEqual(['address.street', 'ignore']);
  });

  test('the column with the whole composition is explained in the language of the workbook', async () => {
    await useLanguage('fr');
    const rows = [
      ['productRef', 'componentRef', 'supplierRef', 'category', 'Zzqx'],
      ['P-1', 'C-1', 'F-1', 'BUTTONS', '80% coton 20% lin'],
      ['P-2', 'C-2', 'F-1', 'BUTTONS', '100% coton'],
    ];
    const sheet = await sheetOf(surveyOf(rows, 'components', FILE));
    const explained = sheet!.lines.map((line) => line[7]?.text ?? '').join('\n');
    expect(explained).toMatch(/^composition: Toute la composition/m);
  });

  test('thousands of questions are cut, and the sheet says so', async () => {
    const words = Array.from({ length: 3000 }, (_, at) => [`F-${at}`, `N${at}`, `qzx${at}vw`, 'FR']);
    const sheet = await sheetOf(
      surveyOf([['supplierRef', 'name', 'category', 'address.country'], ...words], 'e', FILE),
    );
    expect(rowsOf(sheet)).toHaveLength(500);
    expect(
      sheet!.lines
        .flat()
        .map(({ text }) => text)
        .join(),
    ).toContain('Only the first 500 of 3,000 questions');
  });

  test('without a question there is no sheet', async () => {
    const rows = [
      ['supplierRef', 'name', 'category', 'address.country'],
      ['F-1', 'A', 'OTHER - Warehouse', 'FR'],
    ];
    expect(await sheetOf(surveyOf(rows, 'suppliers', FILE))).toBeNull();
  });
});

/** The same, without the required category. */
const NO_CATEGORY = SUPPLIERS.map((row) => row.toSpliced(2, 1));

/** Rows that may describe several kinds. */
const UNKNOWN_KIND = [
  ['productRef', 'componentRef', 'Zzqx'],
  ['P-1', 'C-1', 'a'],
  ['P-2', 'C-2', 'b'],
];

describe('answers in the sheet of questions', () => {
  test('answers become lines of the map file as if a person had chosen them on a terminal', async () => {
    const answers = { Zzqx: 'address.city', Vvvq: 'Ignore', '"field\\"': 'other - warehouse' };
    const { text, open, problems } = await filledMap(NO_CATEGORY, answers, 'suppliers');
    expect(problems).toEqual([]);
    for (const line of ['Zzqx: address.city', 'Vvvq: ignore', 'category: OTHER - Warehouse'])
      expect(text).toContain(line);
    expect(text).not.toContain('not checked');
    expect(open).toBe(0);
  });

  test('a column can be the answer to the question for a required field', async () => {
    const { text, problems } = await filledMap(
      NO_CATEGORY,
      { '"field\\"': 'the column "Zzqx"' },
      'suppliers',
    );
    expect(problems).toEqual([]);
    expect(text).toContain('Zzqx: category');
  });

  test('what is left blank stays open', async () => {
    const { text, open } = await filledMap(SUPPLIERS, { Vvvq: 'ignore' });
    expect(text).toContain('Vvvq: ignore');
    expect(text).toContain('# Zzqx: ?');
    expect(open).toBeGreaterThan(1);
  });

  test.each([
    [
      'a value that is none',
      { Wxyzq: 'OTHER - Warehose' },
      /"OTHER - Warehose" is not taken: Allowed: .* Did you mean "OTHER - Warehouse"\?/,
    ],
    ['a field that is none', { Zzqx: 'adress.city' }, /Did you mean "address\.city"\?/],
    ['a constant that the field refuses', { '"field\\"': 'Atlantis' }, /"Atlantis" is not taken: Allowed/],
  ])('%s is an error with its cell, and what is allowed', async (_, filled, message) => {
    const { problems, answers } = await filledMap(
      'Wxyzq' in filled ? SUPPLIERS : NO_CATEGORY,
      filled,
      'suppliers',
    );
    expect(answers).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ severity: 'error', message: expect.stringMatching(message) });
    expect(problems[0]!.place).toMatch(/^copy\.xlsx › Questions!G\d+$/);
  });

  test.each(['Composants', 'Ignorer', 'nomenclature'])(
    'the answer %s to the kind of a sheet is an error as any other, in the words of its list',
    async (answer) => {
      await useLanguage('fr');
      const { problems, answers } = await filledMap(UNKNOWN_KIND, { '"kind\\"': answer });
      expect(answers).toEqual([]);
      expect(problems).toMatchObject([
        { severity: 'error', place: expect.stringMatching(/^copy\.xlsx › Questions!G\d+$/) },
      ]);
      const [allowed, nearest] = problems[0]!.message.split(/(?= Vouliez-vous)/);
      for (const word of [`"${answer}"`, 'composant', 'ignorer la feuille']) expect(allowed).toContain(word);
      if (answer === 'Composants') expect(nearest).toContain('"composant"');
      if (answer === 'Ignorer') expect(nearest).toContain('"ignorer la feuille"');
    },
  );

  test('a wrong answer without a list of other values does not end the reading of the right ones', async () => {
    const rows = [
      ['componentRef', 'productRef', 'supplierRef', 'category', 'componentWeight', 'Zzqx'],
      ['C-1', 'P-1', 'F-1', 'BUTTONS', '5', 'a'],
      ['C-1', 'P-1', 'F-1', 'BUTTONS', '7', 'b'],
    ];
    const filled = { '"group\\"': 'perhaps', '"column\\"': 'ignore' };
    const { problems, answers } = await filledMap(rows, filled, 'components');
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('"perhaps"')]);
    expect(answers.map(({ value }) => value)).toContain('ignore');
  });

  test('two columns with the same field contradict each other, and both stay open', async () => {
    const { problems, text } = await filledMap(SUPPLIERS, { Zzqx: 'address.city', Vvvq: 'address.city' });
    expect(problems.map(({ severity }) => severity)).toEqual(['error', 'error']);
    const [one, other] = problems.map(({ place }) => /G\d+$/.exec(place)![0]);
    expect(problems.map(({ message }) => message).join()).toContain(`${one} gives column`);
    expect(problems.map(({ message }) => message).join()).toContain(`${other} gives column`);
    expect(text).not.toMatch(/: address\.city$/m);
  });

  test('a copied row with another answer contradicts the first, and the same answer twice does not', async () => {
    const survey = surveyOf(SUPPLIERS, 'export', FILE);
    const sheet = filledSheet((await sheetOf(survey))!, { Wxyzq: 'OTHER - Warehouse' });
    const row = sheet.rows.find(({ cells }) => cells[6] === 'OTHER - Warehouse')!;
    const again = (answer: string) => ({
      ...survey,
      answered: [{ ...sheet, rows: [...sheet.rows, { row: 99, cells: row.cells.with(6, answer) }] }],
    });
    expect((await sheetAnswers(again('OTHER - Warehouse'))).answers).toHaveLength(1);
    const { answers, problems } = await sheetAnswers(again('OTHER - Wholesaler'));
    expect(answers).toEqual([]);
    expect(problems.map(({ place }) => place)).toEqual([
      `copy.xlsx › Questions!G${row.row}`,
      'copy.xlsx › Questions!G99',
    ]);
  });

  test('an answer that nothing asks for any more is a notice', async () => {
    const { answered } = await filledMap(SUPPLIERS, { Wxyzq: 'OTHER - Warehouse', Vvvq: 'ignore' });
    const other = surveyOf(
      SUPPLIERS.map((row) => row.map((cell) => (cell === 'Wxyzq' ? 'OTHER - Warehouse' : cell))),
      'export',
      FILE,
    );
    const { answers, problems } = await sheetAnswers({ ...other, answered: answered.answered });
    expect(answers.map(({ value }) => value)).toEqual(['ignore']);
    expect(problems).toMatchObject([{ severity: 'notice', place: 'copy.xlsx › Questions' }]);
    expect(problems[0]!.message).toMatch(/^1 answer is not used.*: G\d+$/);
  });

  test.each([
    ['blank', undefined],
    ['wrong', 'Zebra'],
  ])('answers about a sheet wait for its kind, whose answer is %s', async (_, kind) => {
    const survey = surveyOf(UNKNOWN_KIND, 'export', FILE);
    const sheet = filledSheet((await sheetOf(survey))!, ([type]) =>
      type === 'kind' ? kind : type === 'column' ? 'ignore' : undefined,
    );
    const cellsOf = (type: string) =>
      sheet.rows.flatMap(({ row, cells }) =>
        cells[8]?.startsWith(`{"question":"[\\"${type}`) ? `G${row}` : [],
      );
    // A key that trace has not written is of no sheet.
    const foreign = { row: 99, cells: ['', '', '', '', '', '', 'yes', '', '{"question":"x"}'] };
    const answered = [{ ...sheet, rows: [...sheet.rows, foreign] }];
    const { problems, answers } = await sheetAnswers({ ...survey, answered });
    expect(answers).toEqual([]);
    expect(problems.filter(({ severity }) => severity === 'error')).toHaveLength(kind ? 1 : 0);
    expect(problems.filter(({ severity }) => severity === 'notice').map(({ message }) => message)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^\\d answers? waits? for the answer in ${cellsOf('kind')}: ${cellsOf('column').join(', ')}$`,
        ),
      ),
      '1 answer is not used, because nothing asks for it any more: G99',
    ]);
  });

  test('moved rows, moved columns and a column of remarks change no answer', async () => {
    const survey = surveyOf(SUPPLIERS, 'export', FILE);
    const { rows, ...sheet } = filledSheet((await sheetOf(survey))!, {
      Zzqx: 'address.city',
      Wxyzq: 'OTHER - Warehouse',
    });
    const isHead = ({ cells }: (typeof rows)[number]) => !cells[8]?.startsWith('{"question"');
    const moved = [...rows.filter(isHead), ...rows.filter((row) => !isHead(row)).reverse()].map(
      ({ cells }, at) => ({ row: at + 1, cells: cells.toSpliced(2, 0, 'a remark') }),
    );
    const columns = surveyOf(
      SUPPLIERS.map(([ref, name, category, zzqx, vvvq]) => [zzqx!, ref!, name!, category!, vvvq!]),
      'export',
      FILE,
    );
    const { answers, problems } = await sheetAnswers({ ...columns, answered: [{ ...sheet, rows: moved }] });
    expect(problems).toEqual([]);
    expect(answers.map(({ value }) => value).sort()).toEqual(['OTHER - Warehouse', 'address.city']);
  });

  test('names that begin with = or look like keys are texts', async () => {
    const rows = [
      ['supplierRef', 'name', 'category', '=Zzqx', '{"question"'],
      ['F-1', 'A', '=Wxyzq', '=1+1', '{"answer":"x"}'],
    ];
    const { problems, text } = await filledMap(rows, {
      '=Zzqx': 'address.city',
      '=Wxyzq': 'OTHER - Warehouse',
    });
    expect(problems).toEqual([]);
    expect(text).toContain('=Zzqx": address.city');
    expect(text).toContain('=Wxyzq": OTHER - Warehouse');
  });

  test('answers in the language of the workbook are read in another language', async () => {
    const rows = [
      ['componentRef', 'productRef', 'supplierRef', 'category', 'componentWeight'],
      ['C-1', 'P-1', 'F-1', 'BUTTONS', '5'],
      ['C-1', 'P-1', 'F-1', 'BUTTONS', '7'],
    ];
    const survey = surveyOf(rows, 'components', FILE);
    await useLanguage('fr');
    const sheet = (await sheetOf(survey))!;
    const group = rowsOf(sheet).find(({ choices }) => choices.includes('un seul enregistrement'));
    expect(group).toBeDefined();
    const answered = [filledSheet(sheet, { '"group\\"': 'Chaque ligne est un enregistrement' })];
    await useLanguage('de');
    const { answers } = await sheetAnswers({ ...survey, answered });
    expect(answers.map(({ value }) => value)).toEqual(['each-row']);
    // What is allowed is what the list of the cell has.
    const wrong = filledSheet(sheet, { '"group\\"': 'chaque ligne' });
    const { problems } = await sheetAnswers({ ...survey, answered: [wrong] });
    expect(problems).toMatchObject([
      { message: expect.stringContaining('Meinten Sie "chaque ligne est un enregistrement"?') },
    ]);
  });
});

describe('accepting proposals in the sheet of questions', () => {
  test('nothing is accepted that a person did not choose', async () => {
    const { answers } = await filledMap(SUPPLIERS, {});
    expect(answers).toEqual([]);
  });

  test.each(['Oui', 'o', 'yes', 'vrai', 'TRUE', 'WAHR', 'x', 'J'])('%s is a yes', async (answer) => {
    const { answers, problems } = await filledMap(SUPPLIERS, { '"ignored\\"': answer });
    expect(problems).toEqual([]);
    expect(answers.length).toBeGreaterThan(1);
  });

  test('the words that accept are those of the workbook', async () => {
    const survey = surveyOf(SUPPLIERS, 'export', FILE);
    await useLanguage('fr');
    const answered = [filledSheet((await sheetOf(survey))!, { '"ignored\\"': 'peut-être' })];
    await useLanguage('de');
    const { problems } = await sheetAnswers({ ...survey, answered });
    expect(problems).toMatchObject([{ message: expect.stringContaining('Erlaubt: oui, non.') }]);
  });

  test('a no accepts nothing', async () => {
    const { answers, problems } = await filledMap(SUPPLIERS, { '"ignored\\"': 'Nein' });
    expect([answers, problems]).toEqual([[], []]);
  });

  test.each(['peut-être', '-', 'ignore'])(
    '%s is neither a yes nor a no: an error at its cell, and other answers are taken',
    async (answer) => {
      const { answers, problems } = await filledMap(SUPPLIERS, {
        '"ignored\\"': answer,
        Zzqx: 'address.city',
      });
      expect(problems).toEqual([
        {
          severity: 'error',
          place: expect.stringMatching(/^copy\.xlsx › Questions!G\d+$/),
          message: `"${answer}" is not taken: Allowed: yes, no.`,
        },
      ]);
      expect(answers.map(({ value }) => value)).toEqual(['address.city']);
    },
  );

  test('one yes takes the proposals in the rows, but for those with another answer', async () => {
    const survey = surveyOf(SUPPLIERS, 'suppliers', FILE);
    const rows = rowsOf(await sheetOf(survey));
    const ignored = rows.filter(({ proposal }) => proposal === 'ignore');
    expect(ignored.length).toBeGreaterThan(1);
    const { text, answers } = await filledMap(SUPPLIERS, { '"ignored\\"': 'yes', Zzqx: 'address.city' });
    expect(text).toContain('Zzqx: address.city');
    expect(text).toContain('Vvvq: ignore # (accepted, not checked)');
    expect(answers.filter(({ isAccepted }) => isAccepted)).toHaveLength(ignored.length - 1);
  });

  const PROPOSED = [
    ['supplierRef', 'name', 'category', 'ISO_PAYS', 'Zzqx'],
    ['F-1', 'A', 'OTHER - Warehouse', 'FR', 'a'],
    ['F-2', 'B', 'OTHER - Warehouse', 'TR', 'b'],
    ['F-3', 'C', 'OTHER - Warehouse', 'MA', 'c'],
  ];
  test.each([
    ['one ignored column among proposals', PROPOSED, 'ignored', 1],
    ['one other proposal', PROPOSED, 'proposals', 1],
    ['ignored columns alone', SUPPLIERS, 'ignored', 2],
  ])(
    'a yes accepts as many rows as its question says, and those with its proposal: %s',
    async (_, rows, which, number) => {
      const { answers, answered } = await filledMap(rows, { [`"${which}\\"`]: 'yes' }, 'suppliers');
      const isOfRow = (value: unknown) => (value === 'ignore') === (which === 'ignored');
      expect(answers.map(({ value }) => isOfRow(value))).toEqual(Array(number).fill(true));
      const [sheet] = answered.answered;
      const proposals = sheet!.rows.map(({ cells }) => cells[5]!).slice(5);
      expect(proposals.filter((proposal) => proposal !== '' && isOfRow(proposal))).toHaveLength(number);
      const row = sheet!.rows.find(({ cells }) => cells[6] === 'yes')!;
      expect(row.cells[0]).toContain(number === 1 ? '1 ' : `the ${number} columns`);
    },
  );

  test('a single proposal is accepted in its own row', async () => {
    const rows = PROPOSED.map((row) => row.slice(0, 4));
    const sheet = await sheetOf(surveyOf(rows, 'suppliers', FILE));
    expect(sheet!.lines.flat().filter(({ text }) => text.includes('accept'))).toEqual([]);
    expect(rowsOf(sheet).filter(({ proposal }) => proposal !== '')).toHaveLength(1);
  });
});
