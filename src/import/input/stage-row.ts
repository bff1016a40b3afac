import { type Body, isUpdatable, type KindSpec, keyOf, oncePer } from '../../contract/kind.ts';
import { asUpdate } from '../../contract/v3/update.ts';
import { isPathSegment } from '../../contract/v3/update-paths.ts';
import type { Finding } from '../../findings/finding.ts';
import {
  type Completed,
  checkRow,
  complete,
  exampleFinding,
  withoutRespelling,
} from '../../records/check/check-row.ts';
import { rowFinding } from '../../records/check/rule.ts';
import { readRow } from '../../records/read.ts';
import type { Draft, SheetMap } from '../../records/record.ts';
import { ownCells, type TableSources } from '../../records/sheet-sources.ts';
import { kindText, say } from '../../say.ts';
import type { Row } from '../../sheets/cell.ts';
import { updateAdvice } from '../report/repeat-command.ts';
import { applyClears, type ClearedRow, misplacedClears, withoutClearWords } from './clear-words.ts';
import {
  isSelected,
  type ReadContext,
  type ReadResult,
  reportFinding,
  type ValueCounts,
} from './read-context.ts';
import type { RowRecord } from './staged-record.ts';
import { TableCount } from './table-count.ts';

/** Maximum number of values that are listed before sending. */
const MAX_VALUES = 1000;

/** A row that was read: its cells as a body, completed, and with the fields that its clear words clear. */
interface RowRead {
  readonly draft: Draft;
  readonly completed: Completed;
  readonly body: Body;
  readonly cleared: ClearedRow | undefined;
  /** The findings about the fields to be cleared. */
  readonly clearFindings: readonly Finding[];
}

/** What identifies a record: its key, or the id of the service in an update without a key. Without both, the key is empty. */
interface Identity {
  readonly key: string;
  readonly byId: string | null;
}

/** Takes a row of a sheet. `isDamaged`: cells of it, or of rows that continue it, could not be read. */
export type RowStager = (row: Row, isDamaged: boolean) => void;

/** Where the records of a table are staged. */
interface TableStaging {
  readonly sheetId: number;
  /** Whether other tables have its rows. */
  readonly isShared: boolean;
  /** How its fields are filled; undefined if the cells of values are not kept. */
  readonly sources: TableSources | undefined;
}

/** Returns the function that stages a row of a table. It is prepared once for all rows. */
export function rowStager(
  context: ReadContext,
  map: SheetMap,
  { sheetId, isShared, sources }: TableStaging,
  result: ReadResult,
): RowStager {
  const { settings, stage } = context;
  const { kind } = map;
  const isChosen = isSelected(settings, kind);
  const isUpdate = settings.updates === kind.name;
  const read = (row: Row): RowRead => readCompletedRow(context, map, row);
  const recordOf = ({ draft, completed, body }: RowRead, { key, byId }: Identity, row: Row): NewRecord => ({
    ...{ kind: draft.map.kind, family: completed.family ?? '', key: byId ?? key, body },
    ...{
      isSelected: isChosen,
      isOfSharedRow: isShared,
      batch: completed.batch,
      sheetId,
      row: row.row,
      ending: null,
    },
  });
  const store = (whole: RowRead, identity: Identity, row: Row, ending: RowRecord['ending']): void => {
    const record = recordOf(whole, identity, row);
    record.ending = ending;
    if (row.line !== undefined) record.line = row.line;
    if (whole.draft.rows) record.rows = whole.draft.rows;
    const cells = sources && ownCells(whole.draft, row, sources);
    if (cells) record.cells = cells;
    if (isUpdate) record.update = { byId: identity.byId };
    result.records++;
    stage.addRecord(record);
  };

  // The service is assumed to have these records. They are not staged, because a staged record that
  // is not sent would block the records that reference it.
  if (!isChosen && (settings.externalRefs || settings.updates !== undefined)) return (row) => void read(row);
  if (stage.isUnchecked)
    return (row) => {
      const whole = read(row);
      stage.addRecord(recordOf(whole, identityOf(whole, isUpdate), row));
    };
  if (!isChosen)
    return (row) => {
      const whole = read(row);
      store(whole, identityOf(whole, isUpdate), row, 'not-attempted');
    };
  const check = isUpdate ? checkUpdate : checkRecord;
  const table = context.isCounted ? new TableCount(map) : undefined;
  if (table) result.tables.set(sheetId, table);
  /** What was reported about cells beside labels: the values count for several rows. */
  const ofLabels = new Map<string, Finding['severity'] | undefined>();
  const reported = (finding: Finding, row: Row): Finding['severity'] | undefined => {
    if (row.labels === undefined || finding.origin.row === row.row)
      return reportFinding(context, finding)?.severity;
    const { code, origin, message } = finding;
    const key = JSON.stringify([code, origin.row, origin.column, message]);
    if (!ofLabels.has(key)) ofLabels.set(key, reportFinding(context, finding)?.severity);
    return ofLabels.get(key);
  };
  return (row, isDamaged) => {
    const whole = read(row);
    const identity = identityOf(whole, isUpdate);
    let isValid = !isDamaged;
    for (const finding of check(context, whole, identity))
      if (reported(finding, row) === 'error') isValid = false;
    countValue(result.valueCounts, kind, whole.body);
    table?.add(whole.body);
    store(whole, identity, row, isValid ? null : 'invalid');
  };
}

