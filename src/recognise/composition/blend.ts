/** One material of a composition. */
export interface BlendItem {
  /** The text in the cell, without share, origin and certifications. */
  readonly text: string;
  readonly percentage: number;
  /** The value of the list. Undefined if the name does not resolve; `question` then explains why. */
  readonly value?: string;
  /** The end of a sentence that begins with the quoted text. */
  readonly question?: string;
  readonly candidates?: readonly string[];
  /** Set if the text means the only candidate, and the list very probably has that value. */
  readonly isLikely?: true;
  /** What to change in the cell. Set if giving the text a value does not answer the question. */
  readonly advice?: string;
  /** The country of origin, as ISO 3166-1 alpha-2 code. */
  readonly origin?: string;
  readonly certifications?: readonly string[];
}

/** The result of parsing a composition cell. Only a `blend` without questions is certain. */
export type Composition =
  /** The shares total 100 and all text was parsed. `part`: the name of the part, if the cell names exactly one. */
  | { readonly is: 'blend'; readonly items: readonly BlendItem[]; readonly part?: string }
  /** The cell describes several parts of a product; `''` is a part without a name. */
  | { readonly is: 'parts'; readonly parts: readonly string[] }
  /** The shares do not total 100. */
  | { readonly is: 'total'; readonly items: readonly BlendItem[]; readonly total: number }
  /** The cell contains text that cannot be parsed. `problem` is the end of a sentence that begins with `piece`. */
  | { readonly is: 'unclear'; readonly piece: string; readonly problem: string };
