import { columnPath, type Field } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { compositionField } from '../records/composition-column.ts';
import { say } from '../say.ts';
import { byValues } from './column-points.ts';
import { columnsBeside } from './columns-beside.ts';
import { fieldPoints } from './evidence.ts';
import { fieldNamed } from './map-file/targets.ts';
import { askAbout, decide, isCertain, type ProposedColumn } from './propose-draft.ts';
import { askAboutLacking, isNamed, missingFields, USUAL_FIELDS } from './propose-lacking.ts';
import { hasOtherReference, isSecondReference } from './propose-references.ts';
import { settleRepeated } from './repeated-columns.ts';
import { isOtherName } from './row-persons.ts';
import { type SheetContext, sheetEvidence } from './sheet-evidence.ts';

/** Points from which a field is likely, and from which it is a candidate. */
const LIKELY = 3.0;
const POSSIBLE = 2;
/** Lead of a likely field over other fields of the column, and of the column over others for the field. */
const LEAD = 1;
/** Lead over the field that the header alone gives, so that this is a question. */
const DOUBT = 1.5;
/** Points for the field that the header alone shows for certain. */
const KNOWN = 1;
/** Points at which a field is no candidate, although the header is similar to its names. */
const REFUTED = -4;
const MOST_CANDIDATES = 3;
const MOST_FITTING = 4;
const MOST_ITEMS = 20;

interface Pair {
  readonly draft: ProposedColumn;
  readonly field: Field;
  readonly points: number;
  /** The points of the other columns for the field, which have no better one. */
  readonly rivals: number[];
}

/**
 * Weighs headers, values and other columns together, and gives each column at most one field and each field at most one
 * column. A column that is open becomes likely, or has candidates; one whose values belong to another field than its header
 * becomes a question.
 */
export function weighEvidence(
  kind: KindSpec,
  drafts: readonly ProposedColumn[],
  context: SheetContext,
): void {
  const whole = compositionField(kind);
  const fields = [...kind.fields, ...(whole ? [whole] : [])].filter(({ local }) => !local);
  const repeated = settleRepeated(kind, drafts, context.rows);
  const targetOf = (draft: ProposedColumn) =>
    draft.target ?? (repeated.has(draft) ? draft.likely : undefined);
  const fieldOf = (draft: ProposedColumn) => {
    const target = targetOf(draft) ?? 'ignore';
    return target === 'ignore' ? undefined : fieldNamed(kind, target)?.field;
  };
  const beside = columnsBeside(kind, drafts, context, fieldOf);
  const { key } = context.links;
  const isOtherKey = ({ index }: ProposedColumn) => key?.kind === kind.name && key.index !== index;
  // What the header shows is doubted only if the values do not fit, are keys of another sheet, or another column has them better.
  const isSettled = (draft: ProposedColumn) => {
    const field = fieldOf(draft);
    return (
      isCertain(draft) ||
      repeated.has(draft) ||
      (field !== undefined &&
        byValues(kind, field, draft.values) >= 0 &&
        !context.links.refersTo.has(draft.index) &&
        !hasOtherReference(kind, field, draft.index, context.links) &&
        !beside.replaced.has(draft.index) &&
        !isOtherName(field, beside.persons.get(draft.index)) &&
        (!beside.ofOthers.has(draft.index) || beside.reference.includes(field.path)) &&
        !(field.path === kind.key[0] && (beside.withSizes.has(draft.index) || isOtherKey(draft))))
    );
  };
  const fixed = new Set(drafts.filter(isSettled).flatMap((draft) => fieldOf(draft) ?? []));
  const open = drafts.filter((draft) => !isSettled(draft) && draft.values.filled > 0 && draft.header !== '');
  // A sheet has whole compositions or their materials.
  const hasWhole = whole !== undefined && fixed.has(whole);
  const isFree = (field: Field) =>
    !context.known.has(field.path) &&
    (isItem(field) ? !(hasWhole && MATERIAL.test(field.path)) : !fixed.has(field));
  const sheet = { ...sheetEvidence(kind, drafts, open, context), ...beside };
  const free = fields.filter(isFree);
  const pairs = open.flatMap((draft) => {
    const points = fieldPoints(kind, draft, sheet, context.languages);
    const current = fieldOf(draft);
    return free.map(
      (field): Pair => ({
        draft,
        field,
        points: points(field) + (current === field ? KNOWN : 0),
        rivals: [],
      }),
    );
  });
  const byDraft = Map.groupBy(pairs, ({ draft }) => draft);
  const chosen = assigned(
    pairs.filter(({ points }) => points >= POSSIBLE),
    whole,
  );
  const winners = new Map(
    [...chosen.values()].flatMap((pair) => (isItem(pair.field) ? [] : [[pair.field, pair] as const])),
  );
  const filled = [
    ...[...chosen.values()].map(({ field }) => field),
    ...drafts.flatMap((one) => fieldOf(one) ?? []),
    ...fields.filter(({ path }) => context.known.has(path)),
  ];
  const missing = missingFields(kind, new Set(filled));
  const usual = fields.filter((field) => USUAL_FIELDS.has(field.path) && !filled.includes(field));
  const unfilled = fields.filter((field) => !filled.includes(field));
  const mayBeUsual = (draft: ProposedColumn) =>
    usual.some((field) => byValues(kind, field, draft.values) > 0) ||
    unfilled.some((field) => isNamed(kind, field, draft));
  const used = new Set(drafts.flatMap((draft) => targetOf(draft) ?? []));
  const asked = open.filter((draft) => {
    const own = byDraft.get(draft) ?? [];
    const best = chosen.get(draft);
    const current = fieldOf(draft);
    // A second reference to a kind whose keys only another column has: places of stock are not suppliers.
    const isDoubtful =
      current !== undefined &&
      isSecondReference(kind, current) &&
      hasOtherReference(kind, current, draft.index, context.links);
    if (current && !isDoubtful) {
      const points = own.find(({ field }) => field === current)?.points ?? 0;
      const isBeaten = (pair: Pair | undefined) => pair !== undefined && pair.points > points + DOUBT;
      const winner = current.path.includes('[]') ? undefined : winners.get(current);
      if (!(winner?.draft !== draft && isBeaten(winner)) && !(best?.field !== current && isBeaten(best)))
        return false;
    }
    // A part of the reference that no other column has may be this one.
    const mayRefer = own.some(
      ({ field, points }) => points > 0 && beside.reference.includes(field.path) && unfilled.includes(field),
    );
    if (beside.ofOthers.has(draft.index) && !best && !mayRefer && context.links.kinds.has(beside.other)) {
      decide(draft, 'ignore', 'synonym');
      return false;
    }
    return (
      current ||
      draft.target !== 'ignore' ||
      best ||
      missing.length > 0 ||
      mayBeUsual(draft) ||
      mayBeKey(kind, draft, winners)
    );
  });
  // Another column may have the field of a column that is asked about.
  for (const { target } of asked) used.delete(target ?? '');
  for (const draft of asked) ask(kind, draft, byDraft.get(draft) ?? [], chosen.get(draft), winners, used);
  const lacking = unfilled.filter(
    (field) => field.path === 'producedQuantity' || usual.includes(field) || missing.includes(field),
  );
  askAboutLacking(kind, open, unfilled, new Set(lacking));
  askAboutBrandFields(drafts);
}

