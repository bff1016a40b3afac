import type { CellStyle } from 'hucre/xlsx';
import type { CellMark, HeaderStyle } from './workbook-data.ts';

export const FONT = { name: 'Calibri', size: 11 } as const;

const HEADER_COLOURS: Readonly<Record<HeaderStyle, { readonly ink: string; readonly fill: string }>> = {
  required: { ink: 'FFFFFF', fill: '1B5E20' },
  group: { ink: '4A3500', fill: 'FFE3A3' },
  optional: { ink: '0D2B45', fill: 'CFE4F5' },
};

/** The style of a header cell. */
export function headerLook(style: HeaderStyle): CellStyle {
  const { ink, fill } = HEADER_COLOURS[style];
  return {
    font: { ...FONT, bold: true, color: { rgb: ink } },
    alignment: { vertical: 'center', wrapText: true },
    fill: filled(fill),
    border: { right: { style: 'thin', color: { rgb: 'FFFFFF' } } },
  };
}

const filled = (rgb: string): NonNullable<CellStyle['fill']> => ({
  type: 'pattern',
  pattern: 'solid',
  fgColor: { rgb },
});

/** The style of the cells of example rows. */
export const EXAMPLE_STYLE: CellStyle = {
  font: { ...FONT, italic: true, color: { rgb: '6B6B6B' } },
  fill: filled('F0F0F0'),
};

/** The style of cells that a person fills in, and of those that are only shown. */
export const MARK_STYLES: Readonly<Record<CellMark['look'], CellStyle>> = {
  open: {
    font: FONT,
    fill: filled('FFF2A8'),
    border: Object.fromEntries(
      ['top', 'right', 'bottom', 'left'].map((side) => [side, { style: 'thin', color: { rgb: 'C9A400' } }]),
    ),
  },
  known: { font: { ...FONT, color: { rgb: '6B6B6B' } } },
};
