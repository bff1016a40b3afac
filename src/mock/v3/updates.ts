import { asCalled, asShown, calledName } from '../../contract/completion-names.ts';
import type { Body, Json, KindSpec } from '../../contract/kind.ts';
import { purchasedItemUpdate } from '../../contract/v3/purchased-item-update.ts';
import { FIXED_FIELDS, type UpdatableKind } from '../../contract/v3/update-paths.ts';
import { bodyFaults } from '../rules.ts';
import type { MockStore } from '../store.ts';
import { brandProductAnswer } from './brand-product.ts';
import { collectionFaults } from './collection.ts';
import { MALFORMED, readObject, type WriteContext } from './creates.ts';
import type { V3Record } from './records.ts';
import { referenceFaults } from './references.ts';
import { notFoundCode, type Refusal } from './refusal.ts';

/** What names the record to update. */
export type Named = { readonly by: 'id' | 'uniqueIdentifier'; readonly value: string };

/**
 * Applies a partial update (interface 4.3): given fields replace, null clears, the rest stays. A purchased item of which
 * collection was launched stays as it is and is answered all the same (interface 3, lock rule). What changed nothing
 * else is in the journal when this returns.
 */
export function updateV3(
  store: MockStore,
  spec: KindSpec,
  named: Named,
  text: string,
  context: WriteContext,
): V3Record | Refusal {
  const kind = spec.name as UpdatableKind;
  const came = readObject(text);
  if (!came) return MALFORMED;
  const changes = asShown(spec, came);
  const fixed = FIXED_FIELDS[kind].filter((name) => Object.hasOwn(changes, name));
  const faults = fixed.map((name) => `${calledName(spec, name)} must not be in the body of an update`);
  if (kind === 'purchased-item') faults.push(...bodyFaults(purchasedItemUpdate, changes));
  if (faults.length > 0) return { status: 400, messages: faults };
  const { brand, at } = context;
  return store.atomically(() => {
    const { v3 } = store;
    const record =
      named.by === 'id' ? v3.byId(kind, brand, named.value) : v3.byUniqueIdentifier(kind, brand, named.value);
    if (!record) return notFound(kind, named);
    const body = merged(record.body, changes);
    const needed = context.collection ? collectionFaults(spec, asCalled(spec, body)) : [];
    if (needed.length > 0) return { status: 400, messages: needed };
    const unknown = referenceFaults(spec, asCalled(spec, body), v3, brand);
    if (unknown.length > 0) return { status: 400, code: unknown[0]!, messages: unknown };
    if (record.launchedAt !== null) return record;
    const updated = v3.update(record, body, at);
    const key = record.uniqueIdentifier ?? record.id;
    store.noteV3({ kind, key, id: record.id, at, text, brand, change: 'update' });
    return updated;
  });
}

/** The 200 body: the whole record, under the names that updates have. */
export function updatedV3(spec: KindSpec, record: V3Record, baseUrl: string): { [name: string]: Json } {
  if (record.kind === 'brand-product') return asCalled(spec, brandProductAnswer(record, baseUrl));
  const { id, uniqueIdentifier, createdAt, updatedAt } = record;
  return { ...asCalled(spec, record.body), id, uniqueIdentifier, createdAt, updatedAt };
}

/** Whatever it is that is not there: a record of another brand is not there either. */
function notFound(kind: UpdatableKind, { by, value }: Named): Refusal {
  const noun = kind.replaceAll('-', ' ');
  return { status: 404, code: notFoundCode(kind, by), messages: [`there is no ${noun} with ${by} ${value}`] };
}

/** An item is named by its id or by its client identifier: the one that is given takes the other's place. */
function merged(body: Body, changes: Body): Body {
  const { itemId: _id, itemUniqueIdentifier: _key, ...rest } = body;
  const renamed = Object.hasOwn(changes, 'itemId') || Object.hasOwn(changes, 'itemUniqueIdentifier');
  return { ...(renamed ? rest : body), ...changes };
}
