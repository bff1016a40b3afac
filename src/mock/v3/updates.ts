import type { z } from 'zod';
import { nameInContract, toContractNames, toInterfaceNames } from '../../contract/body.ts';
import { type Body, isUpdatable, type KindSpec, oncePer, type UpdatableKind } from '../../contract/kind.ts';
import { kindNamed } from '../../contract/registry.ts';
import { updateSchema } from '../../contract/schema.ts';
import { asUpdate, partnersOf } from '../../contract/v3/update.ts';
import { notFoundCode, type Refusal } from '../refusal.ts';
import { bodyFaults } from '../rules.ts';
import type { MockStore } from '../store.ts';
import { collectionFaults } from './collection.ts';
import { MALFORMED, readObject, type WriteContext } from './creates.ts';
import { ruleFaults } from './identifier-rules.ts';
import type { V3Record } from './records.ts';
import { referenceFaults } from './references.ts';

/** Identifies the record to update. */
export type RecordSelector = { readonly by: 'id' | 'uniqueIdentifier'; readonly value: string };

/**
 * Applies a partial update (interface 4.3): given fields are replaced, null clears a field, all others stay. A record
 * whose supplier data collection has started is returned unchanged (interface 3, lock rule). Before an updated record is
 * returned, the update is in the journal.
 */
export function updateV3(
  store: MockStore,
  spec: UpdatableKind,
  selector: RecordSelector,
  text: string,
  context: WriteContext,
): V3Record | Refusal {
  const { name: kind, update } = spec;
  // Records are stored with the field names of the interface.
  const builtIn = kindNamed('v3', kind);
  const given = readObject(text);
  if (!given) return MALFORMED;
  const changes = toInterfaceNames(spec, given);
  const fixed = update.fixed.filter((name) => Object.hasOwn(changes, name));
  const faults = fixed.map((name) => `${nameInContract(spec, name)} must not be in the body of an update`);
  if (update.shown) {
    const { rules = [] } = asUpdate(builtIn);
    faults.push(...bodyFaults(schemaOf(builtIn), changes), ...ruleFaults(rules, changes));
  }
  if (faults.length > 0) return { status: 400, messages: faults };
  const { brand, at } = context;
  return store.atomically(() => {
    const { v3 } = store;
    const record =
      selector.by === 'id'
        ? v3.byId(kind, brand, selector.value)
        : v3.byUniqueIdentifier(kind, brand, selector.value);
    if (!record) return notFound(kind, selector);
    const body = merged(builtIn, record.body, changes);
    const needed = context.collection ? collectionFaults(spec, toContractNames(spec, body)) : [];
    if (needed.length > 0) return { status: 400, messages: needed };
    const unknown = referenceFaults(spec, toContractNames(spec, body), v3, brand);
    if (unknown.length > 0) return { status: 400, code: unknown[0]!, messages: unknown };
    if (record.launchedAt !== null) return record;
    const updated = v3.update(record, body, at);
    const key = record.uniqueIdentifier ?? record.id;
    store.noteV3({ kind, key, id: record.id, at, text, brand, change: 'update' });
    return updated;
  });
}

const schemaOf = oncePer((kind: KindSpec): z.ZodType => {
  if (!isUpdatable(kind)) throw new Error(`a ${kind.name} has no update`);
  return updateSchema(kind);
});

/** The refusal of an update whose record does not exist or belongs to another brand. */
function notFound(kind: string, { by, value }: RecordSelector): Refusal {
  const noun = kind.replaceAll('-', ' ');
  return { status: 404, code: notFoundCode(kind, by), messages: [`there is no ${noun} with ${by} ${value}`] };
}

/** Applies changes to a body. A reference has an id or a client identifier: a new value of one replaces the other. */
function merged(kind: KindSpec, body: Body, changes: Body): Body {
  const replaced = Object.keys(changes).flatMap((name) => partnersOf(kind, name));
  const kept = Object.entries(body).filter(([name]) => !replaced.includes(name));
  return { ...Object.fromEntries(kept), ...changes };
}
