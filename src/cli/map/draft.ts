import { unnumberedPath } from '../../map/map-file/targets.ts';
import { commentText } from '../../map/map-file/texts.ts';
import { type EntryDraft, type MapLine, type SectionDraft, valueText } from '../../map/map-file/write.ts';
import { numberText, say } from '../../say.ts';
import { readingsOf } from './ambiguous.ts';
import { fieldSections, markOf } from './field-lines.ts';
import type { KnownEntry, Review, ReviewedColumn, ReviewedSetting, ReviewedWord } from './review.ts';
import { type ReviewedGroup, type ReviewedRows, type ReviewedSeparator, rowsText } from './rows.ts';
import type { SheetName } from './sheet-names.ts';

/** Maximum length of a quoted value, of a question, and of a question that contains an answer to copy, in characters. */
const MAX_SAMPLE = 40;
const MAX_QUESTION = 90;
const MAX_WITH_ANSWER = 400;

/**
 * What to write about a sheet; sections without lines are left out. `tableRow`: the header row of a table, if the sheet has
 * others, so that its rows and all its columns are named.
 */
export function draftOf(review: Review, name: SheetName, known?: KnownEntry, tableRow?: number): EntryDraft {
  const { proposal } = review;
  const kind = proposal.kind ?? 'skip';
  const isTable = tableRow !== undefined;
  if (kind === 'skip') return { ...name, kind, ...(isTable && { headerRow: tableRow }), sections: [] };
  const { isForm, labels = [], lastRow } = proposal;
  const columns = columnLines(review, known !== undefined, isTable);
  const labelLines = labels.map(({ label, target }): MapLine => ({ key: label, value: target }));
  const sections = [
    { name: 'settings' as const, lines: settingLines(review) },
    ...(proposal.rows
      ? [{ name: 'rows' as const, lines: [{ key: proposal.rows.header, value: proposal.rows.texts }] }]
      : []),
    { name: 'columns' as const, lines: isForm ? [] : columns },
    { name: 'letters' as const, lines: isForm ? [] : letterLines(review) },
    { name: 'labels' as const, lines: isForm ? columns : labelLines },
    ...fieldSections(review),
    ...wordSections(review.words),
    { name: 'units' as const, lines: unitLines(review, known) },
    { name: 'separators' as const, lines: review.rows.separators.map(separatorLine) },
    { name: 'references' as const, lines: referenceLines(review, known) },
    ...(['decimal', 'dateOrder'] as const).map((name) => ({
      name,
      lines: review.settings.filter((one) => one.name === name && one.field !== undefined).map(settingLine),
    })),
  ].filter(({ lines }) => lines.length > 0);
  const isRowNamed =
    !isForm && (proposal.namesHeaderRow || isTable || labels.length > 0) && proposal.headerRow !== null;
  const isLastNamed = lastRow !== undefined && (isTable || typeof lastRow === 'string');
  const headerRow = proposal.headerRows ?? proposal.headerRow!;
  return {
    ...{ ...name, kind, ...(isRowNamed && { headerRow }) },
    ...{ ...(isLastNamed && { lastRow }), sections },
    ...(review.isKindAccepted && { comment: say().mapComments.accepted() }),
  };
}

/** Whether a sheet cannot be read without an entry. It needs none for settings that the import detects itself. */
export const needsEntry = ({ sections, headerRow }: EntryDraft): boolean =>
  headerRow !== undefined ||
  sections.some(
    ({ name, lines }) =>
      name !== 'settings' || lines.some(({ key, value }) => value === null || !DETECTED_SETTINGS.has(key)),
  );

const DETECTED_SETTINGS: ReadonlySet<string> = new Set(['decimal', 'dateOrder']);

const settingLines = ({ proposal, columns, settings, rows }: Review): MapLine[] => [
  ...(proposal.headerRow === null
    ? [{ key: 'headerRow', value: null, comment: say().mapComments.headerRow() }]
    : []),
  ...rowLines(rows, columns),
  ...settings.filter(({ field }) => field === undefined).map(settingLine),
];

