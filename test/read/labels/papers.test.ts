import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { codeOf, MARGIN } from '../../../src/read/labels/code.ts';
import type { Label } from '../../../src/read/labels/label.ts';
import { canScan, type Layout, layoutOf, MM, paperLayout } from '../../../src/read/labels/layout.ts';
import { isRoll, PAPERS, paperNamed } from '../../../src/read/labels/papers.ts';
import { writeSheet } from '../../../src/read/labels/sheet-pdf.ts';
import { fitText, wrapText } from '../../../src/read/labels/text-lines.ts';
import { decodeQr } from './decode.ts';
import { modulesInSvg } from './picture.ts';

const LINK = 'https://qr.example.com/brand-product-pages/7b1e1d5e-3f0c-4a55-9b7e-0d9f8f3c2a11/qr';

const labels = (count: number): Label[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: `${at}`, uniqueIdentifier: `BP-${at}`, reference: `ROB-${at}-${'LONG-'.repeat(at % 9)}` },
    name: 'Robe Camille en popeline de coton biologique, manches longues '.repeat(1 + (at % 3)),
    ...{ color: 'ECRU', gtins: ['3607012345678', '2'], link: LINK },
  }));

/** A code on a page: its left and upper edge without its margin, and the side of a module, in millimetres. */
interface Drawn {
  readonly x: number;
  readonly y: number;
  readonly module: number;
  readonly path: string;
}

/** A line of text on a page: its start and end, and its baseline, in millimetres. */
interface Written {
  readonly left: number;
  readonly y: number;
}

/** The codes and texts on each page of a PDF. Its pages measure from the lower left corner. */
async function pagesOf(count: number, layout: Layout, startAt = 1) {
  const out = new PassThrough();
  const bytes = buffer(out);
  const { pages } = await writeSheet(out, labels(count), layout, { title: 'x', startAt, at: new Date(0) });
  const pdf = await bytes;
  const text = pdf.toString('latin1');
  const drawn = [...text.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n/g)].flatMap((match) => {
    const from = match.index + match[0].length;
    const content = inflateSync(pdf.subarray(from, text.indexOf('endstream', from))).toString('latin1');
    return content.includes(' cm') ? [contentsOf(content)] : [];
  });
  const boxes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  return { pages, drawn, boxes: boxes.map(([, width, height]) => [Number(width) / MM, Number(height) / MM]) };
}

const NUMBER = '(-?[\\d.]+)';
const CODE = new RegExp(
  `1 0 0 1 ${NUMBER} ${NUMBER} cm\\s+${NUMBER} 0 0 ${NUMBER} 0 0 cm\\s+([^a-z]*m[^]*?)f\\*`,
  'g',
);
const TEXT = new RegExp(`1 0 0 1 ${NUMBER} ${NUMBER} Tm`, 'g');

const contentsOf = (content: string): { codes: Drawn[]; texts: Written[] } => ({
  codes: [...content.matchAll(CODE)].map(([, x, y, module, , path = '']) => ({
    x: Number(x) / MM,
    y: Number(y) / MM,
    module: Number(module) / MM,
    path,
  })),
  texts: [...content.matchAll(TEXT)].map(([, x, y]) => ({ left: Number(x) / MM, y: Number(y) / MM })),
});

const SIZE = codeOf(LINK)!.size;

describe('label papers', () => {
  test.each([
    ['L7160', 'L7160'],
    ['l7160', 'L7160'],
    ['Avery L7160', 'L7160'],
    ['J8160', 'L7160'],
    ['7651', 'L7651'],
    ['57x32', '57x32'],
    ['100 x 50 mm', '100x50'],
    ['62', '62x29'],
    ['62 mm', '62x29'],
    ['9x50', undefined],
    ['L9999', undefined],
    ['', undefined],
  ])('paperNamed("%s") is %s', (text, name) => expect(paperNamed(text)?.name).toBe(name));

  test.each(PAPERS.filter((paper) => !isRoll(paper)).map((paper) => [paper.name, paper] as const))(
    '%s has its labels in the middle of an A4 sheet, and none outside',
    (_, { label, columns, rows, left, top, pitch }) => {
      const right = 210 - left - (columns - 1) * pitch - label.width;
      const bottom = 297 - top - rows * label.height;
      expect(Math.abs(right - left)).toBeLessThan(0.2);
      expect(Math.abs(bottom - top)).toBeLessThan(0.3);
      expect(pitch).toBeGreaterThan(label.width);
    },
  );
});

