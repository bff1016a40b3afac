import { expect, it, vi } from 'vitest';
import { nearest, nearestAll, nearestKey } from '../src/nearest.ts';

const CATEGORIES = ['TRANSFORMATION - Dyeing', 'TRANSFORMATION - Weaving', 'OTHER - Warehouse'];

it.each([
  ['TRANSFORMATION - Sewing', undefined],
  ['TRANSFORMATON - Dyeing', 'TRANSFORMATION - Dyeing'],
  ['transformation - weavign', 'TRANSFORMATION - Weaving'],
  ['TRANSFORMATION Dying', 'TRANSFORMATION - Dyeing'],
  ['OTHER Warehose', 'OTHER - Warehouse'],
])('a value is suggested only if each of its words is similar: %s → %s', (text, near) => {
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
])('a key with another number is suggested only for zeros or swapped digits: %s → %s', (text, near) => {
  expect(nearestKey(text, ['FRN-0002', 'FRN-0020', 'ROB-2041 / SS27 / ROUGE-030'])).toBe(near);
});

it.each([
  ['123', '000123'],
  ['00124', '124'],
  ['rob-7 / SS27', 'ROB-0007 / SS27'],
  ['9', '09'],
])('a key that differs only in leading zeros is suggested: %s → %s', (text, near) => {
  expect(nearestKey(text, ['000123', '124', 'ROB-0007 / SS27', '09', '009'])).toBe(near);
});

it('no key is suggested if several are equally near', () => {
  expect(nearestKey('P1 / SS27 / Z', ['P1 / SS27 / A', 'P1 / SS27 / B'])).toBe(undefined);
  expect(nearestKey('P1 / SS27 / AA', ['P1 / SS27 / B', 'P1 / SS27 / A', 'P1 / SS27 / C'])).toBe(
    'P1 / SS27 / A',
  );
  // Of equally near values of a list, the first is suggested.
  expect(nearest('cottn', ['cotton', 'cottan'])).toBe('cotton');
});

it.each([
  ['MAIN', ['MAIN FABRIC', 'MAIN ÉTOFFE']],
  ['étoffes', ['MAIN ÉTOFFE']],
  ['chains', ['CHAIN']],
  ['fabric main', ['MAIN FABRIC']],
  ['CHIAN', ['CHAIN']],
  // Too many values have the word, or the text has no letters.
  ['PART', []],
  ['1', []],
])('values that contain the words of a text are suggested before similar ones: %s → %j', (text, values) => {
  const parts = [1, 2, 3, 4, 5, 6, 7].map((number) => `PART ${number}`);
  expect(nearestAll(text, ['CHAIN', 'MAIN FABRIC', 'MAIN ÉTOFFE', 'PARK', ...parts])).toEqual(values);
});

it('a list is split into words once, even if 100 texts are compared with it', () => {
  const list = Array.from({ length: 200 }, (_, at) => `KIND ${at} OF FABRIC`);
  using folded = vi.spyOn(String.prototype, 'normalize');
  for (let at = 0; at < 100; at++) nearestAll(`WOVN ${at}`, list);
  expect(folded.mock.calls.length).toBeLessThan(400);
});
