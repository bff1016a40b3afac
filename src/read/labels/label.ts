/** What stands on a label: a brand product with the address that its code holds. */
export interface Label {
  readonly id: string;
  readonly uniqueIdentifier: string;
  readonly reference: string;
  readonly name: string;
  readonly color: string;
  readonly gtins: readonly string[];
  /** The address in the code. */
  readonly link: string;
}

/** Which of a product's links goes into its code. */
export const LINKS = ['qrCode', 'web'] as const;
export type LinkName = (typeof LINKS)[number];

type Answer = Readonly<{ [name: string]: unknown }>;

const textAt = (answer: Answer, name: string): string => {
  const value = answer[name];
  return typeof value === 'string' ? value : '';
};

/** The label of a brand product as the list shows it; null when it has no such link, or one that is no web address. */
export function labelOf(product: Answer, link: LinkName): Label | null {
  const links = product.links;
  const address = typeof links === 'object' && links !== null ? textAt(links as Answer, link) : '';
  if (!/^https?:\/\/\S+$/i.test(address) || !URL.canParse(address)) return null;
  const gtins = Array.isArray(product.gtins) ? product.gtins : [];
  return {
    id: textAt(product, 'id') || textAt(product, 'brandProductId'),
    uniqueIdentifier: textAt(product, 'uniqueIdentifier') || textAt(product, 'brandProductUniqueIdentifier'),
    reference: textAt(product, 'reference') || textAt(product, 'productRef'),
    name: textAt(product, 'name') || textAt(product, 'productName'),
    color: textAt(product, 'colorCode'),
    gtins: gtins.filter((gtin) => typeof gtin === 'string'),
    // Readers differ in what they make of other letters; every one of them knows the encoded address.
    link: /^[\x21-\x7e]+$/.test(address) ? address : new URL(address).href,
  };
}

/** By what people call a product: its reference, else the unique identifier, else the id of the service. */
export const calledBy = ({ reference, uniqueIdentifier, id }: Label): string =>
  reference || uniqueIdentifier || id;
