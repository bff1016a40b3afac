import type { WriteSheet } from 'hucre/xlsx';
import { say } from '../../say.ts';
import { packParts, unpackParts } from '../../sheets/workbook-parts.ts';
import { codeOf } from './code.ts';
import type { Label } from './label.ts';

/**
 * The side of a code with its margin in pixels, the height of its row in points, the width of its column in characters.
 */
const PIXELS = 112;
const ROW_HEIGHT = 90;
const CODE_WIDTH = 17;

const columnsOf = () => {
  const text = say().qrCodes;
  return [
    { header: text.column(), width: CODE_WIDTH, of: () => null },
    { header: text.reference(), width: 22, of: (label: Label) => label.reference },
    { header: text.name(), width: 34, of: (label: Label) => label.name },
    { header: text.color(), width: 16, of: (label: Label) => label.color },
    { header: text.gtins(), width: 18, of: (label: Label) => label.gtins.join('\n') },
    { header: text.uniqueIdentifier(), width: 30, of: (label: Label) => label.uniqueIdentifier },
    { header: text.link(), width: 60, of: (label: Label) => label.link },
  ] as const;
};

/** The bytes of a workbook with one row for each label. The first column shows the code. */
export async function labelWorkbook(labels: readonly Label[], title: string): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx');
  const epoch = new Date('2026-01-01T00:00:00Z');
  const bytes = await writeXlsx({
    sheets: [sheetOf(labels)],
    defaultFont: { name: 'Calibri', size: 11 },
    properties: { title, creator: 'trace', created: epoch, modified: epoch },
  });
  const parts = unpackParts(bytes);
  const drawing = parts.get(DRAWING);
  if (drawing) parts.set(DRAWING, Buffer.from(square(drawing.toString('utf8')), 'utf8'));
  return packParts(parts);
}

const DRAWING = 'xl/drawings/drawing1.xml';
/** English metric units per pixel. */
const EMU = 9525;
const INSET = 4;

/** Anchors each picture to one cell. The library would stretch it over two cells, and a code must stay square. */
function square(xml: string): string {
  return xml
    .replace(/(<xdr:(?:col|row)Off>)0</g, `$1${INSET * EMU}<`)
    .replace(/<xdr:to>.*?<\/xdr:to>/gs, `<xdr:ext cx="${PIXELS * EMU}" cy="${PIXELS * EMU}"/>`)
    .replaceAll('xdr:twoCellAnchor', 'xdr:oneCellAnchor');
}

function sheetOf(labels: readonly Label[]): WriteSheet {
  const columns = columnsOf();
  const style = { alignment: { vertical: 'center', wrapText: true }, numFmt: '@' } as const;
  const headerStyle = {
    font: { name: 'Calibri', size: 11, bold: true, color: { rgb: 'FFFFFF' } },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: '1B5E20' } },
    alignment: { vertical: 'center' },
  } as const;
  const cells = new Map(
    columns.map(({ header }, at) => [`0,${at}`, { value: header, style: headerStyle }] as const),
  );
  return {
    name: 'Labels',
    columns: columns.map(({ width }) => ({ width, style })),
    rows: [
      columns.map(({ header }) => header),
      ...labels.map((label) => columns.map(({ of }) => cellText(of(label)))),
    ],
    cells,
    rowDefs: new Map([
      [0, { height: 24 }],
      ...labels.map((_, at) => [at + 1, { height: ROW_HEIGHT }] as const),
    ]),
    freezePane: { rows: 1 },
    images: labels.flatMap((label, at) => {
      const code = codeOf(label.link);
      if (!code) return [];
      return [
        {
          data: code.png(),
          type: 'png' as const,
          anchor: { from: { row: at + 1, col: 0 } },
          width: PIXELS,
          height: PIXELS,
          altText: say().qrCodes.codeOf({ link: label.link }),
        },
      ];
    }),
    pageSetup: {
      orientation: 'landscape',
      paperSize: 'a4',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
    },
  };
}

/** A text without characters that XML forbids; null for an empty cell. */
function cellText(text: string | null): string | null {
  if (text === null || text === '') return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ');
}
