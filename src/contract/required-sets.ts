import { type TraceError, usage } from '../errors.ts';
import { nearestSentence } from '../nearest.ts';
import { kindText, say } from '../say.ts';
import { pathInInterface } from './completion-apply.ts';
import type { FamilyName } from './family.ts';
import { columnPath, type Field, pathSteps } from './field.ts';
import type { InterfaceName, KindSpec } from './kind.ts';

/**
 * Whether a field is required: `true` or `false` for all bodies, `within` if the object that contains it is given, or a
 * list of the families that require it.
 */
export type Need = boolean | 'within' | readonly FamilyName[];

/** The configured requirements of an environment, by kind (singular or plural), then by path. */
export type RequiredSets = {
  readonly [name in InterfaceName]?: Readonly<Record<string, Readonly<Record<string, Need>>>> | undefined;
};

/**
 * Applies configured requirements to kinds. Paths may be written without brackets. In kinds with open bodies, an unknown
 * path adds a field of any value.
 *
 * @throws TraceError `required-unknown` for an unknown kind or field; `required-fixed` for one that cannot be changed.
 */
export function withRequired(
  kinds: readonly KindSpec[],
  sets: RequiredSets[InterfaceName] = {},
): readonly KindSpec[] {
  const wanted = new Map(Object.entries(sets).map(([name, set]) => [namedKind(kinds, name), set]));
  return kinds.map((kind) => {
    const set = wanted.get(kind);
    return set === undefined ? kind : { ...kind, fields: fieldsWith(kind, set) };
  });
}

function namedKind(kinds: readonly KindSpec[], name: string): KindSpec {
  const kind = kinds.find((each) => each.name === name || each.plural === name);
  if (kind) return kind;
  const names = kinds.map((each) => each.name);
  throw unknownError(
    say().configuration.requiredKind({ name, near: nearestSentence(name, names) }),
    say().configuration.requiredKinds({ names: names.join(', ') }),
  );
}

function fieldsWith(kind: KindSpec, set: Readonly<Record<string, Need>>): readonly Field[] {
  const fields = [...kind.fields];
  for (const [path, need] of Object.entries(set)) {
    const at = fields.findIndex((field) =>
      [field.path, pathInInterface(field)].some((known) => withoutBrackets(known) === withoutBrackets(path)),
    );
    const field = fields[at];
    if (field) fields[at] = needed(kind, field, need);
    else if (!kind.openBody) {
      const near = nearestSentence(
        path,
        fields.map((each) => each.path),
      );
      throw unknownError(
        say().configuration.requiredField({ kind: kindText(kind.name), path, near }),
        say().configuration.requiredPaths(),
      );
    } else if (need !== false) fields.push(needed(kind, otherField(path), need));
  }
  return fields;
}

function needed(kind: KindSpec, field: Field, need: Need): Field {
  const { path } = field;
  const { required: _, ...rest } = field;
  if (kind.key.includes(path) && field.required === 'always' && need !== true)
    throw fixedError(
      say().configuration.requiredKey({ path: `${kind.name}.${path}`, kind: kindText(kind.name) }),
    );
  if (path === 'projectType' || path === kind.batchField)
    throw fixedError(say().configuration.requiredRule({ path: `${kind.name}.${path}` }));
  if (need === false) return rest;
  if (need === true) return { ...rest, required: 'always' };
  if (need !== 'within') return { ...rest, required: need };
  if (pathSteps(path).length === 1)
    throw fixedError(say().configuration.requiredGroup({ path: `${kind.name}.${path}` }));
  return { ...rest, required: 'within' };
}

/** A field that the interface does not document. */
const otherField = (path: string): Field => ({
  path,
  value: { type: 'open', scalar: true },
  documented: false,
  names: [columnPath(path)],
  note: 'Not documented by the interface; required by the configuration.',
});

const withoutBrackets = (path: string): string => path.replaceAll('[]', '');

const unknownError = (message: string, hint: string): TraceError => usage('required-unknown', message, hint);

const fixedError = (message: string): TraceError => usage('required-fixed', message);
