/** A brand product and the link in its code. */
export interface Label {
  readonly id: string;
  readonly uniqueIdentifier: string;
  readonly reference: string;
  readonly name: string;
  readonly color: string;
  readonly gtins: readonly string[];
  /** The link in the code. */
  readonly link: string;
}

/** The links of a product that a code can contain. */
export const LINKS = ['qrCode', 'web'] as const;
export type LinkName = (typeof LINKS)[number];

type JsonObject = Readonly<{ [name: string]: unknown }>;

const textAt = (object: JsonObject, name: string): string => {
  const value = object[name];
  return typeof value === 'string' ? value : '';
};

/**
 * The label of an item of the brand product list. Null if the product lacks this link, or the link is not a web
 * address.
 */
export function labelOf(product: JsonObject, link: LinkName): Label | null {
  const links = product.links;
  const address = typeof links === 'object' && links !== null ? textAt(links as JsonObject, link) : '';
  if (!/^https?:\/\/\S+$/i.test(address) || !URL.canParse(address)) return null;
  const gtins = Array.isArray(product.gtins) ? product.gtins : [];
  return {
    id: textAt(product, 'id') || textAt(product, 'brandProductId'),
    uniqueIdentifier: textAt(product, 'uniqueIdentifier') || textAt(product, 'brandProductUniqueIdentifier'),
    reference: textAt(product, 'reference') || textAt(product, 'productRef'),
    name: textAt(product, 'name') || textAt(product, 'productName'),
    color: textAt(product, 'colorCode'),
    gtins: gtins.filter((gtin) => typeof gtin === 'string'),
    // Characters other than printable ASCII are encoded, because scanners decode them differently.
    link: /^[\x21-\x7e]+$/.test(address) ? address : new URL(address).href,
  };
}

/** The name of a product in messages: its reference, else its unique identifier, else its id in the service. */
export const displayName = ({ reference, uniqueIdentifier, id }: Label): string =>
  reference || uniqueIdentifier || id;
