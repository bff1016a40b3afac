import { describe, expect, test } from 'vitest';
import { columnPath } from '../../src/contract/field.ts';
import type { KindSpec } from '../../src/contract/kind.ts';
import { labelOf, labelsOf, sheetLabel } from '../../src/contract/labels.ts';
import { findKind, kindsOf } from '../../src/contract/registry.ts';
import { foldText } from '../../src/fold.ts';
import texts from '../../src/language/compiled/labels.js';
import { LANGUAGES, type Language } from '../../src/language/languages.ts';
import { headerAliases, headersOf } from '../../src/records/headers.ts';

const KINDS = [...kindsOf('v2'), ...kindsOf('v3')];
const named = (kind: KindSpec) => kind.fields.filter(({ value }) => value.type !== 'open' || value.scalar);
/** The section with the texts of a kind. */
const sectionOf = (kind: KindSpec, language: Language): string =>
  `${kind.interface}.${kind.name} in src/language/${language}/kinds.yaml`;
const folded = (text: string): string => (text.includes('%') ? '%' : '') + foldText(text);

describe.each(KINDS.map((kind) => [`${kind.interface} ${kind.name}`, kind] as const))('a %s', (_, kind) => {
  describe.each(LANGUAGES)('in the language %s', (language) => {
    test('a language has a label for every field, and none for others', () => {
      const { kinds } = JSON.parse(texts[language]) as {
        kinds: Record<string, Record<string, { labels: object }>>;
      };
      const section = kinds[kind.interface]![kind.name];
      expect(section, sectionOf(kind, language)).toBeDefined();
      const own = Object.keys(section!.labels);
      const paths = named(kind).map(({ path }) => path);
      expect(own.filter((path) => !paths.includes(path))).toEqual([]);
      expect(Object.keys(labelsOf(kind, language)).sort(), `labels of ${sectionOf(kind, language)}`).toEqual(
        paths.sort(),
      );
    });

    test('a language has an item number in the labels of array fields only', () => {
      for (const [path, label] of Object.entries(labelsOf(kind, language)))
        expect([label, label.includes('{n}')]).toEqual([label, /\[\]\./.test(path)]);
    });

    test('a language has labels that name only their field, also with an item number, an asterisk or other typography', () => {
      for (const field of named(kind)) {
        const items = /\[\]\./.test(field.path) ? [1, 2, 12] : [1];
        for (const item of items) {
          const label = labelOf(kind, field, language, item);
          expect(label, `labels.${field.path} of ${sectionOf(kind, language)}`).toBeDefined();
          const straight = label!.replaceAll('’', "'");
          const typed = [straight, straight.replaceAll("'", '’'), label!.replaceAll(' ', '\u00a0')];
          for (const header of [label!, `${label} *`, label!.toUpperCase(), ` ${label} `, ...typed]) {
            const meaning = headersOf(kind).meaning(header);
            const path = meaning && columnPath(meaning.field.path, meaning.numbers[0]);
            expect([header, path, meaning?.remarks]).toEqual([
              header,
              columnPath(field.path, item),
              undefined,
            ]);
          }
        }
      }
    });

    test('has a sheet name by which the kind is recognised', () => {
      const sheet = sheetLabel(kind, language);
      expect(sheet, `sheet of ${sectionOf(kind, language)}`).toBeDefined();
      expect(findKind(kind.interface, sheet!)).toBe(kind);
    });
  });

  test('a kind has no label, in any language, that is a label or another name of another field', () => {
    const owners = new Map<string, Set<string>>();
    const own = (text: string, path: string) => {
      const key = folded(text);
      owners.set(key, (owners.get(key) ?? new Set()).add(path));
    };
    const labels = new Set<string>();
    for (const language of LANGUAGES)
      for (const field of named(kind)) {
        const text = labelsOf(kind, language)[field.path];
        expect(text, `labels.${field.path} of ${sectionOf(kind, language)}`).toBeDefined();
        const label = text!.replace('{n}', '');
        labels.add(folded(label));
        own(label, field.path);
      }
    for (const { text, field } of headerAliases(kind)) own(text, field.path);
    const shared = [...owners].filter(([key, paths]) => labels.has(key) && paths.size > 1);
    expect(shared.map(([key, paths]) => [key, ...paths])).toEqual([]);
  });
});
