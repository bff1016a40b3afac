import { pathInInterface } from './completion-apply.ts';
import type { Body, Json, KindSpec } from './kind.ts';

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

/** How to convert the bodies of one contract to another. All paths are from before the conversion, without brackets. */
interface Conversion {
  readonly names: Map<string, string>;
  /**
   * Fields that are a list in only one of the contracts. A single value is converted to a list with one item, and such
   * a list to a single value.
   */
  readonly forms: Map<string, 'list' | 'one'>;
}

/** The conversions in both directions. */
interface Conversions {
  readonly toInterface: Conversion;
  readonly toContract: Conversion;
}

const isPlain = ({ names, forms }: Conversion): boolean => names.size + forms.size === 0;

const cache = new WeakMap<KindSpec, Conversions>();

function conversionsOf(kind: KindSpec): Conversions {
  const known = cache.get(kind);
  if (known) return known;
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
  const conversions = { toInterface, toContract };
  cache.set(kind, conversions);
  return conversions;
}

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
