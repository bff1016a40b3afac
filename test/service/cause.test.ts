import { describe, expect, it } from 'vitest';
import { causeText } from '../../src/service/cause.ts';

const withCode = (message: string, code: unknown): Error => Object.assign(new Error(message), { code });

const REFUSED = withCode('a', 'ECONNREFUSED');
const REFUSED_TEXT = 'connection refused (ECONNREFUSED)';
const TIMED_OUT = withCode('b', 'ETIMEDOUT');

describe('the text of a connection error', () => {
  it.each<[string, unknown, string]>([
    ['a known error code', withCode('ENOTFOUND x', 'ENOTFOUND'), 'host name not found (ENOTFOUND)'],
    ['an unknown error code', withCode('something broke', 'E_STRANGE'), 'something broke'],
    ['an unknown error code without a message', withCode('', 'E_STRANGE'), 'E_STRANGE'],
    ['a message of only spaces', withCode('  ', 'E_STRANGE'), 'E_STRANGE'],
    ['spaces around the message', new Error(' something broke\n'), 'something broke'],
    ['neither message nor code', new TypeError(''), 'TypeError'],
    ['a code that is not a text', withCode('', 7), 'Error'],
    ['something that is no error', 'broken', 'broken'],
  ])('with %s', (_, error, text) => {
    expect(causeText(error)).toBe(text);
  });

  it.each<[string, Error, string]>([
    ['is that of the first address tried', new AggregateError([REFUSED, TIMED_OUT]), REFUSED_TEXT],
    [
      'is its own code, if it has one',
      Object.assign(new AggregateError([REFUSED]), { code: 'ETIMEDOUT' }),
      'connection timed out (ETIMEDOUT)',
    ],
    ['is its message, if no address failed with a code', new AggregateError([], 'no address'), 'no address'],
    ['is its message, if the first is no error', new AggregateError([null], 'no address'), 'no address'],
  ])('the text of a connection error for several addresses %s', (_, error, text) => {
    expect(causeText(error)).toBe(text);
  });
});
