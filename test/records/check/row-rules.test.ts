import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FAMILY_NAMES } from '../../../src/contract/family.ts';
import { isRequired } from '../../../src/contract/kind.ts';
import { knownValues } from '../../../src/contract/list.ts';
import { KINDS, listsOf, type V2Kind } from '../../../src/contract/registry.ts';
import { MATERIALS } from '../../../src/contract/v2/materials.ts';
import { ROW_RULES } from '../../../src/records/check/check-row.ts';
import { nearValue } from '../../../src/records/check/near-value.ts';
import { isEmail, isWebAddress } from '../../../src/records/check/rules/values.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import { checked, SOUND } from './rows.ts';

type Change = Readonly<Record<string, Cell | undefined>>;
const KIND_NAMES = Object.keys(SOUND) as (keyof typeof SOUND)[];

test.each(KIND_NAMES)('a sound %s has no finding', (kind) => {
  expect(checked(kind, {}).told).toEqual([]);
});

/** Cells of a list, item by item; `undefined` is no cell. */
const items =
  (list: string, names: readonly string[]) =>
  (...typed: readonly (readonly (Cell | undefined)[])[]): Change => {
    const cells = typed.flatMap((item, at) =>
      item.map((cell, index) => [`${list}.${at + 1}.${names[index]}`, cell]),
    );
    return Object.fromEntries(cells.filter(([, cell]) => cell !== undefined));
  };
const composed = items('composition', ['material', 'percentage']);
const certified = items('certifications', ['type', 'date_start', 'date_end']);

const UTOPIA = { 'address.country': 'Utopia', 'address.city': 'Roubaix' };
const PEOPLE = { 'contacts.1.person.name': 'Morel', 'contacts.2.person.email': 'a@b.fr' };
const EMAIL = 'contacts.1.person.email';
const MATERIAL_AT = 'G composition.0.material';
const SHARE = 'composition.1.percentage';
const SUBSTANCES = 'hazardousSubstances';
const NO_STATUS = { [`${SUBSTANCES}.status`]: null };

