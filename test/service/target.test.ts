import { describe, expect, it } from 'vitest';
import { TraceError } from '../../src/errors.ts';
import { Limiter } from '../../src/service/limiter.ts';
import { checkTarget, type Target } from '../../src/service/target.ts';

const TOKEN = 'canary-3f9c';
const limiter = new Limiter({ rate: 0, concurrency: 4 });
const target = (more: Partial<Target>): Target => ({
  ...{ baseUrl: 'https://api.example', token: TOKEN, limiter, timeoutMs: 1000, tlsChecked: true, ...more },
});

function refusal(more: Partial<Target>): TraceError {
  try {
    checkTarget(target(more));
  } catch (error) {
    if (error instanceof TraceError) return error;
    throw error;
  }
  return expect.unreachable();
}

describe('the base address', () => {
  it.each([
    ['https://api.example', 'https://api.example', ''],
    ['https://api.example/', 'https://api.example', ''],
    ['https://API.example:443/mock//', 'https://api.example', '/mock'],
    ['https://api.example:8443/a/b/', 'https://api.example:8443', '/a/b'],
    ['http://localhost:8080', 'http://localhost:8080', ''],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1', ''],
    ['http://127.8.9.1', 'http://127.8.9.1', ''],
    ['http://[::1]:1/x', 'http://[::1]:1', '/x'],
  ])('the base address %s has the origin %s and the path prefix "%s"', (baseUrl, origin, prefix) => {
    expect(checkTarget(target({ baseUrl }))).toEqual({ origin, prefix });
  });

  it.each([
    ['', 'base-address-invalid'],
    ['api.example', 'base-address-invalid'],
    ['https://', 'base-address-invalid'],
    ['ftp://api.example', 'base-address-invalid'],
    ['file:///etc/hosts', 'base-address-invalid'],
    ['https://api.example/?key=pa55', 'base-address-invalid'],
    ['https://api.example/#pa55', 'base-address-invalid'],
    ['https//user:pa55@api.example', 'base-address-invalid'],
    ['https://user:pa55@api.example', 'base-address-credentials'],
    ['https://pa55@api.example', 'base-address-credentials'],
    ['http://api.example', 'token-over-http'],
    ['http://localhost.example', 'token-over-http'],
    ['http://127.0.0.1.example', 'token-over-http'],
    ['http://192.168.0.1', 'token-over-http'],
    ['http://0.0.0.0', 'token-over-http'],
  ])('the base address "%s" is refused: %s', (baseUrl, code) => {
    const error = refusal({ baseUrl });
    expect(error).toMatchObject({ exit: 'usage', code });
    expect(`${error.message} ${error.hint}`).not.toMatch(/pa55|canary/);
  });

  it('the base address may be plain http to another machine if there is no token', () => {
    expect(checkTarget(target({ baseUrl: 'http://api.example', token: null }))).toMatchObject({ prefix: '' });
  });
});

describe('the token', () => {
  it.each([
    ...['', 'a b', 'canary\n', 'canary\r\nx: y', 'canary\u00e9', 'canary\u0000', '\tcanary', 'canary\u200b'],
  ])('the token %j is refused, and is not in the message', (token) => {
    const error = refusal({ token });
    expect(error).toMatchObject({ exit: 'token', code: 'token-malformed' });
    expect(`${error.message} ${error.hint}`).not.toContain('canary');
  });

  it.each(['abc.DEF-_123', '!"#$%&()*+,/:;<=>?@[]^`{|}~'])('%s is accepted', (token) => {
    expect(() => checkTarget(target({ token }))).not.toThrow();
  });
});

describe('a connection whose TLS certificate is not checked', () => {
  it('a connection whose TLS certificate is not checked is refused over https with a token, but not without a token or over http to this machine', () => {
    expect(refusal({ tlsChecked: false })).toMatchObject({ exit: 'usage', code: 'tls-unchecked' });
    expect(() => checkTarget(target({ tlsChecked: false, token: null }))).not.toThrow();
    expect(() => checkTarget(target({ tlsChecked: false, baseUrl: 'http://localhost:1' }))).not.toThrow();
  });
});
