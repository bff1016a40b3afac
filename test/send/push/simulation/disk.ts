import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ledger } from '../../../../src/ledger/ledger.ts';
import { dbOf } from '../../../ledger/store-of.ts';
import { checkpointed } from './checkpoint.ts';
import { remembering } from './shelf.ts';
import type { World } from './world.ts';

/** The bytes of a ledger and of its log. */
interface Image {
  readonly db: Buffer;
  readonly wal: Buffer;
}

const SECTOR = 512;
const WAL_HEADER = 32;
const FULL = 2;

/** An empty ledger, to be copied: creating one takes longer than a simulation. */
let empty: Buffer | undefined;

/**
 * The disk under a ledger. Synced data survives a power failure; of the writes since the last sync, any sectors may be
 * stored, and any may be missing.
 */
export class Disk {
  readonly #world: World;
  readonly #folder = mkdtempSync(join(tmpdir(), 'trace-disk-'));
  /** What is certainly synced while later writes are open; null if everything is synced. */
  #synced: Image | null = null;
  /** The content before the commit that never returned; null if there is none. */
  #before: Image | null = null;
  #copies = 0;
  path: string;
  /** Process deaths at which writes were not synced, or a checkpoint was running. */
  torn = 0;

  constructor(world: World) {
    this.#world = world;
    this.path = join(this.#folder, 'ledger.db');
    writeFileSync(this.path, emptyLedger(this.path));
  }

  /** Opens the ledger like a process. `weaken` may remove what makes its commits durable. */
  open(weaken: (ledger: Ledger) => void = () => {}): Ledger {
    const ledger = remembering(Ledger.open(this.path));
    weaken(ledger);
    const { synchronous } = dbOf(ledger).prepare('pragma synchronous').get() as { synchronous: number };
    this.#synced = synchronous >= FULL ? null : this.#read();
    // This disk decides what is synced; the real one below need not sync anything.
    dbOf(ledger).exec('pragma synchronous = off');
    return ledger;
  }

  /** Makes a commit that never returns: its process dies in it. */
  interrupt(commit: () => void): void {
    this.#before = this.#read();
    this.#synced ??= this.#before;
    commit();
  }

  /**
   * Closes the ledger of a process that died; `power`: the machine lost power too. Its files are then in the state of
   * that moment.
   */
  died(ledger: Ledger, power: boolean): void {
    const written = this.#read();
    // Written data survives the process, but not the machine.
    const kept = power ? this.#synced : this.#before;
    const image = this.#found(kept ?? written, written, power);
    this.#before = null;
    ledger.close();
    this.path = join(this.#folder, `ledger-${++this.#copies}.db`);
    writeFileSync(this.path, image.db);
    writeFileSync(`${this.path}-wal`, image.wal);
  }

  /** A process that does not read the log finds only the checkpointed data. */
  dropLog(): void {
    rmSync(`${this.path}-wal`, { force: true });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #read(): Image {
    const wal = `${this.path}-wal`;
    return { db: readFileSync(this.path), wal: existsSync(wal) ? readFileSync(wal) : Buffer.alloc(0) };
  }

  /** `synced` is certainly stored, `written` was requested. */
  #found(synced: Image, written: Image, power: boolean): Image {
    const world = this.#world;
    // A checkpoint starts with a sync of the log.
    const moved = !written.db.equals(synced.db);
    const wal = moved || synced.wal.equals(written.wal) ? written.wal : this.#tornLog(synced, written, power);
    const whole = moved ? written : synced;
    // A log restarts when a checkpoint has moved all of it.
    const isSameLog = moved || sameLog(synced, written);
    const isCheckpointing = whole.wal.length > 0 && isSameLog && world.chance(0.5);
    if (!wal.equals(written.wal) || isCheckpointing || moved) this.torn++;
    if (moved) return { db: mixed(world, synced.db, written.db), wal };
    return { db: isCheckpointing ? checkpointed(world, synced.db, whole.wal) : synced.db, wal };
  }

  #tornLog(synced: Image, written: Image, power: boolean): Buffer {
    const world = this.#world;
    const isSameLog = sameLog(synced, written);
    // The header of a restarted log is synced before anything is written after it.
    const base = isSameLog
      ? synced.wal
      : Buffer.concat([written.wal.subarray(0, WAL_HEADER), synced.wal.subarray(WAL_HEADER)]);
    if (!isSameLog && world.chance(0.2)) return synced.wal;
    // The writes of a killed process are stored in their order.
    const how = power ? world.pick(['cut', 'sectors', 'sectors', 'later only', 'all']) : 'cut';
    world.note(`unsynced writes: ${how}`);
    switch (how) {
      case 'cut':
        return cut(world, base, written.wal);
      case 'sectors':
        return mixed(world, base, written.wal);
      case 'later only':
        return laterOnly(world, base, written.wal);
      default:
        return written.wal;
    }
  }
}

const sameLog = (one: Image, other: Image): boolean =>
  one.wal.subarray(0, WAL_HEADER).equals(other.wal.subarray(0, WAL_HEADER));

/** The new bytes from the first one up to any position. */
function cut(world: World, before: Buffer, after: Buffer): Buffer {
  const from = firstChange(before, after);
  const to = from + world.upTo(after.length - from);
  return Buffer.concat([after.subarray(0, to), before.subarray(to)]);
}

/** Each sector has the old content, the new one, or something else where there was nothing before. */
function mixed(world: World, before: Buffer, after: Buffer): Buffer {
  const out = Buffer.alloc(after.length);
  after.copy(out);
  for (let at = 0; at < after.length; at += SECTOR) {
    const to = Math.min(at + SECTOR, after.length);
    const old = before.subarray(at, to);
    if (old.equals(after.subarray(at, to)) || world.chance(0.5)) continue;
    out.fill(0, at, to);
    if (old.length > 0) old.copy(out, at);
    else if (world.chance(0.3)) after.copy(out, at, 0, to - at);
  }
  // The new length of the file may be missing too.
  const shortest = Math.min(before.length, after.length);
  return world.chance(0.3) ? out.subarray(0, shortest + world.upTo(after.length - shortest)) : out;
}

/** The last of the new bytes are stored, and those before them are not. */
function laterOnly(world: World, before: Buffer, after: Buffer): Buffer {
  const from = firstChange(before, after);
  const to = Math.min(after.length, from + SECTOR * (1 + world.upTo((after.length - from) / SECTOR)));
  const out = Buffer.from(after);
  out.fill(0, from, to);
  before.copy(out, from, from, Math.min(to, before.length));
  return out;
}

function firstChange(before: Buffer, after: Buffer): number {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before.subarray(at, at + SECTOR).equals(after.subarray(at, at + SECTOR))) at += SECTOR;
  while (at < most && before[at] === after[at]) at++;
  return Math.min(at, most);
}

function emptyLedger(path: string): Buffer {
  if (!empty) {
    Ledger.open(path).close();
    empty = readFileSync(path);
    rmSync(path);
  }
  return empty;
}