test.each<[rule: string, kind: V2Kind, change: Change, ...told: string[]]>([
  ['required', 'supplier', { category: null }, 'error required C category'],
  ['required', 'supplier', { category: '   ' }, 'error required C category'],
  ['required: a missing column is reported at the headers', 'supplier', { category: undefined }],
  ['required: the batch', 'supplier', { importationBatch: null }, 'error batch-missing D importationBatch'],
  ['required within', 'supplier', { 'address.city': 'Roubaix' }, 'error required - address.country'],
  ['required within: not without the group', 'supplier', { 'address.city': null, 'address.country': null }],
  ['required within an item', 'supplier', PEOPLE, 'error required - contacts.0.person.email'],
  ['in an item', 'product', certified([undefined, '2026-01-01']), 'error required - certifications.0.type'],
  ['in items', 'component', composed([], [undefined, 0]), 'error required - composition.1.material'],
  ['required: at least one item', 'component', composed([null, null]), `error required ${MATERIAL_AT}`],
  [
    'required by the family',
    'product',
    { projectType: 'MODULE360_AGEC' },
    ...['error required - reachCompliance', 'error required - ecoModulation'],
  ],
  [
    'required: a field of every family, where the family of the row is unknown',
    'supplier',
    { projectType: 'STANDRD', category: null },
    ...['error family-unknown A projectType', 'error required C category'],
  ],
  ['required: unknown family', 'product', { projectType: 'STANDRD' }, 'error family-unknown A projectType'],
  [
    'required: a number',
    'packaging',
    { percentageRecycled: 'half' },
    'error number-unreadable E percentageRecycled',
  ],
  ['required: not of an unreadable country', 'supplier', UTOPIA, 'error country-unknown E address.country'],
  [
    'required: not of a group of which another part is unreadable',
    'supplier',
    { 'address.country': null, 'address.city': '#REF!' },
    'error cell-error F address.city',
  ],
  [
    'required: not of a required group whose other part is unreadable',
    'packaging',
    { ...NO_STATUS, [`${SUBSTANCES}.value`]: '#REF!' },
    `error cell-error L ${SUBSTANCES}.value`,
  ],
  [
    'required: of a required group, where another field is unreadable',
    'packaging',
    { ...NO_STATUS, percentageRecycled: 'half' },
    ...['error number-unreadable E percentageRecycled', `error required J ${SUBSTANCES}.status`],
  ],
  [
    'required: of a missing list, where another field is unreadable',
    'component',
    { ...composed([null, null]), componentWeight: 'half' },
    ...['error number-unreadable K componentWeight', 'error required G composition.0.material'],
  ],
  ['lists', 'supplier', { category: 'TRANSFORMATION - Waeving' }, 'error not-in-list C category'],
  ['lists: not complete', 'component', composed(['SPIDER SILK']), `warning not-in-known-list ${MATERIAL_AT}`],
  ['lists: each item', 'packaging', { ecoModulation: 'NONE; MALUS' }, 'error not-in-list F ecoModulation.1'],
  ['lists: left open', 'product', { category: 'OTHER' }, 'warning list-doubtful E category'],
  ['bounds below', 'product', { weight: 4.999 }, 'error out-of-range H weight'],
  ['bounds', 'product', { weight: 5 }],
  ['bounds', 'product', { weight: 10_000 }],
  ['bounds above', 'product', { weight: 10_000.5 }, 'error out-of-range H weight'],
  ['bounds', 'packaging', { percentageRecycled: 101 }, 'error number-implausible E percentageRecycled'],
  ['bounds: one end', 'component', { componentWeight: -1 }, 'error number-implausible K componentWeight'],
  ['e-mail', 'supplier', { [EMAIL]: 'paul@atelier' }, 'error email E contacts.0.person.email'],
  ['e-mail', 'supplier', { [EMAIL]: 'a@b.fr, c@d.fr' }, 'error email E contacts.0.person.email'],
  ['url', 'product', { picture: 'www.example.com/a.jpg' }, 'error url H picture'],
  ['url', 'product', { picture: 'C:\\photos\\a.jpg' }, 'error url H picture'],
  [
    'days',
    'product',
    certified(['GOTS', '2026-06-02', '2026-06-01']),
    'error date-order J certifications.0.date_end',
  ],
  ['dates: the same day', 'product', certified(['GOTS', '2026-06-02', '2026-06-02'])],
  ['dates: not across items', 'product', certified(['GOTS', '2027-01-01'], ['GRS', undefined, '2026-06-02'])],
  [
    'totals',
    'component',
    composed(['COTTON', 60], ['WOOL', 30]),
    'error composition-total H composition.0.percentage',
  ],
  ['totals: thirds', 'component', composed(['COTTON', 33.3], ['WOOL', 33.3], ['SILK', 33.3])],
  ['totals: a share', 'component', composed([], ['WOOL']), `warning composition-share - ${SHARE}`],
  ['totals: none with a share', 'component', composed(['COTTON', null], ['WOOL'])],
  [
    'totals: unreadable',
    'component',
    composed(['COTTON', 60], ['WOOL', 'half']),
    `error number-unreadable L ${SHARE}`,
  ],
])('the rule "%s", on a %s with %j, gives: $3', (_rule, kind, change, ...told) => {
  expect(checked(kind, change).told).toEqual(told);
});

