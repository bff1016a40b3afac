import { expect, test } from 'vitest';
import type { ClosedList } from '../../src/contract/list.ts';
import { kindNamed, type V2Kind } from '../../src/contract/registry.ts';
import { similarValue } from '../../src/map/similar-words.ts';

function listOf(kind: V2Kind, path: string): ClosedList {
  const value = kindNamed('v2', kind).fields.find((field) => field.path === path)?.value;
  if (value?.type !== 'choice') throw new Error(`${kind} has no list ${path}`);
  return value.list;
}

test.each<[V2Kind, string, string, string | undefined]>([
  ['component', 'category', 'Main Fabric - Knit', 'MAIN FABRIC (KNITTED)'],
  ['component', 'category', 'Misc Trim', undefined],
  ['supplier', 'category', 'Knitting Mill', 'TRANSFORMATION - Knitting'],
  ['supplier', 'category', 'Imprimeur textile', 'TRANSFORMATION - Printing'],
  ['supplier', 'category', 'Aktionsware', undefined],
  ['product', 'category', 'Hooded sweatshirt', 'HOODIES'],
  ['product', 'category', '', undefined],
  ['product', 'category', 'x'.repeat(100), undefined],
])('the value of %s.%s that is similar in words to %j is %j', (kind, path, text, value) => {
  expect(similarValue(listOf(kind, path), text)).toBe(value);
});
