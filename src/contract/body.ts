import { pathInInterface } from './completion-apply.ts';
import { lastName, pathSteps } from './field.ts';
import {
  type Body,
  isObject,
  type Json,
  KEY_SEPARATOR,
  type KindSpec,
  oncePer,
  type Reference,
} from './kind.ts';

/** A reference in a body to another record. */
export interface BodyReference {
  /** The field to report: the first field of the reference (`packagingRefs`, `usedMaterials.0.uniqueIdentifier`). */
  readonly field: string;
  readonly to: string;
  /** Other kinds that the record may have. */
  readonly or?: readonly string[];
  /** The key of the record; if `partial`, only the first parts of the key. */
  readonly key: string;
  /** Whether the last key field is blank, so that any record whose key starts with `key` matches. */
  readonly partial: boolean;
  /** Set if the field also accepts an id of the service, so that the text may be an id and not a key. */
  readonly orId?: true;
}

/** A record that a body refers to, whose id is needed but not known. */
export interface MissingId {
  /** The kinds that the record may have. */
  readonly kinds: readonly string[];
  readonly key: string;
  /** The field that needs the id. */
  readonly field: string;
}

/** All references in a body, in the order of the references of its kind. Blank ones are skipped. */
export function referencesIn(kind: KindSpec, body: Body): BodyReference[] {
  const namings: BodyReference[] = [];
  for (const { reference, field, more } of preparedReferences(kind)) {
    const { fields, to } = reference;
    if (fields.length === 1) {
      if (!applies(reference, body)) continue;
      const own = body[field];
      // Fast path: most references are a single text at the top level of the body.
      if (more === undefined && typeof own === 'string') {
        if (own !== '') namings.push({ field, to, key: own, partial: false });
        continue;
      }
      for (const { path, text } of textsAt(body, fields[0]!)) {
        namings.push({ field: path, to, key: text, partial: false, ...more });
      }
      continue;
    }
    let key = '';
    let at = 0;
    let isBlank = false;
    // Only the last part may be blank.
    for (; at < fields.length && !isBlank; at++) {
      const own = body[fields[at]!];
      const text = typeof own === 'string' ? own : (textsAt(body, fields[at]!)[0]?.text ?? '');
      key += at === 0 ? text : KEY_SEPARATOR + text;
      isBlank = text === '';
    }
    if (at === fields.length) namings.push({ field, to, key, partial: isBlank });
  }
  return namings;
}

interface PreparedReference {
  readonly reference: Reference;
  /** The first field of the reference, without brackets. */
  readonly field: string;
  readonly more: Pick<BodyReference, 'or' | 'orId'> | undefined;
}

const preparedReferences = oncePer(({ references }: KindSpec): readonly PreparedReference[] =>
  references.map((reference) => {
    const more = {
      ...(reference.or && { or: reference.or }),
      ...(acceptsId(reference) && { orId: true as const }),
    };
    const field = reference.fields[0]!.replace('[]', '');
    return { reference, field, more: Object.keys(more).length === 0 ? undefined : more };
  }),
);

/**
 * Converts a body to the body that is sent: without local fields, and with ids where the interface requires them. The
 * given body is not changed; if nothing has to be replaced, that same object is returned. `filled`: ids were filled in.
 * A body with `unfilled` references must not be sent.
 *
 * @param idOf returns the id of a record, null if the record is known but not its id, or undefined if no such record is
 * known; the text is then used as an id.
 */
export function wireBody(
  kind: KindSpec,
  body: Body,
  idOf: (kinds: readonly string[], key: string) => string | null | undefined,
): { body: Body; filled: boolean; unfilled: MissingId[] } {
  const { locals, filling } = wireChanges(kind);
  if (isSentAsStaged(kind)) return { body, filled: false, unfilled: [] };
  const sent = structuredClone(body);
  let filled = false;
  const unfilled: MissingId[] = [];
  for (const reference of filling) {
    const kinds = [reference.to, ...(reference.or ?? [])];
    const target = lastName(reference.fills!);
    for (const { parent, name } of parentsOf(sent, reference.fields[0]!)) {
      const key = parent[name];
      if (typeof key !== 'string' || key === '' || !applies(reference, body)) continue;
      const id = idOf(kinds, key);
      if (typeof id === 'string') {
        parent[target] = id;
        filled = true;
      } else if (id === null || !acceptsId(reference)) unfilled.push({ kinds, key, field: target });
    }
  }
  for (const { path } of locals) {
    for (const { parent, name } of parentsOf(sent, path)) delete parent[name];
  }
  return { body: sent, filled, unfilled };
}

const wireChanges = oncePer(({ fields, references }: KindSpec) => ({
  locals: fields.filter(({ local }) => local),
  filling: references.filter(({ fills }) => fills !== undefined),
}));

/** Whether `wireBody` changes no body of the kind. */
export function isSentAsStaged(kind: KindSpec): boolean {
  const { locals, filling } = wireChanges(kind);
  return locals.length === 0 && filling.length === 0;
}

