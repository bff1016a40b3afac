import { statSync } from 'node:fs';
import { TraceError } from '../errors.ts';
import type { Ledger } from './ledger.ts';
import type { Marker } from './marker.ts';
import { query } from './rows.ts';

/**
 * Detects that the ledger of a sending run was lost. Each commit has a number, which is written to markers outside of
 * the ledger before a request is sent. The open file must also still be the one at its path.
 */
export class Guard {
  readonly #ledger: string;
  readonly #marker: Marker;
  readonly #raise;
  readonly #target: string;
  readonly #path: string;
  readonly #file: string | null;
  #seq = 0;
  /** Whether markers are written: from the first request on. A ledger from which nothing was sent is no loss. */
  #marks: boolean;

  constructor(ledger: Ledger, target: string, marker: Marker) {
    this.#ledger = identityOf(ledger);
    this.#target = target;
    this.#marker = marker;
    this.#marks = marker.read().length > 0;
    this.#raise = query(
      ledger.db,
      'insert into marks(target, seq) values (?, 1) on conflict do update set seq = seq + 1 returning seq',
      { seq: 'integer' },
    );
    this.#path = ledger.path;
    this.#file = fileId(ledger.path);
  }

  /** Increases the number of commits. Call it inside the transaction. */
  raise(): void {
    this.#seq = this.#raise.one(this.#target).seq;
  }

  /** Call it after the commit. `leaves`: requests are sent next. Throws if they must not be sent. */
  committed(leaves: boolean): void {
    this.#marks ||= leaves;
    try {
      if (this.#marks) this.#marker.write(this.#ledger, this.#seq);
    } catch (error) {
      // Ignored for other writes: their outcome is in the ledger in any case.
      if (leaves) throw error;
    }
    const gone = this.gone();
    if (gone && leaves) throw gone;
  }

  /** The error if the ledger was removed or replaced; null while it is at its path. */
  gone(): TraceError | null {
    if (fileId(this.#path) === this.#file) return null;
    return new TraceError(
      'usage',
      'ledger-gone',
      `${this.#path} was removed or replaced while the run was writing it: nothing more was sent.`,
      'Restore the state folder from a backup, then run again.',
    );
  }

  /** Flushes the markers to the disk. */
  sync(): void {
    this.#marker.sync();
  }

  close(): void {
    this.#marker.sync();
    this.#marker.close();
  }
}

/** The device and inode of a file; null if it does not exist. */
function fileId(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}

/** The unique id of a ledger. */
export function identityOf({ db }: Pick<Ledger, 'db'>): string {
  return query(db, 'select id from identity', { id: 'text' }).one().id;
}

/** The number of commits of runs that send to a target. */
export function seqOf({ db }: Pick<Ledger, 'db'>, target: string): number {
  return query(db, 'select seq from marks where target = ?', { seq: 'integer' }).get(target)?.seq ?? 0;
}

/** The number of such commits for every target. */
export const seqsOf = ({ db }: Pick<Ledger, 'db'>): { target: string; seq: number }[] =>
  query(db, 'select target, seq from marks', { target: 'text', seq: 'integer' }).all();

/** Whether the tables exist. A process may have been killed before it created them, or may be about to do so. */
export const isMade = ({ db }: Pick<Ledger, 'db'>): boolean =>
  db.prepare("select 1 from sqlite_master where name = 'identity'").get() !== undefined;
