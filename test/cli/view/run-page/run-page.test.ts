import { describe, expect, test } from 'vitest';
import type { ReportedFinding } from '../../../../src/import/report/report-parts.ts';
import { NOT_KNOWN } from '../../../../src/send/plan/changed.ts';
import { noTotals } from '../../../../src/send/push/outcome.ts';
import { browser, FAULTS, shown, unbalanced } from '../../../page/browser.ts';
import { pageOf, recordOf, reportOf } from './reports.ts';

const HOSTILE = `"><script>alert(1)</script>'&{b|x}]]>\u202e\u0000--><b>`;

const finding = (at: number, more: Partial<ReportedFinding> = {}): ReportedFinding => ({
  ...{ code: 'not-in-list', severity: 'error', kind: 'product', field: 'category', value: `SHIRT ${at}` },
  origin: { file: 'products.csv', sheet: 'products', row: at + 2, line: null, column: 'G' },
  ...{ message: `"SHIRT ${at}" is not in product.category`, suggestion: 'did you mean "SHIRTS"?' },
  ...more,
});

const blockedBy = { kind: 'supplier', key: 'FRN-1', outcome: 'rejected' } as const;
const WAVES = [1, 2].map((wave) => ({
  ...{ wave, last: wave, kind: wave === 1 ? 'supplier' : 'product', requests: 90, throttled: 7, repeated: 8 },
  ...{ active: 9000, median: 40, slow: 95 },
}));
const SLOTS = Array.from({ length: 90 }, (_, slot) => {
  const wave = slot < 45 ? 1 : 2;
  return {
    slot,
    requests: 1 + (slot % 9),
    throttled: slot % 3,
    latency: 40,
    first: wave,
    last: wave,
    whole: 18_000,
  };
});

/** A report with everything that a page can show; `text` stands where texts from outside are. */
const full = (text: string) =>
  reportOf(
    [
      recordOf(0, { kind: 'supplier', key: 'FRN-1', outcome: 'rejected', messages: [text, 'second'] }),
      ...Array.from({ length: 9 }, (_, at) => recordOf(at, { outcome: 'blocked', blockedBy, attempts: 0 })),
      recordOf(9, {
        studyId: text,
        showcaseLink: `https://showcase.example/${text}`,
        qrCodeLink: 'javascript:alert(1)',
      }),
      recordOf(10, { outcome: 'failed', key: text, messages: [] }),
    ],
    {
      findings: [finding(0, { message: text, value: text, suggestion: text })],
      files: [{ path: text, sha256: 'a'.repeat(64), rows: 12 }],
      detail: {
        place: ['--config', text],
        waves: () => WAVES,
        slots: () => SLOTS,
        changes: () => [
          {
            ...{ kind: 'product', key: text, outdated: false, fields: ['name', 'colour'] },
            origin: { file: 'products.csv', row: 2 },
            changes: () => [
              { path: 'name', before: text, after: 'Robe' },
              { path: 'colour', before: NOT_KNOWN, after: text },
            ],
          },
        ],
      },
    },
  );

