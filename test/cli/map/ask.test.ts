import { describe, expect, test, vi } from 'vitest';
import { AmbiguousCells, readingsOf } from '../../../src/cli/map/ambiguous.ts';
import { askAll } from '../../../src/cli/map/ask.ts';
import type { Prompts } from '../../../src/cli/map/prompts.ts';
import type { Surveyed } from '../../../src/cli/map/survey.ts';
import { parseMap } from '../../../src/map/map-file/map-file.ts';
import { dataOf } from '../../data.ts';
import { kinds, mapOf, surveyOf } from './surveys.ts';

/** The choices of a person: a label, or `label > text that is typed or searched`. */
function person(...choices: readonly string[]): Prompts & { readonly seen: string[] } {
  const seen: string[] = [];
  const left = [...choices];
  let typed: string | undefined;
  return {
    seen,
    note: (text) => void seen.push(text),
    select: async (message, offered) => {
      // What is accepted together has tests of its own.
      const single = offered.find(({ label }) => label === 'go through them');
      if (single && !offered.some(({ label }) => label === left[0])) return single.value;
      const [label, more] = (left.shift() ?? 'leave all others open').split(' > ');
      typed = more;
      seen.push(message);
      const found = offered.find((one) => one.label === label);
      if (!found) throw new Error(`no ${label} in ${offered.map((one) => one.label).join(', ')}\n${message}`);
      return found.value;
    },
    pick: async (_, __, first) => first.slice(1),
    search: async (_, offered) => offered.find(({ value }) => value === typed)?.value ?? null,
    text: async (_, faultOf) => {
      const fault = faultOf(typed ?? '');
      if (fault !== undefined) seen.push(fault);
      return fault === undefined ? (typed ?? null) : null;
    },
    confirm: async () => true,
  };
}

/** Presses Enter at each question. */
function enter(): Prompts & { readonly seen: Map<string, readonly string[]> } {
  const seen = new Map<string, readonly string[]>();
  return {
    ...person(),
    seen,
    select: async (message, offered) => {
      const isScreen = offered.some(({ label }) => label === 'go through them');
      if (seen.has(message) && !isScreen) throw new Error(`asked again: ${message}`);
      seen.set(
        message,
        offered.map(({ label }) => label),
      );
      return offered[0]!.value;
    },
  };
}

/** The first entry of the map file that results from the answers, and the text of the file. */
async function mapWith(survey: Surveyed, prompts: Prompts) {
  const answers = await askAll(survey, prompts);
  const { text, open } = mapOf(survey, answers);
  const parsed = parseMap(text);
  return { text, open, entry: 'lineOf' in parsed ? parsed.map.sheets[0] : undefined };
}

/** A header with one candidate, and a word with several. */
const TO_ACCEPT = [
  ['supplierRef', 'Suppler name', 'category', 'address.country'],
  ['F-1', 'Tessitura', 'OTHER - Warehouse', 'Congo'],
  ['F-2', 'Weberei', 'OTHER - Warehouse', 'Italy'],
];

const ROWS = [
  ['supplierRef', 'name', 'category', 'Zzqx', 'Vvvq'],
  ['F-1', 'Tessitura', 'Wxyzq', 'Milano', 'a'],
  ['F-2', 'Weberei', 'Wxyzq', 'Ulm', ''],
];

