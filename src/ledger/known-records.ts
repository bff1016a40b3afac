import { oddKey } from '../fold.ts';
import { MAX_CANDIDATE_KEYS } from './cross.ts';
import { Group, type Store } from './store.ts';

const FAMILY = { family: 'text' } as const;

/** The known records of a target, which the records of an input are compared with. */
export class KnownRecords extends Group {
  readonly #scope: readonly [target: string, interfaceName: string];
  readonly #from = `from ${this.store.entries} where target = ? and interface = ?`;
  readonly #families = this.store.query(
    `select family ${this.#from} and kind = ? and key = ? order by family`,
    FAMILY,
  );
  readonly #familiesFrom = this.store.query(
    `select family ${this.#from} and kind = ? and key >= ? and key < ? || char(1114111) order by key, family`,
    FAMILY,
  );
  readonly #body = this.store.query(`select body ${this.#from} and kind = ? and key = ? order by family`, {
    body: 'text',
  });
  readonly #keys = this.store.query(
    `select distinct key ${this.#from} and kind = ? order by key limit ${MAX_CANDIDATE_KEYS}`,
    {
      key: 'text',
    },
  );

  readonly #allKeys = this.store.query(`select distinct key ${this.#from} and kind = ? order by key`, {
    key: 'text',
  });

  constructor(store: Store, target: string, interfaceName: string) {
    super(store);
    this.#scope = [target, interfaceName];
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

  /** The keys of a kind that are not plain, with their plain forms (`plainKey`), in order. */
  *oddKeys(kind: string): Generator<[key: string, plain: string]> {
    for (const { key } of this.#allKeys.iterate(...this.#scope, kind)) {
      const plain = oddKey(key);
      if (plain !== null) yield [key, plain];
    }
  }

  /** The first keys of a kind. */
  keysOf(kind: string): string[] {
    return this.#keys.all(...this.#scope, kind).map(({ key }) => key);
  }
}