describe('the page of a run', () => {
  test('the page of a run has a section for everything in its report, which the links at its start lead to', async () => {
    const html = await pageOf(full('a text'));
    const ids = [...html.matchAll(/<section [^>]*id="(\w+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([
      'records',
      'findings',
      'causes',
      'blocked',
      'changes',
      'waves',
      'studies',
      'files',
      'commands',
    ]);
    const links = [...html.matchAll(/<li><a href="#(\w+)"/g)].map(([, id]) => id);
    expect(links).toEqual(ids);
    expect(html).toContain('<a class="skip" href="#main">');
    expect(html).toContain('products.csv › A2, A3, A4, A5, A6 and 4 more');
    expect(html).toContain('a text → &quot;Robe&quot;'.replace('a text', '&quot;a text&quot;'));
    expect(html).toContain('(unknown) → &quot;a text&quot;');
  });

  test('the page of a run is the same for the same report, and loads and runs nothing', async () => {
    const html = await pageOf(full('a text'));
    expect(await pageOf(full('a text'))).toBe(html);
    expect(html).not.toMatch(/<(script|img|link|iframe|object|embed)\b/i);
    expect(html).not.toMatch(/\ssrc=|url\(|@import|\son\w+=/i);
    expect(html).toContain("default-src 'none'");
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, to] of html.matchAll(/aria-(?:labelledby|describedby)="([^"]+)"/g))
      expect(ids).toContain(to);
  });

  test('the page of a run contains no markup, script or unsafe link from texts of files and of the service', async () => {
    const html = await pageOf(full(HOSTILE));
    expect(html).not.toContain('<script');
    expect(html).not.toContain('href="javascript');
    for (const unsafe of ['\u0000', '\u202e']) expect(html).not.toContain(unsafe);
    expect(unbalanced(html.replace(/<!--.*?-->/, ''))).toEqual([]);
  });

  test('records whose messages differ in the key, in numbers or in quoted values have one cause', async () => {
    const records = Array.from({ length: 70 }, (_, at) =>
      recordOf(at, { outcome: 'rejected', messages: [`ROB-${at} has 12${at} pieces of "x${at}"`] }),
    );
    const html = await pageOf(
      reportOf([...records, recordOf(99, { outcome: 'rejected', messages: ['other'] })]),
    );
    const causes = /id="causes"[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/.exec(html)![1]!;
    expect(causes.match(/<tr>/g)).toHaveLength(2);
    expect(causes).toContain('ROB-0 has 120 pieces of &quot;x0&quot;');
    expect(causes).toContain('<td class="number">70</td>');
  });

  test('blocked records are below the record that blocks them, the largest tree first, with its message', async () => {
    const html = await pageOf(
      reportOf([
        recordOf(0, { outcome: 'blocked', blockedBy: { ...blockedBy, key: 'FRN-9' } }),
        recordOf(1, { outcome: 'blocked', blockedBy }),
        recordOf(2, { outcome: 'blocked', blockedBy, kind: 'component' }),
        recordOf(3, { kind: 'supplier', key: 'FRN-1', outcome: 'rejected', messages: ['no such country'] }),
      ]),
    );
    const trees = /<ul class="roots">([\s\S]*?)<\/section>/.exec(html)![1]!;
    expect(trees).toMatch(/FRN-1[\s\S]*no such country[\s\S]*1 product[\s\S]*1 component[\s\S]*FRN-9/);
  });

  test('a report without a run shows its error and no command about a run', async () => {
    const { detail: _, ...report } = reportOf([]);
    const error = { code: 'file-missing', message: 'No file x.csv.', hint: 'Check the name.' };
    const head = { ...report.head, run: null, exitCode: 2, verdict: null, error, totals: noTotals() };
    const html = await pageOf({ ...report, head });
    expect(html).toMatch(/No file x\.csv\.[\s\S]*Check the name\./);
    expect(html).not.toContain('trace runs');
  });

  test('a run of many records with as many causes, roots, fields and findings has a page of less than 1 MB, which counts what it omits', {
    timeout: 60_000,
  }, async () => {
    const letters = (at: number) => [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    const many = 11_000;
    const records = function* () {
      for (let at = 0; at < many; at++) {
        const messages = [`${letters(at)} ${'x'.repeat(700)}`];
        yield recordOf(at, { outcome: 'rejected', messages, studyId: `S${at}` });
        yield recordOf(at, { outcome: 'blocked', blockedBy: { ...blockedBy, key: `FRN-${at}` } });
      }
    };
    const changes = function* () {
      for (let at = 0; at < many; at++)
        yield {
          ...{ kind: 'product', key: 'x'.repeat(300), outdated: false, fields: [`field${letters(at)}`] },
          origin: { file: 'products.csv', row: 2 },
          changes: () => [{ path: `field${letters(at)}`, before: 'x'.repeat(999), after: 'y'.repeat(999) }],
        };
    };
    const findings = Array.from({ length: 5000 }, (_, at) =>
      finding(at, { message: `${letters(at)} ${'m'.repeat(900)}` }),
    );
    const detail = { place: [], waves: () => WAVES, slots: () => SLOTS, changes };
    const html = await pageOf(reportOf(records(), { findings, detail }));
    expect(Buffer.byteLength(html)).toBeLessThan(1_000_000);
    // Causes, roots, fields and studies.
    expect(html.match(/Not listed here: 10,900 more\./g)).toHaveLength(4);
  });
});

describe.skipIf(browser === undefined)('the page of a run in a browser', () => {
  test.each([1100, 500])(
    'the page of a run in a browser fits into a window of %s pixels, and truncates no text of its chart',
    { tags: ['sampled'], timeout: 60_000 },
    async (width) => {
      const html = await pageOf(full('a text'));
      const [, seen, faults = ''] = /id="faults">(\d+) ([^<]*)</.exec(await shown(html, width, FAULTS)) ?? [];
      expect(Number(seen)).toBeGreaterThan(8);
      expect(faults).toBe('[]');
    },
  );
});