type NewRecord = { -readonly [Name in keyof RowRecord]: RowRecord[Name] };

const NO_FINDINGS: readonly Finding[] = [];

/** Reads the cells of a row into a body, and completes it. */
function readCompletedRow(context: ReadContext, map: SheetMap, row: Row): RowRead {
  const { settings } = context;
  const cleared = mayHaveClearWords(row) ? withoutClears(map, row) : undefined;
  const toRead = cleared?.row ?? row;
  let draft = readRow(map, toRead);
  const mapOfUpdate = updateMap(context, draft);
  if (mapOfUpdate) draft = readRow(mapOfUpdate, toRead);
  const completed = complete(draft, settings);
  settings.onRow?.(toRead, draft, completed);
  const { body, findings: clearing } =
    cleared && cleared.columns.length > 0
      ? applyClears(draft, completed.body, cleared)
      : { body: completed.body, findings: NO_FINDINGS };
  return { draft, completed, body, cleared, clearFindings: clearing };
}

function identityOf({ draft, body }: RowRead, isUpdate: boolean): Identity {
  const { kind } = draft.map;
  const key = missingOfKey(kind, draft.body) === undefined ? keyOf(kind, body) : '';
  return { key, byId: isUpdate && key === '' && typeof body.id === 'string' ? body.id : null };
}

/** The findings about a row of `trace update`. */
function checkUpdate(context: ReadContext, read: RowRead, { key, byId }: Identity): readonly Finding[] {
  const { draft } = read;
  const findings = checkRead(context, read);
  const { kind } = draft.map;
  const field = kind.key[0]!;
  const value = byId ?? key;
  if (value !== '' && !isPathSegment(value)) {
    const message = say().input.notInUrl({ value, kind: kindText(kind.name) });
    const path = byId === null ? field : 'id';
    return [...findings, rowFinding(draft, 'required', 'error', path, message, { value })];
  }
  if (key !== '' || byId !== null || draft.unreadable.has('id')) return findings;
  const message = say().input.noKeyOrId({ kind: kindText(kind.name), field });
  return [...findings, rowFinding(draft, 'required', 'error', field, message)];
}

/** The findings about a row of a record to create, or of `import --update`. */
function checkRecord(context: ReadContext, read: RowRead, { key }: Identity): readonly Finding[] {
  const { draft } = read;
  const { kind } = draft.map;
  const { settings } = context;
  let findings = checkRead(context, read);
  const noKey = key === '' ? keyFinding(draft, findings) : undefined;
  if (noKey) findings = [...findings, noKey];
  const example = exampleFinding(draft);
  if (example) findings = [...findings, example];
  return settings.update && isUpdatable(kind) ? withUpdateAdvice(kind, findings) : findings;
}

