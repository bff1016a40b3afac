/** The kinds that can be updated (interface 4.3). */
export const UPDATABLE = ['purchased-item', 'brand-product'] as const;
export type UpdatableKind = (typeof UPDATABLE)[number];

/** Where a record is updated: `{id}` and `{uniqueIdentifier}` stand for what names it. */
export interface UpdatePaths {
  readonly byId: string;
  readonly byUniqueIdentifier: string;
}

/**
 * The interface shows one of these, that of a purchased item by unique identifier. The others are a choice after its
 * manner, and for configuration to replace.
 */
const UPDATE_PATHS = {
  'purchased-item': {
    byId: '/purchased-items/{id}',
    byUniqueIdentifier: '/purchased-items/by-unique-identifier/{uniqueIdentifier}',
  },
  'brand-product': {
    byId: '/brand-products/{id}',
    byUniqueIdentifier: '/brand-products/by-unique-identifier/{uniqueIdentifier}',
  },
} as const satisfies Record<UpdatableKind, UpdatePaths>;

/** What configuration says of the paths that the interface does not show. */
export type ConfiguredPaths = { readonly [kind in UpdatableKind]?: Partial<UpdatePaths> };

/** Whether a text is a path below the base address with the placeholder once, and no other one. */
export const isUpdatePath = (text: string, placeholder: string): boolean =>
  /^\/(?!\/)[^\s?#\\]*$/.test(text) &&
  text.split(placeholder).length === 2 &&
  /^[^{}]*$/.test(text.replace(placeholder, '')) &&
  !text.split('/').some((step) => step === '..' || step === '.');

/** The paths of both; where both have one, that of the later. */
export function mergedPaths(earlier: ConfiguredPaths = {}, later: ConfiguredPaths = {}): ConfiguredPaths {
  return Object.fromEntries(
    UPDATABLE.flatMap((kind) =>
      earlier[kind] || later[kind] ? [[kind, { ...earlier[kind], ...later[kind] }]] : [],
    ),
  );
}

/** The update paths of a kind, as the interface has them and configuration completes them. */
export function updatePathsOf(kind: UpdatableKind, configured: ConfiguredPaths = {}): UpdatePaths {
  return { ...UPDATE_PATHS[kind], ...configured[kind] };
}

/**
 * Whether a text can name a record in a path. An empty segment would address the collection instead of a record, and
 * clients and proxies remove `.` and `..`.
 */
export const isPathSegment = (text: string): boolean => text.isWellFormed() && !/^\.{0,2}$/.test(text);

/**
 * The path of one record: what names it is encoded, as identifiers hold spaces, accents and slashes.
 * @throws Error when no path can carry it, see `isPathSegment`: callers refuse such a record before.
 */
export function updatePath(
  kind: UpdatableKind,
  by: { readonly id: string } | { readonly uniqueIdentifier: string },
  configured: ConfiguredPaths = {},
): string {
  const { byId, byUniqueIdentifier } = updatePathsOf(kind, configured);
  const named = 'id' in by ? by.id : by.uniqueIdentifier;
  if (!isPathSegment(named)) throw new Error(`no path can name a ${kind} by ${JSON.stringify(named)}`);
  return 'id' in by
    ? byId.replace('{id}', () => encodeURIComponent(by.id))
    : byUniqueIdentifier.replace('{uniqueIdentifier}', () => encodeURIComponent(by.uniqueIdentifier));
}

/**
 * What an update must not carry (4.3, rule 2): the identity of the record and, of a purchased item, of buyer and seller.
 * Of a brand product the interface shows no such rule; its identity is taken to be as fixed.
 */
export const FIXED_FIELDS = {
  'purchased-item': [
    'id',
    'uniqueIdentifier',
    'buyerKind',
    'buyerId',
    'buyerUniqueIdentifier',
    'sellerKind',
    'sellerId',
    'sellerUniqueIdentifier',
  ],
  'brand-product': ['id', 'uniqueIdentifier'],
} as const satisfies Record<UpdatableKind, readonly string[]>;
