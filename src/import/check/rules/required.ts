import { parentsOf } from '../../../contract/body.ts';
import type { Field } from '../../../contract/field.ts';
import { type Body, type IdentifierRule, isRequired, type Json } from '../../../contract/kind.ts';
import { fieldText } from '../../../findings/finding.ts';
import { isFilledBy } from '../../records/composition-column.ts';
import type { SheetMap } from '../../records/record.ts';
import { leavesOf, type RowContext } from '../rule.ts';

/** Reports required fields without a value. Other rules check the family and the batch. */
export function required({ draft, kind, body, family, report }: RowContext): void {
  for (const field of kind.fields) {
    if (field.required === undefined || field.path === 'projectType' || field.path === kind.batchField)
      continue;
    const always = family === null ? field.required === 'always' : isRequired(field, family);
    if (!always && (field.required !== 'within' || kind.partial)) continue;
    for (const { path, value, grouped } of leavesOf(field, body)) {
      if (value !== undefined || (!always && !grouped) || draft.unreadable.has(path)) continue;
      if (
        !grouped &&
        [...draft.unreadable].some((unreadable) => unreadable.split('.')[0] === path.split('.')[0])
      )
        continue;
      if (field.required === 'always' && !hasColumn(draft.map, field)) continue;
      report('required', path, `${fieldText(path)} is missing${whyRequired(field, family)}`);
    }
  }
}

function whyRequired(field: Field, family: string | null): string {
  if (field.required === 'within')
    return `: it is required when any part of ${field.path.split('.')[0]!.replace('[]', '')} is given`;
  return Array.isArray(field.required) ? `: the family ${family} requires it` : '';
}

const columns = new WeakMap<SheetMap, Set<Field>>();

/**
 * Whether a field has a column. A missing column is reported once (`header-missing`), not in every
 * row.
 */
function hasColumn(map: SheetMap, field: Field): boolean {
  let fields = columns.get(map);
  if (!fields) {
    fields = new Set(map.columns.map((column) => column.field));
    columns.set(map, fields);
  }
  return isFilledBy(field, fields);
}

/**
 * Reports missing fields that supplier data collection requires (interface 4.3). Kinds with
 * exceptions are checked across records instead, because references between records decide which
 * records are exempt.
 */
export function collectionNeeds({ kind, body, draft, collection, report }: RowContext): void {
  const { needs, except } = kind.collection ?? {};
  if (!collection || needs === undefined || except !== undefined) return;
  if (body[needs.field] !== undefined || draft.unreadable.has(needs.field)) return;
  report('collection-needs', needs.field, `${fieldText(needs.field)} is missing: ${needs.reason}`);
}

/** Checks that records are identified as the interface requires (2.8). */
export function identifiers(context: RowContext): void {
  for (const rule of context.kind.rules ?? []) {
    switch (rule.type) {
      case 'exactly-one':
        exactlyOne(rule, context);
        break;
      case 'either':
        either(rule, context);
        break;
      case 'together':
        together(rule, context);
        break;
      case 'demands':
        demands(rule, context);
        break;
    }
  }
}

type RuleOf<Type extends IdentifierRule['type']> = Extract<IdentifierRule, { type: Type }>;

function exactlyOne({ of, fields, optional }: RuleOf<'exactly-one'>, context: RowContext): void {
  const { body, draft, report } = context;
  const names = fields.map((field) => field.slice(field.lastIndexOf('.') + 1));
  for (const { parent, name, place } of parentsOf(body, fields[0]!)) {
    const around = place.slice(0, -name.length);
    const given = names.filter((each) => isGiven(parent[each]));
    if (given.length > 1) {
      const [first, second] = given;
      report(
        'identifier-both',
        around + second!,
        `${of} is identified twice, by ${fieldText(around + first!)} and ${fieldText(around + second!)}: give exactly one`,
        { value: parent[second!] },
      );
    } else if (
      given.length === 0 &&
      !optional &&
      !names.some((each) => isUnreadable(draft.unreadable, around + each))
    ) {
      const all = names.map((each) => fieldText(around + each)).join(' or ');
      report(
        'identifier-missing',
        cellOf(
          context,
          names.map((each) => around + each),
        ),
        `${of} has no identifier: give ${all}`,
      );
    }
  }
}

function either({ of, groups }: RuleOf<'either'>, context: RowContext): void {
  const { body, draft, report } = context;
  const [one, other] = groups.map((paths) => paths.flatMap((path) => placesBelow(body, path)));
  if (one!.length > 0 && other!.length > 0) {
    report(
      'owner-and-address',
      other![0]!,
      `${of}, not both: ${fieldText(one![0]!)} and ${fieldText(other![0]!)} are given`,
    );
  } else if (one!.length === 0 && other!.length === 0) {
    const paths = groups.flat();
    const places = paths.map((path) => path.replaceAll('[]', '.0'));
    if (places.some((path) => isUnreadable(draft.unreadable, path))) return;
    report(
      'owner-or-address',
      cellOf(context, places),
      `the row has neither ${of.replace(' or ', ' nor ')}: give one of them`,
    );
  }
}

function together({ of, fields }: RuleOf<'together'>, context: RowContext): void {
  const { body, draft, report } = context;
  const given = fields.map((names) => names.find((name) => isGiven(body[name])));
  const there = given.find((name) => name !== undefined);
  if (there === undefined) return;
  for (const [at, names] of fields.entries()) {
    if (given[at] !== undefined || names.some((name) => isUnreadable(draft.unreadable, name))) continue;
    report(
      'owner-incomplete',
      cellOf(context, names),
      `${of} has ${there} but not ${names.join(' or ')}: both are required`,
    );
  }
}

function demands({ of, field, other, value }: RuleOf<'demands'>, { body, draft, report }: RowContext): void {
  if (!isGiven(body[field]) || body[other] === value || isUnreadable(draft.unreadable, other)) return;
  const is = body[other] === undefined ? 'blank' : JSON.stringify(body[other]);
  report('identifier-kind', other, `${field} identifies ${of}, so ${other} must be ${value}; it is ${is}`, {
    ...(body[other] !== undefined && { value: body[other] }),
    suggestion: value,
  });
}

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
