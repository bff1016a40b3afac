import { expect, test } from 'vitest';
import type { ClosedList } from '../../src/contract/list.ts';
import { kindNamed, type V2Kind } from '../../src/contract/registry.ts';
import { similarValues } from '../../src/map/similar-words.ts';

function listOf(kind: V2Kind, path: string): ClosedList {
  const value = kindNamed('v2', kind).fields.find((field) => field.path === path)?.value;
  if (value?.type !== 'choice') throw new Error(`${kind} has no list ${path}`);
  return value.list;
}

test.each<[V2Kind, string, string, string[]]>([
  ['component', 'category', 'Main Fabric - Knit', ['MAIN FABRIC (KNITTED)']],
  ['supplier', 'category', 'Knitting Mill', ['TRANSFORMATION - Knitting']],
  ['supplier', 'category', 'Imprimeur textile', ['TRANSFORMATION - Printing']],
  ['supplier', 'category', 'Aktionsware', []],
  ['product', 'category', 'Hooded sweatshirt', ['HOODIES']],
  ['product', 'category', '', []],
  ['product', 'category', 'x'.repeat(100), []],
  // The name of one value beside unknown words.
  ['supplier', 'category', 'hurtownia specjalistyczna', ['OTHER - Wholesaler']],
  ['product', 'category', '商务款皮鞋', ['FORMAL SHOES']],
  ['component', 'category', 'Zip closure for pocket', ['ZIPS']],
  // The end of a compound, but first a compound that is a name itself, in another form.
  ['product', 'category', 'Jerseyblusen', ['BLOUSES']],
  ['product', 'category', 'Lederhandschuhen', ['GLOVES']],
  ['product', 'category', 'Camiseta algodón', ['TSHIRTS']],
  ['product', 'category', 'Damesjurk', ['DRESSES']],
  // The names of two values.
  ['product', 'category', 'Denim polo oversized', ['DENIM PANTS', 'POLOS']],
])('the values of %s.%s that are similar in words to %j are %j', (kind, path, text, values) => {
  expect(similarValues(listOf(kind, path), text)).toEqual(values);
});

test('a material is similar only if no word is left over: it may change the meaning', () => {
  const list: ClosedList = {
    name: 'component.material',
    values: ['COTTON', 'ORGANIC COTTON'],
    complete: true,
  };
  expect(similarValues(list, 'cotton of the new kind')).toEqual([]);
});