/** The lines that say how rows become records, such as `groupBy`. */
function rowLines({ group, differing, fills }: ReviewedRows, columns: readonly ReviewedColumn[]): MapLine[] {
  const texts = say().mapComments;
  const added = differing.flatMap(({ adds, decision }) => (decision === 'add-up' ? (adds ?? []) : []));
  const numbers = differing.filter(({ adds }) => adds !== undefined);
  const others = differing.filter(({ adds }) => adds === undefined);
  const isAdded =
    added.length > 0 || (numbers.length > 0 && numbers.every(({ decision }) => decision !== null));
  const first = others.filter(({ decision }) => decision === 'first');
  const filled = fills.filter(({ decision }) => decision === 'above');
  const asked = fills.filter(({ decision }) => decision === null);
  return [
    ...(group?.decision === 'one-record' ? [{ key: 'groupBy', value: group.by }] : []),
    ...(group?.decision === null ? [openLine('groupBy', groupText(group, columns), MAX_WITH_ANSWER)] : []),
    ...(isAdded ? [{ key: 'addUp', value: added }] : []),
    ...(first.length > 0 ? [{ key: 'takeFirst', value: first.map(({ column }) => column.target!) }] : []),
    ...(isAdded ? [] : differsLine('addUp', numbers)),
    ...(first.length > 0 ? [] : differsLine('takeFirst', others)),
    ...(filled.length > 0
      ? [
          {
            ...{ key: 'fillDown', value: named(filled) },
            ...(filled.some(({ by }) => by === 'accepted') && { comment: texts.accepted() }),
          },
        ]
      : []),
    ...(filled.length === 0 && asked.length > 0
      ? [openLine('fillDown', texts.fill({ headers: named(asked).join(', ') }))]
      : []),
  ];
}

const named = (all: readonly { readonly column: ReviewedColumn }[]): string[] =>
  all.map(({ column: { header } }) => header);

/** The line about the columns in which the rows of a record differ, as long as a person must decide about them. */
function differsLine(key: 'addUp' | 'takeFirst', differing: ReviewedRows['differing']): MapLine[] {
  const open = differing.filter(({ decision }) => decision === null);
  if (open.length === 0) return [];
  const { repeat, differ } = say().mapComments;
  const text = open.every(({ repeats }) => repeats) ? repeat : differ;
  return [openLine(key, text({ headers: named(open).join(', ') }))];
}

/** A line that a person must answer. */
const openLine = (key: string, text: string, width = MAX_QUESTION): MapLine => ({
  ...{ key, value: null, comment: commentText(text, width) },
});

/** The question whether rows are one record, with what differs in them. */
function groupText({ by, first, differing }: ReviewedGroup, columns: readonly ReviewedColumn[]): string {
  const { group: asked, groupDiffers, groupSum } = say().mapComments;
  const group = asked({ rows: rowsText(first[0]!.rows), headers: valueText(by) });
  const headers = differing
    .filter(({ repeats }) => !repeats)
    .map(({ index }) => columns.find((column) => column.index === index)?.header ?? '');
  const adds = differing.flatMap((one) => one.adds ?? []);
  const differs = headers.length === 0 ? group : groupDiffers({ group, headers: headers.join(', ') });
  return adds.length === 0 ? differs : groupSum({ group: differs, fields: valueText(adds) });
}

function separatorLine({ key, sample, choices, decision }: ReviewedSeparator): MapLine {
  if (decision !== null) return { key, value: decision, comment: commentText(sample, MAX_SAMPLE) };
  const signs = choices.map((sign) => JSON.stringify(sign)).join(say().mapComments.or());
  return openLine(key, say().mapComments.separator({ sample: commentText(sample, MAX_SAMPLE), signs }));
}

function settingLine({ name, field, header, sample, decision }: ReviewedSetting): MapLine {
  const key = field ?? name;
  if (sample === null) return { key, value: decision };
  const readings = readingsOf(name, sample);
  const reading = readings.find(({ value }) => value === decision)?.reading;
  const text =
    reading ??
    say().mapComments.setting({
      ...{ sample, header, values: readings.map(({ value }) => value).join(say().mapComments.or()) },
    });
  return { key, value: decision, comment: commentText(text, MAX_QUESTION) };
}

