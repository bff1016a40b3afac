import { describe, expect, test } from 'vitest';
import { parseMap } from '../../../src/map/map-file/map-file.ts';
import { extendedMap } from '../../../src/map/map-file/write-edit.ts';
import { bind, read } from './bound.ts';

const COMPO = '    columns:\n      Compo: composition\n';
const HEAD = 4;

/** The suggestions for cells of a column with compositions, read with an entry. */
const suggested = (yaml: string, ...cells: readonly string[]) =>
  read('component', yaml, ['Compo'], ...cells.map((cell) => [cell]))
    .found.filter(([code]) => code === 'composition-material')
    .map(([, , suggestion]) => suggestion!);

/** The entry with each suggested line pasted in its place, and `answer` for `VALUE`. */
function pasted(yaml: string, suggestions: readonly string[], answer: string): string {
  const lines = yaml.split('\n');
  const places = suggestions.map((text) => {
    const [, key, at, line] =
      /^in m\.yaml, (?:below "(.*):" \(line|in the sheet of line) (\d+)\)?, add (.*?)(?: \(VALUE is .*\))?$/.exec(
        text,
      ) ?? [];
    expect(line, text).toBeDefined();
    const above = Number(at) - 1 - HEAD;
    const depth = key === undefined ? 4 : lines[above]!.search(/\S/) + 2;
    return { at: key === undefined ? lines.length - 1 : above + 1, text: ' '.repeat(depth) + line };
  });
  for (const { at, text } of places.sort((one, other) => other.at - one.at))
    lines.splice(at, 0, text.replace('VALUE', answer));
  return lines.join('\n');
}

describe('the lines that findings suggest for a map file', () => {
  const CELLS = ['60% nuage, 40% brume', '100% licorne', '100% nuage', '70% coton, 30% fil magique'];

  test.each([
    ['without values', COMPO],
    ['with other values', `${COMPO}    values:\n      type:\n        Tissu: TEXTILE\n`],
    ['with words', `${COMPO}    values:\n      composition:\n        fil: SILK\n`],
    ['with values in braces', `${COMPO}    values: { composition: { fil: SILK } }\n`],
    ['with words in braces', `${COMPO}    values:\n      composition: { fil: SILK }\n`],
    [
      'with values in both forms',
      `${COMPO}    values: { type: { T: WOOD } }\n    values:\n      type:\n        U: WOOD\n`,
    ],
  ])('suggested lines can all be pasted into an entry %s', (_, yaml) => {
    const lines = suggested(yaml, ...CELLS);
    expect(lines).toHaveLength(6);
    const after = pasted(yaml, lines, 'COTTON');
    expect(bind('component', after).faults).toEqual([]);
    expect(suggested(after, ...CELLS)).toEqual([]);
  });

  test('suggested lines can be pasted from two reports, one after the other', () => {
    const first = pasted(COMPO, suggested(COMPO, '100% nuage'), 'COTTON');
    const second = pasted(first, suggested(first, '100% brume', '100% nuage'), 'SILK');
    expect(suggested(second, '100% nuage', '100% brume')).toEqual([]);
  });

  test('suggested lines can be added in an entry in braces, below which no line can be pasted', () => {
    const text = 'version: 1\nsheets:\n  - { sheet: A, kind: component, columns: { Compo: composition } }\n';
    const parsed = parseMap(text);
    if (!('lineOf' in parsed)) throw new Error(JSON.stringify(parsed));
    expect(parsed.blockLineOf(['sheets', 0])).toBeUndefined();
    const yaml = text.replace('- {', '- { values: { composition: { nuage: COTTON } },');
    expect(parseMap(yaml)).toHaveProperty('map.sheets.0.values.composition.nuage', 'COTTON');
  });

  test('suggested lines can repeat settings such as units and separators', () => {
    const yaml = `    columns:
      Poids: componentWeight
      Lots: lotReferences
    decimal: ","
    units: { Poids: kg }
    units: { componentWeight: g }
    separators: { Lots: "," }
    separators: { lotReferences: "," }
    decimal: ","
`;
    expect(bind('component', yaml).faults).toEqual([]);
  });
});

