import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kindsOf } from '../../../src/contract/registry.ts';
import { BoundEntry } from '../../../src/map/map-file/bind.ts';
import { parseMap } from '../../../src/map/map-file/map-file.ts';
import { commentText } from '../../../src/map/map-file/texts.ts';
import {
  blankMap,
  type EntryDraft,
  type MapLine,
  type SectionDraft,
} from '../../../src/map/map-file/write.ts';
import { extendedMap } from '../../../src/map/map-file/write-edit.ts';
import { validMap } from '../../../src/map/map-file/write-sound.ts';
import { cleanText } from '../../../src/recognise/text.ts';
import { headerKey } from '../../../src/records/headers.ts';
import { SLOW } from '../../effort.ts';

const kinds = kindsOf('v2');

/** The text of a new map file. */
const newMap = (entries: readonly EntryDraft[], name: 'v2' | 'v3' = 'v2'): string =>
  extendedMap(
    blankMap(name),
    entries.map((own) => ({ entry: own })),
  )!;

function parsed(text: string) {
  const read = parseMap(text);
  if (!('lineOf' in read)) throw new Error(`${JSON.stringify(read)}\n${text}`);
  return read;
}

/** The faults of all entries of a map file. */
function faultsIn(text: string) {
  const { map, ...lines } = parsed(text);
  return map.sheets.flatMap((entry, at) => {
    const kind = kinds.find(({ name }) => name === entry.kind)!;
    return kind ? new BoundEntry({ name: 'm', ...lines }, entry, lines.paths[at]!, kind).faults : [];
  });
}

const columns = (...lines: readonly MapLine[]): SectionDraft => ({ name: 'columns', lines });
const entry = (...sections: readonly SectionDraft[]): EntryDraft => ({
  file: 'export-*.csv',
  kind: 'component',
  sections,
});

/** An existing file in which every line has something that must stay. */
const EXISTING = `# ours, since 2024

version: 1   # the only one
sheets:
  # fabrics
  - file: "export-*.csv"
    kind: component      # of the ERP

    columns:
      'Modell' : productRef
      # do not remove
      "Mat. 1":   composition.1.material

    values:
      composition.material:
        CO: COTTON # not CV
  - { sheet: Werke, kind: supplier, columns: { Code: supplierRef } }
`;

/** A text with each run of spaces as one, and none before a colon: only these spaces of a line may change. */
const oneSpaced = (text: string) => text.replace(/(?<=\S) +(?=:)/g, '').replace(/(?<=\S) +/g, ' ');

describe('a new map file', () => {
  test('a new map file lists the columns in order with samples, and questions as comments', () => {
    const text = newMap([
      {
        ...entry(
          columns(
            { key: 'Modèle', value: 'productRef', comment: 'R-1, R-2' },
            { key: 'Farbe', value: null, comment: 'rot; materialColor, ignore?' },
            { key: '% 1', value: 'composition.1.percentage' },
          ),
          { name: 'constants', lines: [{ key: 'category', value: null, comment: 'required' }] },
          { name: 'keys', lines: [{ key: 'componentRef', value: '{productRef}-{Pos.}' }] },
          {
            name: 'values',
            below: 'composition.material',
            lines: [
              { key: 'CO', value: 'COTTON' },
              { key: 'Gummi', value: null, comment: '2 rows' },
            ],
          },
          { name: 'values', below: 'type', lines: [{ key: 'Stoff', value: null }] },
        ),
        headerRow: 3,
      },
      { sheet: 'Sommaire', kind: 'skip', sections: [] },
    ]);
    expect(text.split('\n').slice(2).join('\n')).toBe(`version: 1
sheets:
  - file: "export-*.csv"
    kind: component
    headerRow: 3
    columns:
      Modèle: productRef # R-1, R-2
      # Farbe: ? # rot; materialColor, ignore?
      "% 1": composition.1.percentage
    # constants:
    #   category: ? # required
    keys:
      componentRef: "{productRef}-{Pos.}"
    values:
      composition.material:
        CO: COTTON
        # Gummi: ? # 2 rows
      # type:
      #   Stoff: ?
  - sheet: Sommaire
    kind: skip
`);
    expect(parsed(text).map.sheets[0]?.values).toEqual({ 'composition.material': { CO: 'COTTON' } });
  });

  test('a new map file has questions that are faults, never values, if they are uncommented without an answer', () => {
    for (const section of [
      columns({ key: 'Farbe', value: null }),
      { name: 'constants', lines: [{ key: 'category', value: null }] },
      { name: 'keys', lines: [{ key: 'componentRef', value: null }] },
      { name: 'values', below: 'type', lines: [{ key: 'Stoff', value: null }] },
    ] as const) {
      const text = newMap([entry(section)])
        .split('\n')
        .map((line, at) => (at < 2 ? line : line.replace('# ', '')))
        .join('\n');
      const read = parseMap(text);
      expect('lineOf' in read ? faultsIn(text) : read, text).not.toEqual([]);
    }
  });

  test.each([['__proto__'], ['x'.repeat(2000)]])(
    'a new map file has only a short comment for a key that no map file can have: $0',
    (key) => {
      const text = newMap([entry(columns({ key, value: 'productRef' }))]);
      expect(parsed(text).map.sheets[0]?.columns).toBeUndefined();
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(300);
    },
  );

  test('a new map file has the interface if it is v3', () => {
    expect(parsed(newMap([entry()], 'v3')).map.interface).toBe('v3');
  });
});

