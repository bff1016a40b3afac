import { statSync } from 'node:fs';
import { TraceError } from '../errors.ts';
import type { Ledger } from './ledger.ts';
import type { Marker } from './marker.ts';
import { query } from './rows.ts';

/**
 * Watches over the ledger of a run that sends: each of its commits has a number, which the markers outside of the ledger
 * know before anything leaves, and the file that it writes is still the one under its name.
 */
export class Guard {
  readonly #ledger: string;
  readonly #marker: Marker;
  readonly #raise;
  readonly #target: string;
  readonly #path: string;
  readonly #place: string | null;
  #seq = 0;
  /** Nothing is missed of a ledger from which nothing was ever sent. */
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
    this.#place = placeOf(ledger.path);
  }

  /** Inside the transaction. */
  raise(): void {
    this.#seq = this.#raise.one(this.#target).seq;
  }

  /** After its commit; `leaves`: requests leave next. Throws when they must not. */
  committed(leaves: boolean): void {
    this.#marks ||= leaves;
    try {
      if (this.#marks) this.#marker.write(this.#ledger, this.#seq);
    } catch (error) {
      // what happened is in the ledger all the same
      if (leaves) throw error;
    }
    const gone = this.gone();
    if (gone && leaves) throw gone;
  }

  /** Why what is written is lost: the ledger was removed or replaced. Null while it is in place. */
  gone(): TraceError | null {
    if (placeOf(this.#path) === this.#place) return null;
    return new TraceError(
      'usage',
      'ledger-gone',
      `${this.#path} was removed or replaced while the run was writing it: nothing more was sent.`,
      'Restore the state folder from a backup, then run again.',
    );
  }

  /** A good moment to make the markers durable. */
  sync(): void {
    this.#marker.sync();
  }

  close(): void {
    this.#marker.sync();
    this.#marker.close();
  }
}

/** Where a file is on its disk. */
function placeOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}

/** Id of a ledger, which no other one has. */
export function identityOf({ db }: Pick<Ledger, 'db'>): string {
  return query(db, 'select id from identity', { id: 'text' }).one().id;
}

/** How many commits of runs that send to a target a ledger knows of. */
export function seqOf({ db }: Pick<Ledger, 'db'>, target: string): number {
  return query(db, 'select seq from marks where target = ?', { seq: 'integer' }).get(target)?.seq ?? 0;
}

/** The same for every target. */
export const seqsOf = ({ db }: Pick<Ledger, 'db'>): { target: string; seq: number }[] =>
  query(db, 'select target, seq from marks', { target: 'text', seq: 'integer' }).all();

/** Whether the tables were made: a process may have died before it, or be about to make them. */
export const isMade = ({ db }: Pick<Ledger, 'db'>): boolean =>
  db.prepare("select 1 from sqlite_master where name = 'identity'").get() !== undefined;
