import { forTerminal } from '../../terminal-text.ts';
import { amount } from './sentences.ts';
import { table } from './table.ts';
import { truncated, wrap } from './wrap.ts';

/** A sheet in the output of `trace map`. */
export interface MapViewSheet {
  readonly file: string;
  readonly sheet: string;
  readonly kind: string | null;
  readonly headerRow: number | null;
  /** The header rows, if several are joined. */
  readonly headerRows?: readonly number[];
  readonly columns: readonly {
    readonly letters: string;
    readonly header: string;
    readonly target: string | null;
    readonly state: 'mapped' | 'ignored' | 'open' | 'empty';
    readonly samples: readonly string[];
  }[];
  readonly words: readonly {
    readonly field: string;
    readonly word: string;
    readonly value: string | null;
    readonly rows: number;
    readonly candidates: readonly string[];
  }[];
  /** Required fields that no column fills. */
  readonly fields: readonly { readonly field: string; readonly text: string | null }[];
  /** Settings that decide between two readings of a value. */
  readonly settings: readonly {
    readonly name: string;
    readonly header: string;
    readonly sample: string | null;
    readonly value: string | null;
  }[];
  /** The first records, one a line, if rows are not simply records below one header row. */
  readonly records?: readonly string[];
  /** A person must still say whether these rows are one record. */
  readonly areRecordsOpen?: boolean;
}

const WIDTH = 80;
const HEADER = 24;
const FIELD = 28;

/** What is mapped, ignored and open in a sheet, in lines of at most 80 columns. */
export function* mapLines(sheet: MapViewSheet): Generator<string> {
  const { file, sheet: name, kind, headerRow, columns } = sheet;
  const joined = sheet.headerRows && `rows ${sheet.headerRows.join(' and ')}`;
  const row = headerRow === null ? '' : `, headers in ${joined ?? `row ${headerRow}`}`;
  yield truncated(
    `${forTerminal(file)} › ${forTerminal(name)}: ${kind ?? 'the kind of its rows is open'}${kind === 'skip' ? '' : row}`,
    WIDTH,
  );
  if (kind === 'skip') return;
  const shown = columns.filter(({ state }) => state === 'mapped' || state === 'open');
  const rows = shown.map(({ letters, header, target, samples, state }) => [
    letters,
    truncated(forTerminal(header), HEADER),
    state === 'open' ? '?' : truncated(target ?? '(in a key)', FIELD),
    forTerminal(samples.join(', ')),
  ]);
  const lines = table(
    [{ header: '' }, { header: 'column' }, { header: 'field' }, { header: 'samples' }],
    rows,
  );
  if (rows.length > 0) for (const line of lines) yield truncated(`  ${line}`, WIDTH);
  yield* listed('ignored', columns, 'ignored');
  yield* listed('without values', columns, 'empty');
  for (const { field, text } of sheet.fields)
    yield truncated(
      `  ${text === null ? `? no column has ${field}, which is required` : `${field}: ${forTerminal(text)}`}`,
      WIDTH,
    );
  for (const { name, header, sample, value } of sheet.settings)
    yield truncated(
      value === null
        ? `  ? ${name}: ${forTerminal(sample ?? '')} in ${forTerminal(header, HEADER)} ${QUESTIONS[name] ?? 'has two readings'}`
        : `  ${name}: ${value}`,
      WIDTH,
    );
  yield* recordLines(sheet);
  yield* wordLines(sheet);
}

const LONGEST_RECORD = 400;

function* recordLines({ records = [], areRecordsOpen }: MapViewSheet): Generator<string> {
  if (records.length > 0) yield areRecordsOpen ? '  if these rows are one record:' : '  first records:';
  for (const record of records)
    for (const [at, line] of wrap(forTerminal(record, LONGEST_RECORD), WIDTH - 6).entries())
      yield `${at === 0 ? '    ' : '      '}${line}`;
}

/** What is asked about rows, by the key of the map file. */
const QUESTIONS: Readonly<Record<string, string>> = {
  separators: 'may be several values',
  groupBy: 'may be one record',
  addUp: 'is in several rows of a record',
  fillDown: 'is above blank cells',
};

function* listed(
  title: string,
  columns: MapViewSheet['columns'],
  state: 'ignored' | 'empty',
): Generator<string> {
  const names = columns
    .filter((column) => column.state === state)
    .map(({ header, letters }) => (header === '' ? `column ${letters}` : forTerminal(header, 30)));
  if (names.length === 0) return;
  for (const [at, line] of wrap(`${names.length} ${title}: ${names.join(', ')}`, WIDTH - 4).entries())
    yield `${at === 0 ? '  ' : '    '}${line}`;
}

/** Number of open words that are listed. */
const WORDS_SHOWN = 20;

function* wordLines({ words }: MapViewSheet): Generator<string> {
  if (words.length === 0) return;
  const open = words.filter(({ value }) => value === null);
  yield `  ${amount(words.length - open.length, 'word')} mapped${open.length === 0 ? '' : `, ${open.length} open:`}`;
  for (const { word, field, rows, candidates } of open.slice(0, WORDS_SHOWN)) {
    const among = candidates.length === 0 ? '' : `: ${candidates.map((one) => forTerminal(one)).join(', ')}?`;
    yield truncated(`  ? ${forTerminal(word, 40)} (${field}, ${amount(rows, 'row')})${among}`, WIDTH);
  }
  if (open.length > WORDS_SHOWN) yield `  and ${open.length - WORDS_SHOWN} more`;
}