/** A map file that ends within the entry of a sheet. */
const ONE_SHEET = 'version: 1\nsheets:\n  - sheet: A\n    kind: component\n';

describe('an existing map file', () => {
  test('an existing map file keeps each line, comment and order; new lines are added where they belong', () => {
    const text = extendedMap(EXISTING, [
      {
        at: 0,
        entry: entry(
          columns({ key: 'Modell', value: 'ignore' }, { key: 'Neu', value: 'ignore', comment: '1, 2' }),
          { name: 'values', below: 'composition.material', lines: [{ key: 'Hanf', value: 'HEMP' }] },
          { name: 'values', below: 'type', lines: [{ key: 'Stoff', value: 'TEXTILE' }] },
          { name: 'units', lines: [{ key: 'componentWeight', value: 'kg' }] },
        ),
      },
      { at: 1, entry: entry(columns({ key: 'Name, Ort', value: 'name' })) },
      { entry: { sheet: 'Neu', kind: 'product', comment: 'accepted', sections: [] } },
    ]);
    expect(text).toBe(
      oneSpaced(EXISTING)
        .replace('      "Mat. 1": composition.1.material\n', '$&      Neu: ignore # 1, 2\n')
        .replace(
          '        CO: COTTON # not CV\n',
          '$&        Hanf: HEMP\n      type:\n        Stoff: TEXTILE\n    units:\n      componentWeight: kg\n',
        )
        .replace('Code: supplierRef', '$&, "Name, Ort": name')
        .concat('  - sheet: Neu\n    kind: product # accepted\n'),
    );
  });

  test('an existing map file keeps a comment in the block that it is indented like', () => {
    const before = `# top
---
version: 1
sheets:
    - sheet: A # one
      kind: component
      columns:
          # first
          A: productRef

          # own note
          B: ignore
          # C: ?
      # constants:
      #   category: ?  # required
      values:
          A:
              x: y
              # in the words
          # in the values
      # in the entry

    # in the sheets
    - sheet: B
      kind: component
# in the file
interface: v2
`;
    const lines = [{ key: 'D', value: 'ignore' }];
    const added = (...sections: SectionDraft[]) =>
      extendedMap(before, [{ at: 0, entry: entry(...sections) }]);
    expect(added({ name: 'columns', lines })).toBe(
      before.replace('          # C: ?\n', '$&          D: ignore\n'),
    );
    const category = { key: 'category', value: 'YARN' };
    expect(added({ name: 'columns', lines }, { name: 'constants', lines: [category] })).toBe(
      before
        .replace('          # C: ?\n', '$&          D: ignore\n')
        .replace(/ *# constants:\n.*required\n/, '')
        .replace('# in the entry\n\n', '# in the entry\n\n      constants:\n          category: YARN\n'),
    );
  });

  test('an existing map file has an answered question in the place of its comment, and each open one only once', () => {
    const open = newMap([
      entry(
        columns(
          { key: 'A', value: 'productRef' },
          { key: 'B', value: null, comment: 'x' },
          { key: 'C', value: null },
          { key: 'D', value: '?', comment: 'y' },
        ),
        { name: 'values', below: 'type', lines: [{ key: 'Stoff', value: null }] },
      ),
    ]);
    const answers = (value: (key: string) => string | null) => [
      {
        at: 0,
        entry: entry(columns(...['B', 'C', 'D'].map((key) => ({ key, value: value(key) }))), {
          name: 'values',
          below: 'type',
          lines: [{ key: 'Stoff', value: value('Stoff') }],
        }),
      },
    ];
    expect(
      extendedMap(
        open,
        answers(() => null),
      ),
    ).toBe(open);
    const some = extendedMap(
      open,
      answers((key) => (key === 'C' ? null : key === 'Stoff' ? 'TEXTILE' : 'ignore')),
    );
    expect(some?.split('\n').slice(6).join('\n')).toBe(`    columns:
      A: productRef
      B: ignore
      # C: ?
      D: ignore
    values:
      type:
        Stoff: TEXTILE
`);
  });

  test.each([
    ['CRLF', EXISTING.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${EXISTING}`],
    ['no end of line at the end', EXISTING.trimEnd()],
    ['a list without indent', 'version: 1\nsheets:\n- sheet: A\n  kind: component\n# end\ninterface: v2\n'],
    ['a hyphen on a line of its own', 'version: 1\nsheets:\n  -\n    sheet: A\n    kind: component\n'],
    ['flow columns', `${ONE_SHEET}    columns: { "a: b": productRef }\n`],
    ['empty flow columns', `${ONE_SHEET}    columns: {}\n`],
    ['flow on the next line', `${ONE_SHEET}    columns:\n      { X: productRef }\n`],
    ['a flow list', 'version: 1\nsheets: [{ sheet: A, kind: component }]\n'],
    [
      'long texts',
      `${ONE_SHEET}    constants:\n      type: >-\n        TEXTILE\n\n    columns:\n      A: "product\\\n        Ref"\n`,
    ],
  ])('with %s gets the new lines', (_, before) => {
    const additions = [
      { at: 0, entry: entry(columns({ key: 'Neu', value: 'ignore' })) },
      { entry: { sheet: 'Z', kind: 'product', sections: [] } },
    ];
    const text = extendedMap(before, additions);
    if (text === null) throw new Error('not extended');
    const { sheets } = parsed(before).map;
    expect(parsed(text).map.sheets).toEqual([
      { ...sheets[0], columns: { ...sheets[0]?.columns, Neu: 'ignore' } },
      ...sheets.slice(1),
      { sheet: 'Z', kind: 'product' },
    ]);
    const remarks = (own: string) => own.match(/#.*/g);
    expect(remarks(text)).toEqual(remarks(before));
    expect(text.includes('\r\n')).toBe(before.includes('\r\n'));
    if (before.includes('\r\n')) expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });
});

test('comments of a map file stay when it is extended, wherever they are', { tags: ['sampled'] }, () => {
  const lines = EXISTING.split('\n').map((line) => line.replace(/ *#.*/, ''));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(lines.length - 1), fc.nat(12), fc.boolean()), { minLength: 1, maxLength: 6 }),
      (places) => {
        const before = lines
          .flatMap((line, at) => {
            const own = places.filter(([place]) => place === at);
            const above = own
              .filter(([, , isAbove]) => isAbove)
              .map(([, depth]) => `${' '.repeat(depth)}# ${at}, ${depth}`);
            return [...above, own.length > above.length ? `${line} # ${at}` : line];
          })
          .join('\n');
        const after = extendedMap(before, [
          {
            at: 0,
            entry: entry(columns({ key: 'A', value: 'ignore' }), {
              name: 'units',
              lines: [{ key: 'B', value: 'kg' }],
            }),
          },
          { at: 1, entry: entry(columns({ key: 'A', value: 'ignore' })) },
          { entry: entry(columns({ key: 'A', value: null })) },
        ]);
        const remarks = (text: string | null) => text?.match(/# \d+.*/g)?.sort();
        expect(remarks(after), before).toEqual(remarks(before));
        // A file that the library formatted gets one line, and no other line changes.
        const more = [{ at: 0, entry: entry(columns({ key: 'C', value: 'ignore' })) }];
        expect(extendedMap(after!, more)?.replace(/ *C: ignore\n/, '')).toBe(after);
      },
    ),
    { numRuns: SLOW ? 600 : 60 },
  );
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    ...['', ' ', ':', 'a: b', '# x', '- a', '? x', '? ', '{', '}', '[a]', '&a', '*a', '!t', '|', '>', '%'],
    ...['@', '`'],
    ...["'", '"', '\\', '\\n', 'a #b', 'null', '~', 'yes', '010', '1e3', '---', '...', '<<', '=', '\u0085'],
    '\ufeff',
    ...['\u2028', '\u202egnp', '\ufffe', '\ud800', '\x1b[2J', 'constructor', 'toString', '__proto__'],
    ...['a\tb', 'ignore'],
  ),
);

