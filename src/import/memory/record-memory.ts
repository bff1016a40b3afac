import { type KindSpec, uncomparedFields } from '../../contract/kind.ts';
import { plainKey } from '../../fold.ts';
import { hashesOf, type RowRecord, referencesOf } from '../../import/input/staged-record.ts';
import { mayDifferIn } from '../../records/check/differences.ts';
import { contentHash } from './content-hash.ts';
import { NO_TEXT, NumberedTexts, NumberList } from './numbered-texts.ts';

/** Thrown when a check would need too much memory: a ledger stores the records then. */
export class NeedsLedger extends Error {}

/** How much a check keeps, in bytes: about two million records, or half a million if their content is compared. */
const MAX_MEMORY_BYTES = 400_000_000;
const BYTES_OF_KEY = 60;
const BYTES_OF_RECORD = 60;
const BYTES_OF_CONTENT = 300;
/** Maximum number of keys of references whose numbers are kept by text. */
const MAX_NAMED_KEYS = 5000;

/** The records of a sheet with the same kind, family and ending. */
interface RecordGroup extends Pick<RowRecord, 'sheetId' | 'family' | 'ending'> {
  readonly kind: string;
  readonly number: number;
  records: number;
}

/** The keys of a kind, or of the kinds that a reference may have. */
interface KeySpace {
  readonly number: number;
  readonly kinds: readonly string[];
  /** Whether texts are keys, beginnings of keys, keys or ids of the service, or shared references. */
  readonly use: 'key' | 'beginning' | 'id' | 'shared';
  /** The numbers of the first keys in references, by text. */
  readonly keysByText: Map<string, number>;
}

/** The parts of a kind that the rules across records use. */
interface KindRules {
  readonly keys: KeySpace;
  /** Its shared references. Records with one may differ in the fields `mayDiffer`. */
  readonly shared: KeySpace;
  readonly mayDiffer: ReadonlySet<string>;
  /** The fields that are not compared to find out whether two records with one key are the same. */
  readonly uncompared: ReadonlySet<string>;
  /** The fields in which a referenced record of the kind must have a certain value. */
  readonly expected: readonly { readonly field: string; readonly value: string }[];
}

/** The content of a record that is compared. */
interface Content extends ReturnType<typeof hashesOf> {
  readonly batch: string;
  readonly body: string;
}

/**
 * The keys, references and rows of all records of a check, in columns of numbers in which records and keys are numbered
 * from 0, and the content of the records that have a key or a shared reference in common.
 */
export class RecordMemory {
  readonly #kinds: readonly KindSpec[];
  #bytesLeft: number;
  readonly groups: RecordGroup[] = [];
  #group: RecordGroup | undefined;
  #isRepeat = false;
  readonly #spaces: KeySpace[] = [];
  readonly #spaceByName = new Map<string, KeySpace>();
  readonly #rules = new Map<KindSpec, KindRules>();
  readonly #keys = new NumberedTexts();
  /** Of each key: the first record that has it; of a shared reference: the hash of its first content. */
  readonly firstWith = new NumberList();
  /** Of each key: the hash of the content of its first record, if it is of a shared row. */
  readonly #hashes = new NumberList();
  /** By key: the number of records of shared rows that repeat the first one. */
  readonly #repeats = new Map<number, number>();
  /** The keys that records have and that are not plain (see `plainKey`), and those of several records. */
  readonly oddKeys: number[] = [];
  readonly repeatedKeys = new Set<number>();
  /** The shared references whose records have different content. */
  readonly #differing = new Set<number>();
  /** By field: the keys of records that lack it (null), or have another value than references expect. */
  readonly unexpectedValues = new Map<string, Map<number, string | null>>();
  /** Of each record: its key, group, row and line, and its first reference. */
  readonly keyOf = new NumberList();
  readonly #groupOf = new NumberList();
  readonly rowOf = new NumberList();
  readonly lineOf = new NumberList();
  readonly #referencesFrom = new NumberList();
  /** Of each reference: its key and its field. */
  readonly referenceKey = new NumberList();
  readonly #referenceField = new NumberList();
  readonly #fields: string[] = [];
  readonly #fieldNumbers = new Map<string, number>();
  readonly contents = new Map<number, Content>();