/** Whether a column has another code in each row, while it is only likely which one has the keys. */
function mayBeKey(kind: KindSpec, { values }: ProposedColumn, winners: ReadonlyMap<Field, Pair>): boolean {
  const key = [...winners.keys()].find(({ path }) => path === kind.key[0]);
  return (
    key !== undefined &&
    values.words.size >= values.filled * 0.95 &&
    byValues(kind, key, values) > 0 &&
    values.words.keys().every((text) => /\p{L}/u.test(text) && /\d/.test(text))
  );
}

/** Fields of the whole input, and those that brands use for themselves: no column is them without a header that says so. */
const BY_FLAGS = /^(?:projectType|importationBatch|custom)/;

/** Fields that brands use for themselves come together: one that is alone in its sheet is a question. */
function askAboutBrandFields(drafts: readonly ProposedColumn[]): void {
  const [draft, ...others] = drafts.filter(
    ({ target, values }) => target?.startsWith('custom') && values.filled > 0,
  );
  if (draft && others.length === 0 && !isCertain(draft))
    askAbout(draft, say().proposals.mayMean({ fields: draft.target! }));
}

/** Makes a column a question, with its likely fields. */
function ask(
  kind: KindSpec,
  draft: ProposedColumn,
  own: readonly Pair[],
  best: Pair | undefined,
  winners: ReadonlyMap<Field, Pair>,
  used: Set<string>,
): void {
  const before = draft.target;
  const earlier = before === null ? candidatesOfHeader(draft, own, winners, used) : [];
  draft.target = null;
  // A field that another column fills is still a candidate if that column has hardly more points.
  const others = own
    .filter(({ field, points }) => {
      const winner = winners.get(field);
      const isTaken = winner !== undefined && winner.draft !== draft && winner.points >= points + DOUBT;
      return points >= POSSIBLE && field !== best?.field && !isTaken;
    })
    .sort((one, other) => other.points - one.points);
  const next = others.find(({ field }) => !winners.has(field))?.points ?? 0;
  const rival = best && Math.max(0, ...best.rivals);
  if (best) {
    const target = numbered(draft, best.field, used);
    used.add(target);
    if (best.points >= LIKELY && best.points - next >= LEAD && best.points - (rival ?? 0) >= LEAD)
      draft.likely = target;
    draft.candidates = [target, ...others.map(({ field }) => columnPath(field.path))];
  } else draft.candidates = others.map(({ field }) => columnPath(field.path));
  draft.candidates.push(...earlier);
  if (draft.candidates.length === 0) draft.likely = 'ignore';
  // A header that is similar to one of the field's names in its letters, with values that do not contradict it.
  const [only] = draft.candidates;
  if (draft.basis === 'suggestion' && draft.candidates.length === 1) draft.likely ??= only!;
  if (before !== null && before !== 'ignore') draft.candidates.push(before);
  draft.candidates = [...new Set(draft.candidates)].slice(0, MOST_CANDIDATES);
  draft.fitting = own
    .filter(
      ({ field, points }) =>
        (points > 0 || byValues(kind, field, draft.values) > 0) &&
        !winners.has(field) &&
        !BY_FLAGS.test(field.path),
    )
    .sort((one, other) => other.points - one.points)
    .slice(0, MOST_FITTING)
    .map(({ field }) => numbered(draft, field, used));
  if (draft.basis !== 'suggestion' || earlier.length === 0) draft.basis = 'none';
  const { mayMean, noField } = say().proposals;
  if (draft.likely === 'ignore') draft.question = noField();
  else draft.question ??= mayMean({ fields: draft.candidates.join(say().mapFile.or()) });
}

