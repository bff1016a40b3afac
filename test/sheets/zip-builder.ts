import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Stored instead of deflated. */
  readonly stored?: boolean;
  /** False values in the directory. */
  readonly claims?: {
    readonly size?: number;
    readonly crc32?: number;
    readonly method?: number;
    readonly flags?: number;
  };
  /** Deflated bytes to use instead of the real ones. */
  readonly packed?: Uint8Array;
  /** The extra field in the part's own header, and the length that the header claims for it. */
  readonly extra?: { readonly bytes: Uint8Array; readonly length: number };
  /** Bytes after the part, such as a data descriptor. */
  readonly after?: Uint8Array;
  /** The directory points to the header and the bytes of this part instead. */
  readonly sameAs?: string;
}

/** An archive of these parts, in this order, with the requested defects. */
export function zip(parts: readonly ZipPart[], prefix: Uint8Array = Buffer.alloc(0)): Buffer {
  const bodies: Buffer[] = [Buffer.from(prefix)];
  const directory: Buffer[] = [];
  const offsets = new Map<string, number>();
  let offset = prefix.length;
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
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offsets.get(part.sameAs ?? '') ?? offset, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), about, rest, name);
    if (part.sameAs !== undefined) continue;
    offsets.set(part.name, offset);
    const own = Buffer.from(about);
    own.writeUInt16LE(part.extra?.length ?? 0, 24);
    const extra = Buffer.from(part.extra?.bytes ?? []);
    const after = Buffer.from(part.after ?? []);
    bodies.push(Buffer.from('504b0304', 'hex'), own, name, extra, Buffer.from(packed), after);
    offset += 30 + name.length + extra.length + packed.length + after.length;
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
