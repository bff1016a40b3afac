import { columnPath, type Field, pathSteps } from '../contract/field.ts';
import type { Body, Json, KindSpec } from '../contract/kind.ts';
import { compositionField } from '../records/composition-column.ts';

/** A value of a body, and the field as `columns` of a map file names it. */
export interface Leaf {
  readonly target: string;
  readonly field: Field;
  readonly value: Json;
}

/** Maximum number of values of a body, and of items of a list of objects. */
const MOST_LEAVES = 300;
const MOST_ITEMS = 20;

/** The values of a body that a column can have. */
export function leavesOf(kind: KindSpec, body: Body): Leaf[] {
  const leaves: Leaf[] = [];
  const whole = compositionField(kind);
  for (const field of whole ? [...kind.fields, whole] : kind.fields) {
    if (field.value.type === 'open' || field.path === 'projectType' || field.path === kind.batchField)
      continue;
    for (const { target, value } of valuesAt(body, field)) {
      if (leaves.length >= MOST_LEAVES) return leaves;
      leaves.push({ target, field, value });
    }
  }
  return leaves;
}

function* valuesAt(body: Body, { path }: Field): Generator<Pick<Leaf, 'target' | 'value'>> {
  const steps = pathSteps(path);
  const repeated = steps.findIndex(({ array }, at) => array && at < steps.length - 1);
  if (repeated < 0) {
    const value = below(
      body,
      steps.map(({ name }) => name),
    );
    if (isGiven(value)) yield { target: columnPath(path), value };
    return;
  }
  const names = steps.map(({ name }) => name);
  const items = below(body, names.slice(0, repeated + 1));
  if (!Array.isArray(items)) return;
  for (const [at, item] of items.slice(0, MOST_ITEMS).entries()) {
    const value = below(item, names.slice(repeated + 1));
    if (isGiven(value)) yield { target: columnPath(path, at + 1), value };
  }
}

function below(start: Json, names: readonly string[]): Json | undefined {
  let at: Json | undefined = start;
  for (const name of names) {
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return undefined;
    at = Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}

const isGiven = (value: Json | undefined): value is Json =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
