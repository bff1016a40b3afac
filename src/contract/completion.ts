import { z } from 'zod';
import { FAMILY_NAMES } from './family.ts';
import type { InterfaceName } from './kind.ts';

const NAME = '[\\p{L}\\p{N}_$@:-]{1,100}';

/** A name of a body: letters, digits and a few signs, and nothing that objects have of their own. */
export const FIELD_NAME = new RegExp(`^(?!(?:__proto__|constructor|prototype)$)${NAME}$`, 'u');

const PATH = new RegExp(`^${NAME}(?:\\[\\])?(?:\\.${NAME}(?:\\[\\])?){0,11}$`, 'u');

const path = z
  .string()
  .regex(PATH, 'is no path of a field')
  .refine((text) => text.split('.').every((step) => FIELD_NAME.test(step.replace('[]', ''))), {
    error: 'is no path of a field',
  });

const size = z.int().min(0);
const length = z.strictObject({ min: size, max: size.optional() });

/** What a field holds, as the file keeps it: a list by its name, a length without an end without its `max`. */
const value = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), length: length.optional() }),
  z.strictObject({
    type: z.literal('reference'),
    length: length.optional(),
    digits: z.int().min(1).max(100).optional(),
  }),
  z.strictObject({
    type: z.literal('number'),
    min: z.number().optional(),
    max: z.number().optional(),
    unit: z.string().optional(),
  }),
  z.strictObject({ type: z.enum(['boolean', 'flag', 'country', 'date', 'email', 'url']) }),
  z.strictObject({ type: z.literal('choice'), list: z.string().min(1) }),
  z.strictObject({ type: z.literal('open'), scalar: z.literal(true).optional() }),
]);
export type KeptValue = z.infer<typeof value>;

const required = z.union([z.enum(['always', 'within', 'no']), z.array(z.enum(FAMILY_NAMES)).min(1)]);
export type KeptRequired = z.infer<typeof required>;

/** What differs of a field that the interface shows; what is left out is as the interface has it. */
const change = z.strictObject({
  /** The path that the service has instead. */
  path: path.optional(),
  value: value.optional(),
  required: required.optional(),
  /** A document has the field: it is no hint. */
  shown: z.literal(true).optional(),
  /** The service does not have the field. */
  removed: z.boolean().optional(),
});
export type FieldChange = z.infer<typeof change>;

/** A field that the interface does not show. */
const added = z.strictObject({ value, required, note: z.string() });
export type AddedField = z.infer<typeof added>;

const kind = z.strictObject({
  /** By the path that the interface shows. */
  fields: z.record(path, change),
  added: z.record(path, added),
  /** Whether what no field is called goes through; as the interface has it when left out. */
  open: z.boolean().optional(),
});

/** A value that a list may have: it is printed, and written into workbooks. */
export const LIST_VALUE = /^[^\p{Cc}]{1,500}$/u;
const words = z.array(z.string().regex(LIST_VALUE, 'is no value of a list'));

/** A list in the place of the one of that name. */
const list = z.strictObject({
  values: words,
  complete: z.boolean(),
  likely: words.optional(),
  doubtful: words.optional(),
});
export type KeptList = z.infer<typeof list>;

const name = z
  .string()
  .regex(LIST_VALUE, 'is no name')
  .refine((text) => text !== '__proto__');

const interfaceCompletion = z.strictObject({ lists: z.record(name, list), kinds: z.record(name, kind) });
export type InterfaceCompletion = z.infer<typeof interfaceCompletion>;

/** What an environment's contract has beyond, or instead of, what the interface shows. Plain data, kept in a file. */
export const completionSchema = z.strictObject({
  /** Says that the file is ours. */
  trace: z.literal('contract'),
  version: z.literal(1),
  v2: interfaceCompletion,
  v3: interfaceCompletion,
  /** The project types of families, as a document has them. */
  projectTypes: z.partialRecord(z.enum(FAMILY_NAMES), z.string().min(1)),
});
export type Completion = z.infer<typeof completionSchema>;

/** Nothing to complete. */
export const noCompletion = (): Completion => ({
  trace: 'contract',
  version: 1,
  v2: { lists: {}, kinds: {} },
  v3: { lists: {}, kinds: {} },
  projectTypes: {},
});

/** Both together; where both speak of a list or of a part of a field, the later one counts. */
export function merged(earlier: Completion, later: Completion): Completion {
  const of = (name: InterfaceName): InterfaceCompletion => ({
    lists: { ...earlier[name].lists, ...later[name].lists },
    kinds: mergedBy(earlier[name].kinds, later[name].kinds, (one, other) => ({
      ...one,
      ...other,
      fields: mergedBy(one.fields, other.fields, (before, after) => ({ ...before, ...after })),
      added: { ...one.added, ...other.added },
    })),
  });
  return {
    ...noCompletion(),
    v2: of('v2'),
    v3: of('v3'),
    projectTypes: { ...earlier.projectTypes, ...later.projectTypes },
  };
}

function mergedBy<T>(
  earlier: Readonly<Record<string, T>>,
  later: Readonly<Record<string, T>>,
  both: (one: T, other: T) => T,
): Record<string, T> {
  const all = new Map(Object.entries(earlier));
  for (const [key, item] of Object.entries(later)) {
    const before = all.get(key);
    all.set(key, before === undefined ? item : both(before, item));
  }
  return Object.fromEntries(all);
}
