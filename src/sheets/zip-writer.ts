/** An entry of an archive that is written. */
export interface ZipEntry {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly date: number;
  readonly crc: number;
  /** Compressed size in bytes. */
  readonly packed: number;
  readonly size: number;
  /** Offset of its header in the archive. */
  readonly offset: number;
  readonly extra: Buffer;
  readonly comment: Buffer;
  readonly madeBy: number;
  readonly internal: number;
  readonly external: number;
}

const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const DIRECTORY_ENTRY_SIGNATURE = 0x02014b50;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
/** Signature of the end of the directory. */
export const DIRECTORY_END_SIGNATURE = 0x06054b50;
/** The flag for names in UTF-8. Without this flag, the name must be ASCII. */
export const UTF8_NAME = 0x0800;
export const DEFLATED = 8;
/** 1980-01-01 in the date format of archives, so that the same parts give the same bytes. */
const DAY = 0x21;
const ZIP64 = 45;
const VERSION = 20;
export const MAX_UINT32 = 0xffffffff;
const MAX_UINT16 = 0xffff;
const NONE = Buffer.alloc(0);

/** A compressed entry with the same date in all archives. */
export const newEntry = (
  name: string,
  sizes: Pick<ZipEntry, 'crc' | 'packed' | 'size' | 'offset'>,
): ZipEntry => ({
  ...{ name: Buffer.from(name, 'utf8'), flags: UTF8_NAME, method: DEFLATED, time: 0, date: DAY, ...sizes },
  ...{ extra: NONE, comment: NONE, madeBy: VERSION, internal: 0, external: 0 },
});

/** The header before the bytes of an entry. `isLarge`: reserve sizes of 64 bits, even if they are not needed. */
export function localHeader(entry: ZipEntry, isLarge = false): Buffer {
  const large = Buffer.alloc(isLarge ? 20 : 0);
  if (isLarge) {
    large.writeUInt16LE(1, 0);
    large.writeUInt16LE(16, 2);
    large.writeBigUInt64LE(BigInt(entry.size), 4);
    large.writeBigUInt64LE(BigInt(entry.packed), 12);
  }
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL_HEADER_SIGNATURE, 0);
  header.writeUInt16LE(isLarge ? ZIP64 : VERSION, 4);
  writeCommonFields(entry, header, 6, isLarge);
  header.writeUInt16LE(large.length, 28);
  return Buffer.concat([header, entry.name, large]);
}

/** The record of an entry in the directory. */
export function directoryEntry(entry: ZipEntry): Buffer {
  const { size, packed, offset, comment } = entry;
  const large = [size, packed, offset].some((value) => value >= MAX_UINT32);
  const wide = Buffer.alloc(large ? 28 : 0);
  if (large) {
    wide.writeUInt16LE(1, 0);
    wide.writeUInt16LE(24, 2);
    [size, packed, offset].forEach((value, at) => {
      wide.writeBigUInt64LE(BigInt(value), 4 + 8 * at);
    });
  }
  const extra = Buffer.concat([wide, entry.extra]);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(DIRECTORY_ENTRY_SIGNATURE, 0);
  header.writeUInt16LE(entry.madeBy, 4);
  header.writeUInt16LE(large ? ZIP64 : VERSION, 6);
  writeCommonFields(entry, header, 8, large);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt16LE(comment.length, 32);
  header.writeUInt16LE(entry.internal, 36);
  header.writeUInt32LE(entry.external >>> 0, 38);
  header.writeUInt32LE(large ? MAX_UINT32 : offset, 42);
  return Buffer.concat([header, entry.name, extra, comment]);
}

/** Writes the fields that both headers of an entry contain, from the flags to the length of the name. */
function writeCommonFields(entry: ZipEntry, header: Buffer, at: number, large: boolean): void {
  header.writeUInt16LE(entry.flags, at);
  header.writeUInt16LE(entry.method, at + 2);
  header.writeUInt16LE(entry.time, at + 4);
  header.writeUInt16LE(entry.date, at + 6);
  header.writeUInt32LE(entry.crc, at + 8);
  header.writeUInt32LE(large ? MAX_UINT32 : entry.packed, at + 12);
  header.writeUInt32LE(large ? MAX_UINT32 : entry.size, at + 16);
  header.writeUInt16LE(entry.name.length, at + 20);
}

/** The end of an archive: number of entries, size and offset of its directory. */
export function directoryEnd(count: number, size: number, start: number): Buffer {
  const large = count >= MAX_UINT16 || size >= MAX_UINT32 || start >= MAX_UINT32;
  const wide = Buffer.alloc(large ? 76 : 0);
  if (large) {
    wide.writeUInt32LE(ZIP64_END_SIGNATURE, 0);
    wide.writeBigUInt64LE(44n, 4);
    wide.writeUInt16LE(ZIP64, 12);
    wide.writeUInt16LE(ZIP64, 14);
    [count, count, size, start].forEach((value, at) => {
      wide.writeBigUInt64LE(BigInt(value), 24 + 8 * at);
    });
    wide.writeUInt32LE(ZIP64_LOCATOR_SIGNATURE, 56);
    wide.writeBigUInt64LE(BigInt(start + size), 64);
    wide.writeUInt32LE(1, 72);
  }
  const record = Buffer.alloc(22);
  record.writeUInt32LE(DIRECTORY_END_SIGNATURE, 0);
  record.writeUInt16LE(large ? MAX_UINT16 : count, 8);
  record.writeUInt16LE(large ? MAX_UINT16 : count, 10);
  record.writeUInt32LE(large ? MAX_UINT32 : size, 12);
  record.writeUInt32LE(large ? MAX_UINT32 : start, 16);
  return Buffer.concat([wide, record]);
}
