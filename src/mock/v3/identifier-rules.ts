import { type Body, type IdentifierRule, isObject, type Json } from '../../contract/kind.ts';
import { valuesAt } from '../../contract/read-shape.ts';

/** A sentence for each rule about identifiers that a body violates (interface 2.8). */
export function ruleFaults(rules: readonly IdentifierRule[], body: Body): string[] {
  return rules.flatMap((rule) => {
    const prefix = arrayOf(rule);
    const scopes = prefix === '' ? [body] : valuesIn(body, prefix.slice(0, -1)).filter(isObject);
    const short = (path: string) => path.slice(prefix.length);
    return scopes.map((scope) => faultOf(rule, scope, short)).filter((fault) => fault !== null);
  });
}

/** The fault of an object. `short` converts the paths of the rule to paths in the object. */
function faultOf(rule: IdentifierRule, scope: Body, short: (path: string) => string): string | null {
  const given = (path: string) => isGiven(valuesIn(scope, short(path)));
  const joined = (paths: readonly string[], word: string) => paths.map(short).join(word);
  switch (rule.type) {
    case 'exactly-one': {
      const count = rule.fields.filter(given).length;
      const names = joined(rule.fields, ', ');
      if (count > 1) return `${rule.of}: only one of ${names} may be given`;
      return count === 0 && !rule.optional ? `${rule.of}: exactly one of ${names} must be given` : null;
    }
    case 'either': {
      const count = rule.groups.filter((group) => group.some(given)).length;
      const names = rule.groups.map((group) => joined(group, ' and ')).join(', or ');
      if (count > 1) return `${rule.of}: either ${names}, never both`;
      return count === 0 ? `${rule.of}: either ${names} must be given` : null;
    }
    case 'together': {
      const count = rule.fields.filter((alternatives) => alternatives.some(given)).length;
      if (count === 0 || count === rule.fields.length) return null;
      return `${rule.of}: ${rule.fields.map((names) => joined(names, ' or ')).join(' and ')} go together`;
    }
    case 'demands': {
      const [field, other] = [short(rule.field), short(rule.other)];
      if (!given(rule.field) || valuesIn(scope, other)[0] === rule.value) return null;
      return `${rule.of}: ${field} requires ${other} to be ${rule.value}`;
    }
  }
}

/** The array in which all paths of a rule are, as `items[].`; empty if the rule applies to the body as a whole. */
function arrayOf(rule: IdentifierRule): string {
  const prefixes = new Set(pathsOf(rule).map((path) => /^(.*\[\]\.)/.exec(path)?.[1] ?? ''));
  return prefixes.size === 1 ? [...prefixes][0]! : '';
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

/** All values at a path of a body: one for each item of the arrays in the path. */
export const valuesIn = (body: Body, path: string): Json[] => valuesAt(body, path) as Json[];

/** Whether the value or anything in it is given. */
function isGiven(value: Json): boolean {
  if (Array.isArray(value)) return value.some(isGiven);
  if (isObject(value)) return Object.values(value).some(isGiven);
  return value !== null && value !== '';
}
