import { describe, expect, it } from 'vitest';
import { isParsable, parseJson } from '../../src/service/response-body.ts';

/** A longer text is checked before it is parsed. */
const SHORT = 64 * 1024;
/** A text in quotes that makes any JSON long. */
const LONG = `"${'x'.repeat(SHORT)}"`;

const lists = (depth: number, inner: string): string => '['.repeat(depth) + inner + ']'.repeat(depth);
const objects = (depth: number, inner: string): string => '{"a":'.repeat(depth) + inner + '}'.repeat(depth);
const fields = (count: number, value = '1'): string =>
  Array.from({ length: count }, (_, at) => `"k${at}":${value}`).join(',');

describe('parseJson does not parse a large body that would fill the memory', () => {
  it.each<[string, string]>([
    ['400,000 nested lists', '['.repeat(400_000) + ']'.repeat(400_000)],
    ['50,000 nested objects', objects(50_000, '1')],
    ['20,000 names in an object', `{${fields(20_000)}}`],
  ])('a large body with %s is not parsed', (_, text) => {
    expect(parseJson(text)).toBeUndefined();
  });
});

it('parseJson parses a page of 200 items, whatever brackets their texts contain', () => {
  const text = `${'['.repeat(500)}\\"{:`;
  const page = {
    total: 200,
    data: Array.from({ length: 200 }, (_, at) => ({ id: `${at}`, [text]: [text] })),
  };
  expect(parseJson(JSON.stringify(page))).toEqual(page);
});

describe('isParsable accepts a text above 64 KiB', () => {
  it.each<[string, string, string]>([
    ['lists inside each other', lists(200, LONG), lists(201, LONG)],
    ['objects inside each other', objects(200, LONG), objects(201, LONG)],
    ['lists after closed ones', lists(150, `[],${lists(50, LONG)}`), lists(150, `[],${lists(51, LONG)}`)],
    ['lists after closed objects', lists(150, `{},${lists(50, LONG)}`), lists(150, `{},${lists(51, LONG)}`)],
    ['fields of one object', `{${fields(10_000)}}`, `{${fields(10_001)}}`],
    ['fields of an object deep inside', lists(199, `{${fields(10_000)}}`), lists(199, `{${fields(10_001)}}`)],
    ['fields that are objects', `{${fields(10_000, '{}')}}`, `{${fields(10_001, '{}')}}`],
    ['lists and objects in all', '[]{}'.repeat(500_000), `${'[]{}'.repeat(500_000)}[]`],
  ])('with up to the limit of %s, and none above it', (_, atLimit, above) => {
    expect([isParsable(atLimit), isParsable(above)]).toEqual([true, false]);
  });

  it('a text above 64 KiB with objects of 9000 fields each is accepted, since only the fields of one object are limited', () => {
    expect(isParsable(`[{${fields(9000)}},{${fields(9000)}}]`)).toBe(true);
  });

  it.each<[string, string]>([
    ['colons', ':'.repeat(20_000)],
    ['brackets', '[{'.repeat(300)],
    ['escaped quotes', '\\"['.repeat(300)],
    ['escaped backslashes', `${'\\\\'.repeat(300)}`],
  ])('a text above 64 KiB is accepted whatever its strings contain: %s', (_, text) => {
    expect(isParsable(`[${LONG},"${text}",${LONG}]`)).toBe(true);
  });

  it.each<[string, string]>([
    ['after a text with an escaped backslash at its end', `["\\\\",${'['.repeat(300)}${LONG}`],
    ['after a text', `["x",${'['.repeat(300)}${LONG}`],
    ['after too many closing brackets', `${']'.repeat(300)}${'['.repeat(201)}${LONG}`],
  ])('isParsable accepts a text above 64 KiB only if it is not nested too deep %s', (_, text) => {
    expect(isParsable(text)).toBe(false);
  });

  it('a text above 64 KiB whose last string has no end is accepted', () => {
    expect(isParsable(`["${'x'.repeat(SHORT)}`)).toBe(true);
  });
});

it('isParsable accepts a text of at most 64 KiB with any nesting', () => {
  expect([isParsable('['.repeat(SHORT)), isParsable('['.repeat(SHORT + 1))]).toEqual([true, false]);
});
