import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { ZipPart } from '../sheets/zip-builder.ts';

const UNIT = 64 * 1024;

/** The end of a deflate stream: an empty last block. */
const LAST_BLOCK = Buffer.from([3, 0]);

/**
 * A part that is far larger than its source: a start, a repeated text, an end, with correct checksum and size.
 *
 * @param bytes approximate size of the repeated text.
 */
export function repeated(name: string, head: string, unit: string, bytes: number, tail: string): ZipPart {
  const block = unit.repeat(Math.max(1, Math.floor(UNIT / unit.length)));
  const times = Math.max(1, Math.round(bytes / block.length));
  const pieces = [
    { text: Buffer.from(head), times: 1 },
    { text: Buffer.from(block), times },
    { text: Buffer.from(tail), times: 1 },
  ];
  const packed: Buffer[] = [];
  let sum = 0;
  let size = 0;
  for (const piece of pieces) {
    // Without a window, each piece can be inflated anywhere.
    const bytesOf = deflateRawSync(piece.text, { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
    for (let at = 0; at < piece.times; at++) {
      packed.push(bytesOf);
      sum = crc32(piece.text, sum);
    }
    size += piece.text.length * piece.times;
  }
  return {
    name,
    content: '',
    packed: Buffer.concat([...packed, LAST_BLOCK]),
    claims: { size, crc32: sum },
  };
}

/** A deflate stream without output, or without an end. */
export function endless(name: string, text: string, times: number): ZipPart {
  const block = deflateRawSync(Buffer.from(text), { finishFlush: constants.Z_FULL_FLUSH });
  return { name, content: text, packed: Buffer.concat(Array<Buffer>(times).fill(block)) };
}
