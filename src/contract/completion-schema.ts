import { z } from 'zod';
import { say } from '../say.ts';
import { FAMILY_NAMES } from './family.ts';
import { isFieldName, NAME } from './field.ts';
import { LIST_VALUE } from './list.ts';
import { updatableKinds } from './registry.ts';
import { schemaMessage } from './schema-message.ts';
import { isUpdatePath } from './v3/update-paths.ts';

const PATH = new RegExp(`^${NAME}(?:\\[\\])?(?:\\.${NAME}(?:\\[\\])?){0,11}$`, 'u');

const isPath = schemaMessage(() => say().configuration.contractPath());
const path = z
  .string()
  .regex(PATH, isPath)
  .refine((text) => text.split('.').every((step) => isFieldName(step.replace('[]', ''))), isPath);

const size = z.int().min(0);
const length = z.strictObject({ min: size, max: size.optional() });

/** A value as the file stores it: a list by its name; a length without `max` has no upper limit. */
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
export type StoredValue = z.infer<typeof value>;

const required = z.union([z.enum(['always', 'within', 'no']), z.array(z.enum(FAMILY_NAMES)).min(1)]);
export type StoredRequired = z.infer<typeof required>;

/** How a field differs from the interface. Omitted properties do not differ. */
const change = z.strictObject({
  /** The path in the contract of the environment. */
  path: path.optional(),
  value: value.optional(),
  required: required.optional(),
  /** Set if the field is in an OpenAPI document, so that it is not a hint. */
  shown: z.literal(true).optional(),
  /** Whether the contract of the environment lacks the field. */
  removed: z.boolean().optional(),
});
export type FieldChange = z.infer<typeof change>;

/** A field that the interface does not have. */
const added = z.strictObject({ value, required, note: z.string() });
export type AddedField = z.infer<typeof added>;

const kind = z.strictObject({
  /** The changed fields, by their path in the interface. */
  fields: z.record(path, change),
  added: z.record(path, added),
  /** Whether columns without a field are sent. If omitted, the interface decides. */
  open: z.boolean().optional(),
});

const listText = (message: () => string) => z.string().regex(LIST_VALUE, schemaMessage(message));
const words = z.array(listText(() => say().configuration.contractValue()));

/** A list that replaces the one of the same name. */
const list = z.strictObject({
  values: words,
  complete: z.boolean(),
  likely: words.optional(),
  doubtful: words.optional(),
});
export type StoredList = z.infer<typeof list>;

const name = listText(() => say().configuration.contractName()).refine((text) => text !== '__proto__');

const interfaceCompletion = z.strictObject({ lists: z.record(name, list), kinds: z.record(name, kind) });
export type InterfaceCompletion = z.infer<typeof interfaceCompletion>;

const updatePath = (placeholder: string, message: () => string) =>
  z
    .string()
    .refine((text) => isUpdatePath(text, placeholder), schemaMessage(message))
    .optional();
const updatePaths = z.strictObject({
  byId: updatePath('{id}', () => say().configuration.contractId()),
  byUniqueIdentifier: updatePath('{uniqueIdentifier}', () => say().configuration.contractIdentifier()),
});

/** How the contract of an environment differs from the interface, as its file stores it. */
export const completionSchema = z.strictObject({
  /** Marks the file as a contract file. */
  trace: z.literal('contract'),
  version: z.literal(1),
  v2: interfaceCompletion,
  v3: interfaceCompletion,
  /** The project types of families, from an OpenAPI document. */
  projectTypes: z.partialRecord(z.enum(FAMILY_NAMES), z.string().min(1)),
  /** The update paths of v3 kinds, from an OpenAPI document. */
  updatePaths: z.partialRecord(z.enum(updatableKinds().map(({ name }) => name)), updatePaths).optional(),
});
export type Completion = z.infer<typeof completionSchema>;
