import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Random } from '../../scripts/fixtures/random.ts';

/** Ways to damage the bytes of a file. */
const WAYS = ['bits', 'bits', 'bits', 'zeroes', 'truncated', 'deleted', 'garbage'] as const;

/** The ledger files, and the markers that guard them. */
export function filesOf(state: string, home: string): string[] {
  const inState = ['ledger.db', 'ledger.db-wal', 'ledger.db-shm', 'ledger.backup.db'].map((name) =>
    path.join(state, name),
  );
  return [...inState, ...below(path.join(state, 'locks')), ...below(path.join(home, 'ledgers'))].filter(
    (file) => existsSync(file),
  );
}

function below(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => path.join(folder, name))
    : [];
}

/** A random position beside something: the pages of a ledger that hold nothing yet may be damaged without a trace. */
function filledPlace(bytes: Uint8Array, random: Random): number {
  for (let tries = 0; ; tries++) {
    const at = random.whole(0, Math.max(0, bytes.length - 1));
    if (tries === 20 || bytes.subarray(Math.max(0, at - 32), at + 32).some((byte) => byte !== 0)) return at;
  }
}

/** Damages a file at random positions, in a random way. Returns a description. */
export function damage(file: string, random: Random): string {
  const bytes = readFileSync(file);
  const way = bytes.length === 0 ? random.pick(['deleted', 'garbage'] as const) : random.pick(WAYS);
  const at = filledPlace(bytes, random);
  const length = Math.min(bytes.length - at, random.whole(1, 4096));
  const name = `${path.basename(file)} ${way}`;
  if (way === 'deleted') {
    rmSync(file);
    return name;
  }
  if (way === 'truncated') {
    truncateSync(file, at);
    return `${name} to ${at}`;
  }
  if (way === 'garbage') {
    const garbage = Buffer.from(
      Array.from({ length: bytes.length === 0 ? 100 : length }, () => random.whole(0, 255)),
    );
    writeFileSync(file, Buffer.concat([bytes.subarray(0, at), garbage, bytes.subarray(at + length)]));
    return `${name} at ${at}, ${garbage.length} bytes`;
  }
  if (way === 'zeroes') {
    bytes.fill(0, at, at + length);
    writeFileSync(file, bytes);
    return `${name} at ${at}, ${length} bytes`;
  }
  const flipped = Array.from(
    { length: random.pick([1, 1, 1, 8]) },
    () => filledPlace(bytes, random) * 8 + random.whole(0, 7),
  );
  for (const bit of flipped) bytes[bit >> 3]! ^= 1 << (bit & 7);
  writeFileSync(file, bytes);
  return `${name} ${flipped.join(' ')}`;
}
