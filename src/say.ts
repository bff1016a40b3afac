import en from './language/compiled/en.js';
import type { Messages } from './language/compiled/messages.ts';
import type { Language } from './language/languages.ts';

let messages: Messages = en;
let chosen: Language = 'en';

/** The messages in the language of this process, as functions of their values: `say().screen.next({ command })`. */
export const say = (): Messages => messages;

/**
 * The name of a kind of records, or of another thing that rows refer to, in a sentence: `supplier`, `fournisseurs`. A
 * name without a text stays as it is.
 */
export function kindText(name: string, count = 1): string {
  const kinds: Readonly<Record<string, (values: { count: number }) => string>> = messages.kinds;
  return Object.hasOwn(kinds, name) ? kinds[name]!({ count }) : name;
}

/** The name of a kind of records with its article: `a supplier`. */
export function aKind(name: string): string {
  const texts: Readonly<Record<string, (values: { name: string }) => string>> = messages.aKind;
  return (Object.hasOwn(texts, name) ? texts[name]! : messages.aKind.other)({ name });
}

/** The language of this process. */
export const language = (): Language => chosen;

/** Sets the language of this process. A command calls it before its first message. */
export async function useLanguage(name: Language): Promise<void> {
  messages = name === 'fr' ? (await import('./language/compiled/fr.js')).default : en;
  chosen = name;
}
