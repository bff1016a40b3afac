import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackParts } from '../src/sheets/workbook-parts.ts';

/** Files that a script generates and the repository contains, by their path from its root. */
export type Made = ReadonlyMap<string, Uint8Array>;

const root = fileURLToPath(new URL('..', import.meta.url));

/** The paths whose committed file is missing or differs. Workbooks are compared part by part, uncompressed. */
export function differing(made: Made): string[] {
  return [...made].filter(([file, bytes]) => !matches(file, bytes)).map(([file]) => file);
}

/** Writes the files or, if the arguments contain `--check`, lists those that differ. Returns the exit code. */
export function writeOrCheck(made: Made, command: string): number {
  if (process.argv.includes('--check')) {
    const stale = differing(made);
    if (stale.length === 0) return 0;
    process.stderr.write(`not up to date: ${stale.join(', ')}\nrun: ${command}\n`);
    return 1;
  }
  for (const [file, bytes] of made) {
    if (matches(file, bytes)) continue;
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), bytes);
    process.stdout.write(`${file} ${bytes.length}\n`);
  }
  return 0;
}

function matches(file: string, bytes: Uint8Array): boolean {
  let committed: Buffer;
  try {
    committed = readFileSync(path.join(root, file));
  } catch {
    return false;
  }
  if (!file.endsWith('.xlsx')) return committed.equals(bytes);
  // The compressed bytes are not compared, because they differ from machine to machine.
  const mine = unpackParts(bytes);
  const theirs = unpackParts(committed);
  return mine.size === theirs.size && [...mine].every(([name, part]) => theirs.get(name)?.equals(part));
}
