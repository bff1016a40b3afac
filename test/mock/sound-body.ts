import { referencesIn } from '../../src/contract/body.ts';
import { type FamilyName, type ProjectTypes, projectTypeOf } from '../../src/contract/family.ts';
import { type Field, pathSteps } from '../../src/contract/field.ts';
import { type Body, isRequired, type Json, KEY_SEPARATOR, type KindSpec } from '../../src/contract/kind.ts';
import { kindNamed } from '../../src/contract/registry.ts';

/** The project type for a family whose own is not documented. */
export const STAND_IN: ProjectTypes = { E360: 'E360_TYPE', AGEC: 'AGEC_TYPE' };

interface BodyOptions {
  /** `all`, the default, fills every field of the contract; `required` fills only what the family requires. */
  readonly fill?: 'all' | 'required';
  /** Values of top-level fields that replace the example. */
  readonly with?: Body;
}

/** A body that the interface accepts, built from the examples of the contract. */
export function soundBody(kind: KindSpec, family: FamilyName, options: BodyOptions = {}): Body {
  const body: Body = {};
  for (const field of kind.fields) {
    if (options.fill === 'required' && !isRequired(field, family)) continue;
    if (field.path === 'projectType') body.projectType = projectTypeOf(family, STAND_IN);
    else setAt(body, field.path, sampleOf(field));
  }
  return { ...body, ...options.with };
}

/** Everything that must be sent before `body`, each record once, in an order that the service accepts. */
export function prerequisites(
  kind: KindSpec,
  body: Body,
  family: FamilyName,
): { kind: KindSpec; body: Body }[] {
  const needed = new Map<string, { kind: KindSpec; body: Body }>();
  for (const naming of referencesIn(kind, body)) {
    const named = kindNamed(kind.interface, naming.to);
    const parts = naming.key.split(KEY_SEPARATOR);
    const pairs = named.key.map((name, at) => [name, parts[at] ?? ''] as const);
    const key = Object.fromEntries(pairs.filter(([, part]) => part !== ''));
    const sound = soundBody(named, family, { with: key });
    for (const entry of prerequisites(named, sound, family)) needed.set(idOf(entry), entry);
    needed.set(idOf({ kind: named, body: sound }), { kind: named, body: sound });
  }
  return [...needed.values()];
}

function idOf({ kind, body }: { kind: KindSpec; body: Body }): string {
  return `${kind.name} ${kind.key.map((name) => body[name]).join(KEY_SEPARATOR)}`;
}

/** A value of the right JSON type, or a list of them if the path ends in one. */
function sampleOf(field: Field): Json {
  if (!field.path.endsWith('[]')) return sampleValue(field, field.example);
  const examples = typeof field.example === 'string' ? field.example.split(';') : [field.example];
  return examples.map((example) =>
    sampleValue(field, typeof example === 'string' ? example.trim() : example),
  );
}

function sampleValue({ value }: Field, example: Field['example']): Json {
  switch (value.type) {
    case 'number':
      return typeof example === 'number' ? example : (value.min ?? 1);
    case 'boolean':
      return example === 'yes';
    case 'flag':
      return example === 'yes' ? 1 : 0;
    case 'choice':
      return value.list.values.find((known) => known === example) ?? value.list.values[0] ?? '';
    case 'open':
      return { energy: 12.5, notes: ['measured'] };
    case 'country':
      return String(example ?? 'FR');
    default:
      return String(example ?? 'lead chromate');
  }
}

/** Sets a leaf; an array of objects gets one item. */
export function setAt(body: Body, path: string, value: Json | undefined): void {
  const steps = pathSteps(path);
  let at = body;
  for (const { name, array } of steps.slice(0, -1)) {
    at[name] ??= array ? [{}] : {};
    const child = at[name];
    at = (Array.isArray(child) ? child[0] : child) as Body;
  }
  const last = steps.at(-1)!.name;
  if (value === undefined) delete at[last];
  else at[last] = value;
}
