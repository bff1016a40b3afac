import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactAll, redactor } from '../../src/service/redact.ts';

describe('a redactor of a token', () => {
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
  ])('replaces the token written like this: %s', (_name, form) => {
    const text = redact(`a ${form} b ${form}`);
    expect(text).toMatch(/^a \[redacted\]=* b \[redacted\]=*$/);
  });

  it('leaves every other text unchanged', () => {
    expect(redact('supplierRef FRN-0007 not found')).toBe('supplierRef FRN-0007 not found');
    expect(redactor(null)('a token')).toBe('a token');
    expect(redactor('')('a token')).toBe('a token');
  });

  it('replaces a token of three letters only as a whole word', () => {
    expect(redactor('abc')('abc, abcd, (abc) dabc')).toBe('[redacted], abcd, ([redacted]) dabc');
  });

  it('replaces a token of one letter only at the place of a token, such as after "Bearer"', () => {
    const redact = redactor('x');
    expect(redact('nothing at /v2/products/x, "x"')).toBe('nothing at /v2/products/x, "x"');
    expect(redact('Bearer x; token: "x"')).toBe('Bearer [redacted]; token: "[redacted]"');
  });

  const sign = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  const tokens = fc.array(sign, { minLength: 6, maxLength: 60 }).map((signs) => signs.join(''));

  it('replaces every token of at least six characters, whatever text is around it', () => {
    fc.assert(
      fc.property(tokens, fc.string(), fc.string(), (token, before, after) => {
        expect(redactor(token)(`${before}${token}${after}`).split('[redacted]').join('')).not.toContain(
          token,
        );
        expect(redactor(token)(encodeURIComponent(token))).toContain('[redacted]');
      }),
    );
  });

  /** Every character, encoded by `write`. */
  const each = (write: (hex: string, sign: string) => string) => (token: string) =>
    Array.from(token, (sign) => write(sign.charCodeAt(0).toString(16).padStart(2, '0'), sign)).join('');
  const percent = each((hex) => `%${hex}`);
  const NAMES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
  const SIGNS = { '/': 'sol', '\\': 'bsol', '=': 'equals', '+': 'plus', '%': 'percnt' };
  const MORE: Record<string, string> = SIGNS;
  const hex = (token: string) => Buffer.from(token).toString('hex');
  const json = each((code) => `\\u00${code}`);

  it.each<[name: string, write: (token: string) => string]>([
    ['percent-encoding of every sign', percent],
    ['percent-encoding in capitals', (token) => percent(token).toUpperCase()],
    ['percent-encoding twice', (token) => encodeURIComponent(encodeURIComponent(token))],
    ['percent-encoding of every sign twice', (token) => percent(percent(token))],
    ['percent-encoding twice, in lower case', (token) => encodeURIComponent(percent(token)).toLowerCase()],
    ['percent-encoding three times', (token) => percent(encodeURIComponent(percent(token)))],
    ['decimal entities', each((_, sign) => `&#${sign.charCodeAt(0)};`)],
    ['decimal entities with zeros', each((_, sign) => `&#${String(sign.charCodeAt(0)).padStart(6, '0')};`)],
    ['hexadecimal entities', each((code) => `&#x${code};`)],
    ['hexadecimal entities in capitals', each((code) => `&#X${code.toUpperCase()};`)],
    ['XML', each((_, sign) => (NAMES[sign] ? `&${NAMES[sign]};` : sign))],
    ['HTML', each((_, sign) => ((NAMES[sign] ?? MORE[sign]) ? `&${NAMES[sign] ?? MORE[sign]};` : sign))],
    ['entities within entities', (token) => each((code) => `&#x${code};`)(token).replaceAll('&', '&amp;')],
    ['hex', hex],
    ['hex in capitals', (token) => hex(token).toUpperCase()],
    ['JSON', (token) => JSON.stringify(token).slice(1, -1)],
    ['JSON within JSON', (token) => JSON.stringify(JSON.stringify(token)).slice(3, -3)],
    ['JSON with slashes', (token) => JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/')],
    ['JSON of every sign', json],
    ['JSON in capitals', (token) => json(token).toUpperCase().replaceAll('\\U', '\\u')],
    ['code points of JavaScript', each((code) => `\\u{${code}}`)],
    ['bytes of JavaScript', each((code) => `\\x${code}`)],
    ['base64 in a URL', (token) => encodeURIComponent(Buffer.from(token).toString('base64'))],
    ['a URL in JSON', (token) => JSON.stringify(percent(token)).slice(1, -1).replaceAll('%', '\\u0025')],
    ['a mixture', each((code, sign) => (code < '60' ? `%25${code}` : code < '70' ? `&#x${code};` : sign))],
  ])('replaces the token in %s', (_name, write) => {
    fc.assert(
      fc.property(tokens, (token) => {
        const text = redactor(token)(`«${write(token)}» «${write(token)}»`);
        expect(text).toMatch(/^«\[redacted\](%3D|=)*» «\[redacted\](%3D|=)*»$/);
      }),
    );
  });

  it.each(['base64', 'base64url'] as const)('replaces the token within a longer text in %s', (alphabet) => {
    const bytes = fc.uint8Array({ maxLength: 7 }).map((all) => Buffer.from(all));
    fc.assert(
      fc.property(tokens, bytes, bytes, (token, before, after) => {
        const form = Buffer.concat([before, Buffer.from(token), after]).toString(alphabet);
        const text = redactor(token)(`Basic ${form};`);
        const [, left, right] = /^Basic ([\w+/-]*)\[redacted\]([\w+/-]*)=*;$/.exec(text)!;
        // The rest reveals nothing but the text around the token.
        expect(before.subarray(0, Math.floor((left!.length * 6) / 8))).toEqual(Buffer.from(left!, 'base64'));
        expect(right!.length).toBeLessThanOrEqual(Math.ceil((after.length * 8) / 6));
      }),
    );
  });

  it('does not replace half of an escape sequence', () => {
    fc.assert(
      fc.property(tokens, fc.string(), (token, beside) => {
        const text = JSON.stringify({ beside, token: percent(token) });
        expect(JSON.parse(redactor(token)(text))).toMatchObject({ token: '[redacted]' });
      }),
    );
  });

  it('takes time in proportion to the length of the text, whatever the text is', () => {
    const redact = redactor('canary-7f3e9b2c51d84a06');
    for (const part of ['%25', '\\\\', '&amp;', '&#0', '&a', '%u', '\\u{', '%2525252525'])
      expect(redact(part.repeat(100_000))).toBe(part.repeat(100_000));
    expect(redact(`&#${'0'.repeat(300_000)}`)).toHaveLength(300_002);
  });

  it('leaves numbers and words unchanged that spell a token of three letters as a part', () => {
    const redact = redactor('abc');
    expect(redact('6162630 and 616263')).toBe('6162630 and [redacted]');
    expect(redact('%61bcd, x%61bc, %61bc')).toBe('%61bcd, x%61bc, [redacted]');
    expect(redact('xYWJj YWJjZA fooYWJjbar')).toBe('xYWJj YWJjZA fooYWJjbar');
  });

  it('replaces the token in all parts of a response except its type', () => {
    const answer = (token: string) => ({
      ...{ type: 'refused', status: 400, messages: [`${token} x`], deep: { a: [token], b: null } },
    });
    expect(redactAll(answer('canary-1'), redactor('canary-1'))).toEqual(answer('[redacted]'));
    expect(redactAll({ type: 'refused' }, redactor('refused'))).toEqual({ type: 'refused' });
  });
});