describe('a section that is given several times', () => {
  const map = (yaml: string) => parseMap(`version: 1\nsheets:\n  - sheet: A\n    kind: component\n${yaml}`);

  test('a repeated section has the lines of all its parts, each with its own number', () => {
    const parsed = map(
      '    values: { type: { T: WOOD } }\n    columns:\n      A: type\n    values:\n      type:\n        U: TEXTILE\n    columns: { B: category }\n',
    );
    if (!('lineOf' in parsed)) throw new Error(JSON.stringify(parsed));
    expect(parsed.map.sheets[0]).toMatchObject({
      columns: { A: 'type', B: 'category' },
      values: { type: { T: 'WOOD', U: 'TEXTILE' } },
    });
    const line = (...keys: string[]) => parsed.lineOf(['sheets', 0, ...keys]);
    expect([line('values', 'type', 'T'), line('columns', 'A')]).toEqual([5, 7]);
    expect([line('values', 'type', 'U'), line('columns', 'B')]).toEqual([10, 11]);
    expect(parsed.blockLineOf(['sheets', 0, 'values', 'type'])).toBe(9);
  });

  test.each([
    ['    values: { type: { T: WOOD } }\n    values: { type: { T: TEXTILE } }\n', 6, 'T'],
    ['    columns: { A: type }\n    columns:\n      B: type\n      A: category\n', 8, 'A'],
    ['    decimal: ","\n    decimal: { A: "," }\n', 6, 'decimal'],
    ['    decimal: ","\n    decimal: "."\n', 6, 'decimal'],
    ['    groupBy: [A]\n    groupBy: [A]\n', 6, 'groupBy'],
    ['    kind: component\n', 5, 'kind'],
  ])('a repeated section must not have the key $2 twice (line $1)', (yaml, line, key) => {
    expect(map(yaml)).toEqual([{ line, problem: `the key "${key}" is given twice` }]);
  });

  test('a repeated section must not have the key __proto__', () => {
    const problem = 'the key "__proto__" cannot be used: rename it in the sheet';
    expect(map('    values: { __proto__: { T: WOOD } }\n')).toEqual([{ line: 5, problem }]);
  });

  test('a repeated section may repeat a line', () => {
    expect(map('    columns: { A: type }\n    columns: { A: type }\n')).toHaveProperty('map');
  });

  test.each<[string, string]>([
    [
      'composition',
      '    values: { composition: { nuage: COTTON } }\n    values: { composition: { brume: SILK } }\n',
    ],
    [
      'composition',
      '    values: { type: { T: WOOD } }\n    values:\n      composition:\n        brume: SILK\n',
    ],
    [
      'composition',
      '    values:\n      composition:\n        brume: SILK\n    values: { composition: { nuage: COTTON } }\n',
    ],
    ['composition', '    values:\n      type: { T: WOOD }\n    values:\n      type:\n        U: WOOD\n'],
  ])('a repeated section is extended by trace map (case %#)', (below, yaml) => {
    const text = `version: 1\nsheets:\n  - sheet: A\n    kind: component\n${COMPO}${yaml}`;
    const entry = {
      kind: 'component',
      sections: [{ name: 'values' as const, below, lines: [{ key: 'licorne', value: 'WOOL' }] }],
    };
    const made = extendedMap(text, [{ at: 0, entry }]);
    const parsed = parseMap(made!);
    if (!('lineOf' in parsed)) throw new Error(made!);
    expect(parsed.map.sheets[0]!.values![below]).toMatchObject({ licorne: 'WOOL' });
    for (const line of text.split('\n').filter((one) => !one.includes('{'))) expect(made).toContain(line);
  });
});

const WORDS =
  '    values: { composition: { coton: COTTON, CO: COTTON, PA: POLYAMIDE, coton bio: ORGANIC COTTON } }\n';

describe('the suggestion for a material that trace does not know', () => {
  test.each([
    ['100% coton*', 'write the name without these signs'],
    ['100% coton (doublure polyester)', 'write only a country or a certification in the brackets'],
    ['100% CO (CO)', 'write only a country or a certification in the brackets'],
    ['100% coton (IN, TR)', 'write one country in the brackets, or give each origin its own share'],
    ['100% coton (GOTS)', 'write in the cell whether it is ORGANIC'],
    ['100% coton/lin', 'give each material its own share'],
    ['80% laine/cachemire, 20% PA', 'give each material its own share'],
    ['100% coton-polyester', 'give each material its own share'],
    ['100% coton, lin', 'give each material its own share'],
    ['100% laine et soie', 'give each material its own share'],
    ['100% laine & soie', 'give each material its own share'],
    [`100% ${'x'.repeat(250)}`, 'write a shorter text in the cell'],
  ])('is no line of a map file if none can help: for %j, %s', (cell, suggestion) => {
    expect(suggested(`${COMPO}${WORDS}`, cell)).toEqual([suggestion]);
  });

  test('the suggestion for an unknown material is replaced by a finding on a percentage in brackets', () => {
    const { findings } = read('component', COMPO, ['Compo'], ['100% coton (dont 50% bio)']);
    expect(findings.map(({ code, message }) => [code, message])).toContainEqual([
      'composition-unclear',
      '"100% coton (dont 50% bio)" has a percentage in brackets',
    ]);
  });

  test('the suggestion for an unknown material is to give each of several materials its own share', () => {
    const yaml = '    columns:\n      Mat: composition.1.material\n';
    const { found } = read('component', yaml, ['Mat'], ['coton/lin']);
    expect(found).toContainEqual(['map-word', 'A', 'give each of them its own share']);
  });

  test.each([
    ...['seta artificiale', 'pelo di capra', 'sans coton', 'pile', 'coton non bio'],
    'élasthanne hors décoration',
  ])(
    'the suggestion for an unknown material does not name a material that only some of the words mean: %s',
    (name) => {
      const [line] = suggested(COMPO, `100% ${name}`);
      expect(line).toContain(`${name}: VALUE`);
      expect(line).not.toMatch(/maybe (?:SILK|GOAT LEATHER|COTTON|ORGANIC COTTON|PINE|ELASTANE)\b/);
    },
  );
});
