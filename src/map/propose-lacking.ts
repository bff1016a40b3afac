import { columnPath, type Field, lastName } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { say } from '../say.ts';
import { byValues } from './column-points.ts';
import type { ColumnValues } from './column-values.ts';
import type { ProposedColumn } from './propose-draft.ts';

/** Fields that nearly all exports have: while no column has one, a column whose values fit it is not ignored for certain. */
export const USUAL_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'composition',
  'composition[]',
  'address.country',
]);

/** Usual fields whose values are common: a column is only kept for them if its header has this notion. */
const USUAL_NOTIONS: Readonly<Record<string, string>> = {
  name: 'name',
  weight: 'weight',
  componentWeight: 'weight',
  type: 'type',
  category: 'category',
  productColorCode: 'color',
};

/** The required fields of a row; family and batch may come from flags. */
export const requiredFields = ({ fields, batchField }: KindSpec): Field[] =>
  fields.filter(
    ({ required, path }) => required === 'always' && path !== 'projectType' && path !== batchField,
  );

/** Required fields of a row that no column has. */
export const missingFields = (kind: KindSpec, filled: ReadonlySet<Field>): Field[] =>
  requiredFields(kind).filter(
    (field) =>
      !filled.has(field) &&
      !(
        field.path.startsWith('composition') && [...filled].some(({ path }) => path.startsWith('composition'))
      ),
  );

/**
 * A required or usual field without a column may be a column that nothing else shows: if the values of just one fit it, this
 * is not ignored. Names are likely, as they differ in nearly all rows.
 */
export function askAboutLacking(
  kind: KindSpec,
  open: readonly ProposedColumn[],
  unfilled: readonly Field[],
  lacking: ReadonlySet<Field>,
): void {
  const free = open.filter(({ likely }) => likely === 'ignore');
  const isUnknown = ({ headerReadings: { meanings, isForeign, unit } }: ProposedColumn) =>
    meanings.length === 0 && !isForeign && unit === undefined;
  for (const field of unfilled) {
    const all = free.filter((draft) => isNamed(kind, field, draft));
    const clear = all.filter(({ headerReadings }) =>
      headerReadings.meanings.some((notions) => !notions.has('grammage')),
    );
    const named = clear.length > 0 ? clear : all;
    const fitting =
      named.length > 0
        ? named
        : free.filter(
            (draft) =>
              lacking.has(field) &&
              isUnknown(draft) &&
              !(field.value.type === 'reference' && isQuantityIn(draft)) &&
              mayBeOnly(kind, field, draft.values),
          );
    const [draft] = fitting;
    if (!draft || fitting.length > 1) continue;
    const target = columnPath(field.path);
    draft.candidates.push(target);
    draft.question = say().proposals.requiredMissing({ field: target });
    if (field.path === 'name') draft.likely = target;
    else if (draft.likely === 'ignore') delete draft.likely;
  }
}

/** Whether a word of a header means a quantity, although others are unknown. */
const isQuantityIn = ({ headerReadings: { partly = [] } }: ProposedColumn): boolean =>
  partly.some((notions) => notions.has('quantity'));

/** Whether the header has the notion of a usual field, beside others, and the values fit it. The weight of an area does not count. */
export const isNamed = (
  kind: KindSpec,
  field: Field,
  { headerReadings, values }: ProposedColumn,
): boolean => {
  const notion = USUAL_NOTIONS[field.path];
  const { meanings, unit } = headerReadings;
  // Consumption in grams is a weight, a price for a kilogram is not.
  const hasUnit = notion === 'weight' && unit !== undefined;
  const isMeant = (notions: ReadonlySet<string>) =>
    hasUnit
      ? !notions.has('price') && !notions.has('cost')
      : notions.has(notion!) && !notions.has('grammage') && !notions.has('user');
  // Words that are unknown may say for which size a weight holds.
  const isMeantByAny = meanings.some(isMeant) || (hasUnit && meanings.length === 0);
  return notion !== undefined && isMeantByAny && byValues(kind, field, values) >= 0;
};

/** Whether values fit a field without a header that says so. */
function mayBeOnly(kind: KindSpec, field: Field, values: ColumnValues): boolean {
  if (byValues(kind, field, values) <= 0.5) return false;
  if (field.value.type === 'number') return areRoundNumbers(values);
  return field.path !== 'name' || (values.words.size > 2 && values.words.size >= values.filled * 0.8);
}

/** Whether the values are different whole numbers from 100, most of them round, as quantities of a year are. */
function areRoundNumbers({ words }: ColumnValues): boolean {
  const numbers = [...words.keys()].map((text) => Number(text.replace(/(?<=\d)[ .,'](?=\d{3}\b)/g, '')));
  return (
    numbers.length > 2 &&
    numbers.every((number) => Number.isInteger(number) && number >= 100) &&
    numbers.filter((number) => number % 10 === 0).length >= numbers.length * 0.8
  );
}

/** Asks whether to ignore the details of contacts, which cannot be sent without a required one that no column has: an e-mail. */
export function askAboutContacts(kind: KindSpec, drafts: readonly ProposedColumn[]): void {
  const { path = '' } =
    kind.fields.find(({ path, required }) => required === 'within' && IN_CONTACT.test(path)) ?? {};
  const name = lastName(path);
  const of = drafts.filter(({ target, candidates }) => IN_CONTACT.test(target ?? candidates[0] ?? ''));
  if (path === '' || of.some(({ target, candidates }) => lastName(target ?? candidates[0]!) === name)) return;
  for (const draft of of.filter(({ target, basis }) => target !== null && basis !== 'learned')) {
    draft.candidates = [draft.target!];
    draft.target = null;
    draft.likely = 'ignore';
    draft.question = say().proposals.requiredWith({ field: columnPath(path) });
  }
}

const IN_CONTACT = /^contacts\b/;