/** The findings of the rules, after those of the cells and of the completed values. */
function checkRead({ settings }: ReadContext, read: RowRead): readonly Finding[] {
  const { draft, completed, cleared, clearFindings: clearing } = read;
  let findings = checkRow(draft, completed.body, completed.family, settings);
  if (draft.findings.length > 0 || completed.findings.length > 0 || clearing.length > 0)
    findings = withoutRespelling(
      [...draft.findings, ...completed.findings, ...findings, ...clearing],
      settings.severities,
    );
  if (cleared && cleared.misplaced.length > 0)
    findings = [...findings, ...misplacedClears(draft, cleared.misplaced)];
  return findings;
}

/** A cell, or a part of it in a list, that begins like a clear word. */
const MAY_CLEAR = /(?:^|[;|,\n\r])\s*\(/;

/**
 * The row without its clear words. In the rows that continue it, such words have no effect, so they are misplaced.
 */
function withoutClears(map: SheetMap, row: Row): ClearedRow {
  const cleared = withoutClearWords(map, row);
  const more = (row.more ?? []).map((one) => withoutClearWords(map, one));
  if (more.length === 0) return cleared;
  const misplaced = more.flatMap((one) => [...one.columns, ...one.misplaced]);
  return { ...cleared, misplaced: [...cleared.misplaced, ...misplaced] };
}

function mayHaveClearWords({ cells, more }: Row): boolean {
  if (more?.some(mayHaveClearWords)) return true;
  for (const cell of cells)
    if (typeof cell === 'string' && cell.includes('(') && MAY_CLEAR.test(cell)) return true;
  return false;
}

/** Suggests an update for a row without buyer, seller and item: it may change an existing record. */
function withUpdateAdvice(kind: KindSpec, findings: readonly Finding[]): readonly Finding[] {
  const at = findings.findIndex(({ code }) => code === 'identifier-missing');
  return at < 0 ? findings : findings.with(at, { ...findings[at]!, suggestion: updateAdvice(kind) });
}

const mapOfUpdates = oncePer((map: SheetMap): SheetMap => ({ ...map, kind: asUpdate(map.kind) }));

/**
 * Returns a sheet map that accepts incomplete rows, for a row of `import --update` that updates a
 * known record. Undefined if the ledger does not know the record: the row must then be complete.
 */
function updateMap({ settings, stage }: ReadContext, { map, body }: Draft): SheetMap | undefined {
  const { kind } = map;
  if (settings.update !== true || !isUpdatable(kind)) return undefined;
  const key = body[kind.key[0]!];
  if (typeof key !== 'string' || !stage.isAccepted?.(kind.interface, kind.name, keyOf(kind, body)))
    return undefined;
  return mapOfUpdates(map);
}

/** An error if the row lacks a field of the key, and no other finding reports the missing column or the invalid cell. */
function keyFinding(draft: Draft, others: readonly Finding[]): Finding | undefined {
  const { kind } = draft.map;
  const field = missingOfKey(kind, draft.body) ?? kind.key[0]!;
  if (draft.unreadable.has('id') || draft.columnOf(field) === undefined) return undefined;
  if (others.some(({ severity }) => severity === 'error')) return undefined;
  const message = say().input.noKey({ kind: kindText(kind.name), field });
  return rowFinding(draft, 'required', 'error', field, message);
}

/** The first field of the key that the body lacks. The last one may be blank if a blank is a valid part of the key. */
function missingOfKey({ key, blankKey }: KindSpec, body: Body): string | undefined {
  const needed = blankKey === undefined ? key.length : key.length - 1;
  for (let at = 0; at < needed; at++) if (typeof body[key[at]!] !== 'string') return key[at];
  return undefined;
}

/** Counts the value of a field whose values are listed before sending. */
function countValue(counts: ValueCounts, kind: KindSpec, body: Body): void {
  if (!kind.announce) return;
  const value = body[kind.announce.field];
  if (typeof value !== 'string') return;
  const known = counts.get(value);
  if (known) known.rows++;
  else if (counts.size < MAX_VALUES) counts.set(value, { ...kind.announce, rows: 1 });
}
