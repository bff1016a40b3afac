import type { Ledger } from './ledger.ts';
import { query } from './rows.ts';
import { dbOf, entriesOf } from './store.ts';

/** The known records of a target, which the records of an input are compared with. */
export class KnownRecords {
  readonly #scope: readonly [target: string, interfaceName: string];
  readonly #families;
  readonly #familiesFrom;
  readonly #body;
  readonly #keys;
  /** Whether there is none. */
  readonly isEmpty: boolean;

  constructor(ledger: Ledger, target: string, interfaceName: string) {
    const db = dbOf(ledger);
    const from = `from ${entriesOf(ledger)} where target = ? and interface = ?`;
    this.#scope = [target, interfaceName];
    const family = { family: 'text' } as const;
    this.#families = query(db, `select family ${from} and kind = ? and key = ? order by family`, family);
    this.#familiesFrom = query(
      db,
      `select family ${from} and kind = ? and key >= ? and key < ? || char(1114111) order by key, family`,
      family,
    );
    this.#body = query(db, `select body ${from} and kind = ? and key = ? order by family`, { body: 'text' });
    this.#keys = query(db, `select distinct key ${from} and kind = ? order by key limit ?`, { key: 'text' });
    const first = query(db, `select key ${from} and key >= ? limit 1`, { key: 'text' });
    this.isEmpty = first.get(...this.#scope, '') === undefined;
  }

  /** The families of the records with a key, or with a key that begins with `key`, in the order of the keys. */
  familiesOf(kind: string, key: string, isBeginning: boolean): string[] {
    const rows = isBeginning
      ? this.#familiesFrom.all(...this.#scope, kind, key, key)
      : this.#families.all(...this.#scope, kind, key);
    return rows.map(({ family }) => family);
  }

  /** The text of a field of a record; null if it has none. */
  textOf(kind: string, key: string, field: string): string | null {
    const row = this.#body.get(...this.#scope, kind, key);
    const value = row && (JSON.parse(row.body) as Record<string, unknown>)[field];
    return typeof value === 'string' ? value : null;
  }

  /** The first keys of a kind. */
  keysOf(kind: string, limit: number): string[] {
    return this.#keys.all(...this.#scope, kind, limit).map(({ key }) => key);
  }
}
