import { hash } from 'node:crypto';
import { nameInInterface, referencesIn, toInterfaceNames } from '../../contract/body.ts';
import {
  type Body,
  isUpdatable,
  type Json,
  type KindSpec,
  keyOf,
  notContent,
  oncePer,
} from '../../contract/kind.ts';
import { asUpdate, updatable } from '../../contract/v3/update.ts';
import { isPathSegment } from '../../contract/v3/update-paths.ts';
import type { Finding } from '../../findings/finding.ts';
import type { Stage, StagedRecord } from '../../ledger/stage.ts';
import { cleanText } from '../../recognise/text.ts';
import { checkRow, complete, withoutRespelling } from '../../records/check/check-row.ts';
import { rowFinding } from '../../records/check/rule.ts';
import { exampleBodies } from '../../records/layout/example-row.ts';
import { readRow } from '../../records/read.ts';
import type { Draft, SheetMap } from '../../records/record.ts';
import { kindText, say } from '../../say.ts';
import type { Row } from '../../sheets/cell.ts';
import { updateAdvice } from '../report/repeat-command.ts';
import { applyClears, type ClearedRow, misplacedClears, withoutClearWords } from './clear-words.ts';
import {
  isSelected,
  type ReadContext,
  type ReadResult,
  type RowRecord,
  reportFinding,
  type StageOfInput,
  type ValueCounts,
} from './read-context.ts';

/** Maximum number of values that are listed before sending. */
const MAX_VALUES = 1000;

