import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHttpDate, retryAfterMs } from '../../src/service/retry.ts';

const NOW = Date.UTC(2026, 7, 29, 12, 0, 0);
const date = (offsetMs: number) => new Date(NOW + offsetMs).toUTCString();

describe('the wait of a Retry-After in seconds', () => {
  it.each<[string | string[] | undefined, number | null]>([
    ['0', 0],
    ['120', 120_000],
    [' 5 ', 5000],
    ['0.25', 250],
    ['1.0001', 1001],
    ['-3', 0],
    ['+3', 3000],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['', null],
    ['soon', null],
    ['5s', null],
    ['1e3', null],
    ['0x10', null],
    [undefined, null],
    [['2', '30'], 30_000],
    [['soon', '30'], 30_000],
    [['30', '2'], 30_000],
    [['soon', 'later'], null],
    [[], null],
    ['x5', null],
    ['5.', null],
    ['0.0001', 1],
  ])('the wait for a Retry-After of %j is %s ms', (header, wait) => {
    expect(retryAfterMs(header, undefined, NOW)).toBe(wait);
  });
});

describe('a Retry-After with a date', () => {
  it.each<[string, number | null]>([
    ['Sun, 06 Nov 1994 08:49:37 GMT', 784111777000],
    ['sun, 06 nov 1994 08:49:37 gmt', 784111777000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 784111777000],
    ['Sun Nov  6 08:49:37 1994', 784111777000],
    ['Sat Aug 29 12:00:00 2026', NOW],
    ['Saturday, 29-Aug-26 12:00:00 GMT', NOW],
    ['Monday, 29-Aug-76 12:00:00 GMT', Date.UTC(2076, 7, 29, 12)],
    ['Monday, 29-Aug-77 12:00:00 GMT', Date.UTC(1977, 7, 29, 12)],
    ['Sun, 06 Nov 1994 08:49:37', null],
    ['Sun, 06 Nov 1994 08:49:37 +0200', null],
    ['Sun, 06 Foo 1994 08:49:37 GMT', null],
    ['Wed, 30 Nov 1994 23:59:59 GMT', Date.UTC(1994, 10, 30, 23, 59, 59)],
    ['Thu, 01 Dec 1994 00:00:00 GMT', Date.UTC(1994, 11, 1)],
    ['Sat, 31 Dec 1994 23:59:60 GMT', Date.UTC(1995, 0, 1)],
    ['Sun, 00 Nov 1994 08:49:37 GMT', null],
    ['Sun, 32 Nov 1994 08:49:37 GMT', null],
    ['Sun, 06 Nov 1994 24:49:37 GMT', null],
    ['Sun, 06 Nov 1994 08:60:37 GMT', null],
    ['Sun, 06 Nov 1994 08:49:61 GMT', null],
    ['2026-08-29T12:00:00Z', null],
    ['1994', null],
  ])('"%s" is the time %s', (text, time) => {
    expect(parseHttpDate(text, NOW)).toBe(time);
  });

  it('a Retry-After with a date is read from every date that JavaScript writes', () => {
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
    fc.assert(
      fc.property(seconds, (s) => {
        expect(parseHttpDate(new Date(s * 1000).toUTCString(), NOW)).toBe(s * 1000);
      }),
    );
  });

  it.each<[string, number, number | undefined, number]>([
    ['our clock alone', 30_000, undefined, 30_000],
    ['both clocks agree', 30_000, 0, 30_000],
    ['ours is ahead: the wait is not shortened', -20_000, -50_000, 30_000],
    ['ours is behind: the wait is not made longer', 90_000, 60_000, 30_000],
    ['ours is a day behind', 86_430_000, 86_400_000, 30_000],
    ['in the past', -5000, 0, 0],
  ])('a Retry-After with a date gives the right wait: %s', (_name, until, server, wait) => {
    const dateHeader = server === undefined ? undefined : date(server);
    expect(retryAfterMs(date(until), dateHeader, NOW)).toBe(wait);
  });

  it('a Retry-After with a date is counted by our clock if the Date header cannot be read', () => {
    expect(retryAfterMs(date(1000), 'yesterday', NOW)).toBe(1000);
    expect(retryAfterMs(date(1000), [], NOW)).toBe(1000);
  });

  it('a Retry-After with a date is counted from the first Date header, whatever spaces are around it', () => {
    expect(retryAfterMs(date(90_000), [` ${date(60_000)} `, date(0)], NOW)).toBe(30_000);
  });

  it('a Retry-After with a date gives no wait if the date is past by our clock', () => {
    expect(retryAfterMs(date(-5000), undefined, NOW)).toBe(0);
  });
});
