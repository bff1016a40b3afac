/** One material of a composition. */
export interface BlendItem {
  /** As the cell writes it, without share, origin and certifications. */
  readonly text: string;
  readonly percentage: number;
  /** The value of the list; undefined if the name does not resolve: then `question` explains why. */
  readonly value?: string;
  /** Completes a sentence after the quoted text. */
  readonly question?: string;
  readonly candidates?: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly origin?: string;
  readonly certifications?: readonly string[];
}

/** What a composition cell says. Only a `blend` without questions is certain. */
export type Composition =
  /** The shares total 100 and no text is left over. `part`: the only part that the cell names. */
  | { readonly is: 'blend'; readonly items: readonly BlendItem[]; readonly part?: string }
  /** Several parts of a product; `''` for a part without a name. */
  | { readonly is: 'parts'; readonly parts: readonly string[] }
  /** The shares do not total 100. */
  | { readonly is: 'total'; readonly items: readonly BlendItem[]; readonly total: number }
  /** A piece of text that cannot be read. `problem` completes a sentence after it. */
  | { readonly is: 'unclear'; readonly piece: string; readonly problem: string };
