/** A compressed part of an archive. */
export interface Entry {
  readonly name: string;
  readonly crc: number;
  readonly size: number;
  readonly packed: number;
  /** Offset of its header in the archive. */
  readonly offset: number;
  /** Set the flag for names in UTF-8. Without this flag, the name must be ASCII. */
  readonly utf8Name?: true;
}

/** Signature of the end of the directory. */
export const DIRECTORY_END = 0x06054b50;
/** 1980-01-01 in the date format of archives, so that the same parts give the same bytes. */
const DAY = 0x21;
const VERSION = 20;
const DEFLATED = 8;
const UTF8_NAME = 0x0800;

/** The header before the bytes of a part. */
export function localHeader(entry: Entry): Buffer {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(0x04034b50);
  return Buffer.concat([signature, shared(entry), Buffer.from(entry.name, 'utf8')]);
}

/** The entry of a part in the directory. */
export function directoryEntry(entry: Entry): Buffer {
  const signature = Buffer.alloc(6);
  signature.writeUInt32LE(0x02014b50);
  signature.writeUInt16LE(VERSION, 4);
  const offset = Buffer.alloc(14);
  offset.writeUInt32LE(entry.offset, 10);
  return Buffer.concat([signature, shared(entry), offset, Buffer.from(entry.name, 'utf8')]);
}

/** The end of an archive: number of entries, size and offset of its directory. */
export function directoryEnd(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(DIRECTORY_END);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** The fields that the header and the directory entry have in common. */
function shared({ name, crc, size, packed, utf8Name }: Entry): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(VERSION, 0);
  bytes.writeUInt16LE(utf8Name ? UTF8_NAME : 0, 2);
  bytes.writeUInt16LE(DEFLATED, 4);
  bytes.writeUInt16LE(DAY, 8);
  bytes.writeUInt32LE(crc, 10);
  bytes.writeUInt32LE(packed, 14);
  bytes.writeUInt32LE(size, 18);
  bytes.writeUInt16LE(Buffer.byteLength(name), 22);
  return bytes;
}
