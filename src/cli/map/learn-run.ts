import { type Body, KEY_SEPARATOR, type KindSpec } from '../../contract/kind.ts';
import type { History, Ledger, RunRow } from '../../ledger/ledger.ts';

/** Maximum number of records whose keys start with the same part. */
const MOST_OF_KEY = 200;

/** The flags of a run that decided how its sheets were read, as the ledger has them. */
export interface RunFlags {
  readonly sheet?: readonly string[];
  readonly ignoreColumns?: readonly string[];
  readonly extraColumns?: readonly string[];
  readonly decimal?: string;
  readonly dateOrder?: string;
}

/** A finished run, and the records that the service accepted in it. */
export class RunRecords {
  readonly id: string;
  readonly flags: RunFlags;
  /** The SHA-256 of its files. */
  readonly hashes: ReadonlySet<string>;
  readonly #history: History;
  readonly #kinds: ReadonlySet<string>;

  constructor(ledger: Ledger, { run, id, options }: RunRow) {
    this.id = id;
    this.flags = JSON.parse(options) as RunFlags;
    this.#history = ledger.history(run);
    this.hashes = new Set(this.#history.files().map(({ sha256 }) => sha256));
    this.#kinds = new Set(this.#history.acceptedKinds());
  }

  hasKind = ({ name }: KindSpec): boolean => this.#kinds.has(name);

  /** Whether a record of the kind has a key with this first part. */
  hasKey({ name }: KindSpec, first: string): boolean {
    return this.#history.acceptedWith(name, first, first + KEY_SEPARATOR, 1).length > 0;
  }

  /**
   * The record of the kind with this first part of its key, if the other parts are texts of the row. Undefined if there
   * is none, or if several fit.
   */
  record({ name, blankKey }: KindSpec, first: string, texts: ReadonlySet<string>): Body | undefined {
    const rows = this.#history.acceptedWith(name, first, first + KEY_SEPARATOR, MOST_OF_KEY);
    if (rows.length >= MOST_OF_KEY) return undefined;
    const isInRow = (part: string) => part === '' || part === blankKey || texts.has(part);
    const fitting = rows.filter(({ key }) => key.split(KEY_SEPARATOR).slice(1).every(isInRow));
    return fitting.length === 1 ? (JSON.parse(fitting[0]!.body) as Body) : undefined;
  }
}
