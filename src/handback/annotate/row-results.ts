import { keyText } from '../../contract/kind.ts';
import type { Finding, Severity } from '../../findings/finding.ts';
import { messageTexts } from '../../import/report/report-parts.ts';
import type { SheetRecordRow } from '../../ledger/history.ts';
import { kindText, say, stateText } from '../../say.ts';
import { NOTE_CHARACTERS } from '../../sheets/annotate/marks.ts';
import type { Explainer } from './note-text.ts';
import { openSeverity } from './open-rows.ts';
import type { MarkedSheet, ReadSheet, StoredFindings } from './sheet-marks.ts';

/** The outcome of a record of a row, and what the service returned. */
interface RowResult {
  readonly kind: string;
  readonly outcome: string | null;
  readonly id: string | null;
  readonly studyId: string | null;
  readonly qrCodeLink: string | null;
  readonly messages: readonly string[];
}

const NO_RESULT = { outcome: null, id: null, studyId: null, qrCodeLink: null, messages: [] };

/** The rows with records, in ascending order, each with its records. */
export function* resultsOf(
  sheet: ReadSheet,
  history: StoredFindings,
): Generator<{ readonly row: number; readonly results: RowResult[] }> {
  let last: { row: number; results: RowResult[] } | undefined;
  for (const { row, ...result } of recordsOf(sheet, history)) {
    if (last?.row === row) {
      // A table has one record in a row.
      if (sheet.headerRows.length > 1) last.results.push(result);
      continue;
    }
    if (last) yield last;
    last = { row, results: [result] };
  }
  if (last) yield last;
}

function* recordsOf(
  { file, sheet, tables, isChecked }: ReadSheet,
  history: StoredFindings,
): Generator<RowResult & { readonly row: number }> {
  if (tables === null) {
    for (const record of history.recordsByRow(file, sheet)) {
      const { row, kind } = record;
      yield isChecked ? { row, kind, ...NO_RESULT } : { row, ...resultOf(record) };
    }
    return;
  }
  const rest = tables.map(({ kind, rows }) => ({ kind, rows: rows[Symbol.iterator]() }));
  let next = rest.map((table) => ({ ...table, ...table.rows.next() }));
  while (true) {
    next = next.filter(({ done }) => !done);
    if (next.length === 0) return;
    const row = Math.min(...next.map(({ value }) => value as number));
    for (const { kind, value } of next) if (value === row) yield { row, kind, ...NO_RESULT };
    next = next.map((table) => (table.value === row ? { ...table, ...table.rows.next() } : table));
  }
}

function resultOf({ kind, outcome, answer, messages, blockedBy }: SheetRecordRow): RowResult {
  const { id, studyId, qrCodeLink } = (answer === null ? {} : JSON.parse(answer)) as Record<
    string,
    string | undefined
  >;
  const blocked = blockedBy === null ? null : (JSON.parse(blockedBy) as { kind: string; key: string });
  return {
    ...{ kind, outcome, id: id ?? null, studyId: studyId ?? null, qrCodeLink: qrCodeLink ?? null },
    messages: [
      ...(blocked ? [say().copy.blockedBy({ kind: kindText(blocked.kind), key: keyText(blocked.key) })] : []),
      ...messageTexts(messages),
    ],
  };
}

/** How a record ended, as the added columns of its row say it. */
interface RecordText {
  readonly kind: string;
  readonly status: string;
  readonly ids: readonly (string | null)[];
  readonly message: string;
  /** Undefined if the row is not open. */
  readonly severity: Severity | undefined;
}

/** Words the results of the records of a sheet. */
export class RecordTexts {
  readonly #sheet: MarkedSheet;
  readonly #explainer: Explainer;

  constructor(sheet: MarkedSheet, explainer: Explainer) {
    this.#sheet = sheet;
    this.#explainer = explainer;
  }

  /** `findings`: those of the record. `isTableInvalid`: whether its table has an error. */
  of(result: RowResult, findings: readonly Finding[], isTableInvalid: boolean): RecordText {
    const { name, isWaiting, openRows } = this.#sheet;
    const { kind, outcome, id, studyId, qrCodeLink } = result;
    const isInvalid = findings.some(({ severity }) => severity === 'error');
    const sound = isTableInvalid || isWaiting ? say().copy.ready() : 'ok';
    const status = outcome ?? (isInvalid ? 'invalid' : sound);
    const texts = [
      ...findings.filter(isProblem).map((one) => shortText(one, this.#explainer)),
      ...(status === 'invalid' ? [] : result.messages.map((one) => this.#explainer.plain(one))),
    ];
    if (!isInvalid && (status === 'invalid' || (isTableInvalid && outcome === null)))
      texts.push(say().copy.sheetWaits());
    const message = [...new Set(texts)].join(SEPARATOR).slice(0, NOTE_CHARACTERS);
    if (outcome !== null) openRows.count(name, outcome);
    return { kind, status, ids: [id, studyId, qrCodeLink], message, severity: openSeverity(status) };
  }
}

/** Between the texts of a cell. */
const SEPARATOR = ' · ';

/** The values of the added columns of a row. If its records ended differently, their kinds say which is which. */
export function valuesOf(records: readonly RecordText[]): (string | null)[] {
  const joined = (textOf: (record: RecordText) => string | null): string | null => {
    const texts = records.map((record) => ({ record, text: textOf(record) })).filter(({ text }) => text);
    const different = new Set(texts.map(({ text }) => text));
    if (different.size < 2) return texts[0]?.text ?? null;
    return texts.map(({ record, text }) => `${kindText(record.kind)} ${text}`).join(SEPARATOR);
  };
  const messages = [...new Set(records.map(({ message }) => message).filter(Boolean))];
  return [
    joined(({ status }) => stateText(status)),
    ...[0, 1, 2].map((at) => joined(({ ids }) => ids[at]!)),
    messages.join(SEPARATOR).slice(0, NOTE_CHARACTERS) || null,
  ];
}

const isProblem = ({ severity }: Finding): boolean => severity === 'error' || severity === 'warning';

function shortText(finding: Finding, explainer: Explainer): string {
  const { problem, cure } = explainer.explain(finding);
  const column = finding.origin.column === undefined ? '' : `${finding.origin.column}: `;
  return `${column}${problem} → ${cure}`;
}
