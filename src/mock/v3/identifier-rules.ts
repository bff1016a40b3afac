import type { Body, IdentifierRule, Json } from '../../contract/kind.ts';
import { valuesAt } from '../../contract/read-shape.ts';

/** A sentence for each rule about identifiers that a body violates (interface 2.8). */
export function ruleFaults(rules: readonly IdentifierRule[], body: Body): string[] {
  return rules.flatMap((rule) =>
    scopesOf(rule, body).flatMap(({ scope, inner }) => {
      const fault = faultOf(inner, (path) => isGiven(valuesIn(scope, path)), scope);
      return fault === null ? [] : [fault];
    }),
  );
}

function faultOf(rule: IdentifierRule, given: (path: string) => boolean, scope: Body): string | null {
  switch (rule.type) {
    case 'exactly-one': {
      const count = rule.fields.filter(given).length;
      const names = rule.fields.join(', ');
      if (count > 1) return `${rule.of}: only one of ${names} may be given`;
      return count === 0 && !rule.optional ? `${rule.of}: exactly one of ${names} must be given` : null;
    }
    case 'either': {
      const count = rule.groups.filter((group) => group.some(given)).length;
      const names = rule.groups.map((group) => group.join(' and ')).join(', or ');
      if (count > 1) return `${rule.of}: either ${names}, never both`;
      return count === 0 ? `${rule.of}: either ${names} must be given` : null;
    }
    case 'together': {
      const count = rule.fields.filter((alternatives) => alternatives.some(given)).length;
      if (count === 0 || count === rule.fields.length) return null;
      return `${rule.of}: ${rule.fields.map((names) => names.join(' or ')).join(' and ')} go together`;
    }
    case 'demands': {
      if (!given(rule.field) || valuesIn(scope, rule.other)[0] === rule.value) return null;
      return `${rule.of}: ${rule.field} requires ${rule.other} to be ${rule.value}`;
    }
  }
}

const pathsOf = (rule: IdentifierRule): readonly string[] => {
  switch (rule.type) {
    case 'exactly-one':
      return rule.fields;
    case 'either':
      return rule.groups.flat();
    case 'together':
      return rule.fields.flat();
    case 'demands':
      return [rule.field, rule.other];
  }
};

/** Where a rule applies: to each item if all its paths are in one array of objects, otherwise to the body. */
function scopesOf(rule: IdentifierRule, body: Body): { scope: Body; inner: IdentifierRule }[] {
  const prefixes = new Set(pathsOf(rule).map((path) => /^(.*\[\]\.)/.exec(path)?.[1] ?? ''));
  const [prefix = ''] = prefixes;
  if (prefixes.size !== 1 || prefix === '') return [{ scope: body, inner: rule }];
  const short = (path: string) => path.slice(prefix.length);
  const inner = mapped(rule, short);
  return valuesIn(body, prefix.slice(0, -1))
    .filter(isObject)
    .map((scope) => ({ scope, inner }));
}

function mapped(rule: IdentifierRule, short: (path: string) => string): IdentifierRule {
  switch (rule.type) {
    case 'exactly-one':
      return { ...rule, fields: rule.fields.map(short) };
    case 'either':
      return { ...rule, groups: [rule.groups[0].map(short), rule.groups[1].map(short)] };
    case 'together':
      return { ...rule, fields: rule.fields.map((names) => names.map(short)) };
    case 'demands':
      return { ...rule, field: short(rule.field), other: short(rule.other) };
  }
}

/** All values at a path of a body: one for each item of the arrays in the path. */
export const valuesIn = (body: Body, path: string): Json[] => valuesAt(body, path) as Json[];

const isObject = (value: Json): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the value or anything in it is given. */
function isGiven(value: Json): boolean {
  if (Array.isArray(value)) return value.some(isGiven);
  if (isObject(value)) return Object.values(value).some(isGiven);
  return value !== null && value !== '';
}
