import { z } from 'zod';

/**
 * What the commands print as JSON that read: records of the service stay as it wrote them, with more or fewer members than
 * the interface shows.
 */
const text = z.string();
const number = z.int().min(0);

/** A record as the service wrote it. */
const record = z
  .looseObject({})
  .describe('As the service wrote it: what the interface shows of it may be missing, and more may be there.');

/** A line of a list: what it is of, then the item as the service wrote it. */
const lineOf = (type: string) =>
  z
    .looseObject({ type: z.literal(type) })
    .describe('A line of the list: its type, and the other members as the service wrote them.');

const closedList = z.object({
  name: text,
  values: z.array(text).describe('Byte for byte as the service writes them.'),
  complete: z.boolean().describe('False when the service has more than its interface shows.'),
  likely: z.array(text).optional().describe('Probably in the list; the interface does not show them.'),
  doubtful: z.array(text).optional().describe('Sent with a warning.'),
  words: z.record(text, text).optional().describe('What people write, and the value that is suggested.'),
  apart: z.array(text).optional().describe('Other names that look like a value.'),
});

const changes = z
  .array(
    z.looseObject({ change: text.describe('What changed, such as list or field-added; new ones may come.') }),
  )
  .describe('Of the contract, one for each list, field and path.');

/** What `taxonomy import`, `add` and `learn` print. */
const contractKept = z.object({
  environment: text,
  file: text.describe('Where the contract is kept.'),
  stored: z.boolean(),
  changes,
  notes: z.array(text),
});

/** The documents and lines by the command that prints them. */
export const READING_DOCUMENTS = {
  'brand-products list': lineOf('brand-product'),
  'brand-products show': record,
  'env list': z.array(
    z.object({ name: text, baseUrl: text.nullable().describe('Null when it is not set.') }),
  ),
  'env show': z
    .record(text, z.object({ value: z.unknown(), from: text.describe('Where the value comes from.') }))
    .describe('Each setting by its name.'),
  'fec list': lineOf('declared-fec'),
  'fec show': record,
  'lca show': record,
  'packaging list': lineOf('packaging').describe(
    'A line of the list: its type is "packaging", the type of the packaging is in packagingType.',
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
    closedList.describe('With the name of a list: the list.'),
  ]),
  'taxonomy search': z.array(z.object({ list: text, value: text })),
} as const;