test('a new map file is valid and has each key, whatever headers and words a sheet has', {
  tags: ['sampled'],
}, () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(hostile, { maxLength: 8, selector: (text) => headerKey(cleanText(text)) }),
      fc.uniqueArray(hostile, { maxLength: 6, selector: (text) => cleanText(text).toLowerCase() }),
      hostile,
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 8, maxLength: 8 }),
      (headers, words, name, choices) => {
        const clean = [...new Set(headers.map(cleanText))];
        const lines = clean.map((key, at): MapLine => {
          const value =
            key === '' ? 'ignore' : ['ignore', 'productRef', null, 'no such field'][choices[at]!]!;
          return { key, value, comment: commentText(`${key}, ${name}`, 40) };
        });
        const drafts: EntryDraft = {
          ...(cleanText(name) === '' ? {} : { sheet: cleanText(name) }),
          file: 'a.csv',
          kind: 'component',
          sections: [
            columns(...lines),
            {
              name: 'values',
              below: 'type',
              lines: words.map((key) => ({ key: cleanText(key), value: 'TEXTILE' })),
            },
          ],
        };
        const made = validMap({ text: null, interface: 'v2', kinds, additions: [{ entry: drafts }] });
        expect(made).not.toBeNull();
        expect(faultsIn(made!.text)).toEqual([]);
        const own = parsed(made!.text).map.sheets[0]!;
        for (const { key, value } of lines)
          if (key !== '__proto__' && (value === 'ignore' || value === 'productRef'))
            expect(own.columns?.[key]).toBe(value);
        expect(/[^\P{Cc}\n]/u.test(made!.text)).toBe(false);
        // Extending the file by the same lines changes nothing.
        const again = validMap({
          text: made!.text,
          interface: 'v2',
          kinds,
          additions: [{ at: 0, entry: drafts }],
        });
        expect(again?.text).toBe(made!.text);
      },
    ),
    { numRuns: SLOW ? 600 : 60 },
  );
});

test('lines are added to any map file without changing another line', { tags: ['sampled'] }, () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(hostile, { minLength: 1, maxLength: 6, selector: (text) => headerKey(cleanText(text)) }),
      fc.uniqueArray(hostile, { minLength: 1, maxLength: 6, selector: (text) => headerKey(cleanText(text)) }),
      (first, second) => {
        const line = (key: string): MapLine => ({ key, value: 'ignore', comment: commentText(key, 20) });
        const own = [...new Set(first.map(cleanText))].map(line);
        const more = [...new Set(second.map(cleanText))].map(line);
        const before = newMap([entry(columns(...own)), entry()]);
        const after = extendedMap(before, [{ at: 0, entry: entry(columns(...more)) }]);
        expect(after).not.toBeNull();
        const rest = after!.split('\n');
        for (const text of before.split('\n')) {
          const at = rest.indexOf(text);
          expect(at).toBeGreaterThanOrEqual(0);
          rest.splice(0, at + 1);
        }
      },
    ),
    { numRuns: SLOW ? 600 : 60 },
  );
});
