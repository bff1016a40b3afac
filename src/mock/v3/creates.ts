import { toInterfaceNames } from '../../contract/body.ts';
import { existsCode } from '../../contract/exists-codes.ts';
import { type Body, createPath, isObject, type KindSpec, keyOf } from '../../contract/kind.ts';
import { readJson } from '../creates.ts';
import { MockRefusal } from '../refusal.ts';
import { setAt } from '../responses.ts';
import type { Mock, WriteRoute } from '../routes.ts';
import { bodyFaults, schemaOnce } from '../rules.ts';
import { V3_FAMILY } from '../store.ts';
import { recordName } from '../tally.ts';
import { wholeRecord } from './brand-product.ts';
import { collectionFaults } from './collection.ts';
import { ruleFaults } from './identifier-rules.ts';
import { requireReferences } from './references.ts';

/**
 * The route of the creates of a kind (interface 4.3). It responds with 400 to an invalid body or an unknown
 * reference, and with 409 to a client identifier that exists. Statuses and codes that the interface does not document
 * are guesses.
 */
export function createRoute(kind: KindSpec, { store, tally, options }: Mock): WriteRoute {
  const schema = schemaOnce(kind, null, { openLists: true, otherForms: true });
  const nameOf = (body: Body) => recordName(kind.name, V3_FAMILY, keyOf(kind, body));
  return {
    kind,
    method: 'POST',
    path: createPath(kind, null),
    nameIn(text) {
      const body = readObject(text);
      return body ? nameOf(body) : null;
    },
    apply(text, brand) {
      const body = readObject(text);
      tally.countReceived(nameOf(body ?? {}));
      if (!body) throw malformed();
      const faults = [
        ...bodyFaults(schema(), body),
        ...ruleFaults(kind.rules ?? [], body),
        ...(options.collection ? collectionFaults(kind, body) : []),
      ];
      if (faults.length > 0) throw new MockRefusal(400, faults);
      const uniqueIdentifier = keyOf(kind, body) || null;
      const record = store.atomically(() => {
        const { v3 } = store;
        if (uniqueIdentifier !== null && v3.byUniqueIdentifier(kind.name, brand, uniqueIdentifier)) {
          const code = existsCode(kind);
          throw new MockRefusal(409, [code, `uniqueIdentifier ${uniqueIdentifier} is taken`], code);
        }
        requireReferences(kind, body, v3, brand);
        const at = options.now();
        const sent = toInterfaceNames(kind, body);
        const made = v3.create({ kind: kind.name, brand, uniqueIdentifier, body: sent, at });
        store.noteV3(made, { at, requestBody: text, change: 'create' });
        return made;
      });
      // The whole record if the interface documents that (4.4), otherwise the ids.
      if (kind.response.returnsRecord) return wholeRecord(kind, record, options.baseUrl);
      const ids: Body = {};
      setAt(ids, [kind.response.id].flat()[0]!, record.id);
      return { ...ids, uniqueIdentifier };
    },
  };
}

/** Parses a body; undefined if it is not a JSON object. */
export function readObject(text: string): Body | undefined {
  const value = readJson(text)?.value;
  return isObject(value) ? value : undefined;
}

export const malformed = (): MockRefusal =>
  new MockRefusal(400, ['FORMAT_ERROR', 'body must be a well-formed JSON object, at most 32 levels deep']);