/**
 * The lines of the columns, in the order of the sheet. A new entry also has lines for headers that are names of fields,
 * so that the entry shows how the whole sheet is read.
 */
function columnLines({ columns }: Review, isExtended: boolean, isTable: boolean): MapLine[] {
  const isPlain =
    !isTable &&
    columns.every(
      ({ isKnown, state, basis }) => isKnown || state === 'empty' || (state === 'mapped' && basis === 'name'),
    );
  const lines = new Map<string, MapLine>();
  const lettered = letteredHeaders(columns);
  for (const column of columns) {
    const { header, state, target, basis, isKnown } = column;
    if (isKnown || lines.has(header) || lettered.has(header)) continue;
    if (basis === 'name' && state === 'mapped' && (isExtended || isPlain)) continue;
    lines.set(header, isOpen(state) ? columnQuestion(header, column) : certainLine(header, target!, column));
  }
  return [...lines.values()];
}

const isOpen = (state: ReviewedColumn['state']): boolean => state === 'open' || state === 'empty';

/** The lines of columns that only their letters name. */
function letterLines({ columns }: Review): MapLine[] {
  const lettered = letteredHeaders(columns);
  return columns
    .filter(({ header, isKnown, state }) => lettered.has(header) && !isKnown && state !== 'empty')
    .map((column) => {
      const { letters, header, state, target } = column;
      const named = { ...column, samples: header === '' ? column.samples : [header, ...column.samples] };
      return isOpen(state) ? columnQuestion(letters, named) : certainLine(letters, target!, named);
    });
}

/**
 * Headers of columns that only their letters name: of several columns with the same header, and of columns without
 * one, unless all of them are ignored and no other table has one.
 */
function letteredHeaders(columns: readonly ReviewedColumn[]): Set<string> {
  const byHeader = Map.groupBy(
    columns.filter(({ state }) => state !== 'empty'),
    ({ header }) => header,
  );
  return new Set(
    [...byHeader]
      .filter(
        ([header, own]) =>
          own.some(({ isShared }) => isShared) ||
          ((header === '' || own.length > 1) && own.some(({ target }) => target !== 'ignore')),
      )
      .map(([header]) => header),
  );
}

const certainLine = (key: string, value: string, { samples, by }: ReviewedColumn): MapLine => ({
  key,
  value,
  comment: commentText([...(by ? [say().mapComments[by]()] : []), samples.join(', ')].join(' '), MAX_SAMPLE),
});

/**
 * The line with the question about a column. If its header is the name of a field, the column would be read even
 * without a line, so the line has the value `?`, which is not a field.
 */
function columnQuestion(
  key: string,
  { samples, candidates, readsAs, question: why, unitOf }: ReviewedColumn,
): MapLine {
  const among = unitOf
    ? say().mapComments.unit({ field: unitOf.field, unit: unitOf.unit })
    : candidates.length > 0
      ? say().mapComments.among({ values: [...candidates, 'ignore'].slice(0, 6).join(', ') })
      : (why ?? say().mapComments.field());
  const text = say().mapComments.column({ question: among });
  const comment = `${commentText(samples.join(', '), MAX_SAMPLE)}${commentText(text, MAX_QUESTION)}`;
  return { key, value: readsAs === undefined ? null : '?', comment };
}

/** The words by field, in the order in which the sheet has them. */
function wordSections(words: readonly ReviewedWord[]): SectionDraft[] {
  const byField = Map.groupBy(
    words.filter(({ isKnown }) => !isKnown),
    ({ field }) => field,
  );
  return [...byField].map(([below, own]) => ({ name: 'values', below, lines: own.map(wordLine) }));
}

function wordLine({ word, value, rows, candidates, question: why, by }: ReviewedWord): MapLine {
  if (value !== null) return { key: word, value, ...markOf(by) };
  const among =
    candidates.length > 0
      ? say().mapComments.among({ values: candidates.slice(0, 5).join(', ') })
      : (why ?? say().mapComments.value());
  return openLine(word, say().mapComments.word({ count: rows, number: numberText(rows), question: among }));
}

