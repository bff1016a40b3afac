import { toInterfaceNames, nameInInterface } from '../contract/completion-names.ts';
import { type Body, type KindSpec, keyOf, notContent } from '../contract/kind.ts';
import { referencesIn } from '../contract/reference.ts';
import { asUpdate, isUpdatable, updatable } from '../contract/v3/update.ts';
import { isPathSegment } from '../contract/v3/update-paths.ts';
import type { Finding } from '../findings/finding.ts';
import type { Row } from '../sheets/cell.ts';
import { checkRow } from './check/check-row.ts';
import { complete } from './check/complete.ts';
import { rowFinding } from './check/rule.ts';
import { updateAdvice } from './check-updates.ts';
import { misplacedClears, takeClears, withClears } from './clear-words.ts';
import { Content } from './content-hash.ts';
import { exampleFinding } from './example-rows.ts';
import { type Announced, isWanted, keep, type Reading, type ReadResult } from './reading.ts';
import { readRow } from './records/read.ts';
import type { Draft, SheetMap } from './records/record.ts';

/** Most distinct values that are listed before sending. */
const MOST_ANNOUNCED = 1000;

/** Reads one row: cells to body, completes it, runs the rules, stages the record. */
export function takeRow(
  reading: Reading,
  map: SheetMap,
  sheetId: number,
  row: Row,
  broken: boolean,
  result: ReadResult,
): void {
  const { settings, stage } = reading;
  const cleared = takeClears(map, row);
  let draft = readRow(map, cleared.row);
  const updating = updatingMap(reading, draft);
  if (updating) draft = readRow(updating, cleared.row);
  const { kind } = draft.map;
  const wanted = isWanted(settings, kind);
  // The service is assumed to have them: staged and not sent, they would block records that reference them.
  if (!wanted && (settings.externalRefs || settings.updates !== undefined)) return;
  const completed = complete(draft, settings);
  const { family } = completed;
  const { body, findings: clearing } = withClears(draft, completed.body, cleared);
  const asked = settings.updates === kind.name;
  const key = hasKey(kind, draft) ? keyOf(kind, body) : '';
  const byId = asked && key === '' && typeof body.id === 'string' ? body.id : null;
  let valid = !broken;
  if (wanted) {
    const checked = checkRow(draft, completed.body, family, settings);
    const findings = [...draft.findings, ...completed.findings, ...checked, ...clearing];
    findings.push(...misplacedClears(draft, cleared.misplaced));
    const unnamed = unnamedFinding(draft, { asked, key, byId }, findings);
    if (unnamed) findings.push(unnamed);
    const example = asked ? undefined : exampleFinding(draft);
    if (example) findings.push(example);
    if (settings.update && isUpdatable(kind)) adviseUpdate(kind, findings);
    for (const finding of findings) if (keep(reading, finding)?.severity === 'error') valid = false;
    announce(result.announced, kind, body);
  }
  result.records++;
  const { sharedRef } = kind;
  // Hashed under the names that the interface shows: renaming a field changes no record.
  const shown = toInterfaceNames(kind, body);
  const content = new Content(shown);
  const { others, shared } = hashedWithout(kind);
  const whole = shown === body ? content : new Content(body);
  stage.record({
    kind: kind.name,
    family: family ?? '',
    key: byId ?? key,
    batch: completed.batch,
    body: JSON.stringify(body),
    hash: content.hash(others),
    shareKey: wanted && sharedRef ? ((body[sharedRef.field] as string | undefined) ?? null) : null,
    shareHash: wanted && sharedRef ? whole.hash(shared) : null,
    sheetId,
    row: row.row,
    ...(row.line === undefined ? {} : { line: row.line }),
    ending: wanted ? (valid ? null : 'invalid') : 'not-attempted',
    references: wanted ? referencesIn(kind, asked ? updatable(kind, body) : body) : [],
    ...(asked && { update: { byId } }),
  });
}

/** A row without buyer, seller and item may be a change of an existing record. */
function adviseUpdate(kind: KindSpec, findings: Finding[]): void {
  const at = findings.findIndex(({ code }) => code === 'identifier-missing');
  if (at >= 0) findings[at] = { ...findings[at]!, suggestion: updateAdvice(kind) };
}

const updatingMaps = new WeakMap<SheetMap, SheetMap>();

/**
 * The map with which `import --update` reads a row whose record the ledger knows: as an update, which may give only some of the
 * fields. Undefined for a row that must be complete.
 */
function updatingMap({ settings, stage }: Reading, { map, body }: Draft): SheetMap | undefined {
  const { kind } = map;
  if (settings.update !== true || !isUpdatable(kind)) return undefined;
  const key = body[kind.key[0]!];
  if (typeof key !== 'string' || !stage.isAccepted(kind.interface, kind.name, keyOf(kind, body)))
    return undefined;
  let updating = updatingMaps.get(map);
  if (!updating) {
    updating = { ...map, kind: asUpdate(kind) };
    updatingMaps.set(map, updating);
  }
  return updating;
}

interface LeftOut {
  /** Ignored by the content hash; names as the interface shows them. */
  readonly others: readonly string[];
  /** Ignored by the hash of records with the same shared reference. */
  readonly shared: readonly string[];
}

const leftOut = new WeakMap<KindSpec, LeftOut>();

/** The fields that the hashes of a kind ignore; computed once for each kind. */
function hashedWithout(kind: KindSpec): LeftOut {
  let without = leftOut.get(kind);
  if (!without) {
    const others = notContent(kind).map((name) => nameInInterface(kind, name));
    without = { others, shared: [...(kind.sharedRef?.mayDiffer ?? []), kind.batchField] };
    leftOut.set(kind, without);
  }
  return without;
}

/** A finding when a row does not identify its record, or no path of an update could contain its key; else null. */
function unnamedFinding(
  draft: Draft,
  { asked, key, byId }: { asked: boolean; key: string; byId: string | null },
  others: readonly Finding[],
): Finding | null {
  const { kind } = draft.map;
  const [field] = kind.key;
  if (asked && (byId ?? key) !== '' && !isPathSegment(byId ?? key)) {
    const named = byId ?? key;
    const message = `no address can name a ${kind.name} by "${named}"; it cannot be updated`;
    return rowFinding(draft, 'required', 'error', byId === null ? field! : 'id', message, { value: named });
  }
  if (key !== '' || byId !== null || draft.unreadable.has('id')) return null;
  const message = `nothing names the ${kind.name}: give its ${field}${asked ? ' or its id' : ''}`;
  if (asked) return rowFinding(draft, 'required', 'error', field!, message);
  // A missing column or an invalid cell was reported already.
  if (draft.columnOf(field!) === undefined || others.some(({ severity }) => severity === 'error'))
    return null;
  return rowFinding(draft, 'required', 'error', field!, message);
}

/** Whether the fields of the key are given; the last may be blank where blank has a meaning. */
function hasKey(kind: KindSpec, draft: Draft): boolean {
  const fields = kind.blankKey === undefined ? kind.key : kind.key.slice(0, -1);
  return fields.every((name) => typeof draft.body[name] === 'string');
}

function announce(announced: Announced, kind: KindSpec, body: Body): void {
  if (!kind.announce) return;
  const value = body[kind.announce.field];
  if (typeof value !== 'string') return;
  const known = announced.get(value);
  if (known) known.rows++;
  else if (announced.size < MOST_ANNOUNCED) announced.set(value, { ...kind.announce, rows: 1 });
}
