import { z } from 'zod';
import { number, text } from './report-schema.ts';

/*
 * JSON output of the commands that read from the service. Records are printed as the service sent them, so they may
 * differ from the documented interface.
 */

/** A record, as the service sent it. */
const record = z
  .looseObject({})
  .describe('As the service sent it: documented members may be missing, and others may be present.');

/** A line of a list: its type, then the fields of the item as the service sent them. */
const lineOf = (type: string) =>
  z
    .looseObject({ type: z.literal(type) })
    .describe('A line of the list: its type, and the other members as the service sent them.');

const closedList = z.object({
  name: text,
  values: z.array(text).describe('Exactly as the service writes them.'),
  complete: z.boolean().describe('False if the service has more values than its interface documents.'),
  likely: z.array(text).optional().describe('Probably in the list, but not documented.'),
  doubtful: z.array(text).optional().describe('Sent with a warning.'),
  words: z
    .record(text, text)
    .optional()
    .describe('Common words, each with the value that is suggested for it.'),
  apart: z.array(text).optional().describe('Other names that look like a value but mean something else.'),
});

const changes = z
  .array(
    z.looseObject({
      change: text.describe('What changed, such as list or field-added; new types may be added.'),
    }),
  )
  .describe('Changes of the contract, one for each list, field and path.');

/** The output of `taxonomy import`, `add` and `learn`. */
const contractKept = z.object({
  environment: text,
  file: text.describe('File of the contract.'),
  stored: z.boolean(),
  changes,
  notes: z.array(text),
});

/** The schemas of documents and lines, by command. */
export const READING_DOCUMENTS = {
  'brand-products list': lineOf('brand-product'),
  'brand-products show': record,
  'env list': z.array(z.object({ name: text, baseUrl: text.nullable().describe('Null if it is not set.') })),
  'env show': z
    .record(text, z.object({ value: z.unknown(), from: text.describe('Source of the value.') }))
    .describe('The settings by name.'),
  'fec list': lineOf('declared-fec'),
  'fec show': record,
  'lca show': record,
  'packaging list': lineOf('packaging').describe(
    'A line of the list. Its type is "packaging"; the type of the packaging is in packagingType.',
  ),
  'packaging show': record,
  'products list': lineOf('product'),
  'products show': record,
  'studies list': z.object({
    type: z.literal('study'),
    id: text,
    productId: text,
    productName: text,
    productRef: text,
    collection: text,
    colorCode: text,
    state: text,
    picture: text,
    links: z.array(record),
  }),
  'studies show': record,
  'studies showcase': record,
  'taxonomy add': contractKept,
  'taxonomy diff': contractKept.omit({ stored: true, notes: true }),
  'taxonomy import': contractKept,
  'taxonomy learn': contractKept,
  'taxonomy list': z.union([
    z.array(z.object({ name: text, values: number, likely: number, complete: z.boolean() })),
    closedList.describe('The list that was named.'),
  ]),
  'taxonomy search': z.array(z.object({ list: text, value: text })),
} as const;
