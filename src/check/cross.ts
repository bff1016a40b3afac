import { type KindSpec, keyText } from '../contract/kind.ts';
import type { FindingCode } from '../findings/catalogue.ts';
import { type Finding, originText } from '../findings/finding.ts';
import { nearest } from '../findings/nearest.ts';
import { cut } from '../records/text.ts';
import { severityOf } from './rule.ts';

/** A record that was staged, with its place. `columns` is JSON: path to column letters. */
export interface Placed {
  readonly id: number;
  readonly kind: string;
  readonly family: string;
  readonly key: string;
  readonly hash: string;
  readonly file: string;
  readonly sheet: string;
  readonly row: number;
  /** Of a text file: the line where the row starts. */
  readonly line?: number | null;
  readonly columns: string;
}

/** What the rules across records ask; a stage answers from its tables, a test from literals. */
export interface RecordIndex {
  /** Records whose key stands more than once, those of one key together, in the order of the input. */
  sameKey(): Iterable<Placed>;
  /** Namings of records that are neither in the input nor known from earlier runs. */
  unresolved(): Iterable<
    Placed & { readonly field: string; readonly toKind: string; readonly toKey: string }
  >;
  /** Records that share a reference with one of other content, those of one reference together. */
  sharedRefs(): Iterable<Placed & { readonly shareKey: string; readonly shareHash: string }>;
  keysOf(kind: string): readonly string[];
}

export interface CrossSettings {
  readonly strict: boolean;
  /** The service holds what the input does not: an unknown reference is a warning. */
  readonly externalRefs: boolean;
  readonly kinds: readonly KindSpec[];
}

/** A finding across records, with the record it makes invalid or superfluous. */
export interface CrossFinding {
  readonly finding: Finding;
  readonly record: number;
  /** `invalid`: not sent. `twin`: repeats another record exactly. Null: goes on. */
  readonly effect: 'invalid' | 'twin' | null;
}

/** The rules across records, one after the other. */
export function* checkAcross(index: RecordIndex, settings: CrossSettings): Iterable<CrossFinding> {
  yield* sameKeyTwice(index, settings);
  yield* unknownReferences(index, settings);
  yield* sharedReferences(index, settings);
}

/** The same key twice: identical rows are one record; different content is an error on each row. */
function* sameKeyTwice(index: RecordIndex, { kinds }: CrossSettings): Iterable<CrossFinding> {
  let group: Placed[] = [];
  for (const placed of index.sameKey()) {
    if (group.length > 0 && !sameRecord(group[0]!, placed)) {
      yield* judge(group);
      group = [];
    }
    group.push(placed);
  }
  yield* judge(group);

  function* judge(rows: readonly Placed[]): Iterable<CrossFinding> {
    const first = rows[0];
    if (!first) return;
    const different = rows.find((row) => row.hash !== first.hash);
    const field = kinds.find((kind) => kind.name === first.kind)?.key[0] ?? null;
    const key = shownKey(first.key);
    if (!different) {
      for (const row of rows.slice(1)) {
        yield cross(
          row,
          'duplicate-identical',
          field,
          `${row.kind} ${key} repeats ${placeOf(first)}; it is sent once`,
          key,
          'twin',
        );
      }
      return;
    }
    for (const row of rows) {
      // the first row whose content is another, without a search for each of them
      const other = row.hash === first.hash ? different : first;
      yield cross(
        row,
        'duplicate-different',
        field,
        `${row.kind} ${key} stands at ${placeOf(other)} too, with other content`,
        key,
        'invalid',
      );
    }
  }
}

function sameRecord(a: Placed, b: Placed): boolean {
  return a.kind === b.kind && a.key === b.key && a.family === b.family;
}

/** Comparisons of short keys that suggestions may cost, some two seconds; keys beyond that have none. */
const MOST_COMPARED = 5_000_000;

/** A reference names something in the input or known from earlier runs. */
function* unknownReferences(index: RecordIndex, { externalRefs }: CrossSettings): Iterable<CrossFinding> {
  const candidates = new Map<string, readonly string[]>();
  const suggestions = new Map<string, string | undefined>();
  let left = MOST_COMPARED;
  for (const row of index.unresolved()) {
    const id = `${row.toKind}\u001e${row.toKey}`;
    if (!suggestions.has(id) && suggestions.size < 2000) {
      if (!candidates.has(row.toKind)) {
        const keys = row.toKind.split('|').flatMap((kind) => index.keysOf(kind));
        candidates.set(row.toKind, keys.map(keyText));
      }
      const among = candidates.get(row.toKind)!;
      const text = keyText(row.toKey);
      const cost = among.length * Math.ceil(text.length / 32) ** 2;
      suggestions.set(id, cost > left ? undefined : nearest(text, among));
      if (cost <= left) left -= cost;
    }
    const named = shownKey(row.toKey).replace(/ \/ $/, '');
    const near = suggestions.get(id);
    const code = externalRefs ? 'reference-external' : 'reference-unknown';
    const kinds = row.toKind.replaceAll('|', ' or ');
    const message = `${kinds} ${named} is neither in the input nor known from earlier runs`;
    const suggestion = near === undefined ? undefined : `did you mean "${near}"?`;
    yield cross(row, code, row.field, message, named, externalRefs ? null : 'invalid', suggestion);
  }
}

/** One component reference with differing content is doubtful: the first row is the measure. */
function* sharedReferences(index: RecordIndex, settings: CrossSettings): Iterable<CrossFinding> {
  let first: (Placed & { shareKey: string; shareHash: string }) | undefined;
  for (const row of index.sharedRefs()) {
    if (!first || first.kind !== row.kind || first.shareKey !== row.shareKey) {
      first = row;
      continue;
    }
    if (row.shareHash === first.shareHash) continue;
    const field = settings.kinds.find((kind) => kind.name === row.kind)?.sharedRef?.field ?? null;
    yield cross(
      row,
      'shared-ref-differs',
      field,
      `${row.kind} ${shownKey(row.shareKey)} has other content here than at ${placeOf(first)}`,
      row.shareKey,
      null,
    );
  }
}

/** A key as a message shows it: a file of some kilobytes may have one of thousands of letters in each of its rows. */
export const shownKey = (key: string): string => cut(keyText(key), 200);

/** A finding about a record, at the column of a field. */
export function cross(
  row: Placed,
  code: FindingCode,
  field: string | null,
  message: string,
  value: string,
  effect: CrossFinding['effect'],
  suggestion?: string,
): CrossFinding {
  const columns = JSON.parse(row.columns) as Record<string, string>;
  // A part without a column of its own stands for the first column of its field.
  const column = field === null ? undefined : (columns[field] ?? columns[field.split('.')[0]!]);
  return {
    record: row.id,
    effect,
    finding: {
      code,
      severity: severityOf(code, false),
      origin: {
        file: row.file,
        sheet: row.sheet,
        row: row.row,
        ...(typeof row.line === 'number' ? { line: row.line } : {}),
        ...(column ? { column } : {}),
      },
      kind: row.kind,
      ...(field === null ? {} : { field }),
      value: cut(value, 200),
      message,
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  };
}

const placeOf = ({ file, sheet, row }: Placed): string => originText({ file, sheet, row });
