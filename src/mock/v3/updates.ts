import type { z } from 'zod';
import { nameInContract, toContractNames, toInterfaceNames } from '../../contract/body.ts';
import { type Body, isUpdatable, type KindSpec, oncePer, type UpdatableKind } from '../../contract/kind.ts';
import { kindNamed } from '../../contract/registry.ts';
import { updateSchema } from '../../contract/schema.ts';
import { asUpdate, partnersOf } from '../../contract/v3/update.ts';
import { updatePathsOf } from '../../contract/v3/update-paths.ts';
import { MockRefusal, notFoundCode } from '../refusal.ts';
import type { Mock, WriteRoute } from '../routes.ts';
import { bodyFaults } from '../rules.ts';
import { V3_FAMILY } from '../store.ts';
import { recordName } from '../tally.ts';
import { wholeRecord } from './brand-product.ts';
import { collectionFaults } from './collection.ts';
import { malformed, readObject } from './creates.ts';
import { ruleFaults } from './identifier-rules.ts';
import type { Identifier } from './records.ts';
import { requireReferences } from './references.ts';

/** The update paths of a kind, if it can be updated. */
export function updateRoutes(kind: KindSpec, mock: Mock): WriteRoute[] {
  if (!isUpdatable(kind)) return [];
  const { byId, byUniqueIdentifier } = updatePathsOf(kind, mock.options.updatePaths);
  return [
    updateRoute(kind, 'id', byId.replace('{id}', ':named'), mock),
    updateRoute(kind, 'uniqueIdentifier', byUniqueIdentifier.replace('{uniqueIdentifier}', ':named'), mock),
  ];
}

/**
 * A partial update (interface 4.3): given fields are replaced, null clears a field, all others stay. A record whose
 * supplier data collection has started is returned unchanged (interface 3, lock rule).
 */
function updateRoute(
  spec: UpdatableKind,
  by: Identifier,
  path: string,
  { store, tally, options }: Mock,
): WriteRoute {
  const { name: kind, update } = spec;
  const nameOf = (named: string) => recordName(`${kind} update`, V3_FAMILY, named);
  return {
    kind: spec,
    method: 'PATCH',
    path,
    nameIn: (_, named) => nameOf(named),
    apply(text, brand, named) {
      tally.countReceived(nameOf(named));
      // Records are stored with the field names of the interface.
      const builtIn = kindNamed('v3', kind);
      const given = readObject(text);
      if (!given) throw malformed();
      const changes = toInterfaceNames(spec, given);
      const fixed = update.fixed.filter((name) => Object.hasOwn(changes, name));
      const faults = fixed.map(
        (name) => `${nameInContract(spec, name)} must not be in the body of an update`,
      );
      if (update.documented) {
        const { rules = [] } = asUpdate(builtIn);
        faults.push(...bodyFaults(schemaOf(builtIn), changes), ...ruleFaults(rules, changes));
      }
      if (faults.length > 0) throw new MockRefusal(400, faults);
      const written = store.atomically(() => {
        const record = store.v3.named(kind, brand, by, named);
        if (!record) {
          const noun = kind.replaceAll('-', ' ');
          throw new MockRefusal(404, [`there is no ${noun} with ${by} ${named}`], notFoundCode(kind, by));
        }
        const body = withChanges(builtIn, record.body, changes);
        const shown = toContractNames(spec, body);
        const needed = options.collection ? collectionFaults(spec, shown) : [];
        if (needed.length > 0) throw new MockRefusal(400, needed);
        requireReferences(spec, shown, store.v3, brand);
        if (record.launchedAt !== null) return record;
        const at = options.now();
        const updated = store.v3.update(record, body, at);
        store.noteV3(updated, { at, requestBody: text, change: 'update' });
        return updated;
      });
      return wholeRecord(spec, written, options.baseUrl);
    },
  };
}

const schemaOf = oncePer((kind: KindSpec): z.ZodType => {
  if (!isUpdatable(kind)) throw new Error(`a ${kind.name} has no update`);
  return updateSchema(kind);
});

/** Applies changes to a body. A reference has an id or a client identifier: a new value of one replaces the other. */
function withChanges(kind: KindSpec, body: Body, changes: Body): Body {
  const replaced = Object.keys(changes).flatMap((name) => partnersOf(kind, name));
  const kept = Object.entries(body).filter(([name]) => !replaced.includes(name));
  return { ...Object.fromEntries(kept), ...changes };
}