/** What the header alone may mean, unless another column is it. */
function candidatesOfHeader(
  { candidates, headerReadings: { readings } }: ProposedColumn,
  own: readonly Pair[],
  winners: ReadonlyMap<Field, Pair>,
  used: ReadonlySet<string>,
): string[] {
  return candidates.filter((target) => {
    if (used.has(target)) return false;
    const reading = readings.find((one) => one.target === target);
    const isOf = ({ field }: Pair) => field === reading?.field || columnPath(field.path) === target;
    const points = own.find(isOf)?.points ?? 0;
    if (points <= REFUTED) return false;
    if (!reading) return true;
    return !winners.has(reading.field) && (!reading.likely || points >= POSSIBLE / 2);
  });
}

/** The parts of a composition that a whole one has, too. */
const MATERIAL = /^composition\[\]\.(?:material|percentage)$/;

/** Whether several columns may have the field, each for another item. */
const isItem = ({ path }: Field): boolean => path.startsWith('composition[].');

/** The best field of each column, the pairs with the most points first. */
function assigned(pairs: readonly Pair[], whole: Field | undefined): Map<ProposedColumn, Pair> {
  const chosen = new Map<ProposedColumn, Pair>();
  const winners = new Map<Field, Pair>();
  let hasItems = false;
  for (const pair of [...pairs].sort((one, other) => other.points - one.points)) {
    const { draft, field, points } = pair;
    if (chosen.has(draft)) continue;
    const winner = winners.get(field);
    if (winner) {
      winner.rivals.push(points + (draft.headerReadings.isForeign ? 2.5 : 0));
      continue;
    }
    const isOfComposition = field.path.startsWith('composition[]');
    if (whole && (field === whole ? hasItems : isOfComposition && winners.has(whole))) continue;
    chosen.set(draft, pair);
    hasItems ||= isOfComposition;
    if (!isItem(field)) winners.set(field, pair);
  }
  return chosen;
}

/** The number or the letter of an item in a header, such as `Mat. 2` or `A %`. */
const ITEM = /\d+|(?<![\p{L}\d])[A-F](?![\p{L}\d])/gu;

/** The field with the number of its item: that of the header, or the next that no column has. */
function numbered(
  { header, headerReadings }: ProposedColumn,
  field: Field,
  used: ReadonlySet<string>,
): string {
  const read = headerReadings.readings.find((one) => one.field === field)?.target;
  if (read !== undefined && !used.has(read)) return read;
  const numbers = isItem(field)
    ? (header.match(ITEM) ?? []).map((text) => Number(text) || text.charCodeAt(0) - 64)
    : [];
  const inHeader = numbers.filter((one) => one >= 1 && one <= MOST_ITEMS);
  for (const number of [...inHeader, ...Array.from({ length: MOST_ITEMS }, (_, at) => at + 1)]) {
    const target = columnPath(field.path, number);
    if (!used.has(target)) return target;
  }
  return columnPath(field.path);
}
