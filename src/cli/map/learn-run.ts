import { type Body, KEY_SEPARATOR, type KindSpec } from '../../contract/kind.ts';
import { History } from '../../ledger/history.ts';
import type { Ledger, RunRow } from '../../ledger/ledger.ts';

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
  /** By kind: for each part of its key, the value that all records have, or null if they differ. */
  readonly #parts = new Map<string, (string | null)[]>();

  constructor(ledger: Ledger, { run, id, options }: RunRow) {
    this.id = id;
    this.flags = JSON.parse(options) as RunFlags;
    this.#history = new History(ledger, run);
    this.hashes = new Set(this.#history.files().map(({ sha256 }) => sha256));
    for (const { kind, key } of this.#history.acceptedKeys()) {
      const parts = key.split(KEY_SEPARATOR);
      const known = this.#parts.get(kind);
      if (!known) this.#parts.set(kind, parts);
      else for (const [at, part] of known.entries()) if (part !== parts[at]) known[at] = null;
    }
  }

  hasKind = ({ name }: KindSpec): boolean => this.#parts.has(name);

  /** Whether a record of the kind has a key with this first part. */
  hasKey({ name }: KindSpec, first: string): boolean {
    return this.#history.acceptedWith(name, first, first + KEY_SEPARATOR, 1).length > 0;
  }

  /**
   * The record of the kind with this first part of its key. The other parts must be texts of the row, unless they are
   * the same in all records. Undefined if there is none, or if several fit.
   */
  record({ name, blankKey }: KindSpec, first: string, texts: ReadonlySet<string>): Body | undefined {
    const rows = this.#history.acceptedWith(name, first, first + KEY_SEPARATOR, MOST_OF_KEY);
    if (rows.length >= MOST_OF_KEY) return undefined;
    const same = this.#parts.get(name)!;
    const fitting = rows.filter(({ key }) =>
      key
        .split(KEY_SEPARATOR)
        .every(
          (part, at) => at === 0 || part === '' || part === blankKey || same[at] !== null || texts.has(part),
        ),
    );
    return fitting.length === 1 ? (JSON.parse(fitting[0]!.body) as Body) : undefined;
  }
}