  /** `kinds`: all kinds of the interface. */
  constructor(kinds: readonly KindSpec[], mostBytes = MAX_MEMORY_BYTES) {
    this.#kinds = kinds;
    this.#bytesLeft = mostBytes;
  }

  /** The number of records. */
  get size(): number {
    return this.keyOf.length;
  }

  /** The number of keys. */
  get keys(): number {
    return this.#keys.size;
  }

  /**
   * Returns whether the record is of a shared row and repeats the first one with its key.
   *
   * @throws NeedsLedger
   */
  add(record: RowRecord): boolean {
    const rules = this.#rulesOf(record.kind);
    this.#referencesFrom.push(this.referenceKey.length);
    for (const reference of referencesOf(record)) {
      this.referenceKey.push(this.#keyNamed(reference));
      this.#referenceField.push(this.#fieldNumber(reference.field));
    }
    if (record.kind.sharedRef) this.#share(record, rules);
    this.#groupOf.push(this.#groupFor(record));
    this.rowOf.push(record.row);
    this.lineOf.push(record.line ?? 0);
    this.#isRepeat = false;
    this.keyOf.push(record.key === '' ? NO_TEXT : this.#ownKey(record, rules));
    this.#use(BYTES_OF_RECORD);
    return this.#isRepeat;
  }

  /** The number of records that repeat another one, if none with their key is compared. */
  get repeats(): number {
    return [...this.#repeats].reduce(
      (sum, [key, count]) => (this.repeatedKeys.has(key) ? sum : sum + count),
      0,
    );
  }

  /**
   * Keeps the content of a record that is read again, if it is compared.
   *
   * @throws NeedsLedger
   */
  compare(id: number, record: RowRecord): void {
    const shared = sharedOf(record);
    const isDiffering =
      shared !== null &&
      this.#differing.has(this.#keys.find(this.#rulesOf(record.kind).shared.number, shared));
    if (id >= this.size || !(isDiffering || this.repeatedKeys.has(this.keyOf.at(id)))) return;
    const body = JSON.stringify(record.body);
    this.contents.set(id, { ...hashesOf(record), batch: record.batch, body });
    this.#use(BYTES_OF_CONTENT + body.length);
  }

  /** Whether the content of any record is compared. */
  get isCompared(): boolean {
    return this.repeatedKeys.size + this.#differing.size > 0;
  }

  groupOf(record: number): RecordGroup {
    return this.groups[this.#groupOf.at(record)]!;
  }

  keyText(key: number): string {
    return this.#keys.text(key);
  }

  spaceOf(key: number): KeySpace {
    return this.#spaces[this.#keys.groupOf(key)]!;
  }

  /** The key of a kind; `NO_TEXT` if no record has it. */
  keyNamed(kind: string, text: string): number {
    const space = this.#space(kind);
    const key = this.#keys.find(space.number, text);
    return key === NO_TEXT || this.firstWith.at(key) === NO_TEXT ? NO_TEXT : key;
  }

  /** The keys of a kind that records have. */
  *keysOf(kind: string): Generator<number> {
    const { number } = this.#space(kind);
    for (let key = 0; key < this.keys; key++)
      if (this.#keys.groupOf(key) === number && this.firstWith.at(key) !== NO_TEXT) yield key;
  }

  /** The index of the first reference of a record. For `size`, the number of all references. */
  referencesFrom(record: number): number {
    return record < this.size ? this.#referencesFrom.at(record) : this.referenceKey.length;
  }

  fieldOf(reference: number): string {
    return this.#fields[this.#referenceField.at(reference)]!;
  }

  #use(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw new NeedsLedger();
  }

  #key(space: KeySpace, text: string): number {
    const key = this.#keys.add(space.number, text);
    if (key === this.firstWith.length) {
      this.firstWith.push(NO_TEXT);
      this.#hashes.push(0);
      this.#use(BYTES_OF_KEY + 2 * text.length);
    }
    return key;
  }

  #ownKey(record: RowRecord, { keys, expected, uncompared }: KindRules): number {
    const { key: text, body } = record;
    const key = this.#key(keys, text);
    // Zero stands for no hash.
    const hash = record.isOfSharedRow ? contentHash(body, uncompared) || 1 : 0;
    const first = this.firstWith.at(key);
    if (first !== NO_TEXT) {
      this.#isRepeat =
        hash !== 0 && hash === this.#hashes.at(key) && this.groupOf(first).family === record.family;
      if (this.#isRepeat) this.#repeats.set(key, (this.#repeats.get(key) ?? 0) + 1);
      else this.repeatedKeys.add(key);
      return key;
    }
    this.firstWith.set(key, this.size);
    this.#hashes.set(key, hash);
    if (plainKey(text) !== text) this.oddKeys.push(key);
    for (const { field, value } of expected) {
      const own = body[field];
      if (own === value) continue;
      const unexpected = this.unexpectedValues.get(field) ?? new Map<number, string | null>();
      this.unexpectedValues.set(field, unexpected.set(key, typeof own === 'string' ? own : null));
    }
    return key;
  }

  /** The key that a reference names. Most references name one of a few keys. */
  #keyNamed({ to, or, key: text, partial, orId }: ReturnType<typeof referencesOf>[number]): number {
    const kinds = or === undefined ? to : [to, ...or].join('|');
    const space = this.#space(kinds, partial ? 'beginning' : orId ? 'id' : 'key');
    const known = space.keysByText.get(text);
    if (known !== undefined) return known;
    const key = this.#key(space, text);
    // Not `text` itself: it may be a piece of a large text, which V8 would then keep in memory.
    if (space.keysByText.size < MAX_NAMED_KEYS) space.keysByText.set(this.keyText(key), key);
    return key;
  }

  #share(record: RowRecord, { shared, mayDiffer }: KindRules): void {
    const text = sharedOf(record);
    if (text === null) return;
    const hash = contentHash(record.body, mayDiffer);
    const before = this.keys;
    const key = this.#key(shared, text);
    if (key === before) this.firstWith.set(key, hash);
    else if (this.firstWith.at(key) !== hash) this.#differing.add(key);
  }

