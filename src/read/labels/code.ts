import { type Bitmap2D, correction, generate } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';
import { toSvgPath, toSvgSource } from 'lean-qr/extras/svg';

/** A QR code that can be drawn in several formats. */
export interface Code {
  /** Number of modules on each side, without the margin. */
  readonly size: number;
  /** The code as a complete SVG document. */
  svg(): string;
  png(): Uint8Array;
  /** The dark modules as an SVG path; one unit is one module. */
  path(): string;
}

/** Width of the light margin that scanners need, in modules. */
export const MARGIN = 4;
/** Pixels per module. */
const SCALE = 10;

/**
 * The code of a web address. It stays readable with about 15 % damage (correction level M). Null if the address is too
 * long.
 */
export function codeOf(address: string): Code | null {
  const bitmap = bitmapOf(address);
  return (
    bitmap && {
      size: bitmap.size,
      svg: () =>
        toSvgSource(bitmap, { pad: MARGIN, scale: SCALE, on: '#000', off: '#fff', xmlDeclaration: true }),
      png: () => toPngBuffer(bitmap, { pad: MARGIN, scale: SCALE, on: [0, 0, 0], off: [255, 255, 255] }),
      path: () => toSvgPath(bitmap),
    }
  );
}

/** The capacity of a code of version 40 at this correction level. */
const MAX_BYTES = 2331;

/** Whether the address fits into a QR code. */
export const fitsCode = (address: string): boolean => Buffer.byteLength(address) <= MAX_BYTES;

function bitmapOf(address: string): Bitmap2D | null {
  if (!fitsCode(address)) return null;
  return generate(address, { minCorrectionLevel: correction.M });
}
