import { KEY_SEPARATOR, type KindSpec } from '../../contract/kind.ts';
import type { IdentifiedRow } from '../input/read-context.ts';
import { referencesOf } from '../input/stage-row.ts';
import { type CompactKind, type CompactKinds, isUnexpected } from './compact-kinds.ts';
import { Hash } from './hash.ts';
import { HashTable } from './hash-table.ts';

/** What is known about a key: several records have it; a record with it lacks a value that references expect. */
const REPEATED = 1;
const UNEXPECTED_VALUE = 2;
/** What is known about a reference: its field expects a value; it matches no record; its record lacks the value. */
const EXPECTS = 1;
const UNRESOLVED = 2;
const UNEXPECTED_TARGET = 4;
/** The tag of the kind of a reference is in the bits above. */
const TAG_SHIFT = 3;
/** The lowest bit of a content hash: whether a record with the same shared reference has other content. */
const DIFFERS = 1;

/** Why a record may have a finding across records. */
export interface Suspicion {
  readonly isRepeated: boolean;
  readonly differs: boolean;
  /** Whether its values are compared with those that references expect. */
  readonly isTarget: boolean;
  /** Its references that may match no record, or a record with an unexpected value. */
  readonly references: ReturnType<typeof referencesOf>;
}

/** A key of a known record. */
interface KnownKey {
  readonly kind: string;
  readonly key: string;
}

/**
 * The hashes of the keys, references and shared content of all records: enough to know to which records the rules
 * across records cannot apply. Records whose hashes collide by chance are suspects, too.
 */
export class CompactRecords {
  readonly #kinds: CompactKinds;
  readonly #hash = new Hash();
  readonly #keys = new HashTable(1);
  readonly #references = new HashTable(1);
  readonly #shared = new HashTable(2);
  /** The tags of the kinds of unresolved references. */
  readonly #missed = new Set<number>();
  #isAnyRepeated = false;
  #differsAny = false;

  constructor(kinds: CompactKinds) {
    this.#kinds = kinds;
  }

