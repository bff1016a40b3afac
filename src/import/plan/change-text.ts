import { fieldText } from '../../findings/finding.ts';

/** A field before and after; undefined where there is no value. */
export interface Changed {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Stands for a value that the ledger does not know. */
export const NOT_KNOWN = Symbol('not known here');

/** More of a value, or of a record's changes, is not printed. */
const MOST_OF_VALUE = 80;
const MOST_CHANGES = 20;

/** `name: "Tissages" -> "Tissages Vallon"`. Characters that a terminal obeys are left to whoever prints it. */
export function changeText({ path, before, after }: Changed): string {
  return `${fieldText(path)}: ${valueText(before)} -> ${valueText(after)}`;
}

/** A line for each change of a record, the first of them; the rest is counted. */
export function changeTexts(changes: readonly Changed[]): string[] {
  const more = changes.length - MOST_CHANGES;
  const texts = changes.slice(0, MOST_CHANGES).map(changeText);
  return more > 0 ? [...texts, `and ${more} more ${more === 1 ? 'field' : 'fields'}`] : texts;
}

/** A value for people, quoted and cut. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return '(none)';
  if (value === NOT_KNOWN) return '(not known here)';
  const text = withoutSecrets(typeof value === 'string' ? value : JSON.stringify(value));
  const cut =
    text.length > MOST_OF_VALUE
      ? `${Array.from(text.slice(0, 2 * MOST_OF_VALUE))
          .slice(0, MOST_OF_VALUE - 1)
          .join('')}…`
      : text;
  return typeof value === 'string' ? `"${cut}"` : cut;
}

/** A web address may carry a password, a key or a signature. */
function withoutSecrets(text: string): string {
  return text
    .replace(/(\/\/)[^/@\s"]+@/g, '$1[redacted]@')
    .replace(/([?&][^=&\s"]*(?:token|key|secret|sig|pass|auth)[^=&\s"]*=)[^&#\s"]+/gi, '$1[redacted]');
}
