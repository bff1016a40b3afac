import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Finding } from '../findings/finding.ts';
import type { IgnoredRow } from './history.ts';
import { Inserts, type Message, storedMessages } from './rows.ts';
import { KEY_OR_ID, KIND_SEPARATOR } from './staged-row.ts';
import { RunGroup, type Store } from './store.ts';

/** A record to be staged. */
export interface StagedRecord {
  readonly kind: string;
  readonly family: string;
  readonly key: string;
  readonly batch: string;
  /** The body that will be sent, as JSON. */
  readonly body: string;
  /** The hash of the body without its importation batch. */
  readonly hash: string;
  readonly shareKey: string | null;
  readonly shareHash: string | null;
  readonly sheetId: number;
  readonly row: number;
  /** For a text file: the line where the row starts. */
  readonly line?: number;
  /** The numbers of all rows of the record, if there are several. */
  readonly rows?: readonly number[];
  /** The cells of values that are not where those of other records of its table are, by path: `C7`. */
  readonly cells?: Readonly<Record<string, string>>;
  /** The outcome of a record that is not sent; null if it is to be sent. */
  readonly ending: 'invalid' | 'not-attempted' | null;
  readonly references: readonly {
    readonly field: string;
    readonly to: string;
    /** Other kinds that the referenced record may have. */
    readonly or?: readonly string[];
    readonly key: string;
    readonly partial: boolean;
    /** Whether the text may be an id of the service. */
    readonly orId?: boolean;
  }[];
  /** Set if the record updates a record in the service. `byId`: the id of that record, if the row has no key. */
  readonly update?: { readonly byId: string | null } | undefined;
}

const ROWS_PER_COMMIT = 1000;
/** Lower for a temporary stage: its commits are cheap, because they are not flushed, and rows that wait take memory. */
const ROWS_PER_TEMPORARY_COMMIT = 250;
/** Characters of the keys and bodies of a commit: a file may have keys of thousands of characters. */
const CHARACTERS_PER_COMMIT = 16_000_000;

/**
 * Stores the records and findings of a run in large commits, before anything is sent. Rows that wait for their commit
 * are in memory, so that the ledger is not locked while a file is being read. Records get the status and wave of an
 * empty ledger and of kinds in the order in which they are sent. Planning changes only records for which this is wrong.
 */
export class Stage extends RunGroup {
  readonly #hasWaves: boolean;
  /** The difference between line and row numbers in the sheet that is being read. */
  #ahead: { readonly sheetId: number; readonly lines: number } | undefined;
  readonly #waves = new Map<string, number>();
  #records: StagedRecord[] = [];
  #findings: Finding[] = [];
  #others: (() => void)[] = [];
  #waitingCharacters = 0;

