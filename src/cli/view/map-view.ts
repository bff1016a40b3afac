import { kindText, numberText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { MapDocument } from './map-schema.ts';
import { amount } from './sentences.ts';
import { table } from './table.ts';
import { truncated, wrap, wrapWhole } from './wrap.ts';

/** A sheet in the output of `trace map`. */
export type MapViewSheet = MapDocument['sheets'][number] & {
  /** The header rows, if several are joined. */
  readonly headerRows?: readonly number[];
  /** Set for a table below another one. */
  readonly isBelow?: boolean;
  /** The first records, one a line, if rows are not simply records below one header row. */
  readonly records?: readonly string[];
  /** A person must still say whether these rows are one record. */
  readonly areRecordsOpen?: boolean;
};

const WIDTH = 80;
const HEADER = 24;
const FIELD = 28;

/** What is mapped, ignored and open in a sheet, in lines of at most 80 columns. */
export function* mapLines(sheet: MapViewSheet): Generator<string> {
  const { file, sheet: name, kind, headerRow, columns } = sheet;
  const texts = {
    sheet: `${forTerminal(file)} › ${forTerminal(name)}`,
    kind:
      kind === null ? say().mapping.kindOpen() : kind === 'skip' ? say().mapping.kindSkip() : kindText(kind),
  };
  const { sheetKind, sheetRow, sheetRows, and } = say().mapping;
  yield* wrapWhole(
    headerRow === null || (kind === 'skip' && !sheet.isBelow)
      ? sheetKind(texts)
      : sheet.headerRows
        ? sheetRows({ ...texts, rows: sheet.headerRows.join(and()) })
        : sheetRow({ ...texts, row: `${headerRow}` }),
    WIDTH,
  );
  if (kind === 'skip') return;
  const shown = columns.filter(({ state }) => state === 'mapped' || state === 'open');
  const rows = shown.map(({ column, header, target, samples, state }) => [
    column,
    truncated(forTerminal(header), HEADER),
    state === 'open' ? '?' : truncated(target ?? say().mapping.inKey(), FIELD),
    forTerminal(samples.join(', ')),
  ]);
  const lines = table(
    [
      { header: '' },
      { header: say().mapping.headerColumn() },
      { header: say().mapping.headerField() },
      { header: say().mapping.headerSamples() },
    ],
    rows,
  );
  if (rows.length > 0) for (const line of lines) yield truncated(`  ${line}`, WIDTH);
  yield* listed(columns, 'ignored');
  yield* listed(columns, 'empty');
  for (const { field, value } of sheet.fields)
    yield truncated(
      `  ${value === null ? say().mapping.requiredOpen({ field }) : say().mapping.fieldText({ field, text: forTerminal(value) })}`,
      WIDTH,
    );
  for (const { name, header, sample, value } of sheet.settings)
    yield truncated(
      value === null
        ? `  ${questionAbout(name)({ name, sample: forTerminal(sample ?? ''), header: forTerminal(header, HEADER) })}`
        : `  ${say().mapping.setting({ name, value })}`,
      WIDTH,
    );
  yield* recordLines(sheet);
  yield* wordLines(sheet);
}

const LONGEST_RECORD = 400;

function* recordLines({ records = [], areRecordsOpen }: MapViewSheet): Generator<string> {
  if (records.length > 0)
    yield `  ${areRecordsOpen ? say().mapping.ifOneRecord() : say().mapping.firstRecords()}`;
  for (const record of records)
    for (const [at, line] of wrap(forTerminal(record, LONGEST_RECORD), WIDTH - 6).entries())
      yield `${at === 0 ? '    ' : '      '}${line}`;
}

/** The question about rows for a key of the map file, such as `groupBy`. */
function questionAbout(name: string) {
  const { separators, groupBy, addUp, takeFirst, fillDown, readings } = say().mapping;
  return { separators, groupBy, addUp, takeFirst, fillDown }[name] ?? readings;
}

function* listed(columns: MapViewSheet['columns'], state: 'ignored' | 'empty'): Generator<string> {
  const names = columns
    .filter((one) => one.state === state)
    .map(({ header, column }) =>
      header === '' ? say().mapping.column({ column }) : forTerminal(header, 30),
    );
  if (names.length === 0) return;
  const texts = { number: numberText(names.length), count: names.length, names: names.join(', ') };
  const { ignored, withoutValues } = say().mapping;
  const text = state === 'ignored' ? ignored(texts) : withoutValues(texts);
  for (const [at, line] of wrap(text, WIDTH - 4).entries()) yield `${at === 0 ? '  ' : '    '}${line}`;
}

/** Number of open words that are listed. */
const WORDS_SHOWN = 20;

function* wordLines({ words }: MapViewSheet): Generator<string> {
  if (words.length === 0) return;
  const open = words.filter(({ value }) => value === null);
  const mapped = words.length - open.length;
  const texts = { words: amount(mapped, 'word'), count: mapped, number: numberText(open.length) };
  const { wordsMapped, wordsMappedOpen, wordOpen, wordOpenAmong } = say().mapping;
  yield `  ${open.length === 0 ? wordsMapped(texts) : wordsMappedOpen(texts)}`;
  for (const { word, field, rows, candidates } of open.slice(0, WORDS_SHOWN)) {
    const own = { word: forTerminal(word, 40), field, rows: amount(rows, 'row') };
    const values = candidates.map((one) => forTerminal(one)).join(', ');
    yield truncated(`  ${values === '' ? wordOpen(own) : wordOpenAmong({ ...own, values })}`, WIDTH);
  }
  if (open.length > WORDS_SHOWN)
    yield `  ${say().mapping.more({ number: numberText(open.length - WORDS_SHOWN) })}`;
}