test.each(PAPERS.map((paper) => [paper.name, paper] as const))(
  'a PDF of labels on %s has each code inside its label with a margin, and texts inside',
  async (_, paper) => {
    const layout = paperLayout(paper);
    expect(canScan(layout, SIZE)).toBe(true);
    const perPage = paper.columns * paper.rows;
    // One sheet in full and the next one begun; of the others the first two rows.
    const count = perPage === 1 ? 2 : paper.name === 'L7160' ? perPage + 2 : 2 * paper.columns;
    const { pages, drawn, boxes } = await pagesOf(count, layout);
    expect([pages, drawn.length]).toEqual([Math.ceil(count / perPage), pages]);
    for (const [width = 0, height = 0] of boxes) {
      expect(width).toBeCloseTo(paper.page.width, 1);
      expect(height).toBeCloseTo(paper.page.height, 1);
    }
    for (const [page, { codes, texts }] of drawn.entries()) {
      expect(codes).toHaveLength(Math.min(perPage, count - page * perPage));
      for (const [at, { x, y, module }] of codes.entries()) {
        const left = paper.left + (at % paper.columns) * paper.pitch;
        const top = paper.top + Math.floor(at / paper.columns) * paper.label.height;
        expect(module).toBeGreaterThanOrEqual(0.33);
        expect(x - MARGIN * module).toBeGreaterThan(left);
        expect(y - MARGIN * module).toBeGreaterThan(top);
        expect(x + (SIZE + MARGIN) * module).toBeLessThan(left + paper.label.width);
        expect(y + (SIZE + MARGIN) * module).toBeLessThan(top + paper.label.height);
      }
      const edges = codes.map((_, at) => paper.left + (at % paper.columns) * paper.pitch);
      for (const { left, y } of texts) {
        const fromTop = paper.page.height - y;
        expect(edges.some((edge) => left > edge && left < edge + paper.label.width)).toBe(true);
        expect(fromTop).toBeGreaterThan(paper.top);
        expect(fromTop).toBeLessThan(paper.top + paper.rows * paper.label.height);
      }
    }
  },
);

test('a code in a PDF contains its link, if read by a decoder independent of the drawing', async () => {
  const { drawn } = await pagesOf(1, paperLayout(paperNamed('50x25')!));
  const path = [...drawn[0]!.codes[0]!.path.matchAll(/([\d.]+) ([\d.]+) ([ml])|h/g)]
    .map(([, x, y, move]) => (move === undefined ? 'Z' : `${move.toUpperCase()}${x} ${y}`))
    .join('');
  const { size, dark } = modulesInSvg(
    `<svg viewBox="-4 -4 ${SIZE + 8} ${SIZE + 8}"><path d="${path}"/></svg>`,
  );
  expect(size).toBe(SIZE);
  expect(decodeQr(size, dark)).toBe(LINK);
});

test('on a partly used sheet, the first label is at the start position, and the next page starts at its top', async () => {
  const paper = paperNamed('L7160')!;
  const { pages, drawn } = await pagesOf(20, paperLayout(paper), 5);
  expect(pages).toBe(2);
  expect(drawn.map(({ codes }) => codes.length)).toEqual([17, 3]);
  const [first] = drawn[0]!.codes;
  expect(first!.x).toBeGreaterThan(paper.left + paper.pitch);
  expect(first!.x).toBeLessThan(paper.left + paper.pitch + 10);
  expect(first!.y).toBeGreaterThan(paper.top + paper.label.height);
  expect(first!.y).toBeLessThan(paper.top + paper.label.height + 10);
});

test('on rolls, code modules are whole printer dots; a code with too many modules for its label cannot be scanned', async () => {
  const { drawn } = await pagesOf(1, paperLayout(paperNamed('57x32')!));
  const dots = (drawn[0]!.codes[0]!.module / 25.4) * 203;
  expect(Math.abs(dots - Math.round(dots))).toBeLessThan(0.01);
  expect(canScan(paperLayout(paperNamed('20x20')!), 21)).toBe(false);
  expect(canScan(paperLayout(paperNamed('L7651')!), 65)).toBe(false);
  expect(canScan(layoutOf(3, 5), 65)).toBe(true);
});

describe('texts of a label', () => {
  const widthOf = (text: string) => Array.from(text).length;
  test.each([
    ['short', 10, 2, ['short']],
    ['two words here', 9, 2, ['two words', 'here']],
    ['two words here', 9, 1, ['two word…']],
    ['Donaudampfschifffahrt', 8, 2, ['Donaudam', 'pfschif…']],
    ['a b c d e f', 3, 2, ['a b', 'c…']],
    ['', 5, 2, []],
    ['👩🏽‍🎨👩🏽‍🎨👩🏽‍🎨', 6, 2, ['👩🏽‍🎨', '👩🏽‍🎨…']],
  ])('"%s" wrapped to %d columns and at most %d lines is %j', (text, room, most, lines) => {
    expect(wrapText(text, room, most, widthOf)).toEqual(lines);
  });

  test('texts that are too long for a line of a label end with an ellipsis', () =>
    expect(fitText('Robe Camille', 6, widthOf)).toBe('Robe…'));
});
