import type { InterfaceName } from '../../contract/kind.ts';
import texts from '../../language/compiled/headers.js';

/** The patterns of a kind by field, ` | ` between them: see `language/any/fields.yaml`. */
export type KindPatterns = Readonly<Record<string, string>>;

/** The patterns of each kind of both interfaces. */
export const FIELDS = JSON.parse(texts.fields) as Readonly<
  Record<InterfaceName, Readonly<Record<string, KindPatterns>>>
>;

export interface Pattern {
  readonly path: string;
  readonly required: ReadonlySet<string>;
  readonly allowed: ReadonlySet<string>;
  /** Whether the values of the column must confirm the field. */
  readonly confirm: boolean;
  readonly numbered: boolean;
  /** Whether the pattern makes the field only likely, never certain. */
  readonly likely: boolean;
}

/** Parses the patterns of a kind. */
export function patternsOf(kind: KindPatterns): readonly Pattern[] {
  return Object.entries(kind).flatMap(([path, text]) =>
    text.split(' | ').map((one): Pattern => {
      const required = new Set<string>();
      const allowed = new Set<string>();
      let confirm = false;
      let numbered = false;
      const likely = one.trim().startsWith('~');
      for (const word of one.trim().replace(/^~/, '').split(' ')) {
        const notion = word.replace(/[!?]/g, '');
        if (word.includes('!')) confirm = true;
        if (notion === '#') {
          if (!word.endsWith('?')) numbered = true;
          continue;
        }
        allowed.add(notion);
        if (!word.endsWith('?')) required.add(notion);
      }
      return { path, required, allowed, confirm, numbered, likely };
    }),
  );
}
