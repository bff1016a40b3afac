import en from './language/compiled/en.js';
import type { Explanations, Messages } from './language/compiled/messages.ts';
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

/** What explains the findings in the language of this process: examples and cures. */
export const explanations = async (): Promise<Explanations> =>
  (
    await (chosen === 'fr'
      ? import('./language/compiled/fr-explain.js')
      : import('./language/compiled/en-explain.js'))
  ).default;