test.each<[kind: V2Kind, change: Change, suggestion: string | undefined]>([
  ['product', { weight: 0.35 }, 'did you mean 350 g?'],
  ['product', { weight: 0.0001 }, undefined],
  ['product', { weight: 20_000 }, undefined],
  ['product', { category: 'DRESES' }, 'did you mean "DRESSES"?'],
  ['product', { category: 'Robe' }, 'did you mean "DRESSES"?'],
  ['product', { category: 'Robe longue fendue' }, 'did you mean "DRESSES" or "SHIRT-DRESSES"?'],
  ['product', { category: 'gilet' }, 'did you mean "CARDIGANS" or "WAISTCOATS"?'],
  ['product', { category: 'Chemize' }, 'did you mean "SHIRTS"?'],
  ['product', { category: 'Brumaire' }, undefined],
  ['supplier', { category: 'Teinturier' }, 'did you mean "TRANSFORMATION - Dyeing"?'],
  ['packaging', { type: 'cintre' }, 'did you mean "HANGER"?'],
  ['product', { picture: 'www.example.com/a.jpg' }, 'did you mean "https://www.example.com/a.jpg"?'],
  ['product', { picture: 'photo 12' }, 'write the full address: https://...'],
  ['component', { 'composition.1.material': 'LINO' }, 'did you mean "LINEN" or "FLAX"?'],
  ...Object.entries({
    ...{
      COTON: 'COTTON',
      ALGODÓN: 'COTTON',
      BAUMWOLLE: 'COTTON',
      COTTN: 'COTTON',
      'COTTN PIMA': 'COTTON PIMA',
    },
    ...{ 'RECYCELTER POLYESTER': 'RECYCLED POLYESTER', 'POLIÉSTER RECICLADO': 'RECYCLED POLYESTER' },
    ...{ '\u041e\u0410\u041a': 'OAK', POLYSTER: 'POLYESTER', 'RECYCLED LYOCEL': 'RECYCLED LYOCELL' },
    ...{ 'METALLIC FIBRE': 'METALLIC FIBER', SPANDEX: 'ELASTANE', LIN: 'LINEN', LAINE: 'WOOL' },
  }).map(([typed, near]): [V2Kind, Change, string] => [
    'component',
    composed([typed]),
    `did you mean "${near}"?`,
  ]),
  [
    'component',
    composed([undefined, 1]),
    'did you mean 100? If the column has fractions, write (fraction) in its header',
  ],
  ['supplier', { projectType: 'STANDRD' }, 'did you mean "STANDARD"?'],
])('a %s with %j gets the suggestion: %s, and is not changed', (kind, change, suggestion) => {
  const { findings, body } = checked(kind, change);
  expect(findings).toHaveLength(1);
  expect(findings[0]!.suggestion).toBe(suggestion);
  const [head, cell] = Object.entries(change)[0]!;
  if (head in body) expect(body[head]).toBe(cell);
});

const material = (name: string) => {
  const { told, body } = checked('component', { 'composition.1.material': name });
  return [told, (body.composition as { material: string }[])[0]!.material];
};

test.each(['COTTN', 'Polyster', 'lyocel', 'Spandex', 'lin'])(
  'the material %s, near a known one, is an error, in small letters too, and is never converted to it',
  (name) => {
    const at = MATERIAL_AT;
    const respelled = name === name.toUpperCase() ? [] : [`fixed list-spelling ${at}`];
    expect(material(name)).toEqual([[...respelled, `error list-near ${at}`], name.toUpperCase()]);
  },
);

test('a material with a letter of another script is an error, or is read as the value that it looks like', () => {
  const at = 'G composition.0.material';
  expect(material('\u0421OTTON')).toEqual([[`fixed list-spelling ${at}`], 'COTTON']);
  expect(material('\u0416OTTON')).toEqual([[`error reference-letters ${at}`], '\u0416OTTON']);
  expect(material('TE\u0410K')).toEqual([[`error reference-letters ${at}`], 'TE\u0410K']);
});

test.each([
  ...['WOOD', 'TEAK', 'LEATHER', 'RECYCLED SILK', 'TPE', 'PAPER', 'BIRCH', 'CORN', 'POLYETHER'],
  ...['Econyl', 'LYCRA', 'TENCEL'],
])('the material %s, far from every known one, is a warning, and is sent in capitals', (name) => {
  const at = 'G composition.0.material';
  const respelled = name === name.toUpperCase() ? [] : [`fixed list-spelling ${at}`];
  expect(material(name)).toEqual([[...respelled, `warning not-in-known-list ${at}`], name.toUpperCase()]);
});

