import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeOf, MARGIN } from '../../../src/read/labels/code.ts';
import { fileNames } from '../../../src/read/labels/file-name.ts';
import { type Label, labelOf } from '../../../src/read/labels/label.ts';
import { layoutOf } from '../../../src/read/labels/layout.ts';
import { inPlainFont } from '../../../src/read/labels/sheet-pdf.ts';
import { EXHAUSTIVE, SLOW } from '../../effort.ts';
import { decodeQr } from './decode.ts';
import { modulesInPng, modulesInSvg } from './picture.ts';

const label = (more: Partial<Label> = {}): Label => ({
  id: '7b1e1d5e-3f0c-4a55-9b7e-0d9f8f3c2a11',
  uniqueIdentifier: 'AURORE-BP-2041',
  ...{ reference: 'ROB-2041', name: 'Robe', color: 'ECRU', gtins: ['3607012345678'] },
  link: 'https://example.com/p/1',
  ...more,
});

describe('a QR code', () => {
  const addresses = fc
    .tuple(
      fc.constantFrom('https://', 'HTTP://', 'http://'),
      fc.stringMatching(/^[A-Za-z0-9.-]{1,40}$/),
      fc.stringMatching(/^[A-Za-z0-9/_?=&%.-]{0,120}$/),
    )
    .map((parts) => parts.join(''));

  test('a QR code contains its address, in PNG and SVG, if read by a decoder independent of the drawing', {
    tags: ['sampled'],
  }, () => {
    fc.assert(
      fc.property(addresses, (address) => {
        const code = codeOf(address)!;
        for (const picture of [modulesInPng(code.png()), modulesInSvg(code.svg())]) {
          expect([picture.size, picture.margin]).toEqual([code.size, MARGIN]);
          expect(decodeQr(picture.size, picture.dark)).toBe(address);
        }
      }),
      { numRuns: EXHAUSTIVE ? 40 : 20, seed: SLOW && !EXHAUSTIVE ? 6 : 5 },
    );
  });

  test('a QR code is null if the address is too long for any code', () => {
    expect(codeOf(`https://example.com/${'a'.repeat(2400)}`)).toBeNull();
    expect(codeOf(`https://example.com/${'é'.repeat(1150)}`)).not.toBeNull();
  });
});

describe('a label', () => {
  test('a label has the requested link, and only if the link is a web address', () => {
    const product = {
      ...{ id: 'x', productRef: 'ROB-1', gtins: ['1', 2] },
      links: { qrCode: 'https://e.com/q', web: 'javascript:alert(1)' },
    };
    expect(labelOf(product, 'qrCode')).toMatchObject({
      link: 'https://e.com/q',
      reference: 'ROB-1',
      gtins: ['1'],
    });
    expect(labelOf(product, 'web')).toBeNull();
    const accented = { ...product, links: { qrCode: 'https://e.com/été' } };
    expect(labelOf(accented, 'qrCode')?.link).toBe('https://e.com/%C3%A9t%C3%A9');
    for (const links of [null, undefined, 'x', { qrCode: null }, { qrCode: 'https://e .com' }, { qrCode: 5 }])
      expect(labelOf({ ...product, links }, 'qrCode')).toBeNull();
  });

  test('a label that is too small to be read is a usage error', () => {
    expect(layoutOf(3, 5).side).toBeGreaterThan(85);
    expect(() => layoutOf(12, 5)).toThrow(/12 columns and 5 rows leave \d+ mm/);
    expect(() => layoutOf(3, 20)).toThrow(/minimum is 15 mm/);
  });

  test('a label in the PDF standard fonts loses accents before letters', () => {
    expect(inPlainFont('Élan “cœur” 12 €')).toEqual({ text: 'Élan “cœur” 12 €', lost: false });
    expect(inPlainFont('Łódź\nİ')).toEqual({ text: 'Lódz I', lost: false });
    expect(inPlainFont('日本\u202e')).toEqual({ text: '???', lost: true });
  });
});

describe('file names of QR codes', () => {
  test('file names of QR codes are the reference and GTIN, or what the product has instead', () => {
    expect(fileNames([label()])).toEqual(['ROB-2041_3607012345678']);
    expect(fileNames([label({ gtins: [] })])).toEqual(['ROB-2041']);
    expect(fileNames([label({ reference: '' })])).toEqual(['AURORE-BP-2041_3607012345678']);
    expect(fileNames([label({ reference: '../../etc/passwd', gtins: [] })])).toEqual(['etc-passwd']);
    expect(
      fileNames([label({ reference: 'CON', gtins: [] }), label({ reference: 'a<b>:"|?*.', gtins: [] })]),
    ).toEqual(['_CON', 'a-b']);
    expect(fileNames([label({ reference: '...', uniqueIdentifier: '', id: '', gtins: [] })])).toEqual([
      'product',
    ]);
  });

  test('file names of QR codes that would be the same get the id of their product', () => {
    const two = [label({ id: 'aaa' }), label({ id: 'bbb', reference: 'rob-2041' })];
    expect(fileNames(two)).toEqual(['ROB-2041_3607012345678_aaa', 'rob-2041_3607012345678_bbb']);
    expect(fileNames([...two].reverse())).toEqual([
      'rob-2041_3607012345678_bbb',
      'ROB-2041_3607012345678_aaa',
    ]);
  });

  test('file names of QR codes are safe and all different, whatever texts the service returns', {
    tags: ['sampled'],
  }, () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom('a', 'A', 'é', 'e\u0301', 'nul', 'x/..', 'a_2'),
    );
    const labels = fc.array(
      fc
        .record({ id: text, reference: text, gtins: fc.array(text, { maxLength: 1 }) })
        .map((more) => label(more)),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(labels, (all) => {
        const names = fileNames(all);
        expect(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(all.length);
        for (const name of names) {
          expect(name).toMatch(/^[\p{L}\p{M}\p{N}._-]+$/u);
          expect(name).not.toMatch(/^\.|\.$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
          expect(Buffer.byteLength(name)).toBeLessThan(250);
        }
      }),
      { numRuns: SLOW ? 130 : 70, seed: 9 },
    );
  });
});
