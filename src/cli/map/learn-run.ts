import { resolve } from 'node:path';
import { command as advised } from '../../advice.ts';
import { type Body, type InterfaceName, KEY_SEPARATOR, type KindSpec } from '../../contract/kind.ts';
import { usage } from '../../errors.ts';
import type { InputSettings } from '../../import/input/settings.ts';
import type { History, Ledger, RunRow } from '../../ledger/ledger.ts';
import { say } from '../../say.ts';
import { hashOf } from '../../sheets/bytes.ts';

/** Maximum number of records whose keys start with the same part. */
const MAX_RECORDS = 200;

/** The flags of a run that decided how its sheets were read, as the ledger has them. */
export interface RunFlags {
  readonly sheet?: readonly string[];
  readonly ignoreColumns?: readonly string[];
  readonly extraColumns?: readonly string[];
  readonly decimal?: string;
  readonly dateOrder?: string;
}

/** A finished run in its ledger, and the records that the service accepted in it. */
export class RunRecords {
  readonly id: string;
  readonly flags: RunFlags;
  /** The SHA-256 of its files. */
  readonly hashes: ReadonlySet<string>;
  readonly #ledger: Ledger;
  readonly #interface: string;
  readonly #history: History;
  readonly #kinds: ReadonlySet<string>;

  constructor(ledger: Ledger, { run, id, options, interface: name }: RunRow) {
    this.id = id;
    this.#ledger = ledger;
    this.#interface = name;
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
    const rows = this.#history.acceptedWith(name, first, first + KEY_SEPARATOR, MAX_RECORDS);
    if (rows.length >= MAX_RECORDS) return undefined;
    const isInRow = (part: string) => part === '' || part === blankKey || texts.has(part);
    const fitting = rows.filter(({ key }) => key.split(KEY_SEPARATOR).slice(1).every(isInRow));
    return fitting.length === 1 ? (JSON.parse(fitting[0]!.body) as Body) : undefined;
  }

  /**
   * The files of the run, if all of them still have the content that the run read. `flags`: those that a suggested
   * command repeats.
   *
   * @throws TraceError `learn-files`
   */
  async files(cwd: string, flags: readonly string[]): Promise<string[]> {
    const { id } = this;
    const files = this.#history.files();
    const hint = say().mapping.nameFiles({
      command: advised('map', say().placeholders.file(), '--learn', id, ...flags),
    });
    if (files.length === 0) throw usage('learn-files', say().mapping.runWithoutFiles({ run: id }), hint);
    for (const { path, sha256 } of files) {
      const hash = await hashOf(resolve(cwd, path));
      if (hash === sha256) continue;
      const { fileGone, fileChanged } = say().mapping;
      throw usage('learn-files', (hash === null ? fileGone : fileChanged)({ file: path, run: id }), hint);
    }
    return files.map(({ path }) => path);
  }

  /**
   * The settings with the interface of the run.
   *
   * @throws TraceError `run-interface`
   */
  settings(settings: InputSettings): InputSettings {
    const own = this.#interface as InterfaceName;
    if (settings.interface !== own && !settings.interfaceBySheets)
      throw usage(
        'run-interface',
        say().mapping.runInterface({ run: this.id, own, other: settings.interface }),
        say().mapping.runInterfaceHow(),
      );
    return { ...settings, interface: own, interfaceBySheets: false };
  }

  [Symbol.dispose](): void {
    this.#ledger.close();
  }
}
