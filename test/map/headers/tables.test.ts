import { describe, expect, it } from 'vitest';
import { KINDS, kindsOf } from '../../../src/contract/registry.ts';
import { LANGUAGES, phraseOf, SYSTEMS } from '../../../src/map/headers/lexicon.ts';
import { FOREIGN, GENERAL, IDENTIFIERS, NOTIONS, notionsOf } from '../../../src/map/headers/notions.ts';
import { FIELDS, patternsOf } from '../../../src/map/headers/patterns.ts';
import { kindHeaders } from '../../../src/map/headers/read-header.ts';
import { compositionField } from '../../../src/records/composition-column.ts';

const KINDS_OF = (['v2', 'v3'] as const).flatMap((name) => kindsOf(name).map((kind) => ({ name, kind })));
const listed = ['about', 'properties', 'others'].flatMap((group) => NOTIONS[group]!.split(' '));
const known = new Set(listed);

describe('the tables of words and patterns for headers', () => {
  it('list each notion once, and use only listed notions', () => {
    expect(known.size).toBe(listed.length);
    const used = [...LANGUAGES, ...Object.values(SYSTEMS)].flatMap((vocabulary) =>
      Object.keys(vocabulary).flatMap((notions) => notions.split(' ')),
    );
    const patterns = Object.values(FIELDS).flatMap((table) =>
      Object.values(table).flatMap((kind) => patternsOf(kind).flatMap(({ allowed }) => [...allowed])),
    );
    const details = [...notionsOf('details'), ...notionsOf('names'), ...Object.keys(IDENTIFIERS)];
    for (const notion of [...used, ...patterns, ...FOREIGN, ...GENERAL, ...details])
      if (!/^\d$/.test(notion)) expect(known, notion).toContain(notion);
  });

  it('have patterns for each kind, each for a field of the kind', () => {
    for (const { name, kind } of KINDS_OF) {
      const paths = new Set([...kind.fields.map(({ path }) => path), compositionField(kind)?.path]);
      const own = FIELDS[name][kind.name];
      expect(own, `${name}.${kind.name} in src/language/any/fields.yaml`).toBeDefined();
      for (const { path } of patternsOf(own!)) expect(paths, `${kind.name}: ${path}`).toContain(path);
    }
    expect(Object.keys(FIELDS.v2).sort()).toEqual(Object.keys(KINDS.v2).sort());
    expect(Object.keys(FIELDS.v3).sort()).toEqual(Object.keys(KINDS.v3).sort());
  });

  it('have a pattern for each field that an export of another system can have', () => {
    const own =
      /^(?:projectType|importationBatch|id|projectImpact|\w+Id|customBrandField\d)$|\.id$|^steps\[\]\.address/;
    for (const { name, kind } of KINDS_OF) {
      const paths = new Set(Object.keys(FIELDS[name][kind.name] ?? {}));
      const missing = kind.fields
        .map(({ path }) => path)
        .filter((path) => !own.test(path) && !paths.has(path));
      expect(missing, `${name}.${kind.name} in src/language/any/fields.yaml`).toEqual([]);
    }
  });

  it('list each word of a notion only once', () => {
    for (const vocabulary of LANGUAGES)
      for (const [notion, words] of Object.entries(vocabulary)) {
        const spelled = words.split(' | ');
        expect(new Set(spelled).size, notion).toBe(spelled.length);
        for (const word of spelled) expect(phraseOf(word), `${notion}: ${word}`).not.toEqual([]);
      }
  });

  it('read a header with the words of a pattern, in each language, as its field or as a question', () => {
    for (const { name, kind } of KINDS_OF)
      for (const { path, required, likely, numbered } of patternsOf(FIELDS[name][kind.name] ?? {})) {
        if (likely) continue;
        const numbers = [...required].filter((notion) => /^\d$/.test(notion));
        for (const vocabulary of LANGUAGES) {
          const words = [...required].flatMap((notion) =>
            /^\d$/.test(notion) ? [] : [vocabulary[notion]?.split(' | ')[0]],
          );
          if (words.includes(undefined)) continue;
          const header = [...words, ...numbers, ...(numbered ? ['2'] : [])].join(' ');
          const { readings } = kindHeaders(kind).read(header);
          if (readings.length === 0) continue;
          expect(
            readings.map(({ field }) => field.path),
            `${kind.name}: ${header}`,
          ).toContain(path);
        }
      }
  });
});
