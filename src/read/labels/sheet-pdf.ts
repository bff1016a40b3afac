import type { Writable } from 'node:stream';
import { usage } from '../../errors.ts';
import { language, say } from '../../say.ts';
import { codeOf } from './code.ts';
import { displayName, type Label } from './label.ts';
import { FONT, type Layout, MM, moduleOf } from './layout.ts';
import { fitText, wrapText } from './text-lines.ts';

/** The characters that the standard fonts of PDF have in addition to Latin-1. */
const FURTHER_CHARACTERS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  '\u2010': '-',
  '\u2011': '-',
  '\u2212': '-',
  '\u202f': ' ',
  '\u2009': ' ',
};

/**
 * Replaces characters that the standard fonts of PDF lack: removes their accents or, if that is not enough, writes `?`.
 */
export function inPlainFont(text: string): { readonly text: string; readonly lost: boolean } {
  let lost = false;
  const shown = Array.from(text.normalize('NFC').replace(/\s+/g, ' '), (character) => {
    if (isPlain(character)) return character;
    const near = PLAIN[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '');
    if (near !== '' && Array.from(near).every(isPlain)) return near;
    lost = true;
    return near === '' ? '' : '?';
  });
  return { text: shown.join(''), lost };
}

const isPlain = (character: string): boolean =>
  /^[\x20-\x7e\xa0-\xff]$/.test(character) || FURTHER_CHARACTERS.includes(character);

export interface SheetResult {
  readonly pages: number;
  /** Number of labels with characters that the font lacks. */
  readonly lost: number;
}

/** Space between a code and the texts beside it. */
const BESIDE_GAP = 1 * MM;
/** Labels with less height than this have smaller letters. */
const LOW_HEIGHT = 30 * MM;

/**
 * Writes pages of labels. Each label is a vector code with name, reference and colour, and GTIN.
 *
 * @param startAt the place of the first label on the first page, from 1: the places before it are left free
 * @param font a font file for the texts; by default the standard fonts of PDF, which have only western letters
 */
