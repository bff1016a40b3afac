/** Against answers made to flood a report; real ones are far below, but for those that list what is allowed. */
const CHARACTERS = 2000;
/** A list of a few hundred materials fits. */
const LIST_CHARACTERS = 16_000;
/** Lists that are kept whole, of one service. */
const LISTS = 32;

/** What stands at the end of a message that was cut. */
export const CUT = '…';

/** A message that lists what is allowed: `composition.0.material must be one of the following values: OTHER, COTTON`. */
const LISTING = /must be one of the following values:/;

/** Whether a message lists what is allowed; words in the list mean nothing else. */
export const listsAllowed = (message: string): boolean => LISTING.test(message);

/** A message at the most that is kept of it; `lists` may be longer. */
export function bounded(message: string, lists: boolean): string {
  return cut(message, lists && listsAllowed(message) ? LIST_CHARACTERS : CHARACTERS);
}

const cut = (message: string, most: number): string =>
  message.length <= most ? message : message.slice(0, most - CUT.length) + CUT;

/** Keeps a long list whole the first time that it is told, and cuts it wherever else it comes: every row may bring it. */
export class LongMessages {
  readonly #told = new Set<string>();

  once<T extends object>(answer: T): T {
    if (!('messages' in answer) || !Array.isArray(answer.messages)) return answer;
    return { ...answer, messages: (answer.messages as string[]).map((message) => this.#once(message)) };
  }

  #once(message: string): string {
    if (message.length <= CHARACTERS) return message;
    // What stands before it names a place of the row.
    const list = message.slice(message.search(LISTING));
    if (this.#told.has(list) || this.#told.size >= LISTS) return cut(message, CHARACTERS);
    this.#told.add(list);
    return message;
  }
}
