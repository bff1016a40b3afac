import { parse, type Token } from '@messageformat/parser';
import { expect, test } from 'vitest';
import { textsOf } from '../../scripts/make-messages.ts';
import { LANGUAGES } from '../../src/language/languages.ts';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const sourceOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (token.type === 'content') return escaped(token.value);
      if (token.type === 'octothorpe') return '\\S+';
      if (token.type === 'argument' || token.type === 'function') return '[^]+';
      return `(?:${token.cases.map((one) => sourceOf(one.tokens)).join('|')})`;
    })
    .join('');

/** Patterns of all messages with any values, after the value of the cell. Messages without words are excluded. */
const patternsOf = (texts: ReturnType<typeof textsOf>): RegExp[] =>
  Object.entries(texts)
    .filter(([area]) => !['examples', 'cures', 'meanings', 'copyCures', 'summaries'].includes(area))
    .flatMap(([, messages]) => Object.values(messages))
    .filter((text) => /\p{L}{3}/u.test(text.replaceAll(/\{[^{}]*\}/g, '')))
    .map((text) => new RegExp(`^(?:"[^]*"\\p{Z}?:? )*${sourceOf(parse(text))}$`, 'u'));

/** Examples that show a value and its conversion: `"oui" → yes`. */
const CONVERTED = /^[^→]+ → [^→]+$/;

test.each(LANGUAGES)('each example of a finding in %s matches a message of trace', (language) => {
  const texts = textsOf(language);
  const patterns = patternsOf(texts);
  const others = Object.entries(texts.examples!).filter(([, example]) => {
    const [, message] = example.replaceAll(/'(['{}]+)'/g, '$1').split(' | ');
    return !CONVERTED.test(message!) && !patterns.some((pattern) => pattern.test(message!));
  });
  expect(others).toEqual([]);
});
