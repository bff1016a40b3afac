import type { KindSpec, UpdatableKind, UpdatePaths } from '../kind.ts';

/** Update paths by kind, from the configuration or a document, which replace those of the interface. */
export type ConfiguredPaths = { readonly [kind in string]?: Partial<UpdatePaths> };

/** Whether a text is a path below the base address that contains the placeholder once, and no other placeholder. */
export const isUpdatePath = (text: string, placeholder: string): boolean =>
  /^\/(?!\/)[^\s?#\\]*$/.test(text) &&
  text.split(placeholder).length === 2 &&
  /^[^{}]*$/.test(text.replace(placeholder, '')) &&
  !text.split('/').some((step) => step === '..' || step === '.');

/** Merges configured paths. If both arguments set the same path, the later one is used. */
export function mergedPaths(earlier: ConfiguredPaths = {}, later: ConfiguredPaths = {}): ConfiguredPaths {
  const kinds = new Set([...Object.keys(earlier), ...Object.keys(later)]);
  return Object.fromEntries([...kinds].map((kind) => [kind, { ...earlier[kind], ...later[kind] }]));
}

/** The update paths of a kind: the configured ones, else those of the interface. */
export const updatePathsOf = (
  { name, plural, update }: UpdatableKind,
  configured: ConfiguredPaths = {},
): UpdatePaths => ({
  byId: `/${plural}/{id}`,
  byUniqueIdentifier: `/${plural}/by-unique-identifier/{uniqueIdentifier}`,
  ...update.paths,
  ...configured[name],
});

/**
 * Whether a text can identify a record in a path. An empty segment would address all records, and clients and proxies
 * remove `.` and `..`.
 */
export const isPathSegment = (text: string): boolean => text.isWellFormed() && !/^\.{0,2}$/.test(text);

/**
 * The path for the update of a record. The identifier is encoded because it may contain spaces, accents and slashes.
 * @throws Error if the kind has no update, or no path can contain the identifier (`isPathSegment`): callers check both.
 */
export function updatePath(
  kind: KindSpec,
  by: { readonly id: string } | { readonly uniqueIdentifier: string },
  configured: ConfiguredPaths = {},
): string {
  const { name, update } = kind;
  if (!update) throw new Error(`a ${name} has no update`);
  const { byId, byUniqueIdentifier } = updatePathsOf({ ...kind, update }, configured);
  const identifier = 'id' in by ? by.id : by.uniqueIdentifier;
  if (!isPathSegment(identifier))
    throw new Error(`no path can name a ${name} by ${JSON.stringify(identifier)}`);
  return 'id' in by
    ? byId.replace('{id}', () => encodeURIComponent(by.id))
    : byUniqueIdentifier.replace('{uniqueIdentifier}', () => encodeURIComponent(by.uniqueIdentifier));
}
