import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  DIRECTORY_END_SIGNATURE,
  directoryEnd,
  directoryEntry,
  localHeader,
  newEntry,
  type ZipEntry,
} from './zip-writer.ts';

/** Unpacks a workbook that trace wrote: its parts by name, in order. Unsafe for other files, because it trusts all sizes. */
export function unpackParts(workbook: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(workbook.buffer, workbook.byteOffset, workbook.byteLength);
  const end = bytes.length - 22;
  if (bytes.readUInt32LE(end) !== DIRECTORY_END_SIGNATURE) throw new Error('not a workbook that trace wrote');
  const parts = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(from, from + bytes.readUInt32LE(at + 20));
    parts.set(name, bytes.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

/** Packs parts into an archive, in order, with a fixed date. */
export function packParts(parts: ReadonlyMap<string, Uint8Array>): Buffer {
  const bodies: Buffer[] = [];
  const entries: ZipEntry[] = [];
  let offset = 0;
  for (const [name, data] of parts) {
    const packed = deflateRawSync(data, { level: 9 });
    const sizes = { crc: crc32(data), size: data.length, packed: packed.length, offset };
    const entry = newEntry(name, sizes);
    const header = localHeader(entry);
    bodies.push(header, packed);
    entries.push(entry);
    offset += header.length + packed.length;
  }
  const directory = Buffer.concat(entries.map(directoryEntry));
  return Buffer.concat([...bodies, directory, directoryEnd(entries.length, directory.length, offset)]);
}