/** Reads the cells of a row into a body, completes it, runs the rules, and stages the record. */
export function stageRow(
  context: ReadContext,
  map: SheetMap,
  sheetId: number,
  row: Row,
  damaged: boolean,
  result: ReadResult,
): void {
  const { settings, stage } = context;
  const cleared = mayClear(row) ? withoutClears(map, row) : undefined;
  const toRead = cleared?.row ?? row;
  let draft = readRow(map, toRead);
  const mapOfUpdate = updateMap(context, draft);
  if (mapOfUpdate) draft = readRow(mapOfUpdate, toRead);
  const { kind } = draft.map;
  const completed = complete(draft, settings);
  settings.onRow?.(toRead, draft, completed);
  const selected = isSelected(settings, kind);
  // The service is assumed to have these records. They are not staged, because a staged record that
  // is not sent would block the records that reference it.
  if (!selected && (settings.externalRefs || settings.updates !== undefined)) return;
  const { family } = completed;
  let { body } = completed;
  let clearing: readonly Finding[] = NO_FINDINGS;
  if (cleared && cleared.columns.length > 0)
    ({ body, findings: clearing } = applyClears(draft, completed.body, cleared));
  const isUpdate = settings.updates === kind.name;
  const keyText = hasKey(kind, draft.body) ? keyOf(kind, body) : '';
  const byId = isUpdate && keyText === '' && typeof body.id === 'string' ? body.id : null;
  const key = byId ?? keyText;
  const record: Mutable<RowRecord> = {
    ...{ kind, family: family ?? '', key, body, isSelected: selected, batch: completed.batch, sheetId },
    ...{ row: row.row, ending: null },
  };
  if (stage.isUnchecked) {
    stage.record(record);
    return;
  }
  if (!selected) record.ending = 'not-attempted';
  else {
    const checked = checkRow(draft, completed.body, family, settings);
    let valid = !damaged;
    let findings = checked;
    if (draft.findings.length > 0 || completed.findings.length > 0 || clearing.length > 0)
      findings = withoutRespelling(
        [...draft.findings, ...completed.findings, ...checked, ...clearing],
        settings.severities,
      );
    if (cleared && cleared.misplaced.length > 0)
      findings = [...findings, ...misplacedClears(draft, cleared.misplaced)];
    const identity =
      key === '' || isUpdate ? identityFinding(draft, { isUpdate, key: keyText, byId }, findings) : null;
    if (identity) findings = [...findings, identity];
    const example = isUpdate ? undefined : exampleFinding(draft);
    if (example) findings = [...findings, example];
    if (settings.update && isUpdatable(kind)) findings = withUpdateAdvice(kind, findings);
    for (const finding of findings) if (reportFinding(context, finding)?.severity === 'error') valid = false;
    if (!valid) record.ending = 'invalid';
    countValue(result.valueCounts, kind, body);
  }
  result.records++;
  if (row.line !== undefined) record.line = row.line;
  if (draft.rows) record.rows = draft.rows;
  if (isUpdate) record.update = { byId };
  stage.record(record);
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

const NO_FINDINGS: readonly Finding[] = [];

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

function mayClear({ cells, more }: Row): boolean {
  if (more?.some(mayClear)) return true;
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

/** A finding if the row does not identify its record, or if the key cannot be part of the path of an update; else null. */
function identityFinding(
  draft: Draft,
  { isUpdate, key, byId }: { isUpdate: boolean; key: string; byId: string | null },
  others: readonly Finding[],
): Finding | null {
  const { kind } = draft.map;
  const field = (isUpdate ? undefined : missingOfKey(kind, draft.body)) ?? kind.key[0];
  if (isUpdate && (byId ?? key) !== '' && !isPathSegment(byId ?? key)) {
    const value = byId ?? key;
    const message = say().input.notInUrl({ value, kind: kindText(kind.name) });
    return rowFinding(draft, 'required', 'error', byId === null ? field! : 'id', message, { value });
  }
  if (key !== '' || byId !== null || draft.unreadable.has('id')) return null;
  const about = { kind: kindText(kind.name), field: String(field) };
  const message = isUpdate ? say().input.noKeyOrId(about) : say().input.noKey(about);
  if (isUpdate) return rowFinding(draft, 'required', 'error', field!, message);
  // A separate finding reports a missing column or an invalid cell.
  if (draft.columnOf(field!) === undefined || others.some(({ severity }) => severity === 'error'))
    return null;
  return rowFinding(draft, 'required', 'error', field!, message);
}

/**
 * Whether a body has all fields of the key. The last one may be blank if a blank is a valid part
 * of the key.
 */
const hasKey = (kind: KindSpec, body: Body): boolean => missingOfKey(kind, body) === undefined;

/** The first field of the key that the body lacks. */
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

/** The references of a record that is sent; others have none. */
export function referencesOf({ kind, body, isSelected, update }: RowRecord): StagedRecord['references'] {
  return isSelected ? referencesIn(kind, update ? updatable(kind, body) : body) : [];
}

/** Passes the records of the input to the stage of a ledger. */
export const storedIn = (stage: Stage): StageOfInput => ({
  record: (record) => stage.record(stagedRecord(record)),
  isAccepted: (...key) => stage.isAccepted(...key),
  sheet: (...sheet) => stage.sheet(...sheet),
  file: (...file) => stage.file(...file),
  finding: (finding) => stage.finding(finding),
  ignored: (column) => stage.ignored(column),
  invalidateSheet: (...sheet) => stage.invalidateSheet(...sheet),
  endNotAttempted: () => stage.endNotAttempted(),
  commit: () => stage.commit(),
});

/** A record as the ledger stores it, with its body as JSON and its hashes. */
export function stagedRecord(record: RowRecord): StagedRecord {
  const { kind, body, isSelected, ...rest } = record;
  return {
    ...{ ...rest, kind: kind.name, body: JSON.stringify(body), ...hashesOf(record) },
    references: referencesOf(record),
  };
}

/** The hashes of the content of a record, and its shared reference. */
export function hashesOf({
  kind,
  body,
  isSelected,
}: RowRecord): Pick<StagedRecord, 'hash' | 'shareKey' | 'shareHash'> {
  const { sharedRef } = kind;
  // The hash uses the field names of the interface, so that renaming a field in trace does not
  // change the hash.
  const shown = toInterfaceNames(kind, body);
  const content = new Content(shown);
  const { others, shared } = hashExclusions(kind);
  const whole = shown === body ? content : new Content(body);
  return {
    hash: content.hash(others),
    shareKey: isSelected && sharedRef ? ((body[sharedRef.field] as string | undefined) ?? null) : null,
    shareHash: isSelected && sharedRef ? whole.hash(shared) : null,
  };
}

interface HashExclusions {
  /** Fields that the content hash ignores, by their names in the interface. */
  readonly others: readonly string[];
  /** Fields that are ignored when records with the same shared reference are compared. */
  readonly shared: readonly string[];
}

/** The fields that the hashes of a kind ignore. */
const hashExclusions = oncePer((kind: KindSpec): HashExclusions => {
  const others = notContent(kind).map((name) => nameInInterface(kind, name));
  return { others, shared: [...(kind.sharedRef?.mayDiffer ?? []), kind.batchField] };
});

/**
 * Hashes the content of a body (SHA-256, base64url). The order of fields does not matter. The
 * fields in `except` are ignored.
 */
export function contentHash(body: Body, except: readonly string[]): string {
  return new Content(body).hash(except);
}

/** The content of a body, serialised once, to be hashed with different fields excluded. */
export class Content {
  readonly #names: readonly string[];
  readonly #members: readonly string[];

  constructor(body: Body) {
    this.#names = Object.keys(body).sort();
    this.#members = this.#names.map((name) => nameText(name) + canonical(body[name]!));
  }

  /** Returns the same hash as `contentHash` of the body. */
  hash(except: readonly string[]): string {
    let text = '';
    for (let at = 0; at < this.#names.length; at++) {
      if (except.includes(this.#names[at]!)) continue;
      text += (text === '' ? '{' : ',') + this.#members[at]!;
    }
    return hash('sha256', text === '' ? '{}' : `${text}}`, 'base64url');
  }
}

function canonical(value: Json): string {
  if (typeof value === 'string') return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  let text = '';
  for (const name of Object.keys(value).sort()) {
    text += (text === '' ? '{' : ',') + nameText(name) + canonical(value[name]!);
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Matches texts that JSON writes without escapes. */
const PLAIN = /^[ !#-[\]-~]*$/;

const MOST_NAME_TEXTS = 1000;
const nameTexts = new Map<string, string>();

/** The JSON text `"name":`, cached because bodies have few different field names. */
function nameText(name: string): string {
  let text = nameTexts.get(name);
  if (text === undefined) {
    text = `${JSON.stringify(name)}:`;
    if (nameTexts.size < MOST_NAME_TEXTS) nameTexts.set(name, text);
  }
  return text;
}

/** An error if the row is an example row of `trace template`. */
function exampleFinding(draft: Draft): Finding | undefined {
  const { kind } = draft.map;
  const key = draft.body[kind.key[0]!];
  if (key === undefined || !exampleTexts(kind).has(String(key))) return undefined;
  if (!examplesOf(kind).some((example) => isExample(kind, example, draft.body))) return undefined;
  const message = say().input.exampleRow();
  return rowFinding(draft, 'example-row', 'error', kind.key[0]!, message, {
    value: key,
    suggestion: say().input.exampleRowAdvice(),
  });
}

/** All values in the example rows of a kind, as texts. Reading these rows as a sheet takes longer than a small file. */
const exampleTexts = oncePer((kind: KindSpec): ReadonlySet<string> => {
  const values = [
    ...kind.fields.map(({ example }) => example),
    ...(kind.examples ?? []).flatMap(Object.values),
  ];
  return new Set(values.map((value) => cleanText(String(value))));
});

/** The bodies of the example rows of a kind, as read from a sheet. */
const examplesOf = oncePer((kind: KindSpec): readonly Body[] => exampleBodies(kind));

/**
 * Whether a row is an example row: it has the key of the example, at least half of its values, and
 * no different value. Not all values are needed, because the user may have deleted columns. The
 * family and the batch are not compared, because the user fills them in.
 */
function isExample(kind: KindSpec, example: Body, body: Body): boolean {
  if (body[kind.key[0]!] === undefined || body[kind.key[0]!] !== example[kind.key[0]!]) return false;
  const names = Object.keys(example).filter((name) => name !== 'projectType' && name !== kind.batchField);
  const both = names.filter((name) => body[name] !== undefined);
  if (both.length * 2 < names.length) return false;
  return both.every((name) => JSON.stringify(body[name]) === JSON.stringify(example[name]));
}
