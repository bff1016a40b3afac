import { describe, expect, it } from 'vitest';
import type { Field, Value } from '../../src/contract/field.ts';
import type { ClosedList } from '../../src/contract/list.ts';
import { type Filled, UNREADABLE } from '../../src/recognise/coercion.ts';
import { choiceCoercion } from '../../src/recognise/text-coercion.ts';
import { coercionOf } from '../../src/records/field-coercion.ts';
import type { Column } from '../../src/records/record.ts';
import { coerced } from './coerced.ts';

const closed = (values: string[], rest: Partial<ClosedList> = {}): ClosedList => ({
  ...{ name: 'test', values, complete: true, ...rest },
});

const spelling = (from: string, to: string) => ['list-spelling', `"${from}" → "${to}"`] as const;
const findingsOf = (finding: readonly string[]) => (finding.length === 0 ? [] : [finding]);

describe('reading a list value', () => {
  const colours = closed(['Red', 'Dark Blue', '95']);
  const answers = closed(['YES', 'NO', 'UNKNOWN']);

  it.each<[string, ClosedList, Filled, unknown, ...finding: string[]]>([
    ['is itself if it is written exactly', colours, 'Red', 'Red'],
    ['is found by case', colours, 'DARK-BLUE', 'Dark Blue', ...spelling('DARK-BLUE', 'Dark Blue')],
    ['is trimmed', colours, ' Red', 'Red', 'text-trimmed', '" Red" → "Red"'],
    ['is found in a number cell', colours, 95, '95', ...spelling('95', '95')],
    ['is missing in a cell with an invisible character', colours, ' \u200b', undefined],
    ['is missing in a cell with a filler', colours, 'n/a', undefined, 'blank-word', '"n/a" is read as blank'],
    ['is kept for the check if it is unknown', colours, 'green', 'green'],
    ['is kept if unknown, and trimmed', colours, 'green ', 'green', 'text-trimmed', '"green " → "green"'],
    ['can be a yes', answers, 'oui', 'YES', ...spelling('oui', 'YES')],
    ['can be a no', answers, false, 'NO', ...spelling('FALSE', 'NO')],
    ['can be a word for "unknown"', answers, 'Inconnu', 'UNKNOWN', ...spelling('Inconnu', 'UNKNOWN')],
    ['can be neither', closed(['YES', 'NO', 'PARTLY']), 'partly', 'PARTLY', ...spelling('partly', 'PARTLY')],
    ['comes first', closed(['Inconnu', 'UNKNOWN']), 'inconnu', 'Inconnu', ...spelling('inconnu', 'Inconnu')],
    ['is not a yes in another list', colours, 'oui', 'oui'],
    ['is not a yes in a list without a no', closed(['YES', 'UNKNOWN']), 'oui', 'oui'],
    ['is not a no in a list without a yes', closed(['NO', 'UNKNOWN']), 'non', 'non'],
    ['is not a word for "unknown" in another list', colours, 'inconnu', 'inconnu'],
  ])('the value %s', (_, list, cell, value, ...finding) => {
    expect(coerced(choiceCoercion(list), cell)).toEqual({ value, findings: findingsOf(finding) });
  });

  const capitals = closed(['BAG', 'BOX'], { complete: false });
  it.each<[ClosedList, Filled, unknown, ...finding: string[]]>([
    [capitals, 'Sac', 'SAC', ...spelling('Sac', 'SAC')],
    [capitals, 'SAC', 'SAC'],
    [capitals, true, 'TRUE', 'text-from-boolean', 'a yes/no cell → "TRUE"'],
    [capitals, 'n/a', undefined, 'blank-word', '"n/a" is read as blank'],
    [closed(['BAG', 'Box'], { complete: false }), 'Sac', 'Sac'],
    [closed(['BAG']), 'Sac', 'Sac'],
    [closed(['BAG'], { complete: false, likely: ['Box'] }), 'Sac', 'Sac'],
  ])(
    'an unknown value is in upper case if the list %j is incomplete and all its values are: %j',
    (list, cell, value, ...finding) => {
      expect(coerced(choiceCoercion(list), cell)).toEqual({ value, findings: findingsOf(finding) });
    },
  );
});

const column = (value: Value, rest: Partial<Column> = {}, path = 'things'): Column => ({
  index: 0,
  letters: 'A',
  header: path,
  field: { path, value, names: [], note: '' } satisfies Field,
  path: path.replace('[]', ''),
  ...rest,
});