  readonly #rowsPerCommit = this.store.isTemporary ? ROWS_PER_TEMPORARY_COMMIT : ROWS_PER_COMMIT;
  readonly #insertRecord = new Inserts(this.store.db, 'records');
  readonly #insertReference = new Inserts(this.store.db, 'refs');
  readonly #insertFinding = new Inserts(this.store.db, 'findings');
  readonly #lastId = this.store.query(
    'select max(coalesce((select max(id) from records), 0), coalesce((select max(last) from folded), 0)) as id',
    { id: 'integer' },
  );
  readonly #insertUpdate = this.store.db.prepare(
    'insert into updates(record, asked, by_id) values (?, 1, ?)',
  );
  readonly #accepted = this.store.db.prepare(
    `select 1 from ${this.store.entries} where target = (select target from runs where run = ?)
       and interface = ? and kind = ? and key = ? and family = '' and state = 'accepted'`,
  );
  readonly #insertLine = this.store.db.prepare(
    'insert into text_lines(sheet_id, row, line) values (?, ?, ?)',
  );
  readonly #insertCells = this.store.db.prepare('insert into record_cells(record, cells) values (?, ?)');
  readonly #insertRows = this.store.db.prepare('insert into record_rows(record, rows) values (?, ?)');

  /** @param hasWaves whether the wave of a record depends only on its kind */
  constructor(store: Store, run: number, hasWaves: boolean) {
    super(store, run);
    this.#hasWaves = hasWaves;
  }

  /** Whether it stays after the run, so that the sources of fields are kept. */
  get keepsSources(): boolean {
    return !this.store.isTemporary;
  }

  /** Whether the service accepted a record with this key, of a kind without families. */
  isAccepted(interfaceName: string, kind: string, key: string): boolean {
    return this.#accepted.get(this.run, interfaceName, kind, key) !== undefined;
  }

  addFile(path: string, sha256: string, rows: number): void {
    this.#later(() =>
      this.store.run(
        'insert into files(run, path, sha256, rows) values (?, ?, ?, ?)',
        this.run,
        path,
        sha256,
        rows,
      ),
    );
  }

  /**
   * Stages a sheet and returns its id. `columns`: the column letters of each path, for findings that concern several
   * records. `sources`: how its fields are filled, as JSON.
   */
  addSheet(
    file: string,
    sheet: string,
    kind: string,
    columns: Record<string, string>,
    sources?: string,
  ): number {
    let id = 0;
    const sum = sources === undefined ? null : hash('sha256', sources, 'base64url');
    this.#later(() => {
      const { lastInsertRowid } = this.store.db
        .prepare('insert into sheets(run, file, sheet, kind, columns, sources) values (?, ?, ?, ?, ?, ?)')
        .run(this.run, file, sheet, kind, JSON.stringify(columns), sum);
      if (sources !== undefined)
        this.store.run('insert or ignore into sources(hash, content) values (?, ?)', sum, sources);
      id = Number(lastInsertRowid);
    });
    this.commit();
    return id;
  }

  addRecord(record: StagedRecord): void {
    this.#waitingCharacters += record.key.length + record.body.length;
    this.#records.push(record);
    this.#commitIfFull();
  }

  #writeRecord(record: StagedRecord, id: number): void {
    const { ending } = record;
    this.#insertRecord.add({
      id,
      run: this.run,
      kind: record.kind,
      family: record.family,
      key: record.key,
      batch: record.batch,
      wave: this.#hasWaves ? this.#waveOf(record.kind) : null,
      body: record.body,
      hash: record.hash,
      share_key: record.shareKey,
      share_hash: record.shareHash,
      sheet_id: record.sheetId,
      row: record.row,
      status: ending === null ? 'new' : ending === 'invalid' ? 'invalid' : null,
      outcome: ending,
      state: 'staged',
      attempts: 0,
      body_crc: crc32(record.body),
    });
    this.#keepLine(record);
    if (record.rows) this.#insertRows.run(id, JSON.stringify(record.rows));
    if (record.cells) this.#insertCells.run(id, JSON.stringify(record.cells));
    if (record.update) this.#insertUpdate.run(id, record.update.byId);
    const named = new Set<string>();
    for (const { field, to, or = [], key, partial, orId } of record.references) {
      const kind = or.length === 0 ? to : [to, ...or].join(KIND_SEPARATOR);
      const name = `${field}\u001f${kind}\u001f${key}`;
      if (named.has(name)) continue;
      named.add(name);
      this.#insertReference.add({
        ...{ record: id, run: this.run, field, kind, key, partial: orId ? KEY_OR_ID : partial ? 1 : 0 },
      });
    }
  }

  /** The wave of the first kind is 1, that of the next is 2. */
  #waveOf(kind: string): number {
    const wave = this.#waves.get(kind) ?? this.#waves.size + 1;
    this.#waves.set(kind, wave);
    return wave;
  }

  /**
   * Stores the line of a row only if the difference between line and row number has changed. Most files need only
   * one stored line.
   */
  #keepLine({ sheetId, row, line }: StagedRecord): void {
    if (line === undefined) return;
    const known = this.#ahead;
    if (known?.sheetId === sheetId && known.lines === line - row) return;
    this.#ahead = { sheetId, lines: line - row };
    this.#insertLine.run(sheetId, row, line);
  }

  addFinding(finding: Finding): void {
    this.#findings.push(finding);
    this.#commitIfFull();
  }

  #writeFinding({ code, severity, origin, kind, field, value, message, suggestion }: Finding): void {
    const { file, sheet, row, column, line } = origin;
    this.#insertFinding.add({
      ...{ run: this.run, code, severity, file, sheet, row, column, kind, field, value, message },
      ...{ suggestion, line },
    });
  }

  /** Stages a column whose values the user chose not to send. */
  addIgnoredColumn({ file, sheet, column, header, values }: IgnoredRow): void {
    this.#later(() =>
      this.store.run(
        'insert into ignored(run, file, sheet, "column", header, "values") values (?, ?, ?, ?, ?, ?)',
        this.run,
        file,
        sheet,
        column,
        header,
        values,
      ),
    );
  }

  /** Ends every record of a sheet as invalid. `reasons` are the errors of the sheet as a whole. */
  invalidateSheet(sheetId: number, reasons: readonly string[]): void {
    this.#later(() => this.#end('invalid', 'sheet_id = ?4', reasons, sheetId));
  }

  /** Ends every record of the run as not attempted, because the input was not read to its end. */
  endNotAttempted(): void {
    this.#later(() => this.#end('not-attempted', 'true', [{ code: 'not-looked-up' }]));
  }

  #end(outcome: string, where: string, messages: readonly Message[], ...parameters: number[]): void {
    this.store.run(
      `update records set outcome = ?2, messages = ?3 where run = ?1 and ${where}`,
      this.run,
      outcome,
      storedMessages(messages),
      ...parameters,
    );
  }

  /**
   * Writes the rows that wait.
   *
   * @throws TraceError if the ledger cannot be written
   */
  commit(): void {
    const [records, findings, others] = [this.#records, this.#findings, this.#others];
    if (records.length + findings.length + others.length === 0) return;
    this.#records = [];
    this.#findings = [];
    this.#others = [];
    this.#waitingCharacters = 0;
    this.store.inTransaction(() => {
      let { id } = this.#lastId.one();
      for (const record of records) this.#writeRecord(record, ++id);
      for (const finding of findings) this.#writeFinding(finding);
      for (const inserts of [this.#insertRecord, this.#insertReference, this.#insertFinding]) inserts.end();
      for (const write of others) write();
    });
  }

  #later(write: () => void): void {
    this.#others.push(write);
    this.#commitIfFull();
  }

  #commitIfFull(): void {
    const rows = this.#records.length + this.#findings.length + this.#others.length;
    if (rows >= this.#rowsPerCommit || this.#waitingCharacters >= CHARACTERS_PER_COMMIT) this.commit();
  }
}
