import { statSync } from 'node:fs';
import type { StatementSync } from 'node:sqlite';
import { TraceError } from '../errors.ts';
import type { Ledger } from './ledger.ts';
import type { Marker } from './marker.ts';

/**
 * Watches over the ledger of a run that sends: each of its commits has a number, which the markers outside of the ledger
 * know before anything leaves, and the file that it writes is still the one under its name.
 */
export class Guard {
  readonly #ledger: string;
  readonly #marker: Marker;
  readonly #raise: StatementSync;
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
    this.#raise = ledger.db.prepare(
      'insert into marks(target, seq) values (?, 1) on conflict do update set seq = seq + 1 returning seq',
    );
    this.#path = ledger.path;
    this.#place = placeOf(ledger.path);
  }

  /** Inside the transaction. */
  raise(): void {
    this.#seq = Number((this.#raise.get(this.#target) as { seq: number }).seq);
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
  return (db.prepare('select id from identity').get() as { id: string }).id;
}

/** How many commits of runs that send to a target a ledger knows of. */
export function seqOf({ db }: Pick<Ledger, 'db'>, target: string): number {
  const row = db.prepare('select seq from marks where target = ?').get(target) as { seq: number } | undefined;
  return row?.seq ?? 0;
}
