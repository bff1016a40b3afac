import { fieldText } from '../../findings/finding.ts';

/** The value of a field before and after a change; undefined if there is none. */
export interface Changed {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A value that the ledger does not know. */
export const NOT_KNOWN = Symbol('not known here');

/** Maximum length of a printed value, and number of printed changes. */
const MOST_OF_VALUE = 80;
const MOST_CHANGES = 20;

/** `name: "Tissages" -> "Tissages Vallon"`. The caller escapes control characters for the terminal. */
export function changeText({ path, before, after }: Changed): string {
  return `${fieldText(path)}: ${valueText(before)} -> ${valueText(after)}`;
}

/** One line for each of the first changes of a record, and the number of the rest. */
export function changeTexts(changes: readonly Changed[]): string[] {
  const more = changes.length - MOST_CHANGES;
  const texts = changes.slice(0, MOST_CHANGES).map(changeText);
  return more > 0 ? [...texts, `and ${more} more ${more === 1 ? 'field' : 'fields'}`] : texts;
}

/** A value for people, quoted and truncated. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return '(none)';
  if (value === NOT_KNOWN) return '(not known here)';
  const text = withoutSecrets(typeof value === 'string' ? value : JSON.stringify(value));
  const characters = Array.from(text);
  const cut =
    characters.length > MOST_OF_VALUE ? `${characters.slice(0, MOST_OF_VALUE - 1).join('')}…` : text;
  return typeof value === 'string' ? `"${cut}"` : cut;
}

/** Removes passwords, keys and signatures from web addresses. */
function withoutSecrets(text: string): string {
  return text
    .replace(/(\/\/)[^/@\s"]+@/g, '$1[redacted]@')
    .replace(/([?&][^=&\s"]*(?:token|key|secret|sig|pass|auth)[^=&\s"]*=)[^&#\s"]+/gi, '$1[redacted]');
}