  add(row: IdentifiedRow): void {
    const kind = this.#kinds.kinds.get(row.kind.name)!;
    if (row.key !== '') this.#addKey(kind, row);
    for (const { field, to, key, partial } of referencesOf(row)) {
      const tag = this.#kinds.tagOf(to)!;
      this.#hashKey(tag, key, partial);
      const at = this.#references.put(this.#hash.high, this.#hash.low);
      if (this.#references.isNew) this.#references.words[at] = tag << TAG_SHIFT;
      if (kind.expecting.has(field)) this.#references.words[at]! |= EXPECTS;
    }
    const shareKey = shareKeyOf(row);
    if (shareKey !== null) this.#addShared(kind, shareKey, row);
  }

  /**
   * Compares the references with the keys, once all records are added. Returns whether any record is a suspect.
   * `known`: the keys of the records of earlier runs.
   */
  compare(known: () => Iterable<KnownKey>): boolean {
    const { words } = this.#references;
    let isAnyUnresolved = false;
    let isAnyUnexpected = false;
    for (const at of this.#references.offsets()) {
      const found = this.#keys.find(words[at - 2]!, words[at - 1]!);
      if (found < 0) {
        words[at]! |= UNRESOLVED;
        isAnyUnresolved = true;
      }
      if ((words[at]! & EXPECTS) === 0) continue;
      // A record without the value may have it in the ledger.
      if (found >= 0 && (this.#keys.words[found]! & UNEXPECTED_VALUE) === 0) continue;
      words[at]! |= UNEXPECTED_TARGET;
      isAnyUnexpected = true;
    }
    if (isAnyUnresolved) {
      this.#resolve(known());
      for (const at of this.#references.offsets())
        if ((words[at]! & UNRESOLVED) !== 0) this.#missed.add(words[at]! >>> TAG_SHIFT);
    }
    return this.#missed.size > 0 || isAnyUnexpected || this.#isAnyRepeated || this.#differsAny;
  }

  /** Whether a reference to a record of the kind matches no record. Call it after `compare`. */
  isMissed({ name }: KindSpec): boolean {
    return this.#missed.has(this.#kinds.tagOf(name)!);
  }

  /** Why a record may have a finding; null if it cannot have one. Call it after `compare`. */
  suspicionOf(row: IdentifiedRow): Suspicion | null {
    const kind = this.#kinds.kinds.get(row.kind.name)!;
    let isRepeated = false;
    let isTarget = false;
    if (row.key !== '') {
      this.#hashKey(kind.tag, row.key, false);
      const at = this.#keys.find(this.#hash.high, this.#hash.low);
      isRepeated = at >= 0 && (this.#keys.words[at]! & REPEATED) !== 0;
      isTarget = kind.expected.length > 0 && (this.#referenceFlags() & UNEXPECTED_TARGET) !== 0;
    }
    const differs = this.#isShareDifferent(kind, row);
    const references = referencesOf(row).filter(({ to, key, partial }) => {
      this.#hashKey(this.#kinds.tagOf(to)!, key, partial);
      return (this.#referenceFlags() & (UNRESOLVED | UNEXPECTED_TARGET)) !== 0;
    });
    const isSuspect = isRepeated || isTarget || differs || references.length > 0;
    return isSuspect ? { isRepeated, differs, isTarget, references } : null;
  }

  #referenceFlags(): number {
    const at = this.#references.find(this.#hash.high, this.#hash.low);
    return at < 0 ? 0 : this.#references.words[at]!;
  }

  #addKey(kind: CompactKind, { key, body }: IdentifiedRow): void {
    this.#hashKey(kind.tag, key, false);
    const at = this.#keys.put(this.#hash.high, this.#hash.low);
    if (!this.#keys.isNew) {
      this.#keys.words[at]! |= REPEATED;
      this.#isAnyRepeated = true;
    }
    if (kind.expected.length > 0 && isUnexpected(kind, body)) this.#keys.words[at]! |= UNEXPECTED_VALUE;
    if (!kind.isPartlyNamed) return;
    this.#hashKey(kind.tag, beginningOf(key), true);
    this.#keys.put(this.#hash.high, this.#hash.low);
  }

  #addShared(kind: CompactKind, shareKey: string, { body }: IdentifiedRow): void {
    this.#hash.content(body, kind.mayDiffer);
    const { high, low } = this.#hash;
    this.#hashKey(kind.tag, shareKey, false);
    const at = this.#shared.put(this.#hash.high, this.#hash.low);
    const { words, isNew } = this.#shared;
    if (isNew) {
      words[at] = high;
      words[at + 1] = low & ~DIFFERS;
    } else if (words[at] !== high || (words[at + 1]! & ~DIFFERS) >>> 0 !== (low & ~DIFFERS) >>> 0) {
      words[at + 1]! |= DIFFERS;
      this.#differsAny = true;
    }
  }

  #isShareDifferent(kind: CompactKind, row: IdentifiedRow): boolean {
    const shareKey = shareKeyOf(row);
    if (shareKey === null) return false;
    this.#hashKey(kind.tag, shareKey, false);
    const at = this.#shared.find(this.#hash.high, this.#hash.low);
    return at >= 0 && (this.#shared.words[at + 1]! & DIFFERS) !== 0;
  }

  /** Marks the references to known records as resolved. */
  #resolve(known: Iterable<KnownKey>): void {
    for (const { kind, key } of known) {
      const tag = this.#kinds.tagOf(kind);
      if (tag === undefined) continue;
      this.#resolveKey(tag, key, false);
      if (this.#kinds.kinds.get(kind)?.isPartlyNamed) this.#resolveKey(tag, beginningOf(key), true);
    }
  }

  #resolveKey(tag: number, key: string, partial: boolean): void {
    this.#hashKey(tag, key, partial);
    const at = this.#references.find(this.#hash.high, this.#hash.low);
    if (at >= 0) this.#references.words[at]! &= ~UNRESOLVED;
  }

  #hashKey(tag: number, key: string, partial: boolean): void {
    this.#hash.start(partial ? tag + 1 : tag);
    this.#hash.text(key);
    this.#hash.end();
  }
}

/** A key without its last part, as a reference gives it that leaves this part blank. */
const beginningOf = (key: string): string => key.slice(0, key.lastIndexOf(KEY_SEPARATOR) + 1);

/** The shared reference of a record that is sent; null if it has none. */
function shareKeyOf({ kind, body, isSelected }: IdentifiedRow): string | null {
  if (!isSelected || !kind.sharedRef) return null;
  const value = body[kind.sharedRef.field];
  return typeof value === 'string' ? value : null;
}
