import type { Finding } from '../findings/finding.ts';
import type { IgnoredRow } from './history.ts';
import type { Ledger } from './ledger.ts';
import { KINDS_BETWEEN, OR_ID } from './references.ts';
import { storedMessages } from './rows.ts';
import { dbOf, entriesOf } from './store.ts';

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

const ROWS_PER_COMMIT = 5000;
/** The same for a temporary stage, which nothing else reads and which is not flushed: rows that wait take memory. */
const ROWS_PER_TEMPORARY_COMMIT = 250;
/** Characters of the keys and bodies of a commit: a file may have keys of thousands of characters. */
const CHARACTERS_PER_COMMIT = 16_000_000;

/**
 * Stores the records and findings of a run in large commits, before anything is sent. Rows that wait for their commit
 * are in memory, so that the ledger is not locked while a file is being read.
 */
export class Stage {
  readonly #ledger: Ledger;
  readonly #run: number;
  readonly #insertRecord;
  readonly #insertReference;
  readonly #insertFinding;
  readonly #insertRows;
  readonly #insertLine;
  /** The difference between line and row numbers in the sheet that is being read. */
  #ahead: { readonly sheetId: number; readonly lines: number } | undefined;
  readonly #insertUpdate;
  readonly #accepted;
  #waiting: (() => void)[] = [];
  #waitingCharacters = 0;
  readonly #rowsPerCommit: number;

  constructor(ledger: Ledger, run: number) {
    this.#ledger = ledger;
    this.#rowsPerCommit = ledger.path === '' ? ROWS_PER_TEMPORARY_COMMIT : ROWS_PER_COMMIT;
    this.#run = run;
    this.#insertRecord = dbOf(ledger).prepare(
      `insert into records(run, kind, family, key, batch, body, hash, share_key, share_hash, sheet_id, row, outcome)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#insertReference = dbOf(ledger).prepare(
      'insert or ignore into refs(record, run, field, kind, key, partial) values (?, ?, ?, ?, ?, ?)',
    );
    this.#insertUpdate = dbOf(ledger).prepare('insert into updates(record, asked, by_id) values (?, 1, ?)');
    this.#accepted = dbOf(ledger).prepare(
      `select 1 from ${entriesOf(ledger)} where target = (select target from runs where run = ?)
         and interface = ? and kind = ? and key = ? and family = '' and state = 'accepted'`,
    );
    this.#insertLine = dbOf(ledger).prepare('insert into text_lines(sheet_id, row, line) values (?, ?, ?)');
    this.#insertRows = dbOf(ledger).prepare('insert into record_rows(record, rows) values (?, ?)');
    this.#insertFinding = dbOf(ledger).prepare(
      `insert into findings(run, code, severity, file, sheet, row, column, kind, field, value, message, suggestion, line)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /** Whether the service accepted a record with this key, of a kind without families. */
  isAccepted(interfaceName: string, kind: string, key: string): boolean {
    return this.#accepted.get(this.#run, interfaceName, kind, key) !== undefined;
  }

  file(path: string, sha256: string, rows: number): void {
    this.#later(() =>
      dbOf(this.#ledger)
        .prepare('insert into files(run, path, sha256, rows) values (?, ?, ?, ?)')
        .run(this.#run, path, sha256, rows),
    );
  }

  /**
   * Stages a sheet and returns its id. `columns`: the column letters of each path, for findings that concern several
   * records.
   */
  sheet(file: string, sheet: string, kind: string, columns: Record<string, string>): number {
    let id = 0;
    this.#later(() => {
      const { lastInsertRowid } = dbOf(this.#ledger)
        .prepare('insert into sheets(run, file, sheet, kind, columns) values (?, ?, ?, ?, ?)')
        .run(this.#run, file, sheet, kind, JSON.stringify(columns));
      id = Number(lastInsertRowid);
    });
    this.commit();
    return id;
  }

  record(record: StagedRecord): void {
    this.#waitingCharacters += record.key.length + record.body.length;
    this.#later(() => {
      const { lastInsertRowid } = this.#insertRecord.run(
        this.#run,
        record.kind,
        record.family,
        record.key,
        record.batch,
        record.body,
        record.hash,
        record.shareKey,
        record.shareHash,
        record.sheetId,
        record.row,
        record.ending,
      );
      this.#keepLine(record);
      if (record.rows) this.#insertRows.run(lastInsertRowid, JSON.stringify(record.rows));
      if (record.update) this.#insertUpdate.run(lastInsertRowid, record.update.byId);
      for (const { field, to, or = [], key, partial, orId } of record.references) {
        const kinds = or.length === 0 ? to : [to, ...or].join(KINDS_BETWEEN);
        this.#insertReference.run(
          lastInsertRowid,
          this.#run,
          field,
          kinds,
          key,
          orId ? OR_ID : partial ? 1 : 0,
        );
      }
    });
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

  finding(finding: Finding): void {
    const { code, severity, origin, kind, field, value, message, suggestion } = finding;
    this.#later(() =>
      this.#insertFinding.run(
        this.#run,
        code,
        severity,
        origin.file,
        origin.sheet ?? null,
        origin.row ?? null,
        origin.column ?? null,
        kind ?? null,
        field ?? null,
        value ?? null,
        message,
        suggestion ?? null,
        origin.line ?? null,
      ),
    );
  }

  /** Stages a column whose values the user chose not to send. */
  ignored({ file, sheet, column, header, values }: IgnoredRow): void {
    this.#later(() =>
      dbOf(this.#ledger)
        .prepare(
          'insert into ignored(run, file, sheet, "column", header, "values") values (?, ?, ?, ?, ?, ?)',
        )
        .run(this.#run, file, sheet, column, header, values),
    );
  }

  /** Ends every record of a sheet as invalid. `reasons` are the errors of the sheet as a whole. */
  invalidateSheet(sheetId: number, reasons: readonly string[]): void {
    this.#later(() =>
      dbOf(this.#ledger)
        .prepare("update records set outcome = 'invalid', messages = ? where run = ? and sheet_id = ?")
        .run(storedMessages(reasons), this.#run, sheetId),
    );
  }

  /** Ends every record of the run as not attempted, because the input was not read to its end. */
  endNotAttempted(): void {
    this.#later(() =>
      dbOf(this.#ledger)
        .prepare("update records set outcome = 'not-attempted', messages = ? where run = ?")
        .run(storedMessages([{ code: 'not-looked-up' }]), this.#run),
    );
  }

  /**
   * Writes the rows that wait.
   *
   * @throws TraceError if the ledger cannot be written
   */
  commit(): void {
    const writes = this.#waiting;
    if (writes.length === 0) return;
    this.#waiting = [];
    this.#waitingCharacters = 0;
    this.#ledger.inTransaction(() => {
      for (const write of writes) write();
    });
  }

  #later(write: () => void): void {
    const isFull = this.#waiting.push(write) >= this.#rowsPerCommit;
    if (isFull || this.#waitingCharacters >= CHARACTERS_PER_COMMIT) this.commit();
  }
}
