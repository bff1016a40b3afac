import { expect, test } from 'vitest';
import type { ClosedList } from '../../../src/contract/list.ts';
import { nearValue } from '../../../src/records/check/near-value.ts';

const FIBRES: ClosedList = {
  name: 'toy.fibre',
  values: ['COTTON', 'COTTON PIMA', 'POLYESTER - RECYCLED', 'WOOL/SILK'],
  complete: false,
  likely: ['LINEN'],
  words: { Laine: 'WOOL/SILK' },
  apart: ['COTTEN'],
};

test.each<[text: string, near: string | undefined]>([
  ['COTTN', 'COTTON'],
  ['cottn', 'COTTON'],
  ['COTTN,', 'COTTON'],
  ['  COTTN  PIMA ', 'COTTON PIMA'],
  ['COTTN_PIMA', 'COTTON PIMA'],
  ['PIMA COTTN', 'PIMA COTTON'],
  ['POLYSTER RECYCLED', 'POLYESTER - RECYCLED'],
  ['POLYSTER/RECICLED', 'POLYESTER - RECYCLED'],
  ['WOOL SILKK', 'WOOL/SILK'],
  ['LINNEN', 'LINEN'],
  ['laine', 'WOOL/SILK'],
  ['LAINE', 'WOOL/SILK'],
  ['COTTEN', undefined],
  ['COTTON', undefined],
  ['COTTON TEAK', undefined],
  ['TEAK', undefined],
  ['', undefined],
])('the list value near %j is %j, also when the text is compared again', (text, near) => {
  // A new list object: what is prepared for a list is kept with the object.
  const list = { ...FIBRES };
  expect([nearValue(list, text), nearValue(list, text)]).toEqual([near, near]);
});

test('a text is compared with a list only up to 80 characters', () => {
  const text = (length: number) => `COTTN${' '.repeat(length - 5)}`;
  expect(nearValue(FIBRES, text(80))).toBe('COTTON');
  expect(nearValue(FIBRES, text(81))).toBe(undefined);
});

test('a list is prepared once for near values, however many texts are compared', () => {
  let reads = 0;
  const values = ['COTTON', 'WOOL'];
  const list: ClosedList = {
    name: 'toy.counted',
    complete: false,
    get values() {
      reads++;
      return values;
    },
  };
  const near = ['COTTN', 'WOOLL', 'TEAK'].map((text) => nearValue(list, text));
  expect(near).toEqual(['COTTON', 'WOOL', undefined]);
  // Once for the values, and once for the shipped words.
  expect(reads).toBe(2);
});

test('a list without translations and exceptions has near values too', () => {
  const list: ClosedList = { name: 'toy.plain', values: ['COTTON'], complete: false };
  expect(nearValue(list, 'COTTN')).toBe('COTTON');
  expect(nearValue(list, 'Laine')).toBe(undefined);
});
