import type { World } from './world.ts';

const SECTOR = 512;
const HEADER = 32;
const FRAME_HEADER = 24;

/**
 * The pages of a ledger while a checkpoint moves them out of its log: some are written, some are not, some are partly
 * written. The log is complete, and everything that is moved from it was synced.
 */
export function checkpointed(world: World, db: Buffer, wal: Buffer): Buffer {
  const { pages, pageSize, size } = committedPages(world, wal);
  const out = Buffer.alloc(Math.max(db.length, size * pageSize));
  db.copy(out);
  for (const [page, content] of [...pages].sort(([one], [other]) => one - other)) {
    const at = (page - 1) * pageSize;
    if (at >= out.length || world.chance(0.3)) continue;
    const isTorn = world.chance(0.4);
    for (let sector = 0; sector < pageSize; sector += SECTOR) {
      if (!isTorn || world.chance(0.5)) content.copy(out, at + sector, sector, sector + SECTOR);
    }
  }
  // It may have its old length, or some of its new pages.
  const longer = Math.floor((out.length - db.length) / pageSize);
  return out.subarray(0, db.length + world.upTo(longer) * pageSize);
}

/** The last content of each page up to one of the commits of a log. */
function committedPages(
  world: World,
  wal: Buffer,
): { pages: Map<number, Buffer>; pageSize: number; size: number } {
  const pageSize = wal.readUInt32BE(8);
  const salt = wal.subarray(16, 24);
  const pages = new Map<number, Buffer>();
  const waiting = new Map<number, Buffer>();
  const last = world.chance(0.5) ? Number.POSITIVE_INFINITY : 1 + world.upTo(30);
  let size = 0;
  let commits = 0;
  let sums: Sums = [wal.readUInt32BE(24), wal.readUInt32BE(28)];
  for (let at = HEADER; at + FRAME_HEADER + pageSize <= wal.length; at += FRAME_HEADER + pageSize) {
    const content = wal.subarray(at + FRAME_HEADER, at + FRAME_HEADER + pageSize);
    sums = addSums(addSums(sums, wal, wal.subarray(at, at + 8)), wal, content);
    const isWhole = sums[0] === wal.readUInt32BE(at + 16) && sums[1] === wal.readUInt32BE(at + 20);
    // The rest belongs to an earlier log, or was not stored completely.
    if (!isWhole || !wal.subarray(at + 8, at + 16).equals(salt)) break;
    waiting.set(wal.readUInt32BE(at), content);
    const sizeNow = wal.readUInt32BE(at + 4);
    if (sizeNow === 0) continue;
    size = sizeNow;
    for (const [page, latest] of waiting) pages.set(page, latest);
    waiting.clear();
    if (++commits >= last) break;
  }
  return { pages, pageSize, size };
}

type Sums = readonly [number, number];

/** The checksums of a log, continued with more of its bytes. The fourth byte of the log says how words are stored. */
function addSums([first, second]: Sums, wal: Buffer, bytes: Buffer): Sums {
  const word = (at: number) => ((wal[3]! & 1) === 1 ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  let [one, two] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + word(at) + two) >>> 0;
    two = (two + word(at + 4) + one) >>> 0;
  }
  return [one, two];
}
