import type { z } from 'zod';
import { toInterfaceNames } from '../../contract/body.ts';
import { existsCode } from '../../contract/exists-codes.ts';
import { type Body, createPath, type Json, type KindSpec, keyOf } from '../../contract/kind.ts';
import { readJson } from '../creates.ts';
import type { Refusal } from '../refusal.ts';
import { setAt } from '../responses.ts';
import { bodyFaults, schemaOnce } from '../rules.ts';
import type { MockStore } from '../store.ts';
import { wholeRecord } from './brand-product.ts';
import { collectionFaults } from './collection.ts';
import { ruleFaults } from './identifier-rules.ts';
import type { V3Record } from './records.ts';
import { referenceFaults } from './references.ts';

/** A v3 create path (interface 4.3). */
export interface V3CreateRoute {
  readonly path: string;
  readonly kind: KindSpec;
  readonly schema: () => z.ZodType;
}

/** The context of a write. */
export interface WriteContext {
  readonly brand: string;
  readonly at: Date;
  readonly baseUrl: string;
  /** Check the rules of supplier data collection. */
  readonly collection: boolean;
}

/** The create paths of these kinds. */
export function v3CreateRoutes(kinds: readonly KindSpec[]): V3CreateRoute[] {
  return kinds.map((kind) => ({
    path: createPath(kind, null),
    kind,
    schema: schemaOnce(kind, null, { openLists: true, otherForms: true }),
  }));
}

/**
 * Applies a create, or refuses it: 400 for an invalid body or an unknown reference, 409 for a client identifier that
 * exists. Statuses and codes that the interface does not document are guesses. Before a record is returned, the create is
 * in the journal.
 */
export function createV3(
  store: MockStore,
  { kind, schema }: V3CreateRoute,
  text: string,
  context: WriteContext,
): V3Record | Refusal {
  const body = readObject(text);
  if (!body) return MALFORMED;
  const faults = [
    ...bodyFaults(schema(), body),
    ...ruleFaults(kind.rules ?? [], body),
    ...(context.collection ? collectionFaults(kind, body) : []),
  ];
  if (faults.length > 0) return { status: 400, messages: faults };
  const { brand, at } = context;
  const uniqueIdentifier = uniqueIdentifierOf(kind, body);
  return store.atomically(() => {
    if (uniqueIdentifier !== null && store.v3.byUniqueIdentifier(kind.name, brand, uniqueIdentifier)) {
      const code = existsCode(kind);
      return { status: 409, code, messages: [code, `uniqueIdentifier ${uniqueIdentifier} is taken`] };
    }
    const unknown = referenceFaults(kind, body, store.v3, brand);
    if (unknown.length > 0) return { status: 400, code: unknown[0]!, messages: unknown };
    const record = store.v3.create({
      kind: kind.name,
      brand,
      uniqueIdentifier,
      body: toInterfaceNames(kind, body),
      at,
    });
    const key = uniqueIdentifier ?? record.id;
    store.noteV3({ kind: kind.name, key, id: record.id, at, text, brand, change: 'create' });
    return record;
  });
}

/** The body of a 201: the whole record if the interface documents that (4.4), otherwise the ids. */
export function createdV3(kind: KindSpec, record: V3Record, baseUrl: string): { [name: string]: Json } {
  if (kind.response.whole) return wholeRecord(kind, record, baseUrl);
  const body: { [name: string]: Json } = {};
  setAt(body, [kind.response.id].flat()[0]!, record.id);
  return { ...body, uniqueIdentifier: record.uniqueIdentifier };
}

/** Parses a body; undefined if it is not a JSON object. */
export function readObject(text: string): Body | undefined {
  const value = readJson(text)?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value as Body;
}

export const MALFORMED: Refusal = {
  status: 400,
  messages: ['FORMAT_ERROR', 'body must be a well-formed JSON object, at most 32 levels deep'],
};

/** The client identifier of a body; null if it has none. */
export function uniqueIdentifierOf(kind: KindSpec, body: Body): string | null {
  return keyOf(kind, body) || null;
}
