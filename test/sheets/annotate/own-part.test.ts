import { describe, expect, it } from 'vitest';
import { commentText, withoutOwnPart } from '../../../src/sheets/annotate/own-part.ts';
import { raw, rawText } from '../../../src/sheets/annotate/tags.ts';

const run = (text: string) => `<r><rPr><sz val="9"/></rPr><t xml:space="preserve">${rawText(text)}</t></r>`;
const comment = (...texts: readonly string[]) =>
  `<comment ref="B2" authorId="0"><text>${texts.map(run).join('')}</text></comment>`;

describe('withoutOwnPart', () => {
  it.each<[what: string, xml: string, left: string]>([
    ['nothing else', comment('— trace —\n', 'wrong\n→ do this', '\n— trace —'), ''],
    ['nothing else, in one run, as LibreOffice saves it', comment('— trace —\nwrong\n\nmore\n— trace —'), ''],
    ['text before it', comment('mine', '\n— trace —\n', 'wrong', '\n— trace —'), 'mine'],
    [
      'text before it in one run',
      comment('Zoé :\nà voir & <vite>\n— trace —\nfaux\n— trace —'),
      'Zoé :\nà voir & <vite>',
    ],
    ['text after it', comment('— trace —\nwrong\n— trace —\ndone, Zoé'), 'done, Zoé'],
    ['text around it', comment('a\n', 'b\n— trace —\nwrong\n', '— trace —', '\nc'), 'a\nb\nc'],
    ['its last line missing', comment('mine\n— trace —\nwrong'), 'mine'],
    [
      'text below it, and its last line deleted',
      comment('mine\n— trace —\nx\n→ a\n\ny\n→ b\nasked Zoé'),
      'mine\nasked Zoé',
    ],
    ['only text below it, and its last line deleted', comment('— trace —\nx\n→ a\nasked Zoé'), 'asked Zoé'],
    ['text below it, and its first line deleted', comment('x\n→ a\n— trace —\nasked'), 'x\n→ a\nasked'],
    ['this text twice', comment('a\n— trace —\nx\n— trace —\nb\n— trace —\ny\n— trace —'), 'a\nb'],
    [
      'references for characters',
      raw('<comment><text><t>mine&#10;&#x2014; trace &#8212;&#10;x</t></text></comment>'),
      'mine',
    ],
    ['prefixes', raw('<x:comment><x:text><x:r><x:t>— trace —\nx</x:t></x:r></x:text></x:comment>'), ''],
  ])('removes the text of trace from a note with %s', (_, xml, left) => {
    const without = withoutOwnPart(xml, '— trace —');
    expect([without.isChanged, without.isEmpty]).toEqual([true, left === '']);
    expect(commentText(without.xml)).toBe(left);
  });

  it.each([
    ...['trace: see the mail', 'why does — trace — mark this?'],
    ...['— trace form —\nSupplier code\n— trace form —', 'trace\n→ ok', ''],
  ])('withoutOwnPart does not change a note without the text of trace: %j', (text) => {
    for (const xml of [
      comment(text),
      `<comment><text><t>${rawText(text)}</t><rPh sb="0"><t>${rawText('— trace —')}</t></rPh></text></comment>`,
    ])
      expect(withoutOwnPart(xml, '— trace —')).toEqual({ xml, isChanged: false, isEmpty: false });
  });

  it('withoutOwnPart reads a note in one pass, however its elements are nested', () => {
    const odd = [
      ...[`<comment>${'<r><t>'.repeat(100_000)}`, `<comment>${'<r>'.repeat(100_000)}</r>`],
      ...[`<comment>${'<rPh><r><t>'.repeat(100_000)}`, `<comment>${'<r '.repeat(100_000)}>`],
    ];
    for (const xml of odd) expect(withoutOwnPart(raw(xml), '— trace —').isChanged).toBe(false);
  });
});
