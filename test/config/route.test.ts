import { describe, expect, test } from 'vitest';
import { routeOf } from '../../src/config/route.ts';

const HTTPS_PROXY = 'http://proxy.example:8080';
const UNSET = { value: null, from: 'default' };
const routeTo = (address: string, env: Readonly<Record<string, string>>) => routeOf(address, UNSET, env);

describe('the proxy', () => {
  test.each([
    [{}, null, 'default'],
    [{ HTTPS_PROXY }, HTTPS_PROXY, 'HTTPS_PROXY'],
    [{ HTTPS_PROXY, https_proxy: 'http://lower.example:1' }, 'http://lower.example:1', 'https_proxy'],
    [{ HTTPS_PROXY, https_proxy: '' }, HTTPS_PROXY, 'HTTPS_PROXY'],
    [{ HTTPS_PROXY, HTTP_PROXY: 'http://plain.example:1' }, HTTPS_PROXY, 'HTTPS_PROXY'],
    [{ HTTP_PROXY: 'http://plain.example:1' }, 'http://plain.example:1', 'HTTP_PROXY'],
    [{ HTTPS_PROXY: 'proxy.example:3128' }, 'http://proxy.example:3128', 'HTTPS_PROXY'],
    [{ HTTPS_PROXY: ' https://proxy.example/path ' }, 'https://proxy.example', 'HTTPS_PROXY'],
    [{ ALL_PROXY: HTTPS_PROXY }, null, 'default'],
  ])('of the variables %j is %s, from %s', (env, proxy, from) => {
    expect(routeTo('https://api.example.com', env)).toMatchObject({ proxy, from });
  });

  test.each([
    ['http://u:p@p.example:1', 'u:p'],
    ['u:p@p.example:1', 'u:p'],
    ['http://dom%5Cu:p%40ss%3A@p.example:1', 'dom\\u:p@ss:'],
    ['http://u:100%@p.example:1', 'u:100%'],
    ['http://u@p.example:1', 'u:'],
    ['http://p.example:1', null],
  ])('of %s has the user and password %s', (text, auth) => {
    expect(routeTo('https://api.example.com', { HTTPS_PROXY: text }).auth).toBe(auth);
  });

  test.each(['socks5://u:secret@p:1', 'http://', 'http://u:sec#ret@p:1'])(
    'is an error without its value for %s',
    (text) => {
      const route = () => routeTo('https://api.example.com', { HTTPS_PROXY: text });
      expect(route).toThrow(expect.objectContaining({ code: 'proxy-invalid', exit: 'usage' }));
      expect(route).not.toThrow(/sec/);
    },
  );

  test('of the configuration overrides all variables', () => {
    const env = { HTTPS_PROXY, NO_PROXY: '*' };
    const of = (value: string) => routeOf('https://api.example.com', { value, from: 'file' }, env);
    expect(of('http://own.example:1')).toMatchObject({ proxy: 'http://own.example:1', from: 'file' });
    expect(of('none')).toMatchObject({ proxy: null, from: 'file' });
  });

  test.each(['https://localhost:1', 'http://127.0.0.1:4010', 'https://[::1]', 'https://127.9.9.9'])(
    'is never used for %s, which is this machine',
    (address) => {
      const route = routeOf(address, { value: HTTPS_PROXY, from: 'file' }, { HTTPS_PROXY });
      expect(route).toEqual({ proxy: null, from: 'loopback', auth: null });
    },
  );
});

test.each<[string, string, boolean]>([
  ['*', 'https://api.example.com', true],
  ['example.com', 'https://api.example.com', true],
  ['.example.com', 'https://api.example.com', true],
  ['.example.com', 'https://example.com', true],
  ['*.example.com', 'https://api.example.com', true],
  ['*.example.com', 'https://example.com', false],
  ['API.Example.COM.', 'https://api.example.com', true],
  ['other.com, api.example.com', 'https://api.example.com', true],
  ['other.com api.example.com', 'https://api.example.com', true],
  ['ample.com', 'https://api.example.com', false],
  ['api.example.com.evil', 'https://api.example.com', false],
  ['api.example.com:443', 'https://api.example.com', true],
  ['api.example.com:8443', 'https://api.example.com', false],
  ['api.example.com:8443', 'https://api.example.com:8443', true],
  ['10.0.0.5', 'https://10.0.0.5', true],
  ['[2001:db8::5]:443', 'https://[2001:db8::5]', true],
  ['[2001:db8::5]', 'https://[2001:db8::5]', true],
  ['2001:db8::5', 'https://[2001:db8::5]', true],
  [' , ', 'https://api.example.com', false],
])('NO_PROXY=%j for %s: direct is %s', (noProxy, address, isDirect) => {
  for (const name of ['NO_PROXY', 'no_proxy']) {
    const { proxy, from } = routeTo(address, { HTTPS_PROXY, [name]: noProxy });
    expect([proxy, from]).toEqual(isDirect ? [null, name] : [HTTPS_PROXY, 'HTTPS_PROXY']);
  }
});
