import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Study } from '../../../src/contract/v2/study.ts';
import { studyPageParts } from '../../../src/read/page/page.ts';
import { folderWith } from '../../cli/commands/harness.ts';
import { SLOW } from '../../effort.ts';
import { studyWorld } from '../../mock/study-world.ts';
import { browser, FAULTS, printedPages, shown, unbalanced } from '../../page/browser.ts';
import { studyPage } from './study-page.ts';

const OPTIONS = {
  title: 'Été 27 & <b>autres</b>',
  languages: ['fr', 'en', 'es', 'it'],
  generatedAt: new Date('2026-03-01T02:00:00Z'),
  version: '1.2.3',
};

let study: Study;

beforeAll(async () => {
  const world = await studyWorld();
  await world.surround();
  const id = await world.pushProduct();
  await world.pushComponent();
  study = (await world.details(id, '?lang=fr&lang=en&lang=es&lang=it')) as unknown as Study;
});

const HOSTILE = `"><script>alert(1)</script>'&{b|x}]]>\u202e\u0000`;

/** The study with every text replaced. */
function withTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, withTexts(held, text)]));
}

describe('the page of studies', () => {
  it('the page of studies has all parts of a study, with its texts in every language', async () => {
    const html = await studyPage([study], OPTIONS);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    for (const head of [
      'Traceability',
      'Impacts',
      'By component and step',
      'Composition',
      'Claims',
      'Packaging',
    ])
      expect(html).toContain(`<h3>${head}</h3>`);
    for (const language of OPTIONS.languages)
      expect(html).toContain(`<section class="language" lang="${language}">`);
    for (const claim of Object.values(study.agecClaims.microfibers)) {
      expect(html).toContain(String(claim).replaceAll("'", '&#39;'));
    }
    expect(html).toContain('Synthetic figures');
    expect(html).toContain('kg CFC-11 eq');
    expect(html).toContain('Borgosesia');
    expect(html.match(/<svg class="chart" [^>]*role="img" aria-labelledby="/g)?.length).toBe(3);
    expect(html).not.toContain('overview-head');
    expect(html).toContain('Été 27 &amp; &lt;b&gt;autres&lt;/b&gt;');
    expect(html).toMatch(/<g transform="matrix\([-\d. ]+\)"[^>]*><use href="#land"/);
    expect(unbalanced(html)).toEqual([]);
  });

  it('the page of studies is the same for the same input, has unique ids, and loads nothing', async () => {
    const html = await studyPage([study, study], OPTIONS);
    expect(await studyPage([study, study], OPTIONS)).toBe(html);
    expect(html).not.toMatch(/<(script|img|link|iframe|object|embed)\b/i);
    expect(html).not.toMatch(/\ssrc=|url\(|@import|\son\w+=/i);
    expect(html).toContain("default-src 'none'");
    for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g))
      expect(address).toMatch(/^(#|https?:\/\/)/);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['land', 'overview', 's1', 's2', 's1m-title', 's2m-title']));
    for (const [, to] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(to);
    for (const [, to] of html.matchAll(/aria-(?:labelledby|describedby)="([^"]+)"/g))
      expect(ids).toContain(to);
  });

  it('the page of studies has the shapes of the world map once, however many studies it shows', async () => {
    const [one, ten] = await Promise.all([
      studyPage([study], OPTIONS),
      studyPage(
        Array.from({ length: 10 }, () => study),
        OPTIONS,
      ),
    ]);
    expect(ten.split('<g id="land">').length).toBe(2);
    expect((ten.length - one.length) / 9).toBeLessThan(60_000);
  });

  it('the page of studies contains no markup, script or unsafe link from the texts of a study', async () => {
    const hostile = withTexts(study, HOSTILE) as Study;
    const html = await studyPage(
      [hostile, { ...study, links: [{ link: 'javascript:alert(1)', type: 'X' }] }],
      { ...OPTIONS, title: HOSTILE, version: HOSTILE },
    );
    expect(html).not.toContain('<script');
    expect(html).not.toContain('href="javascript');
    for (const unsafe of ['\u0000', '\u202e']) expect(html).not.toContain(unsafe);
    expect(unbalanced(html)).toEqual([]);
  });

  it.each([null, 1, 'x', [], {}, { components: [null, { composition: [1] }], results: 'none', links: 3 }])(
    'the page of studies is well-formed whatever the study is: %j',
    async (answer) => {
      const html = await studyPage([answer], OPTIONS);
      expect(html).toContain('The study has no impact.');
      expect(unbalanced(html)).toEqual([]);
    },
  );

  it('the page of studies is written in parts, from studies that are read one at a time', async () => {
    async function* three() {
      for (let at = 0; at < 3; at++) yield study;
    }
    const parts = await Array.fromAsync(studyPageParts(three(), OPTIONS));
    expect(parts.join('')).toBe(await studyPage([study, study, study], OPTIONS));
    expect(parts.length).toBeGreaterThan(5);
  });
});

it('the page keeps no study in memory: 120 large ones fit in 22 MB', { timeout: 60_000 }, async () => {
  const folder = await folderWith();
  const file = path.join(folder, 'study.json');
  // A field that no page shows makes each study as large as several.
  await writeFile(file, JSON.stringify({ ...study, unknown: 'x'.repeat(200_000) }));
  const script = fileURLToPath(new URL('./draw-many.ts', import.meta.url));
  const heap = '--max-old-space-size=22';
  const { stdout } = await promisify(execFile)(process.execPath, [heap, script, file, '120']);
  expect(stdout).toBe('120');
});

const LONG = 'Fil de coton peigné retors double torsion, teint en pièce, deuxième choix';

/** A study of many components, materials, steps and countries. */
function crowded(
  name: (what: string, at: number) => string,
  countries: readonly string[],
  km: number,
): unknown {
  const steps = countries.map((country, at) => ({
    ...{ name: name('step', at), position: `001.${String(at).padStart(3, '0')}`, kmToNext: km * (at + 1) },
    supplier: { country, isKnown: at % 2 === 0, name: name('supplier', at), ref: `R${at}` },
  }));
  return {
    product: { name: name('product', 0) },
    components: Array.from({ length: 9 }, (_, at) => ({
      ...{ ref: `C${at}`, name: name('component', at), weight: 10 * (at + 1) },
      composition: Array.from({ length: 3 }, (_, part) => ({
        raw_material: name('material', 3 * at + part),
        percentage: 33,
        traceability_steps: steps,
      })),
    })),
  };
}

const EUROPE = ['FR', 'BE', 'NL', 'LU', 'DE', 'CH', 'IT', 'AT', 'CZ', 'SI', 'HR', 'MC', 'SM', 'VA', 'AD'];

describe.skipIf(browser === undefined)('the page of studies in a browser', () => {
  it('the page of studies in a browser shows its text and its three charts', {
    timeout: 60_000,
  }, async () => {
    const html = await shown(await studyPage([study], OPTIONS), 1100);
    expect(html).toContain('</footer>');
    expect(html).toContain('Tessitura Valsesia');
    expect(html.match(/<svg class="chart"/g)?.length).toBe(3);
    expect(html).not.toContain('parsererror');
  });

  it('the page of studies in a browser is printed with the overview and each study on pages of their own, also a large study in full', {
    tags: ['sampled'],
    timeout: 60_000,
  }, async () => {
    const large = { ...study, ...(crowded((what, at) => `${LONG}, ${what} ${at}`, EUROPE, 700) as object) };
    const [one, two] = [await studyPage([large], OPTIONS), await studyPage([large, large], OPTIONS)];
    const alone = await printedPages(one);
    expect(alone).toBeGreaterThan(1);
    expect(await printedPages(two)).toBeGreaterThan(2 * alone);
    if (SLOW) expect(await printedPages(await studyPage([{}, {}], OPTIONS))).toBe(3);
  });

  const pages: readonly (readonly [name: string, make: () => unknown])[] = [
    ['an ordinary study', () => study],
    ['long names', () => crowded((what, at) => `${LONG}, ${what} ${at}`, EUROPE, 700)],
    [
      'wide names without a space',
      () => crowded((what, at) => `${'WM@%'.repeat(12)}${what}${at}`, EUROPE, 1),
    ],
    [
      'other scripts',
      () => crowded((what, at) => `${'棉花👗Ж'.repeat(9)} ${what} ${at}`, ['CN', 'JP'], 9e11),
    ],
    [
      'figures that are too large to be true',
      () => crowded((what, at) => `${what} ${at}`, ['NZ', 'FJ', 'US'], 123_456.7),
    ],
    ['negative figures', () => crowded((what, at) => `${what} ${at}`, ['FR', 'IT'], -98_765.4)],
  ];
  it.each(SLOW ? pages.slice(2) : pages.slice(0, 2))(
    'truncates no text and lets none overlap, in a wide or narrow window: %s',
    { tags: ['sampled'], timeout: 60_000 },
    async (_, make) => {
      const html = await studyPage([make()], OPTIONS);
      for (const width of [1100, 500]) {
        const [, seen, faults = ''] =
          /id="faults">(\d+) ([^<]*)</.exec(await shown(html, width, FAULTS)) ?? [];
        expect(Number(seen)).toBeGreaterThan(10);
        expect(faults).toBe('[]');
      }
    },
  );
});