describe('a list in one cell', () => {
  const list = (value: Value, cell: Filled) => coerced(coercionOf(column(value, {}, 'things[]')), cell);
  const text: Value = { type: 'text' };
  const reference: Value = { type: 'reference' };
  const colours: Value = { type: 'choice', list: closed(['Red', 'Blue', 'Blue, Red']) };
  const country: Value = { type: 'country' };
  const dash: Filled = { type: 'padded', value: 0, text: '-' };
  const comma = (several: string) => [
    ...['list-comma', 'a comma does not separate the values of this list'],
    `if these are several values: ${several}`,
  ];
  const asNumber = ['reference-number', '"7" is stored as a number: leading zeros may be lost'];
  const converted = ['country-converted', '"Bolivia, Plurinational State of" → BO'];
  const trimmed = ['text-trimmed', '"\u200bIT" → "IT" (invisible character removed: U+200B)'];

  it.each<[string, Value, Filled, unknown, ...finding: string[]]>([
    ['is split at semicolons, bars, lines', text, 'a; b|c\nd\r\ne\u2028f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['has no blank values', text, ';a;; b ;', ['a', 'b']],
    ['may be blank', text, ' ; ', undefined],
    ['may have one value, which is trimmed', text, ' a ', ['a'], 'text-trimmed', '" a " → "a"'],
    ['may be a number', reference, 7, ['7'], ...asNumber],
    ['may be a blank number', country, dash, undefined, 'blank-word', '"-" is read as blank'],
    ['may be unreadable', country, true, UNREADABLE, 'country-unknown', '"TRUE" is not a country'],
    ['of texts is not split at commas', text, 'a, b; c,d', ['a, b', 'c,d'], ...comma('a; b; c; d')],
    ['of references is not split at commas', reference, 'a,b', ['a,b'], ...comma('a; b')],
    ['of texts is not split at other commas', text, 'a、b，c', ['a、b，c'], ...comma('a; b; c')],
    ['of texts is not split at commas between blanks', text, '; a,b ;', ['a,b'], ...comma('a; b')],
    ['of texts is not split between countries', text, 'FR, IT', ['FR, IT'], ...comma('FR; IT')],
    ['of texts may end with a comma', text, 'a,; b', ['a,', 'b']],
    ['of list values is split at commas', colours, 'Red, Blue,Red', ['Red', 'Blue', 'Red']],
    ['of list values may have a value with a comma', colours, 'Blue, Red', ['Blue, Red']],
    ['of list values is split at semicolons and commas', colours, 'Blue;Red, Blue', ['Blue', 'Red', 'Blue']],
    ['of list values is not split at commas if one piece is unknown', colours, 'Red, Sky', ['Red, Sky']],
    ['of countries is split at commas', country, 'PT, IT', ['PT', 'IT']],
    ['of countries may have a comma', country, 'Bolivia,\u00a0Plurinational State of', ['BO'], ...converted],
    ['of countries ignores invisible characters', country, 'PT, \u200bIT', ['PT', 'IT'], ...trimmed],
    ['of e-mail addresses is not split', { type: 'email' }, 'a@b.fr, c@d.fr', ['a@b.fr, c@d.fr']],
  ])('the list %s', (_, value, cell, expected, ...finding) => {
    expect(list(value, cell)).toEqual({ value: expected, findings: findingsOf(finding) });
  });

  it('a list in one cell is unreadable if one value is, and the findings of the others are reported too', () => {
    const { value, findings } = list(country, 'Atlantis; Italie; #N/A');
    expect(value).toBe(UNREADABLE);
    expect(findings.map(([code]) => code)).toEqual(['country-unknown', 'country-converted', 'cell-error']);
  });
});

describe('the value of a column', () => {
  const one = (value: Value, cell: Filled, rest: Partial<Column> = {}) =>
    coerced(coercionOf(column(value, rest)), cell);

  it.each<[Value, Filled, unknown]>([
    [{ type: 'text' }, '7', '7'],
    [{ type: 'reference' }, "'7", '7'],
    [{ type: 'number' }, '7', 7],
    [{ type: 'boolean' }, 'oui', true],
    [{ type: 'flag' }, 'oui', 1],
    [{ type: 'choice', list: closed(['Red']) }, 'RED', 'Red'],
    [{ type: 'country' }, 'Italie', 'IT'],
    [{ type: 'date' }, '31/01/2026', '2026-01-31'],
    [{ type: 'email' }, 'mailto:a@b.fr', 'a@b.fr'],
    [{ type: 'url' }, 'url:https://b.fr', 'https://b.fr'],
    [{ type: 'open' }, '{"a": 1}', { a: 1 }],
    [{ type: 'open', scalar: true }, '{"a": 1}', '{"a": 1}'],
  ])('a cell of a column of type %j: %j is read as %j', (value, cell, expected) => {
    expect(one(value, cell).value).toEqual(expected);
  });

  it('depends on the format of the column', () => {
    expect(one({ type: 'number' }, '1,200', { decimal: ',' }).value).toBe(1.2);
    expect(one({ type: 'number' }, '1,200', { decimal: ',', guessed: true }).findings).toHaveLength(2);
    expect(one({ type: 'number' }, '1', { remark: 'HT' }).value).toBe(UNREADABLE);
    expect(one({ type: 'date' }, '01/02/2026', { dateOrder: 'month-first' }).value).toBe('2026-01-02');
    expect(one({ type: 'date' }, '01/02/2026', { guessed: true }).findings).toHaveLength(2);
    expect(one({ type: 'date' }, 44_561, { date1904: true }).value).toBe('2026-01-01');
    expect(one({ type: 'reference' }, '1-2-26').findings).toHaveLength(1);
    expect(one({ type: 'reference' }, '1-2-26', { datesMeant: true }).findings).toEqual([]);
    expect(one({ type: 'open' }, 3, { path: 'things.energy' }).value).toBe(3);
  });

  it('the value of a column is unreadable if it is a spreadsheet error, even if a list has the word', () => {
    const list: Value = { type: 'choice', list: closed(['N/A']) };
    const findings = [['cell-error', 'the cell contains the spreadsheet error #N/A']];
    expect(one(list, ' #N/A')).toEqual({ value: UNREADABLE, findings });
    expect(one(list, 'n/a').value).toBe('N/A');
  });

  it('the value of a column is unreadable if it is a placeholder, unless a list has the word', () => {
    const advice = 'enter the value, or leave the cell blank';
    const findings = [['placeholder', '"tbc" is a placeholder for a value', advice]];
    const placeholder = { value: UNREADABLE, findings };
    expect(one({ type: 'text' }, 'tbc ')).toEqual(placeholder);
    expect(one({ type: 'choice', list: closed(['Red']) }, 'tbc')).toEqual(placeholder);
    expect(one({ type: 'choice', list: closed(['TBC']) }, 'tbc').value).toBe('TBC');
    expect(one({ type: 'number' }, 7).value).toBe(7);
    expect(one({ type: 'text' }, 'Textiles').value).toBe('Textiles');
  });
});
