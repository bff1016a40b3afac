import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forTerminal, jsonText } from '../src/terminal-text.ts';

const HOSTILE = [
  '\u001b]52;c;aGFoYQ==\u0007',
  '\u001b]8;;https://evil.example\u001b\\here\u001b]8;;\u001b\\',
  '\u001b[2J',
  'one\rtwo',
  'one\ntwo',
  'a\u202eb',
  '\u009b31m',
  'zero\u200bwidth\ufeff',
  '\u2066x\u2069',
  '\ud800',
  '\u{e0041}',
];

/** Characters that must never reach a terminal. */
const RANGES = String.raw`\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}`;
const DANGEROUS = new RegExp(`[${RANGES}]`, 'u');

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(fc.constantFrom(...HOSTILE, 'é', '日本', '😀', 'abc'), { maxLength: 60 })
    .map((parts) => parts.join('')),
);

describe('text for the terminal', () => {
  it.each([
    ['plain', 'plain'],
    ['Société Générale 日本 😀', 'Société Générale 日本 😀'],
    ['\u001b[2J', '\\x1b[2J'],
    ['a\r\nb\tc', 'a\\x0d\\x0ab\\x09c'],
    ['\u009b\u007f', '\\x9b\\x7f'],
    ['a\u202eb\u200bc', 'a\\u{202e}b\\u{200b}c'],
    ['a\u2065b', 'a\\u{2065}b'],
    ['\ud800', '\\u{d800}'],
  ])('the text %j is printed as %j', (raw, shown) => {
    expect(forTerminal(raw)).toBe(shown);
  });

  it('text for the terminal has no characters that move the cursor, change the direction or are invisible', () => {
    fc.assert(
      fc.property(text, (raw) => !DANGEROUS.test(forTerminal(raw)) && forTerminal(raw).isWellFormed()),
    );
  });

  it('text for the terminal has at most 200 characters, and ends with … if it was truncated', () => {
    fc.assert(fc.property(text, (raw) => Array.from(forTerminal(raw)).length <= 200));
    expect(forTerminal('x'.repeat(200))).toBe('x'.repeat(200));
    expect(forTerminal('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
    expect(forTerminal('😀'.repeat(200))).toBe('😀'.repeat(200));
    expect(forTerminal(`${'x'.repeat(197)}\u001b`)).toBe(`${'x'.repeat(197)}…`);
    expect(forTerminal('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
  });

  it('text for the terminal does not change if it is converted again', () => {
    fc.assert(fc.property(text, (raw) => forTerminal(forTerminal(raw)) === forTerminal(raw)));
  });
});

describe('JSON for the terminal', () => {
  it('JSON for the terminal has the same value, without characters that control a terminal', () => {
    fc.assert(
      fc.property(fc.dictionary(text, text), (value) => {
        const json = jsonText(value);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(json).not.toMatch(DANGEROUS);
      }),
    );
  });
});
