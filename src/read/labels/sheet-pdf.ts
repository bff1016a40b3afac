import type { Writable } from 'node:stream';
import { TraceError } from '../../errors.ts';
import { say } from '../../say.ts';
import { codeOf, MARGIN } from './code.ts';
import { inPlainFont } from './font-text.ts';
import { displayName, type Label } from './label.ts';

/** The layout of a page of labels; lengths in points (72 per inch). */
export interface Layout {
  readonly columns: number;
  readonly rows: number;
  /** The side of a code, with its margin. */
  readonly side: number;
}

export interface SheetResult {
  readonly pages: number;
  /** Number of labels with characters that the font lacks. */
  readonly lost: number;
}

const A4 = { width: 595.28, height: 841.89 } as const;
const EDGE = 28.35;
const PAD = 6;
const NAME = 8;
const SMALL = 7;
const LINE = 1.25;
const LINES = [NAME, SMALL, SMALL] as const;
const TEXT = LINES.reduce((sum, size) => sum + size * LINE, 0);
const MM = 72 / 25.4;
/** The minimum side of a code, in millimetres: phones cannot scan smaller codes reliably. */
const LEAST = 15;

/**
 * The layout of an A4 page with this many labels.
 *
 * @throws TraceError usage `labels-small` if the codes would be too small to scan
 */
export function layoutOf(columns: number, rows: number): Layout {
  const width = (A4.width - 2 * EDGE) / columns - 2 * PAD;
  const height = (A4.height - 2 * EDGE) / rows - 2 * PAD - TEXT;
  const side = Math.min(width, height);
  if (side >= LEAST * MM) return { columns, rows, side };
  throw new TraceError(
    'usage',
    'labels-small',
    say().qrCodes.tooSmall({
      columns: `${columns}`,
      rows: `${rows}`,
      size: `${Math.max(0, Math.floor(side / MM))}`,
      least: `${LEAST}`,
    }),
    say().qrCodes.tooSmallHow(),
  );
}

/**
 * Writes A4 pages of labels. Each label is a vector code with name, reference and colour, and GTIN below it.
 *
 * @param font a font file for the texts; by default the standard fonts of PDF, which have only western letters
 */
export async function writeSheet(
  out: Writable,
  labels: readonly Label[],
  layout: Layout,
  options: { readonly title: string; readonly font?: Uint8Array | undefined; readonly at: Date },
): Promise<SheetResult> {
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({
    size: [A4.width, A4.height],
    margin: 0,
    autoFirstPage: false,
    info: { Title: options.title, Creator: 'trace', Producer: 'trace', CreationDate: options.at },
    lang: 'en',
  });
  const fonts = fontsOf(document, options.font);
  const done = new Promise<void>((resolve, reject) => {
    out.once('close', resolve);
    out.once('error', reject);
  });
  done.catch(() => {});
  document.pipe(out);
  const perPage = layout.columns * layout.rows;
  const width = (A4.width - 2 * EDGE) / layout.columns;
  const height = (A4.height - 2 * EDGE) / layout.rows;
  let lost = 0;
  for (const [at, label] of labels.entries()) {
    const place = at % perPage;
    if (place === 0) document.addPage();
    const x = EDGE + (place % layout.columns) * width;
    const y = EDGE + Math.floor(place / layout.columns) * height;
    if (drawLabel(label, x, y)) lost++;
  }
  document.end();
  await done;
  return { pages: Math.ceil(labels.length / perPage), lost };

  /** Returns whether the font lacks characters of the label. */
  function drawLabel(label: Label, x: number, y: number): boolean {
    const code = codeOf(label.link);
    document.lineWidth(0.25).strokeColor('#cccccc').rect(x, y, width, height).stroke();
    const left = x + (width - layout.side) / 2;
    if (code) {
      const module = layout.side / (code.size + 2 * MARGIN);
      document
        .save()
        .translate(left + MARGIN * module, y + PAD + MARGIN * module)
        .scale(module)
        .path(code.path())
        .fill('black', 'even-odd')
        .restore();
    }
    const texts = [
      label.name || displayName(label),
      [displayName(label), label.color].filter((text) => text !== '').join(' · '),
      gtinText(label.gtins),
    ];
    let top = y + PAD + layout.side;
    let isLost = false;
    for (const [at, size] of LINES.entries()) {
      const shown = fonts.plain ? inPlainFont(texts[at]!) : { text: texts[at]!, lost: false };
      isLost ||= shown.lost;
      document
        .font(at === 0 ? fonts.bold : fonts.text)
        .fontSize(size)
        .fillColor('black');
      const room = width - 2 * PAD;
      const line = fitted(shown.text, room, (text) => document.widthOfString(text));
      document.text(line, x + PAD + (room - document.widthOfString(line)) / 2, top, { lineBreak: false });
      top += size * LINE;
    }
    return isLost;
  }
}

function fontsOf(document: PDFKit.PDFDocument, font: Uint8Array | undefined) {
  if (!font) return { text: 'Helvetica', bold: 'Helvetica-Bold', plain: true };
  try {
    document.registerFont('label', Buffer.from(font));
    document.font('label');
    return { text: 'label', bold: 'label', plain: false };
  } catch (error) {
    throw new TraceError(
      'usage',
      'font-unreadable',
      say().qrCodes.notFont(),
      say().qrCodes.notFontHow(),
      error,
    );
  }
}

/** The first GTIN and the number of further GTINs: a product has one GTIN for each size. */
const gtinText = (gtins: readonly string[]): string =>
  gtins.length === 0 ? '' : `GTIN ${gtins[0]}${gtins.length > 1 ? ` + ${gtins.length - 1}` : ''}`;

function fitted(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  const characters = Array.from(text);
  while (characters.length > 0 && widthOf(`${characters.join('')}…`) > room) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
