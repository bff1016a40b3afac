import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../fixtures/random.ts';

/** What may happen to the files of the program between two commands. */
export const DAMAGES = [
  'ledger-removed',
  'ledger-and-wal-removed',
  'ledger-emptied',
  'ledger-truncated',
  'ledger-page',
  'ledger-bits',
  'wal-bits',
  'ledger-older',
  'state-removed',
  'markers-removed',
  'markers-bits',
] as const;

export type Damage = (typeof DAMAGES)[number];

/** The folders of the program: the state folder and the user's home folder. */
export interface StatePlace {
  readonly state: string;
  readonly home: string;
  /** The folder for copies. */
  readonly copies: string;
}

const PAGE = 4096;

/** Copies the state, so that it can be restored later. Returns the name of the copy. */
export function copyState({ state, home, copies }: StatePlace, name: string): string {
  const copy = join(copies, name);
  rmSync(copy, { recursive: true, force: true });
  if (existsSync(state)) cpSync(state, join(copy, 'state'), { recursive: true });
  cpSync(home, join(copy, 'home'), { recursive: true });
  return copy;
}

/** Restores the state from a copy. */
export function restoreState({ state, home }: StatePlace, copy: string): void {
  for (const folder of [state, home]) rmSync(folder, { recursive: true, force: true });
  if (existsSync(join(copy, 'state'))) cpSync(join(copy, 'state'), state, { recursive: true });
  cpSync(join(copy, 'home'), home, { recursive: true });
}

/**
 * Damages the state. Returns false if there is nothing that this damage could affect. `older` is an earlier copy of the
 * state.
 */
export function damageState(
  place: StatePlace,
  damage: Damage,
  random: Random,
  older: string | null,
): boolean {
  const { state, home } = place;
  const ledger = join(state, 'ledger.db');
  const wal = `${ledger}-wal`;
  if (!existsSync(ledger)) return false;
  switch (damage) {
    case 'ledger-removed':
      rmSync(ledger);
      return true;
    case 'ledger-and-wal-removed':
      for (const file of [ledger, wal, `${ledger}-shm`]) rmSync(file, { force: true });
      return true;
    case 'ledger-emptied':
      truncateSync(ledger, 0);
      return true;
    case 'ledger-truncated':
      truncateSync(ledger, Math.floor(statSync(ledger).size / 2));
      return true;
    case 'ledger-page':
      return change(ledger, (bytes) => {
        const page = random.whole(0, Math.ceil(bytes.length / PAGE) - 1);
        bytes.fill(random.pick([0, 0xff]), page * PAGE, (page + 1) * PAGE);
      });
    case 'ledger-bits':
      return change(ledger, (bytes) => flipBits(bytes, random));
    case 'wal-bits':
      return existsSync(wal) && change(wal, (bytes) => flipBits(bytes, random));
    case 'ledger-older': {
      const old = older === null ? null : join(older, 'state', 'ledger.db');
      if (old === null || !existsSync(old)) return false;
      for (const end of ['', '-wal', '-shm']) {
        rmSync(ledger + end, { force: true });
        if (existsSync(old + end)) cpSync(old + end, ledger + end);
      }
      return true;
    }
    case 'state-removed':
      rmSync(state, { recursive: true });
      return true;
    case 'markers-removed':
      rmSync(join(state, 'locks'), { recursive: true, force: true });
      return true;
    case 'markers-bits': {
      const files = [...filesIn(join(state, 'locks')), ...filesIn(home)].filter(
        (file) => statSync(file).size > 0,
      );
      return files.length > 0 && change(random.pick(files), (bytes) => flipBits(bytes, random));
    }
  }
}

function change(file: string, edit: (bytes: Buffer) => void): boolean {
  const bytes = readFileSync(file);
  if (bytes.length === 0) return false;
  edit(bytes);
  writeFileSync(file, bytes);
  return true;
}

function flipBits(bytes: Buffer, random: Random): void {
  for (let times = random.whole(1, 16); times > 0; times--) {
    const at = random.whole(0, bytes.length - 1);
    bytes[at] = bytes[at]! ^ (1 << random.whole(0, 7));
  }
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