const TRANSLATED = {
  ...{
    ACIER: 'STEEL',
    'ACIER INOXYDABLE': 'STAINLESS STEEL',
    STAINLESS: 'STAINLESS STEEL',
    ACÉTATE: 'ACETATE',
  },
  ...{ 'COTON BIOLOGIQUE': 'ORGANIC COTTON', 'LAINE RECYCLÉE': 'RECYCLED WOOL', MÉRINOS: 'MERINO WOOL' },
  ...{ 'CUIR D’AGNEAU': 'LAMB LEATHER', DUVET: 'DOWN', RÉSINE: 'RESIN', SPANDEX: 'ELASTANE' },
};

test('a shipped word for a material suggests a value of the list, and is not a value itself', () => {
  for (const [word, value] of Object.entries({ ...MATERIALS.words, ...TRANSLATED })) {
    expect([word, knownValues(MATERIALS).includes(value)]).toEqual([word, true]);
    expect([word, knownValues(MATERIALS).includes(word)]).toEqual([word, false]);
    expect([word, nearValue(MATERIALS, word)]).toEqual([word, value]);
  }
});

describe('every finding', () => {
  test('every finding has its cell, its kind and field, its value, a message and a suggestion', () => {
    const [finding] = checked('product', { weight: 0.35 }).findings;
    expect(finding).toEqual({
      code: 'out-of-range',
      severity: 'error',
      origin: { file: 'batch.xlsx', sheet: 'Feuil1', row: 2, column: 'H' },
      kind: 'product',
      field: 'weight',
      value: '0.35',
      message: 'weight is 0.35 g; allowed: 5 to 10,000 g',
      suggestion: 'did you mean 350 g?',
    });
  });

  test('every finding has a short list in full, and for a long one the command that shows it', () => {
    const short = checked('packaging', { channel: 'SHOP' }).findings[0]!.message;
    expect(short).toBe('"SHOP" is not in packaging.channel: BOTH, E-COMMERCE, FACTORY_TO_CONSUMER, STORE');
    const long = checked('product', { category: 'Robe' }).findings[0]!.message;
    expect(long).toMatch(
      /^"Robe" is not in product\.category; trace taxonomy list product\.category shows its \d+ values$/,
    );
  });

  test('every finding has a value of at most 200 characters', () => {
    const value = checked('product', { category: 'x'.repeat(500) }).findings[0]!.value!;
    expect([...value]).toHaveLength(200);
    expect(value.endsWith('…')).toBe(true);
  });
});

test.each([
  [false, ['warning not-in-known-list', 'warning composition-share']],
  [true, ['error not-in-known-list', 'warning composition-share']],
])(
  '--strict turns unknown values of incomplete lists into errors, but no other warnings: %s',
  (strict, told) => {
    const { findings } = checked('component', composed(['SPIDER SILK'], ['WOOL']), { strict });
    expect(findings.map(({ code, severity }) => `${severity} ${code}`)).toEqual(told);
  },
);

describe('the required fields of the contract', () => {
  const cases = KIND_NAMES.flatMap((kind) => FAMILY_NAMES.map((family) => [kind, family] as const));
  test.each(cases)(
    'the required fields are reported if their cells are blank: for a %s of the family %s',
    (kind, family) => {
      const heads = Object.keys(SOUND[kind]);
      const blank = Object.fromEntries(
        heads
          .filter((head) => !['projectType', 'importationBatch'].includes(head))
          .map((head) => [head, null]),
      );
      const projectTypes = { E360: 'X', AGEC: 'Y' };
      const { findings } = checked(kind, { ...blank, projectType: family }, { projectTypes });
      const missed = findings.filter(({ code }) => code === 'required').map(({ field }) => field);
      const asked = KINDS.v2[kind].fields
        .filter(
          (field) => isRequired(field, family) && !['projectType', 'importationBatch'].includes(field.path),
        )
        .map(({ path }) => path.replace(/\[\]\./g, '.0.').replace('[]', ''));
      expect(missed).toEqual(asked);
      expect(findings).toHaveLength(missed.length);
    },
  );
});

