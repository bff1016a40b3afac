import { type Bitmap2D, correction, generate } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';
import { toSvgPath, toSvgSource } from 'lean-qr/extras/svg';

/** A code, drawn in whatever is asked for. */
export interface Code {
  /** Modules on a side, without the margin. */
  readonly size: number;
  /** A document of its own. */
  svg(): string;
  png(): Uint8Array;
  /** The dark modules as the path of an SVG, a unit a module. */
  path(): string;
}

/** Light modules that a reader needs on each side. */
export const MARGIN = 4;
/** Pixels of a module. */
const SCALE = 10;

/** The code of an address, readable with a seventh of it soiled; null when the address is longer than a code holds. */
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

/** Version 40 holds so many bytes with this correction. */
const MOST_BYTES = 2331;

/** Whether a code can hold the address. */
export const fitsCode = (address: string): boolean => Buffer.byteLength(address) <= MOST_BYTES;

function bitmapOf(address: string): Bitmap2D | null {
  if (!fitsCode(address)) return null;
  return generate(address, { minCorrectionLevel: correction.M });
}