function unitLines({ columns }: Review, known: KnownEntry | undefined): MapLine[] {
  const { units = {} } = known?.entry ?? {};
  return columns.flatMap(({ header, unit, state, target, basis }) => {
    if (unit === undefined || state !== 'mapped' || target === null) return [];
    if (Object.hasOwn(units, header) || Object.hasOwn(units, target)) return [];
    // A header that is the name of a field may have no line in `columns`, so the field is the key.
    return [{ key: basis === 'name' ? unnumberedPath(target) : header, value: unit }];
  });
}

function referenceLines({ columns }: Review, known: KnownEntry | undefined): MapLine[] {
  const { references = {} } = known?.entry ?? {};
  return columns.flatMap(({ header, refersBy, state, target }) => {
    if (refersBy === undefined || state !== 'mapped' || target === null) return [];
    const isKnown = Object.hasOwn(references, header) || Object.hasOwn(references, target);
    return isKnown ? [] : [{ key: target, value: refersBy }];
  });
}

/** Joins the drafts of sheets with the same name into one. An export of every month may have the same sheets. */
export function merge(drafts: readonly EntryDraft[]): EntryDraft[] {
  const byName = Map.groupBy(drafts, ({ file, sheet }) => JSON.stringify([file, sheet]));
  return [...byName.values()].map((same) => ({
    ...same[0]!,
    sections: joinedSections(same.flatMap(({ sections }) => sections)),
  }));
}

function joinedSections(sections: readonly SectionDraft[]): SectionDraft[] {
  const tables = sections.flatMap((section) => (section.tables ? [section.tables] : []));
  const all = sections.filter((section) => !section.tables);
  const [first] = tables;
  const joined = first?.map((table, at) => ({
    ...table,
    sections: joinedSections(tables.flatMap((same) => same[at]?.sections ?? [])),
  }));
  return [...joinedLines(all), ...(joined ? [{ name: 'tables' as const, lines: [], tables: joined }] : [])];
}

function joinedLines(all: readonly SectionDraft[]): SectionDraft[] {
  const bySection = Map.groupBy(all, ({ name, below }) => JSON.stringify([name, below]));
  const sections = [...bySection.values()].map((same) => ({
    ...same[0]!,
    lines: linesByKey(same).map((lines) => joinedLine(lines, COLUMN_SECTIONS.has(same[0]!.name))),
  }));
  // If sheets disagree on the unit of a column, the column becomes a question: without a line in `units`, its numbers
  // would be read in the unit of the field.
  const unclear = new Set(
    linesByKey(all.filter(({ name }) => name === 'units'))
      .filter((lines) => answersIn(lines).length > 1)
      .map(([first]) => first!.key),
  );
  const isUnclear = ({ key, value }: MapLine) =>
    unclear.has(key) || (typeof value === 'string' && unclear.has(unnumberedPath(value)));
  return sections.map((section) =>
    COLUMN_SECTIONS.has(section.name)
      ? { ...section, lines: section.lines.map((line) => (isUnclear(line) ? { ...line, value: '?' } : line)) }
      : section,
  );
}

/** Sections of columns. A column may be read even without a line, so a question about it needs the value `?`. */
const COLUMN_SECTIONS: ReadonlySet<SectionDraft['name']> = new Set(['columns', 'letters', 'labels']);

const linesByKey = (sections: readonly SectionDraft[]): MapLine[][] => [
  ...Map.groupBy(
    sections.flatMap(({ lines }) => lines),
    ({ key }) => key,
  ).values(),
];

/** The lines of a key that have an answer, each answer once. */
const answersIn = (lines: readonly MapLine[]): MapLine[] => [
  ...new Map(
    lines.filter(({ value }) => value !== null).map((line) => [JSON.stringify(line.value), line]),
  ).values(),
];

/** The line of a key that several sheets have: a question if its values differ. */
function joinedLine(lines: readonly MapLine[], isNaming: boolean): MapLine {
  const [first, ...others] = answersIn(lines);
  if (first === undefined) return lines[0]!;
  if (others.length === 0) return first;
  const values = [first, ...others].flatMap(({ value }) => (value === '?' ? [] : [valueText(value!)]));
  return {
    key: first.key,
    value: isNaming ? '?' : null,
    comment: commentText(`${values.join(' or ')}?`, MAX_QUESTION),
  };
}
