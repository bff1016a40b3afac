import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Kept as it is instead of deflated. */
  readonly stored?: boolean;
  /** What the directory claims instead of the truth. */
  readonly claims?: {
    readonly size?: number;
    readonly crc32?: number;
    readonly method?: number;
    readonly flags?: number;
  };
  /** Deflated bytes to use instead of one's own. */
  readonly packed?: Uint8Array;
}

/** An archive of these parts, in this order; as hostile as asked. */
export function zip(parts: readonly ZipPart[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content);
    const packed = part.packed ?? (part.stored ? content : deflateRawSync(content));
    const name = Buffer.from(part.name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(part.claims?.flags ?? 0x800, 2);
    about.writeUInt16LE(part.claims?.method ?? (part.stored ? 0 : 8), 4);
    about.writeUInt32LE(part.claims?.crc32 ?? crc32(content), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(part.claims?.size ?? content.length, 18);
    about.writeUInt16LE(name.length, 22);
    bodies.push(Buffer.from('504b0304', 'hex'), about, name, Buffer.from(packed));
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), about, rest, name);
    offset += 30 + name.length + packed.length;
  }
  const size = directory.reduce((total, { length }) => total + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}