describe('addresses', () => {
  test.each([
    ...[
      'paul.morel@atelier-vallon.fr',
      'PAUL@ATELIER.FR',
      'a@b.co',
      'a+b@xn--caf-dma.fr',
      "o'neil@example.com",
    ],
    ...['a@3.example.com', `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}`],
  ])('"%s" is an e-mail address', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  test.each([
    ...['', 'paul', 'paul@', '@b.fr', 'a b@c.fr', 'a@b', 'a@b..fr', '.a@b.fr', 'a.@b.fr', 'a@b.fr;c@d.fr'],
    ...['<a@b.fr>', 'a@-b.fr', `${'a'.repeat(65)}@b.fr`, `a@${'b'.repeat(64)}.fr`, `a@b.${'c'.repeat(64)}`],
    ...['a@b.c', 'a@b.c1', 'a@b-.fr', 'a@b_c.fr', 'a@b@c.fr', 'a..b@c.fr', 'a@b.fr ', ' a@b.fr'],
    ...[...'"(),:;<>[\\]\t'].map((sign) => `a${sign}b@c.fr`),
  ])('"%s" is not an e-mail address', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  test.each([
    ['https://example.com/a%20b.jpg', true],
    ['HTTP://EXAMPLE.COM', true],
    ['http://example.com', true],
    ['see https://example.com', false],
    ['view-source:https://example.com', false],
    ['https://example.com/ a', false],
    ['https://[', false],
    ['ftp://example.com/a', false],
    ['https://', false],
    ['https://exa mple.com', false],
    ['javascript:alert(1)', false],
    ['example.com', false],
  ])('"%s" is a web address: %s', (text, is) => {
    expect(isWebAddress(text)).toBe(is);
  });

  test('addresses are never both e-mail and web addresses; long texts are judged without delay', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(isEmail(text) && isWebAddress(text)).toBe(false);
        expect(isEmail(`${text} `)).toBe(false);
      }),
    );
    expect(isEmail(`a@${'a-'.repeat(20_000)}`)).toBe(false);
    expect(isEmail(`${'a.'.repeat(20_000)}@b.fr`)).toBe(false);
  });
});

test('every value of every list is accepted: no finding says that it is not in the list', () => {
  for (const list of listsOf('v2')) {
    for (const [kind, field] of fieldsOf(list.name)) {
      for (const value of list.values) {
        const { findings } = checked(kind, { [field]: value });
        expect(
          findings.filter(({ code }) => /list/.test(code)),
          `${list.name} ${value}`,
        ).toEqual([]);
      }
    }
  }
});

function fieldsOf(list: string): [V2Kind, string][] {
  return KIND_NAMES.flatMap((kind) =>
    KINDS.v2[kind].fields
      .filter(({ value }) => value.type === 'choice' && value.list.name === list)
      .map(({ path }): [V2Kind, string] => [kind, path.replace('[].', '.1.').replace('[]', '')]),
  );
}

test('the rules have a fixed order, and names that document them', () => {
  const names = ROW_RULES.map(({ name }) => name);
  expect(names.filter((name) => !/^[a-z]+(?:[A-Z][a-z]+)*$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test('messages number items from 1, like column headers; fields number them from 0, like the body', () => {
  const change = { 'certifications.1.type': 'GOTS', 'certifications.2.date_start': '2026-06-02' };
  const [finding] = checked('product', change).findings;
  expect([finding!.field, finding!.message]).toEqual([
    'certifications.1.type',
    'certifications.2.type is missing: it is required when any part of certifications is given',
  ]);
});

test('a field that several families require is missing: the message names the family of the row', () => {
  const { findings } = checked('product', { projectType: 'MODULE360_AGEC' });
  expect(findings.find(({ field }) => field === 'ecoModulation')!.message).toBe(
    'ecoModulation is missing: the family MODULE360_AGEC requires it',
  );
});
