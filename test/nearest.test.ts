import { expect, it, vi } from 'vitest';
import { nearest, nearestAll, nearestKey } from '../src/nearest.ts';

const CATEGORIES = ['TRANSFORMATION - Dyeing', 'TRANSFORMATION - Weaving', 'OTHER - Warehouse'];

it.each([
  ['TRANSFORMATION - Sewing', undefined],
  ['TRANSFORMATON - Dyeing', 'TRANSFORMATION - Dyeing'],
  ['transformation - weavign', 'TRANSFORMATION - Weaving'],
  ['TRANSFORMATION Dying', 'TRANSFORMATION - Dyeing'],
  ['OTHER Warehose', 'OTHER - Warehouse'],
])('the words that are right make no room for another word: %s', (text, near) => {
  expect(nearest(text, CATEGORIES)).toBe(near);
});

it.each([
  ['FRN-0052', undefined],
  ['FRN-52', undefined],
  ['FRN-002', 'FRN-0002'],
  ['FRN-0200', undefined],
  ['FNR-0002', 'FRN-0002'],
  ['ROB-2401 / SS27 / ROUGE-030', 'ROB-2041 / SS27 / ROUGE-030'],
  ['ROB-2141 / SS27 / ROUGE-030', undefined],
])('a key with another number is another record: %s', (text, near) => {
  expect(nearestKey(text, ['FRN-0002', 'FRN-0020', 'ROB-2041 / SS27 / ROUGE-030'])).toBe(near);
});

it.each([
  ['123', '000123'],
  ['00124', '124'],
  ['rob-7 / SS27', 'ROB-0007 / SS27'],
  ['9', '09'],
])('lost zeros in front of a number are near, however many: %s', (text, near) => {
  expect(nearestKey(text, ['000123', '124', 'ROB-0007 / SS27', '09', '009'])).toBe(near);
});

it('a key that is as near to several keys is near to none', () => {
  expect(nearestKey('P1 / SS27 / Z', ['P1 / SS27 / A', 'P1 / SS27 / B'])).toBe(undefined);
  expect(nearestKey('P1 / SS27 / AA', ['P1 / SS27 / B', 'P1 / SS27 / A', 'P1 / SS27 / C'])).toBe(
    'P1 / SS27 / A',
  );
  // A value of a list is only asked about.
  expect(nearest('cottn', ['cotton', 'cottan'])).toBe('cotton');
});

it.each([
  ['MAIN', ['MAIN FABRIC', 'MAIN ÉTOFFE']],
  ['étoffes', ['MAIN ÉTOFFE']],
  ['chains', ['CHAIN']],
  ['fabric main', ['MAIN FABRIC']],
  ['CHIAN', ['CHAIN']],
  // Too many values have the word, or it is no word.
  ['PART', []],
  ['1', []],
])('a value that contains the words of a text is before one that is similar: %s', (text, values) => {
  const parts = [1, 2, 3, 4, 5, 6, 7].map((number) => `PART ${number}`);
  expect(nearestAll(text, ['CHAIN', 'MAIN FABRIC', 'MAIN ÉTOFFE', 'PARK', ...parts])).toEqual(values);
});

it('the words of a list are found once, however many texts are compared with it', () => {
  const list = Array.from({ length: 200 }, (_, at) => `KIND ${at} OF FABRIC`);
  using folded = vi.spyOn(String.prototype, 'normalize');
  for (let at = 0; at < 100; at++) nearestAll(`WOVN ${at}`, list);
  expect(folded.mock.calls.length).toBeLessThan(400);
});
