/**
 * Maximum length of a message. Real messages are far shorter, except lists of allowed values; longer ones would flood a
 * report.
 */
const CHARACTERS = 2000;
/** Maximum length of a list of allowed values: room for a few hundred materials. */
const LIST_CHARACTERS = 16_000;
/** Maximum number of lists that are kept whole for one service. */
const LISTS = 32;

/** The end of a truncated message. */
export const CUT = '…';

/** A message that lists allowed values: `composition.0.material must be one of the following values: OTHER, COTTON`. */
const LISTING = /must be one of the following values:/;

/** Whether a message lists allowed values. The values are not messages themselves. */
export const listsAllowed = (message: string): boolean => LISTING.test(message);

/** A message, truncated if it is too long. With `lists`, lists of allowed values may be longer. */
export function bounded(message: string, lists: boolean): string {
  return truncated(message, lists && listsAllowed(message) ? LIST_CHARACTERS : CHARACTERS);
}

const truncated = (message: string, most: number): string =>
  message.length <= most ? message : message.slice(0, most - CUT.length) + CUT;

/**
 * Keeps a long list whole the first time and truncates it after that, because the response to every row may repeat it.
 */
export class LongMessages {
  readonly #seen = new Set<string>();

  once<T extends object>(answer: T): T {
    if (!('messages' in answer) || !Array.isArray(answer.messages)) return answer;
    return { ...answer, messages: (answer.messages as string[]).map((message) => this.#once(message)) };
  }

  #once(message: string): string {
    if (message.length <= CHARACTERS) return message;
    // The text before the list is the path of a field in the row, which differs from row to row.
    const list = message.slice(message.search(LISTING));
    if (this.#seen.has(list) || this.#seen.size >= LISTS) return truncated(message, CHARACTERS);
    this.#seen.add(list);
    return message;
  }
}
