/** A compressed part of an archive. Names are ASCII. */
export interface Entry {
  readonly name: string;
  readonly crc: number;
  readonly size: number;
  readonly packed: number;
  /** Offset of its header. */
  readonly offset: number;
}

/** 1980-01-01 in the date format of archives: the same parts give the same bytes. */
const DAY = 0x21;
const VERSION = 20;
const DEFLATED = 8;

/** The header before the bytes of a part. */
export function localHeader(entry: Entry): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(0x04034b50);
  return Buffer.concat([head, shared(entry), Buffer.from(entry.name, 'latin1')]);
}

/** The entry of a part in the directory. */
export function directoryEntry(entry: Entry): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt32LE(0x02014b50);
  head.writeUInt16LE(VERSION, 4);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(entry.offset, 10);
  return Buffer.concat([head, shared(entry), place, Buffer.from(entry.name, 'latin1')]);
}

/** The end of an archive: number of entries, size and offset of its directory. */
export function directoryEnd(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

function shared({ name, crc, size, packed }: Entry): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(VERSION, 0);
  bytes.writeUInt16LE(DEFLATED, 4);
  bytes.writeUInt16LE(DAY, 8);
  bytes.writeUInt32LE(crc, 10);
  bytes.writeUInt32LE(packed, 14);
  bytes.writeUInt32LE(size, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}