/** Whether a cell of the reference may contain the id of the service instead of a client identifier. */
export const acceptsId = ({ fields, fills }: Reference): boolean =>
  fills !== undefined && fills === fields[0];

/** Whether the reference applies to this body (see `Reference.unless`). */
export function applies({ unless }: Reference, body: Body): boolean {
  return unless === undefined || body[unless.field] !== unless.value;
}

/**
 * The texts of a field with their paths: in an array of objects, each text has its own numbered path; in a list of
 * texts, all have the same path.
 */
function textsAt(body: Body, path: string): { path: string; text: string }[] {
  if (!path.includes('.')) {
    const name = path.endsWith('[]') ? path.slice(0, -2) : path;
    return textsOf(body[name]).map((text) => ({ path: name, text }));
  }
  return [...parentsOf(body, path)].flatMap(({ parent, name, place }) =>
    textsOf(parent[name]).map((text) => ({ path: place, text })),
  );
}

/** The objects that contain the field or could contain it, with its name in them and its numbered path in the body. */
export function* parentsOf(
  body: Body,
  path: string,
): Generator<{ readonly parent: Body; readonly name: string; readonly place: string }> {
  const steps = pathSteps(path);
  const { name } = steps.at(-1)!;
  let level: { parent: Body; place: string }[] = [{ parent: body, place: '' }];
  for (const { name: step, array } of steps.slice(0, -1)) {
    level = level.flatMap(({ parent, place }) => {
      const value = parent[step];
      const items = array ? (Array.isArray(value) ? value : []) : [value];
      return items.flatMap((item, at) =>
        isObject(item) ? [{ parent: item, place: `${place}${step}.${array ? `${at}.` : ''}` }] : [],
      );
    });
  }
  for (const { parent, place } of level) yield { parent, name, place: `${place}${name}` };
}

function textsOf(value: Json | undefined): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value)
    ? (value.filter((item) => typeof item === 'string' && item !== '') as string[])
    : [];
}

/**
 * Converts the field names in a body from the contract of an environment to the interface, so that bodies stay
 * comparable after a rename. Returns the same body if no field is renamed.
 */
export function toInterfaceNames(kind: KindSpec, body: Body): Body {
  const { toInterface } = conversionsOf(kind);
  return isPlain(toInterface) ? body : (renamed(body, '', toInterface) as Body);
}

/** Converts the field names in a body from the interface to the contract of an environment. */
export function toContractNames(kind: KindSpec, body: Body): Body {
  const { toContract } = conversionsOf(kind);
  return isPlain(toContract) ? body : (renamed(body, '', toContract) as Body);
}

/** The name in the interface of a top-level field of the contract. */
export const nameInInterface = (kind: KindSpec, name: string): string =>
  conversionsOf(kind).toInterface.names.get(name) ?? name;

/** The name in the contract of a top-level field of the interface. */
export const nameInContract = (kind: KindSpec, name: string): string =>
  conversionsOf(kind).toContract.names.get(name) ?? name;

/** How to convert bodies from one contract to another. All paths are those before the conversion, without brackets. */
interface Conversion {
  readonly names: Map<string, string>;
  /**
   * Fields that are a list in only one of the contracts. A single value is converted to a list with one item, and a
   * list with one item to a single value.
   */
  readonly forms: Map<string, 'list' | 'one'>;
}

/** The conversions in both directions. */
interface Conversions {
  readonly toInterface: Conversion;
  readonly toContract: Conversion;
}

const isPlain = ({ names, forms }: Conversion): boolean => names.size + forms.size === 0;

const conversionsOf = oncePer((kind: KindSpec): Conversions => {
  const toInterface: Conversion = { names: new Map(), forms: new Map() };
  const toContract: Conversion = { names: new Map(), forms: new Map() };
  for (const field of kind.fields) {
    const own = field.path.replaceAll('[]', '').split('.');
    const shown = pathInInterface(field).replaceAll('[]', '').split('.');
    if (own.length !== shown.length) continue;
    for (const [at, name] of own.entries()) {
      if (name === shown[at]) continue;
      toInterface.names.set(own.slice(0, at + 1).join('.'), shown[at]!);
      toContract.names.set(shown.slice(0, at + 1).join('.'), name);
    }
    const isList = field.path.endsWith('[]');
    if (isList === pathInInterface(field).endsWith('[]')) continue;
    toInterface.forms.set(own.join('.'), isList ? 'one' : 'list');
    toContract.forms.set(shown.join('.'), isList ? 'list' : 'one');
  }
  return { toInterface, toContract };
});

function renamed(value: Json, parent: string, conversion: Conversion): Json {
  if (Array.isArray(value)) return value.map((item) => renamed(item, parent, conversion));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const path = parent === '' ? name : `${parent}.${name}`;
      const form = conversion.forms.get(path);
      return [conversion.names.get(path) ?? name, inForm(renamed(inner, path, conversion), form)];
    }),
  );
}

function inForm(value: Json, form: 'list' | 'one' | undefined): Json {
  if (form === 'list' && value !== null && !Array.isArray(value)) return [value];
  return form === 'one' && Array.isArray(value) && value.length === 1 ? value[0]! : value;
}
