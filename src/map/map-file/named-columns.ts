import { cleanText } from '../../recognise/text.ts';
import { headerKey, type Meaning } from '../../records/headers.ts';
import { say } from '../../say.ts';
import type { MapEntry } from './entry.ts';
import type { SheetEntry } from './map-file.ts';

/**
 * What a map file says about a column. `key`: only a template or a unit uses it. `question`: nobody has decided its
 * field yet, so it is not read, even if its header is the name of a field.
 */
export type HeaderTarget = Meaning | 'ignore' | 'key' | 'question';

/** The target of a column with an open question. */
const QUESTION = '?';

/** The last column of a sheet is XFD. */
const MOST_COLUMNS = 16_384;

/** The columns that an entry names, by their headers or their letters. */
export class NamedColumns {
  /** Targets by the header as it is written, and by its folded form if no other header has that form. */
  readonly #exact = new Map<string, HeaderTarget>();
  readonly #folded = new Map<string, HeaderTarget | undefined>();
  /** The keys of `columns`, by header and by folded header. */
  readonly #keys = new Map<string, string>();
  /** Keys and targets of columns that letters name, by the index of the column from 0. */
  readonly byIndex = new Map<number, { readonly key: string; readonly target: HeaderTarget }>();
  /** Targets of the labels of a form, by their text. */
  readonly labels = new Map<string, HeaderTarget>();

  readonly #keysOfEntry: Pick<SheetEntry, 'columns' | 'labels'>;

  constructor(entry: MapEntry) {
    this.#keysOfEntry = entry.keys;
    for (const [header, text] of Object.entries(entry.keys.columns ?? {})) {
      const target = targetOf(entry, ['columns', header], text);
      if (target === undefined) continue;
      const clean = cleanText(header);
      if (clean === '' && typeof target === 'object')
        entry.fault(['columns', header], say().mapFile.byLetters());
      if (this.#exact.has(clean)) entry.fault(['columns', header], say().mapFile.headerTwice());
      if (!this.#keys.has(headerKey(clean))) this.#keys.set(headerKey(clean), header);
      this.#keys.set(clean, header);
      this.#add(clean, target);
    }
    for (const [letters, text] of Object.entries(entry.keys.letters ?? {})) {
      const target = targetOf(entry, ['letters', letters], text);
      const index = columnIndex(letters);
      if (index === undefined) entry.fault(['letters', letters], say().mapFile.notLetters({ letters }));
      else if (this.byIndex.has(index)) entry.fault(['letters', letters], say().mapFile.columnTwice());
      else if (target !== undefined) this.byIndex.set(index, { key: letters, target });
    }
    const folded = new Set<string>();
    for (const [label, text] of Object.entries(entry.keys.labels ?? {})) {
      const target = targetOf(entry, ['labels', label], text);
      if (headerKey(label) === '') entry.fault(['labels', label], say().mapFile.blank());
      if (folded.has(headerKey(label))) entry.fault(['labels', label], say().mapFile.headerTwice());
      folded.add(headerKey(label));
      if (target !== undefined) this.labels.set(label, target);
    }
  }

  /** The target of a key of `columns` or `labels`; null if the key is in neither of them. */
  named(key: string): HeaderTarget | undefined | null {
    const { columns = {}, labels = {} } = this.#keysOfEntry;
    if (Object.hasOwn(columns, key)) return this.target(cleanText(key));
    return Object.hasOwn(labels, key) ? this.labels.get(key) : null;
  }

  /** The target of a header; undefined if the map does not name it. */
  target(header: string): HeaderTarget | undefined {
    return this.#exact.get(header) ?? this.#folded.get(headerKey(header));
  }

  /** The key of `columns` for a header. */
  keyOf(header: string): string | undefined {
    return this.#keys.get(header) ?? this.#keys.get(headerKey(header));
  }

  /** Adds a column that only a template or a unit uses. */
  addUsed(header: string): void {
    if (this.target(header) === undefined) this.#add(header, 'key');
  }

  #add(header: string, target: HeaderTarget): void {
    this.#exact.set(header, target);
    const key = headerKey(header);
    this.#folded.set(key, this.#folded.has(key) ? undefined : target);
  }
}

function targetOf(entry: MapEntry, path: readonly string[], text: string): HeaderTarget | undefined {
  if (text === 'ignore') return text;
  return text === QUESTION ? 'question' : entry.field(path, text);
}

/** The index of a column from 0: `A` is 0, `AA` is 26. Undefined if the text is not the letters of a column. */
export function columnIndex(letters: string): number | undefined {
  if (!/^[a-z]{1,3}$/i.test(letters)) return undefined;
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return index <= MOST_COLUMNS ? index - 1 : undefined;
}