describe('the questions of trace map', () => {
  test('answers that a person gave in a workbook are not asked again, and go into the map file', async () => {
    const survey = surveyOf(ROWS);
    const all = await askAll(survey, person('another field > address.city', 'ignore'));
    const prompts = person('ignore');
    const given = all.slice(0, 1);
    const answers = await askAll(survey, prompts, given);
    expect(answers.slice(0, 1)).toEqual(given);
    expect(prompts.seen.join('\n')).not.toContain('"Zzqx"');
    expect(mapOf(survey, answers).text).toContain('Zzqx: address.city');
  });

  test('questions show header, samples and how many are left, and each answer becomes a line of the map file', async () => {
    const prompts = person('another field > address.city', 'ignore', 'another value > FACTORY');
    const { entry, text } = await mapWith(surveyOf(ROWS), prompts);
    expect(entry?.columns).toMatchObject({ Zzqx: 'address.city', Vvvq: 'ignore' });
    const [intro, first] = prompts.seen.slice(prompts.seen.findIndex((text) => /^\d+ questions/.test(text)));
    expect(intro).toMatch(
      /^\d+ questions\. Choose with the arrow keys and Enter\. Ctrl-C ends without writing\.$/,
    );
    expect(first).toMatch(
      /^export\.csv › export \(\d+ left\)\nWhich field is column D "Zzqx"\?\nSamples: Milano \| Ulm/,
    );
    expect(text).not.toMatch(/# (?:Zzqx|Vvvq)/);
  });

  test('questions are asked again after "back", which undoes the last answer', async () => {
    const prompts = person('ignore', 'back', 'another field > address.city', 'leave open', 'back', 'ignore');
    const { entry } = await mapWith(surveyOf(ROWS), prompts);
    expect(entry?.columns).toMatchObject({ Zzqx: 'address.city', Vvvq: 'ignore' });
    const asked = prompts.seen.flatMap((text) => /column \w "(\w+)"/.exec(text)?.[1] ?? []);
    expect(asked.slice(0, 6)).toEqual(['Zzqx', 'Vvvq', 'Zzqx', 'Vvvq', 'Vvvq', ...asked.slice(5, 6)]);
  });

  test('questions are computed again only for the sheet whose answers changed', async () => {
    const all = surveyOf(ROWS);
    const [first] = all.sheets;
    const [second] = surveyOf(ROWS, 'other', 'other.csv').sheets;
    const proposals = [first!, second!].map(({ survey }) => vi.spyOn(survey, 'proposal'));
    const prompts = person('ignore', 'back', 'ignore');
    const answers = await askAll({ ...all, sheets: [first!, second!] }, prompts);
    expect([answers.length, proposals.map(({ mock }) => mock.calls.length)]).toEqual([2, [3, 3]]);
  });

  test('questions that are left open stay questions in the file; a search without a choice asks again', async () => {
    const prompts = person('another field > nothing', 'leave open', 'leave all others open');
    const { entry, text, open } = await mapWith(surveyOf(ROWS), prompts);
    expect(entry?.columns).not.toHaveProperty('Zzqx');
    expect(text).toMatch(/# Zzqx: \?/);
    expect(text).toMatch(/# Vvvq: \?/);
    expect(open).toBeGreaterThanOrEqual(2);
  });

  test('about the words of a column come after the one about its field', async () => {
    const rows = [
      ['supplierRef', 'name', 'Zzqx'],
      ['F-1', 'Tessitura', 'Wxyzq'],
    ];
    const prompts = person('another field > category', 'another value > OTHER - Warehouse');
    const { entry, text } = await mapWith(surveyOf(rows), prompts);
    const values = { category: { Wxyzq: 'OTHER - Warehouse' } };
    expect([entry?.columns?.Zzqx, entry?.values], text).toEqual(['category', values]);
  });

  test('questions include the kind and the header row if they are open, and the answers are written', async () => {
    const rows = [['Qq'], ['Zzqx', 'Vvvq'], ['1', '2']];
    const { entry, text } = await mapWith(
      surveyOf(rows, 'x', 'x.csv'),
      person('supplier', 'row 2', 'ignore', 'ignore'),
    );
    const expected = ['supplier', 2, { Zzqx: 'ignore', Vvvq: 'ignore' }];
    expect([entry?.kind, entry?.headerRow, entry?.columns], text).toEqual(expected);
    const skipped = await mapWith(surveyOf(rows, 'x', 'x.csv'), person('skip'));
    expect([skipped.entry, skipped.open]).toEqual([{ file: 'x.csv', kind: 'skip' }, 0]);
    expect((await mapWith(surveyOf(rows, 'x', 'x.csv'), person('leave open'))).entry).toBeUndefined();
  });

  test('accept a constant or a template for a field that has no column', async () => {
    const rows = [
      [
        ...['productRef', 'productCollectionRef', 'Pos.', 'componentWeight', 'supplierRef', 'type'],
        ...['composition.1.material', 'composition.1.percentage'],
      ],
      ['R-1', 'SS27', '10', '1,250', 'F-1', 'TEXTILE', 'ELASTANE', '100'],
    ];
    const choices = (column: string) => [
      'kg',
      column,
      'a constant > {productRef}-{Pos.}',
      'a constant > MAIN FABRIC (WOVEN)',
      ',',
    ];
    for (const first of ['ignore', 'leave open']) {
      const prompts = person(...choices(first));
      const { entry, text } = await mapWith(surveyOf(rows, 'components', 'components.csv'), prompts);
      expect(entry?.keys, `${text}\n${prompts.seen.join('\n')}`).toEqual({
        componentRef: '{productRef}-{Pos.}',
      });
      expect([entry?.decimal, entry?.units]).toEqual([',', { componentWeight: 'kg' }]);
      // A column that a key uses is no longer a question.
      expect(text).not.toContain('# Pos.');
    }
  });
});

describe('what trace proposes', () => {
  const SHEET = [
    ['CT_Ville', 'CT_CodePostal', 'CT_Pays', 'supplierRef', 'name', 'category', 'Qqx', 'Vvz'],
    ['Lyon', '69001', 'France', 'F-1', 'Tessitura', 'OTHER - Warehouse', 'a', 'x'],
    ['Paris', '75002', 'France', 'F-2', 'Weberei', 'OTHER - Warehouse', 'b', 'y'],
  ];

  test('is shown on one screen and accepted together: fields first, then columns that name no field', async () => {
    const prompts = person('accept all of these');
    const { entry, text, open } = await mapWith(surveyOf(SHEET), prompts);
    expect(entry?.columns).toMatchObject({ CT_Ville: 'address.city', Qqx: 'ignore', Vvz: 'ignore' });
    expect(text).toContain('CT_Ville: address.city # (accepted, not checked) Lyon, Paris');
    const [shown] = prompts.seen;
    expect(shown).toMatch(/^3 columns and no words are understood\. 3 proposals:\n/);
    expect(shown).toMatch(
      /CT_Ville → address\.city \(Lyon \| Paris\).*\n2 columns name no field:.*Qqx → ignore \(a \| b\)/s,
    );
    expect(open).toBe(0);
  });

  test('is accepted without the columns that name no field, which are then shown alone', async () => {
    const prompts = person('accept the 3 proposals only', 'go through them', 'leave all others open');
    const { entry, open } = await mapWith(surveyOf(SHEET), prompts);
    expect(entry?.columns).toMatchObject({ CT_Ville: 'address.city' });
    expect(entry?.columns).not.toHaveProperty('Qqx');
    expect(open).toBe(2);
  });

  test('is accepted but for what a person takes away, also with another value instead', async () => {
    const prompts = person('choose which', 'leave all others open');
    const { entry, open } = await mapWith(surveyOf(SHEET), prompts);
    // The person of this test takes the first one away.
    expect(entry?.columns).toMatchObject({ CT_Ville: 'address.city' });
    expect(entry?.columns).not.toHaveProperty('CT_Pays');
    expect(open).toBe(1);
    const other = person('choose which');
    other.pick = async (_, offered, first) => {
      const others = offered.filter(({ label }) => label === '  or → ignore').map(({ value }) => value);
      return [...first, ...others];
    };
    const changed = await mapWith(surveyOf(SHEET), other);
    expect(changed.entry?.columns).toMatchObject({ CT_Ville: 'ignore', CT_Pays: 'ignore', Qqx: 'ignore' });
    expect(changed.text).toContain('CT_Ville: ignore # (decided) Lyon, Paris');
  });

  test('is asked for if a person takes it away, although later answers make it certain', async () => {
    const rows = [
      ['Zzqx', 'name', 'category', 'productCollectionRef', 'supplierRef', 'weight', 'Price', 'Vvq'],
      ['R-1', 'Alma', 'DRESSES', 'SS27', 'F-1', '320', '12.50', 'x'],
      ['R-2', 'Nora', 'SHIRTS', 'SS27', 'F-1', '210', '14.50', 'x'],
    ];
    const prompts = person('choose which', 'another field > productRef', 'leave all others open');
    prompts.pick = async (_, offered, first) => {
      const taken = offered.filter(({ label }) => !/^(?:Zzqx|Price) /.test(label)).map(({ value }) => value);
      return first.filter((one) => taken.includes(one));
    };
    const { entry, text } = await mapWith(surveyOf(rows, 'products', 'products.csv'), prompts);
    expect(entry?.columns, text).toMatchObject({ Zzqx: 'productRef' });
    expect(entry?.columns).not.toHaveProperty('Price');
    expect(prompts.seen.join('\n')).toContain('Which field is column G "Price"?');
  });

  test('is to skip a sheet of notes, not one of codes', async () => {
    const notes = [['TO DO'], ['call the mill on Monday'], ['ask Ana for lab dips']];
    const skipped = await mapWith(surveyOf(notes, 'to do', 'to do.csv'), enter());
    expect(skipped.entry).toEqual({ file: 'to do.csv', kind: 'skip' });
    const codes = [['Zzqx'], ['AB-1'], ['AB-2']];
    expect((await mapWith(surveyOf(codes, 'x', 'x.csv'), enter())).text).toBe('');
  });

  test('is asked one by one if a person wants to go through it', async () => {
    const prompts = person('go through them', 'leave all others open');
    const { open } = await mapWith(surveyOf(SHEET), prompts);
    expect(open).toBeGreaterThan(3);
  });

  test('about a column that several sheets have is asked once', async () => {
    const rows = (at: number) => [
      ['supplierRef', 'name', 'category', 'Zzqx'],
      [`F-${at}`, 'Tessitura', 'OTHER - Warehouse', 'a'],
    ];
    const all = surveyOf(rows(1));
    const [first] = all.sheets;
    const [second] = surveyOf(rows(2), 'other', 'other.csv').sheets;
    const prompts = person('another field > address.city');
    const answers = await askAll({ ...all, sheets: [first!, second!] }, prompts);
    expect(answers.map(({ value }) => value)).toEqual(['address.city', 'address.city']);
    expect(prompts.seen.filter((seen) => seen.includes('"Zzqx"'))).toHaveLength(1);
  });
});

describe('what has the same answer for every sheet', () => {
  test('is a line for several sheets, and a question about a unit is asked once', async () => {
    const rows = (at: number) => [
      ['componentRef', 'productRef', 'Emploi', 'Poids', 'CT_Pays'],
      [`C-${at}`, 'P-1', 'LININGS', '12,5', 'x'],
      [`D-${at}`, 'P-1', 'LININGS', '13,5', 'y'],
    ];
    const sheets = [1, 2, 3].flatMap(
      (at) => surveyOf(rows(at), `component ${at}`, `components-${at}.csv`).sheets,
    );
    const prompts = person('go through them');
    await askAll({ ...surveyOf(rows(1)), sheets }, prompts);
    expect(prompts.seen.join('\n')).toMatch(/^3 sheets › \S.* → /m);
    const units = person('g', 'leave all others open');
    const answers = await askAll({ ...surveyOf(rows(1)), sheets }, units);
    expect(answers.filter(({ question, value }) => question.type === 'unit' && value === 'g')).toHaveLength(
      3,
    );
    expect(units.seen.filter((seen) => seen.includes('Which unit'))).toHaveLength(1);
  });
});

describe('a word that sheets of two kinds have', () => {
  test('is asked for each kind, because their lists differ', async () => {
    const all = surveyOf([
      ['supplierRef', 'name', 'category', 'address.country'],
      ['F-1', 'Tessitura', 'Wxyzq', 'IT'],
    ]);
    const [first] = all.sheets;
    const rows = [
      ['productRef', 'productCollectionRef', 'productColorCode', 'supplierRef', 'category'],
      ['P-1', 'SS27', '001', 'F-1', 'Wxyzq'],
    ];
    const [second] = surveyOf(rows, 'products', 'products.csv').sheets;
    const prompts = person('another value > OTHER - Warehouse', 'another value > DRESSES');
    const answers = await askAll({ ...all, sheets: [first!, second!] }, prompts);
    expect(answers.map(({ value }) => value)).toEqual(['OTHER - Warehouse', 'DRESSES']);
  });
});

describe('Enter at every question', () => {
  test('Enter at every question accepts a single candidate, and leaves a question with several candidates open', async () => {
    const rows = [
      ['supplierRef', 'name', 'category', 'Codice fornitore', 'address.country', 'Zzqx', 'Suppler name'],
      ['F-1', 'Tessitura', 'Wxyzq', 'Mario Rossi', 'Congo', '1', 'a'],
      ['F-2', 'Weberei', 'Wxyzq', 'Anna Bianchi', 'Chine/Inde', '2', 'b'],
    ];
    const survey = surveyOf(rows);
    const prompts = enter();
    const answers = await askAll(survey, prompts);
    expect(answers.length).toBeGreaterThan(4);
    expect(answers.filter(({ value }) => value !== null)).toEqual([]);
    for (const [label] of prompts.seen.values()) expect(label).toMatch(/^(?:leave open|go through them)$/);
    const { text } = await mapWith(survey, enter());
    expect(text).toBe((await mapWith(survey, person())).text);
    const about = (word: string) => [...prompts.seen].find(([message]) => message.includes(`"${word}"`))?.[1];
    const messages = [...prompts.seen.keys()].join('\n');
    expect(messages).toMatch(/is "Congo" \(1 row\)\?\nIt is ambiguous: CG \(Brazzaville\) or CD/);
    const one = enter();
    const { entry } = await mapWith(surveyOf(TO_ACCEPT), one);
    expect(entry?.columns).toMatchObject({ 'Suppler name': 'name' });
    expect([...one.seen].find(([message]) => message.includes('"Suppler name"'))?.[1].slice(0, 2)).toEqual([
      ...['name', 'leave open'],
    ]);
    expect(about('Congo')?.slice(0, 4)).toEqual(['leave open', 'CG', 'CD', 'another value']);
    expect(about('Chine/Inde')?.slice(0, 4)).toEqual(['leave open', 'CN', 'IN', 'another value']);
  });

  test('Enter at every question leaves the kind and the header row open', async () => {
    const rows = [['Qq'], ['Zzqx', 'Vvvq'], ['1', '2']];
    expect((await mapWith(surveyOf(rows, 'x', 'x.csv'), enter())).text).toBe('');
  });
});

describe('two columns for one field', () => {
  const TWO = [
    ['Zzqx', 'name', 'category', 'Vvvq'],
    ['F-1', 'Tessitura', 'Wxyzq', 'G-1'],
    ['F-2', 'Weberei', 'Wxyzq', 'G-2'],
  ];

  test('two columns for one field are not accepted: the second answer is refused with the name of the first column', async () => {
    const prompts = person(
      'supplier',
      'another field > supplierRef',
      'another field > supplierRef',
      'ignore',
      'leave all others open',
    );
    const { entry, text } = await mapWith(surveyOf(TWO), prompts);
    expect(entry?.columns, text).toMatchObject({ Zzqx: 'supplierRef', Vvvq: 'ignore' });
    expect(prompts.seen).toContain(
      'Not taken: column A "Zzqx" has supplierRef already.\nChoose another field or ignore, or go back to change that column.',
    );
    expect(prompts.seen.join('\n')).not.toContain('no column has it');
    expect(text).not.toContain('required');
  });

  test('two columns for one field make a question of the column that trace had mapped itself', async () => {
    const prompts = person('supplier', 'another field > name', 'ignore', 'leave all others open');
    const { entry, text } = await mapWith(surveyOf(TWO), prompts);
    expect(entry?.columns, text).toMatchObject({ Zzqx: 'name' });
    expect(text).not.toMatch(/ {6}name: name/);
    expect(prompts.seen.join('\n')).not.toContain('needs name, but no column has it');
  });

  test('two columns for one field are accepted for numbered items of a list, which are separate fields', async () => {
    const prompts = person(
      'supplier',
      'another field > contacts.1.person.name',
      'another field > contacts.1.person.email',
    );
    const { entry, text } = await mapWith(surveyOf(TWO), prompts);
    const expected = { Zzqx: 'contacts.1.person.name', Vvvq: 'contacts.1.person.email' };
    expect(entry?.columns, text).toMatchObject(expected);
  });
});

describe('ambiguous numbers and dates', () => {
  type Columns = readonly (readonly [target: string, ...texts: readonly string[]])[];
  const component = kinds.find(({ name }) => name === 'component');
  const product = kinds.find(({ name }) => name === 'product');
  const needed = (columns: Columns) => {
    const cells = new AmbiguousCells();
    const rows = Math.max(...columns.map((one) => one.length - 1));
    for (let at = 1; at <= rows; at++) cells.add(columns.map((one) => one[at] ?? null));
    const given = columns.map(([target], index) => ({ index, target, header: target }));
    return cells.needed(component, given).map(({ name, sample, proven }) => [name, sample, proven]);
  };
  test.each(dataOf<[Columns, unknown][]>(import.meta.dirname, 'ambiguous-cells.yaml'))(
    'ambiguous numbers and dates in the cells %j need the settings %j',
    (columns, expected) => {
      expect(needed(columns)).toEqual(expected);
    },
  );

  test.each([
    [['9.350', '2.200'], ','],
    [['9.350', '2.000'], null],
    [['9,350', '2,205', '1,000'], '.'],
    [['9.350', '2.205', '0,5', '0,75'], ','],
    [['9.350', '2.205', '0.5', '0.75'], null],
  ])('numbers of pieces such as %j have no parts of pieces, so that their mark is %j', (cells, proven) => {
    const texts = new AmbiguousCells();
    for (const cell of cells) texts.add([cell]);
    const columns = [{ index: 0, target: 'producedQuantity', header: 'Qtd' }];
    expect(texts.needed(product, columns)[0]).toMatchObject({ sample: cells[0], proven });
  });

  test('ambiguous numbers and dates are shown with the reading of each setting', () => {
    expect(readingsOf('decimal', '1,250 kg')).toEqual([
      { value: ',', reading: '1,250 kg is 1.25' },
      { value: '.', reading: '1,250 kg is 1250' },
    ]);
    expect(readingsOf('dateOrder', '03/04/2026')).toEqual([
      { value: 'day-first', reading: '03/04/2026 is 2026-04-03' },
      { value: 'month-first', reading: '03/04/2026 is 2026-03-04' },
    ]);
  });
});