  /** `kinds`: joined by `|`. */
  #space(kinds: string, use: KeySpace['use'] = 'key'): KeySpace {
    const name = use === 'key' ? kinds : `${kinds} ${use}`;
    const known = this.#spaceByName.get(name);
    if (known) return known;
    const space = { number: this.#spaces.length, kinds: kinds.split('|'), use, keysByText: new Map() };
    this.#spaces.push(space);
    this.#spaceByName.set(name, space);
    return space;
  }

  #rulesOf(kind: KindSpec): KindRules {
    const known = this.#rules.get(kind);
    if (known) return known;
    const references = this.#kinds.flatMap((one) => one.references);
    const rules = {
      keys: this.#space(kind.name),
      shared: this.#space(kind.name, 'shared'),
      mayDiffer: new Set(mayDifferIn(kind)),
      uncompared: new Set(uncomparedFields(kind)),
      expected: references.flatMap(({ to, expects }) => (to === kind.name && expects ? [expects] : [])),
    };
    this.#rules.set(kind, rules);
    return rules;
  }

  #fieldNumber(field: string): number {
    let number = this.#fieldNumbers.get(field);
    if (number === undefined) {
      number = this.#fields.push(field) - 1;
      this.#fieldNumbers.set(field, number);
      this.#use(BYTES_OF_KEY);
    }
    return number;
  }

  #groupFor({ sheetId, kind: { name: kind }, family, ending }: RowRecord): number {
    const isOf = (one: RecordGroup | undefined) =>
      one?.sheetId === sheetId && one.kind === kind && one.family === family && one.ending === ending;
    if (!isOf(this.#group)) {
      this.#group = this.groups.findLast(isOf);
      if (!this.#group) {
        this.#group = { sheetId, kind, family, ending, number: this.groups.length, records: 0 };
        this.groups.push(this.#group);
      }
    }
    this.#group!.records++;
    return this.#group!.number;
  }
}

/** The shared reference of a record that is sent; null if it has none. */
function sharedOf({ kind, body, isSelected }: RowRecord): string | null {
  const value = isSelected && kind.sharedRef ? body[kind.sharedRef.field] : null;
  return typeof value === 'string' ? value : null;
}
