import { describe, expect, it } from 'vitest';
import type { Field, Value } from '../../src/contract/field.ts';
import type { ClosedList } from '../../src/contract/list.ts';
import { type Filled, UNREADABLE } from '../../src/recognise/coercion.ts';
import { choiceCoercion } from '../../src/recognise/text-coercion.ts';
import { coercionOf } from '../../src/records/field-coercion.ts';
import type { Column } from '../../src/records/record.ts';
import { coerced } from './coerced.ts';

const closed = (values: string[], rest: Partial<ClosedList> = {}): ClosedList => ({
  name: 'test',
  values,
  complete: true,
  ...rest,
});

const spelling = (from: string, to: string) => [['list-spelling', `"${from}" → "${to}"`]];

describe('a list value', () => {
  const colours = closed(['Red', 'Dark Blue', '95']);
  const answers = closed(['YES', 'NO', 'UNKNOWN']);

  it.each<[string, ClosedList, Filled, unknown, string[][]]>([
    ['is itself', colours, 'Red', 'Red', []],
    [
      'is found by case and punctuation',
      colours,
      'DARK-BLUE',
      'Dark Blue',
      spelling('DARK-BLUE', 'Dark Blue'),
    ],
    ['is trimmed', colours, ' Red', 'Red', [['text-trimmed', '" Red" → "Red"']]],
    ['is found in a number cell', colours, 95, '95', spelling('95', '95')],
    ['is missing', colours, ' \u200b', undefined, []],
    ['is a filler', colours, 'n/a', undefined, [['blank-word', '"n/a" is read as blank']]],
    ['is kept for the check', colours, 'green', 'green', []],
    ['is kept for the check, trimmed', colours, 'green ', 'green', [['text-trimmed', '"green " → "green"']]],
    ['is a yes', answers, 'oui', 'YES', spelling('oui', 'YES')],
    ['is a no', answers, false, 'NO', spelling('FALSE', 'NO')],
    ['is unknown', answers, 'Inconnu', 'UNKNOWN', spelling('Inconnu', 'UNKNOWN')],
    [
      'is neither yes nor no',
      closed(['YES', 'NO', 'PARTLY']),
      'partly',
      'PARTLY',
      spelling('partly', 'PARTLY'),
    ],
    [
      'is a word for unknown',
      closed(['Inconnu', 'UNKNOWN']),
      'inconnu',
      'Inconnu',
      spelling('inconnu', 'Inconnu'),
    ],
    ['is no yes in another list', colours, 'oui', 'oui', []],
    ['is no yes in a list without a no', closed(['YES', 'UNKNOWN']), 'oui', 'oui', []],
    ['is no no in a list without a yes', closed(['NO', 'UNKNOWN']), 'non', 'non', []],
    ['is not unknown in another list', colours, 'inconnu', 'inconnu', []],
  ])('%s', (_, list, cell, value, findings) => {
    expect(coerced(choiceCoercion(list), cell)).toEqual({ value, findings });
  });

  it('that is unknown is written in upper case if the list is incomplete and all its values are', () => {
    const incomplete = (...values: string[]) => choiceCoercion(closed(values, { complete: false }));
    expect(coerced(incomplete('BAG', 'BOX'), 'Sac')).toEqual({
      value: 'SAC',
      findings: spelling('Sac', 'SAC'),
    });
    expect(coerced(incomplete('BAG', 'BOX'), 'SAC')).toEqual({ value: 'SAC', findings: [] });
    expect(coerced(incomplete('BAG', 'BOX'), true)).toEqual({
      value: 'TRUE',
      findings: [['text-from-boolean', 'a yes/no cell → "TRUE"']],
    });
    expect(coerced(incomplete('BAG', 'BOX'), 'n/a').value).toBeUndefined();
    expect(coerced(incomplete('BAG', 'Box'), 'Sac')).toEqual({ value: 'Sac', findings: [] });
    expect(coerced(choiceCoercion(closed(['BAG'])), 'Sac')).toEqual({ value: 'Sac', findings: [] });
    const likely = closed(['BAG'], { complete: false, likely: ['Box'] });
    expect(coerced(choiceCoercion(likely), 'Sac').value).toBe('Sac');
  });
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
  const text = { type: 'text' } as const;
  const colours = { type: 'choice', list: closed(['Red', 'Blue', 'Blue, Red']) } as const;
  const country = { type: 'country' } as const;
  const comma = (several: string) => [
    [
      'list-comma',
      'a comma does not separate the values of this list',
      `if these are several values: ${several}`,
    ],
  ];

  it.each<[string, Value, Filled, unknown, string[][]]>([
    [
      'is split at semicolons, bars and lines',
      text,
      'a; b|c\nd\r\ne\u2028f',
      ['a', 'b', 'c', 'd', 'e', 'f'],
      [],
    ],
    ['has no blank values', text, ';a;; b ;', ['a', 'b'], []],
    ['may be blank', text, ' ; ', undefined, []],
    ['may have one value, which is trimmed', text, ' a ', ['a'], [['text-trimmed', '" a " → "a"']]],
    [
      'may be a number',
      { type: 'reference' },
      7,
      ['7'],
      [['reference-number', '"7" is stored as a number: leading zeros may be lost']],
    ],
    [
      'may be a blank number',
      country,
      { type: 'padded', value: 0, text: '-' },
      undefined,
      [['blank-word', '"-" is read as blank']],
    ],
    ['may be unreadable', country, true, UNREADABLE, [['country-unknown', '"TRUE" is not a country']]],
    ['of texts is not split at commas', text, 'a, b; c,d', ['a, b', 'c,d'], comma('a; b; c; d')],
    ['of references is not split at commas', { type: 'reference' }, 'a,b', ['a,b'], comma('a; b')],
    ['of texts is not split at other commas', text, 'a、b，c', ['a、b，c'], comma('a; b; c')],
    ['of texts is not split at commas between blank values', text, '; a,b ;', ['a,b'], comma('a; b')],
    ['of texts is not split at commas between countries', text, 'FR, IT', ['FR, IT'], comma('FR; IT')],
    ['of texts may end with a comma', text, 'a,; b', ['a,', 'b'], []],
    ['of list values is split at commas', colours, 'Red, Blue,Red', ['Red', 'Blue', 'Red'], []],
    ['of list values may have a value with a comma', colours, 'Blue, Red', ['Blue, Red'], []],
    [
      'of list values is split at commas between semicolons',
      colours,
      'Blue;Red, Blue',
      ['Blue', 'Red', 'Blue'],
      [],
    ],
    ['of list values is not split at commas if one piece is unknown', colours, 'Red, Sky', ['Red, Sky'], []],
    ['of countries is split at commas', country, 'PT, IT', ['PT', 'IT'], []],
    [
      'of countries may have a name with a comma',
      country,
      'Bolivia,\u00a0Plurinational State of',
      ['BO'],
      [['country-converted', '"Bolivia, Plurinational State of" → BO']],
    ],
    [
      'of countries ignores invisible characters',
      country,
      'PT, \u200bIT',
      ['PT', 'IT'],
      [['text-trimmed', '"\u200bIT" → "IT" (invisible character removed: U+200B)']],
    ],
    [
      'of e-mail addresses is not split at commas',
      { type: 'email' },
      'a@b.fr, c@d.fr',
      ['a@b.fr, c@d.fr'],
      [],
    ],
  ])('%s', (_, value, cell, expected, findings) => {
    expect(list(value, cell)).toEqual({ value: expected, findings });
  });

  it('is unreadable with one unreadable value, and the others are reported too', () => {
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
  ])('of type %j is read from %j', (value, cell, expected) => {
    expect(one(value, cell).value).toEqual(expected);
  });

  it('follows what the column decides', () => {
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

  it('is unreadable if it is a spreadsheet error, even where a list has the word', () => {
    const list = { type: 'choice', list: closed(['N/A']) } as const;
    expect(one(list, ' #N/A')).toEqual({
      value: UNREADABLE,
      findings: [['cell-error', 'the cell contains the spreadsheet error #N/A']],
    });
    expect(one(list, 'n/a').value).toBe('N/A');
  });

  it('is unreadable if it is a placeholder, unless a list has the word', () => {
    const placeholder = {
      value: UNREADABLE,
      findings: [
        ['placeholder', '"tbc" is a placeholder for a value', 'enter the value, or leave the cell blank'],
      ],
    };
    expect(one({ type: 'text' }, 'tbc ')).toEqual(placeholder);
    expect(one({ type: 'choice', list: closed(['Red']) }, 'tbc')).toEqual(placeholder);
    expect(one({ type: 'choice', list: closed(['TBC']) }, 'tbc').value).toBe('TBC');
    expect(one({ type: 'number' }, 7).value).toBe(7);
    expect(one({ type: 'text' }, 'Textiles').value).toBe('Textiles');
  });
});