export async function writeSheet(
  out: Writable,
  labels: readonly Label[],
  layout: Layout,
  options: {
    readonly title: string;
    readonly startAt?: number;
    readonly font?: Uint8Array | undefined;
    readonly at: Date;
  },
): Promise<SheetResult> {
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({
    size: [layout.page.width, layout.page.height],
    margin: 0,
    autoFirstPage: false,
    info: { Title: options.title, Creator: 'trace', Producer: 'trace', CreationDate: options.at },
    lang: language(),
  });
  const fonts = fontsOf(document, options.font);
  const done = new Promise<void>((resolve, reject) => {
    out.once('close', resolve);
    out.once('error', reject);
  });
  done.catch(() => {});
  document.pipe(out);
  const perPage = layout.columns * layout.rows;
  const { width, height, pad, side } = layout;
  const free = (options.startAt ?? 1) - 1;
  let lost = 0;
  for (const [at, label] of labels.entries()) {
    const place = (at + free) % perPage;
    if (place === 0 || at === 0) document.addPage();
    const x = layout.left + (place % layout.columns) * layout.pitch;
    const y = layout.top + Math.floor(place / layout.columns) * height;
    if (drawLabel(label, x, y)) lost++;
  }
  document.end();
  await done;
  return { pages: Math.ceil((labels.length + free) / perPage), lost };

  /** Returns whether the font lacks characters of the label. */
  function drawLabel(label: Label, x: number, y: number): boolean {
    if (layout.framed) document.lineWidth(0.25).strokeColor('#cccccc').rect(x, y, width, height).stroke();
    const beside = layout.texts === 'beside';
    drawCode(label, beside ? x + pad : x + (width - side) / 2, beside ? y + (height - side) / 2 : y + pad);
    const all = [
      label.name || displayName(label),
      [displayName(label), label.color].filter((text) => text !== '').join(' · '),
      gtinText(label.gtins),
    ].map((text) => (fonts.plain ? inPlainFont(text) : { text, lost: false }));
    const texts = all.map(({ text }) => text);
    if (layout.framed) drawLines(linesOf(texts), x + pad, y + pad + side, width - 2 * pad);
    else if (beside) drawBeside(texts, x + pad + side + BESIDE_GAP, y);
    else drawBelow(texts, x + pad, y + pad + side);
    return all.some((one) => one.lost);
  }

  function drawCode(label: Label, left: number, top: number): void {
    const code = codeOf(label.link);
    if (!code) return;
    const module = moduleOf(layout, code.size);
    const margin = (side - code.size * module) / 2;
    document
      .save()
      .translate(left + margin, top + margin)
      .scale(module)
      .path(code.path())
      .fill('black', 'even-odd')
      .restore();
  }

  function drawBelow(texts: readonly string[], left: number, top: number): void {
    const room = width - 2 * pad;
    const high = height - 2 * pad - side;
    const lines = layout.lines === 1 ? linesOf([texts[1]!]) : filled(texts, room, high, FONT.small);
    drawLines(lines, left, top, room);
  }

  function drawBeside(texts: readonly string[], left: number, y: number): void {
    const room = width - 2 * pad - side - BESIDE_GAP;
    const lines = filled(texts, room, height - 2 * pad, height < LOW_HEIGHT ? FONT.small - 1 : FONT.small);
    drawLines(lines, left, y + (height - heightOf(lines)) / 2, room, 'left');
  }

  /** Divides the texts into lines. The GTIN and the reference get their lines first, the name gets what is left. */
  function filled(texts: readonly string[], room: number, high: number, small: number): Line[] {
    const [name = '', reference = '', gtin = ''] = texts;
    setFont(false, small);
    const rows = Math.floor(high / (small * FONT.line));
    // The number of further GTINs, such as `+ 3`, is not divided.
    const gtins = wrapText(gtin.replace(/\+ (\d+)$/, '+\u00a0$1'), room, rows > 5 ? 3 : 2, widthOf);
    const references = wrapText(reference, room, Math.max(1, Math.min(2, rows - gtins.length - 2)), widthOf);
    const left = high / FONT.line - small * (gtins.length + references.length);
    setFont(true, small + 1);
    const names = wrapText(name, room, Math.max(1, Math.min(4, Math.floor(left / (small + 1)))), widthOf);
    return [
      ...names.map((text) => ({ text, bold: true, size: small + 1 })),
      ...[...references, ...gtins].map((text) => ({ text, bold: false, size: small })),
    ];
  }

  function drawLines(
    lines: readonly Line[],
    left: number,
    from: number,
    room: number,
    align: 'left' | 'middle' = 'middle',
  ): void {
    let top = from;
    for (const { text, bold, size } of lines) {
      setFont(bold, size);
      const line = fitText(text, room, widthOf);
      const x = align === 'left' ? left : left + (room - widthOf(line)) / 2;
      document.text(line, x, top, { lineBreak: false });
      top += size * FONT.line;
    }
  }

  function setFont(bold: boolean, size: number): void {
    document
      .font(bold ? fonts.bold : fonts.text)
      .fontSize(size)
      .fillColor('black');
  }

  function widthOf(text: string): number {
    return document.widthOfString(text);
  }
}

interface Line {
  readonly text: string;
  readonly bold: boolean;
  readonly size: number;
}

/** Each text as one line. If there are several, the first is the name. */
const linesOf = (texts: readonly string[]): Line[] =>
  texts.map((text, at) => ({
    text,
    bold: at === 0,
    size: at === 0 && texts.length > 1 ? FONT.name : FONT.small,
  }));

const heightOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { size }) => sum + size * FONT.line, 0);

function fontsOf(document: PDFKit.PDFDocument, font: Uint8Array | undefined) {
  if (!font) return { text: 'Helvetica', bold: 'Helvetica-Bold', plain: true };
  try {
    document.registerFont('label', Buffer.from(font));
    document.font('label');
    return { text: 'label', bold: 'label', plain: false };
  } catch (error) {
    throw usage('font-unreadable', say().labels.fontUnreadable(), say().labels.chooseFont(), error);
  }
}

/** The first GTIN and the number of further ones, because a product has a GTIN for each size. */
const gtinText = (gtins: readonly string[]): string =>
  gtins.length === 0 ? '' : `GTIN ${gtins[0]}${gtins.length > 1 ? ` + ${gtins.length - 1}` : ''}`;
