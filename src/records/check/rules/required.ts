import { parentsOf } from '../../../contract/body.ts';
import { type Field, lastName, pathSteps } from '../../../contract/field.ts';
import {
  type Body,
  type IdentifierRule,
  isObject,
  isRequired,
  type Json,
  oncePer,
} from '../../../contract/kind.ts';
import { remembered } from '../../../contract/remembered.ts';
import { didYouMeanAny } from '../../../nearest.ts';
import { isBlankWord } from '../../../recognise/text-coercion.ts';
import { orText, say } from '../../../say.ts';
import { isFilledBy } from '../../composition-column.ts';
import type { Draft, SheetMap } from '../../record.ts';
import {
  type BodyCheck,
  type FieldCheck,
  leavesOf,
  pathText,
  type RowContext,
  type RowRule,
  reasonText,
} from '../rule.ts';

/** Reports required fields without a value. Other rules check the family and the batch. */
export const required: RowRule = ({ kind, family }) =>
  kind.fields.flatMap((field): FieldCheck[] => {
    if (field.required === undefined || field.path === 'projectType' || field.path === kind.batchField)
      return [];
    const always = isRequired(field, family);
    if (!always && (field.required !== 'within' || kind.partial)) return [];
    return [
      {
        field,
        needed: always ? 'always' : 'within',
        report: (context) => reportMissing(field, always, context),
      },
    ];
  });

function reportMissing(field: Field, always: boolean, { draft, body, family, report }: RowContext): void {
  if (field.required === 'always' && !hasColumn(draft.map)(field)) return;
  for (const { path, value, grouped } of leavesOf(field, body)) {
    if (value !== undefined || (!always && !grouped) || draft.unreadable.has(path)) continue;
    const [group] = path.split('.');
    if (!grouped && [...draft.unreadable].some((other) => other.split('.')[0] === group)) continue;
    report('required', path, missingText(field, path, family), blankWordSuggestion(field, path, draft));
  }
}

/**
 * The suggestion for a required value whose cell has a word such as `aucune`, which is read as blank: the values of the
 * list with that meaning (`NONE`, `N/A`).
 */
function blankWordSuggestion({ value }: Field, path: string, draft: Draft): { suggestion?: string } {
  if (value.type !== 'choice') return {};
  if (!draft.findings.some(({ code, field }) => code === 'blank-word' && field === path)) return {};
  return didYouMeanAny(value.list.values.filter(isBlankWord));
}

function missingText({ required, path: named }: Field, path: string, family: string | null): string {
  const { rules } = say();
  const field = pathText(path);
  if (required === 'within')
    return rules.missingWithin({ field, group: named.split('.')[0]!.replace('[]', '') });
  return Array.isArray(required)
    ? rules.missingInFamily({ field, family: String(family) })
    : rules.missing({ field });
}

/**
 * Whether a field has a column. A missing column is reported once (`header-missing`), not in every
 * row.
 */
const hasColumn = oncePer((map: SheetMap) => {
  const given = new Set([...map.columns, ...(map.labels ?? [])].map((column) => column.field));
  return remembered((field: Field) => isFilledBy(field, given), Infinity);
});

/**
 * Reports missing fields that supplier data collection requires (interface 4.3). Kinds with
 * exceptions are checked across records instead, because references between records decide which
 * records are exempt.
 */
export const collectionNeeds: RowRule = ({ kind, collection }) => {
  const { needs, except } = kind.collection ?? {};
  if (!collection || needs === undefined || except !== undefined) return [];
  const { field, reason } = needs;
  return [
    {
      accepts: (body) => body[field] !== undefined,
      report({ body, draft, report }) {
        if (body[field] !== undefined || draft.unreadable.has(field)) return;
        const about = { field: pathText(field), reason: reasonText(kind, reason) };
        report('collection-needs', field, say().rules.missingFor(about));
      },
    },
  ];
};

/** Checks that records are identified as the interface requires (2.8). */
export const identifiers: RowRule = ({ kind }) => (kind.rules ?? []).map(identifierCheck);

function identifierCheck(rule: IdentifierRule): BodyCheck {
  switch (rule.type) {
    case 'exactly-one':
      return { accepts: hasExactlyOne(rule), report: (context) => checkExactlyOne(rule, context) };
    case 'either':
      return { accepts: hasEither(rule), report: (context) => checkEither(rule, context) };
    case 'together':
      return { accepts: hasAllOrNone(rule), report: (context) => checkTogether(rule, context) };
    case 'demands':
      return {
        accepts: (body) => !isGiven(body[rule.field]) || body[rule.other] === rule.value,
        report: (context) => checkDemandedValue(rule, context),
      };
  }
}

function hasExactlyOne({ fields, optional }: RuleOf<'exactly-one'>): (body: Body) => boolean {
  const steps = pathSteps(fields[0]!);
  const names = fields.map(lastName);
  const isWrong = (parent: Body) => {
    let given = 0;
    for (const name of names) if (isGiven(parent[name])) given++;
    return given > 1 || (given === 0 && !optional);
  };
  return (body) => !someParent(body, steps, 0, isWrong);
}

function hasEither({ groups }: RuleOf<'either'>): (body: Body) => boolean {
  const [one, other] = groups.map((paths) => paths.map(pathSteps));
  const hasAny = (body: Body, paths: readonly Steps[]) =>
    paths.some((steps) => someParent(body, steps, 0, (parent) => hasValue(parent[steps.at(-1)!.name])));
  return (body) => hasAny(body, one!) !== hasAny(body, other!);
}

