import en from './language/compiled/en.js';
import type { Messages } from './language/compiled/messages.ts';
import type { Language } from './language/languages.ts';

let messages: Messages = en;
let chosen: Language = 'en';

/** The messages in the language of this process, as functions of their values: `say().screen.next({ command })`. */
export const say = (): Messages => messages;

/** The language of this process. */
export const language = (): Language => chosen;

/** Sets the language of this process. A command calls it before its first message. */
export async function useLanguage(name: Language): Promise<void> {
  messages = name === 'fr' ? (await import('./language/compiled/fr.js')).default : en;
  chosen = name;
}
