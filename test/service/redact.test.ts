import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactAll, redactor } from '../../src/service/redact.ts';

describe('redactor', () => {
  const token = 'aB3+/="<&>\\x.z';
  const redact = redactor(token);

  it.each([
    ['as it is', token],
    ['in capitals', token.toUpperCase()],
    ['base64', Buffer.from(token).toString('base64')],
    ['base64 for URLs', Buffer.from(token).toString('base64url')],
    ['base64 with its scheme', Buffer.from(`Bearer ${token}`).toString('base64')],
    ['percent-encoded', encodeURIComponent(token)],
    ['JSON', JSON.stringify(token).slice(1, -1)],
    ['HTML', 'aB3+/=&quot;&lt;&amp;&gt;\\x.z'],
  ])('%s', (_name, form) => {
    const text = redact(`a ${form} b ${form}`);
    expect(text).toMatch(/^a \[redacted\]=* b \[redacted\]=*$/);
  });

  it('leaves every other text alone', () => {
    expect(redact('supplierRef FRN-0007 not found')).toBe('supplierRef FRN-0007 not found');
    expect(redactor(null)('a token')).toBe('a token');
    expect(redactor('')('a token')).toBe('a token');
  });

  it('replaces a very short token only where it stands alone', () => {
    expect(redactor('abc')('abc, abcd, (abc) dabc')).toBe('[redacted], abcd, ([redacted]) dabc');
  });

  it('holds for every token that passes the check', () => {
    const sign = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
    const tokens = fc.array(sign, { minLength: 6, maxLength: 60 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(tokens, fc.string(), fc.string(), (token, before, after) => {
        expect(redactor(token)(`${before}${token}${after}`).split('[redacted]').join('')).not.toContain(
          token,
        );
        expect(redactor(token)(encodeURIComponent(token))).toContain('[redacted]');
      }),
    );
  });

  it('goes through all of an answer but its type', () => {
    const answer = {
      type: 'refused',
      status: 400,
      messages: ['canary-1 x'],
      deep: { a: ['canary-1'], b: null },
    };
    expect(redactAll(answer, redactor('canary-1'))).toEqual({
      type: 'refused',
      status: 400,
      messages: ['[redacted] x'],
      deep: { a: ['[redacted]'], b: null },
    });
    expect(redactAll({ type: 'refused' }, redactor('refused'))).toEqual({ type: 'refused' });
  });
});