type Steps = ReturnType<typeof pathSteps>;

/** Whether the test holds for one of the objects that contain a field, or could contain it. */
function someParent(body: Body, steps: Steps, depth: number, test: (parent: Body) => boolean): boolean {
  if (depth === steps.length - 1) return test(body);
  const { name, array } = steps[depth]!;
  const value = body[name];
  if (!Array.isArray(value)) return !array && isObject(value) && someParent(value, steps, depth + 1, test);
  return array && value.some((item) => isObject(item) && someParent(item, steps, depth + 1, test));
}

/** Whether a value is given, or one below it. */
function hasValue(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return isGiven(value);
  return Object.values(value).some(hasValue);
}

function hasAllOrNone({ fields }: RuleOf<'together'>): (body: Body) => boolean {
  return (body) => {
    let given = 0;
    for (const names of fields) if (names.some((name) => isGiven(body[name]))) given++;
    return given === 0 || given === fields.length;
  };
}

type RuleOf<Type extends IdentifierRule['type']> = Extract<IdentifierRule, { type: Type }>;

function checkExactlyOne({ of, fields, optional }: RuleOf<'exactly-one'>, context: RowContext): void {
  const { body, draft, report } = context;
  const names = fields.map((field) => field.slice(field.lastIndexOf('.') + 1));
  for (const { parent, name, place } of parentsOf(body, fields[0]!)) {
    const around = place.slice(0, -name.length);
    const given = names.filter((each) => isGiven(parent[each]));
    const [one, other] = given;
    if (other !== undefined) {
      const [first, second] = [pathText(around + one!), pathText(around + other)];
      const message = say().rules.identifiedTwice({ of: identified(of), first, second });
      report('identifier-both', around + other, message, { value: parent[other] });
    } else if (one === undefined && !optional) {
      const places = names.map((each) => around + each);
      if (places.some((each) => isUnreadable(draft.unreadable, each))) continue;
      const fields = orText(places.map(pathText));
      const message = say().rules.noIdentifier({ of: identified(of), fields });
      report('identifier-missing', cellOf(context, places), message);
    }
  }
}

function checkEither({ of, groups }: RuleOf<'either'>, context: RowContext): void {
  const { body, draft, report } = context;
  const [one, other] = groups.map((paths) => paths.flatMap((path) => placesBelow(body, path)));
  if (one!.length > 0 && other!.length > 0) {
    const about = { of: identified(of), first: pathText(one![0]!), second: pathText(other![0]!) };
    report('owner-and-address', other![0]!, say().rules.notBoth(about));
  } else if (one!.length === 0 && other!.length === 0) {
    const places = groups.flat().map((path) => path.replaceAll('[]', '.0'));
    if (places.some((path) => isUnreadable(draft.unreadable, path))) return;
    const message = say().rules.neither({ of: identified(of.replace(' or ', ' nor ')) });
    report('owner-or-address', cellOf(context, places), message);
  }
}

function checkTogether({ of, fields }: RuleOf<'together'>, context: RowContext): void {
  const { body, draft, report } = context;
  const given = fields.map((names) => names.find((name) => isGiven(body[name])));
  const there = given.find((name) => name !== undefined);
  if (there === undefined) return;
  for (const [at, names] of fields.entries()) {
    if (given[at] !== undefined || names.some((name) => isUnreadable(draft.unreadable, name))) continue;
    const about = { of: identified(of), given: there, missing: orText(names) };
    report('owner-incomplete', cellOf(context, names), say().rules.incomplete(about));
  }
}

function checkDemandedValue(
  { of, field, other, value }: RuleOf<'demands'>,
  { body, draft, report }: RowContext,
): void {
  if (!isGiven(body[field]) || body[other] === value || isUnreadable(draft.unreadable, other)) return;
  const actual = body[other];
  const values = { field, of: identified(of), other, value };
  const message =
    actual === undefined
      ? say().rules.mustBeNotBlank(values)
      : say().rules.mustBe({ ...values, actual: JSON.stringify(actual) });
  report('identifier-kind', other, message, {
    ...(actual !== undefined && { value: actual }),
    suggestion: say().rules.writeIn({ value, field: pathText(other) }),
  });
}

/** The name of what a rule identifies, in the language of the process. */
const identified = (of: string): string =>
  (say().identified as Readonly<Record<string, (() => string) | undefined>>)[of]?.() ?? of;

const isGiven = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== '';

/** Whether a value at the path, or below it, is unreadable. */
const isUnreadable = (unreadable: ReadonlySet<string>, place: string): boolean =>
  unreadable.has(place) || [...unreadable].some((path) => path.startsWith(`${place}.`));

/** Returns the first path that has a column; if none has one, the first path. */
const cellOf = ({ draft }: RowContext, places: readonly string[]): string =>
  places.find((place) => draft.columnOf(place) !== undefined) ?? places[0]!;

/** The paths of all values at a path and below it. */
function placesBelow(body: Body, path: string): string[] {
  return [...parentsOf(body, path)].flatMap(({ parent, name, place }) => leaves(parent[name], place));
}

function leaves(value: Json | undefined, place: string): string[] {
  if (typeof value !== 'object' || value === null) return isGiven(value) ? [place] : [];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${place}.${name}`));
}
