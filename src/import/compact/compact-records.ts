import { KEY_SEPARATOR, type KindSpec } from '../../contract/kind.ts';
import { HashTable, PARTS } from '../../hashes/hash-table.ts';
import { Hash } from '../../hashes/key-hash.ts';
import { MAX_NAMED } from '../../ledger/cross.ts';
import { plainKey } from '../../look-alike.ts';
import type { IdentifiedRow } from '../input/read-context.ts';
import { referencesOf } from '../input/stage-row.ts';
import { type CompactKind, type CompactKinds, isUnexpected } from './compact-kinds.ts';
import { type Merge, SpilledTable, type SpillOptions } from './spilled-table.ts';

/**
 * Flags of a key: several records have it; a record with it lacks a value that references expect; it is the beginning
 * of keys.
 */
const REPEATED = 1;
const UNEXPECTED_VALUE = 2;
const BEGINNING = 4;
/** Flags of a reference: its field expects a value; the record may lack the value. */
const EXPECTS = 1;
const UNEXPECTED_TARGET = 2;
const OTHER_FAMILY = 4;
/** The value of a reference: whether it matches no record, and above this bit the tag of its kind. */
const UNRESOLVED = 1;
const TAG_SHIFT = 1;
/** Flag of a shared reference: records with it have different content. Its value is the hash of the first content. */
const DIFFERS = 1;

/** Why a record may have a finding across records. */
export interface Suspicion {
  readonly isRepeated: boolean;
  readonly differs: boolean;
  /** Whether its key looks like another one. */
  readonly looksAlike: boolean;
  /** Whether its values are compared with those that references expect. */
  readonly isTarget: boolean;
  /** Its references that may match no record, or a record with an unexpected value. */
  readonly references: ReturnType<typeof referencesOf>;
  /** Its references to a kind of which no record is known: they certainly match none, and resemble none. */
  readonly absent: ReturnType<typeof referencesOf>;
}

/** A key of a known record. */
interface KnownKey {
  readonly kind: string;
  readonly key: string;
  readonly family: string;
}

/**
 * The hashes of the keys, references and shared content of all records: enough to know to which records the rules
 * across records cannot apply. Records whose hashes collide by chance are suspects, too.
 */
export class CompactRecords {
  readonly #kinds: CompactKinds;
  readonly #hash = new Hash();
  readonly #keys: SpilledTable;
  readonly #references: SpilledTable;
  readonly #shared: SpilledTable;
  /** The plain forms of keys that are not plain, with a hash of the key. See `plainKey`. */
  readonly #odd: SpilledTable;
  /** What suspects have: repeated keys, references without the record that they expect, shared references that differ. */
  readonly #repeated = new HashTable(0);
  readonly #doubtful = new HashTable(1);
  readonly #different = new HashTable(0);
  /** The plain forms of keys that are not plain, and of those that look like other keys. */
  readonly #plain = new HashTable(0);
  readonly #alike = new HashTable(0);
  /** The tags of the kinds of unresolved references. */
  readonly #missed = new Set<number>();
  /** The tags of the kinds of which a record is known. */
  readonly #present = new Set<number>();
  /** Whether a reference is one of very many, which the ledger counts. */
  #isIrregular = false;

  /** `spill`: when its tables are written to temporary files, and where. */
  constructor(kinds: CompactKinds, spill?: SpillOptions) {
    this.#kinds = kinds;
    this.#keys = new SpilledTable(0, mergeKey, spill);
    this.#references = new SpilledTable(1, mergeReference, spill);
    this.#shared = new SpilledTable(1, mergeShared, spill);
    this.#odd = new SpilledTable(1, mergeShared, spill);
  }

  add(row: IdentifiedRow): void {
    const kind = this.#kinds.kinds.get(row.kind.name)!;
    if (row.key !== '') this.#addKey(kind, row);
    const references = referencesOf(row);
    if (references.length > MAX_NAMED) this.#isIrregular = true;
    for (const { field, to, key, partial } of references) {
      const tag = this.#kinds.tagOf(to)!;
      this.#hashKey(tag, key, partial);
      this.#addReference(tag, kind.expecting.has(field));
    }
    const shareKey = shareKeyOf(row);
    if (shareKey !== null) this.#addShared(kind, shareKey, row);
  }

  /** Adds the reference with the present hash. */
  #addReference(tag: number, expects: boolean): void {
    this.#references.add(this.#hash.high, this.#hash.low, expects ? EXPECTS : 0, tag << TAG_SHIFT);
  }

  /**
   * Compares the references with the keys, once all records are added. Returns whether any record is a suspect.
   * `known`: the keys of the records of earlier runs. `families`: those of the input.
   */
  compare(known: () => Iterable<KnownKey>, families: ReadonlySet<string>): boolean {
    let isAnyUnexpected = false;
    for (let part = 0; part < PARTS; part++) {
      const keys = this.#keys.part(part);
      if (this.#compareReferences(part, keys)) isAnyUnexpected = true;
      for (const at of keys.offsetsIn(part)) if (keys.has(at, REPEATED)) this.#repeated.putSame(keys, at);
      const shared = this.#shared.part(part);
      for (const at of shared.offsetsIn(part))
        if (shared.has(at, DIFFERS)) this.#different.putSame(shared, at);
      const odd = this.#odd.part(part);
      for (const at of odd.offsetsIn(part)) {
        this.#plain.putSame(odd, at);
        if (odd.has(at, DIFFERS) || keys.findSame(odd, at) >= 0) this.#alike.putSame(odd, at);
      }
    }
    this.close();
    const doubtful = this.#doubtful;
    if (doubtful.size > 0 || this.#plain.size > 0) this.#compareKnown(known(), families);
    for (const at of doubtful.offsets()) {
      if (this.#isUnresolved(at)) this.#missed.add(doubtful.value(at) >>> TAG_SHIFT);
      if (doubtful.has(at, OTHER_FAMILY)) isAnyUnexpected = true;
    }
    const found = [this.#missed, this.#repeated, this.#different, this.#alike];
    return isAnyUnexpected || found.some(({ size }) => size > 0);
  }

  /** Removes the temporary files. Only suspects can be found after it. */
  close(): void {
    for (const table of [this.#keys, this.#references, this.#shared, this.#odd]) table.close();
  }

  /** Keeps the doubtful references of a part. Returns whether any expects a value that a record may lack. */
  #compareReferences(part: number, keys: HashTable): boolean {
    const references = this.#references.part(part);
    let isAnyUnexpected = false;
    for (const at of references.offsetsIn(part)) {
      const found = keys.findSame(references, at);
      // A record without the value may have it in the ledger.
      const isUnexpected = references.has(at, EXPECTS) && (found < 0 || keys.has(found, UNEXPECTED_VALUE));
      if (found >= 0 && !isUnexpected) continue;
      const kept = this.#doubtful.putSame(references, at);
      this.#doubtful.setValue(kept, references.value(at) | (found < 0 ? UNRESOLVED : 0));
      if (!isUnexpected) continue;
      this.#doubtful.set(kept, UNEXPECTED_TARGET);
      isAnyUnexpected = true;
    }
    return isAnyUnexpected;
  }

  /** Whether a reference to a record of the kind matches no record. Call it after `compare`. */
  isMissed({ name }: KindSpec): boolean {
    return this.#missed.has(this.#kinds.tagOf(name)!);
  }

  /** Whether all references that match no record are to kinds of which no record is known. Call it after `compare`. */
  get areMissedAbsent(): boolean {
    return !this.#isIrregular && this.#missed.isDisjointFrom(this.#present);
  }

  /**
   * Why a record may have a finding; null if it cannot have one. Call it after `compare`. `isApart`: its absent references
   * are not among the others.
   */
  suspicionOf(row: IdentifiedRow, isApart = false): Suspicion | null {
    const kind = this.#kinds.kinds.get(row.kind.name)!;
    let isRepeated = false;
    let isTarget = false;
    let looksAlike = false;
    if (row.key !== '') {
      this.#hashKey(kind.tag, row.key, false);
      isRepeated = this.#repeated.find(this.#hash.high, this.#hash.low) >= 0;
      isTarget = kind.expected.length > 0 && this.#isUnexpectedTarget(this.#reference());
    }
    if (row.key !== '' && this.#alike.size > 0) {
      this.#hashKey(kind.tag, plainKey(row.key), false);
      looksAlike = this.#alike.find(this.#hash.high, this.#hash.low) >= 0;
    }
    const differs = this.#isShareDifferent(kind, row);
    const references: Suspicion['references'][number][] = [];
    const absent: Suspicion['absent'][number][] = [];
    for (const reference of referencesOf(row)) {
      const tag = this.#kinds.tagOf(reference.to)!;
      this.#hashKey(tag, reference.key, reference.partial);
      const at = this.#reference();
      if (!this.#isUnresolved(at) && !this.#isUnexpectedTarget(at) && !this.#isOfOtherFamily(at)) continue;
      (isApart && !this.#present.has(tag) ? absent : references).push(reference);
    }
    const isSuspect =
      isRepeated || looksAlike || isTarget || differs || references.length + absent.length > 0;
    return isSuspect ? { isRepeated, looksAlike, differs, isTarget, references, absent } : null;
  }

  /** The offset of the doubtful reference with the present hash; -1 if there is none. */
  #reference(): number {
    return this.#doubtful.find(this.#hash.high, this.#hash.low);
  }

  #isUnresolved(at: number): boolean {
    return at >= 0 && (this.#doubtful.value(at) & UNRESOLVED) !== 0;
  }

  #isUnexpectedTarget(at: number): boolean {
    return at >= 0 && this.#doubtful.has(at, UNEXPECTED_TARGET);
  }

  #isOfOtherFamily(at: number): boolean {
    return at >= 0 && this.#doubtful.has(at, OTHER_FAMILY);
  }

  #addKey(kind: CompactKind, { key, body }: IdentifiedRow): void {
    this.#present.add(kind.tag);
    this.#hashKey(kind.tag, key, false);
    const { low } = this.#hash;
    const lacks = kind.expected.length > 0 && isUnexpected(kind, body);
    this.#keys.add(this.#hash.high, this.#hash.low, lacks ? UNEXPECTED_VALUE : 0);
    const plain = plainKey(key);
    if (plain !== key) {
      this.#hashKey(kind.tag, plain, false);
      this.#odd.add(this.#hash.high, this.#hash.low, 0, low);
    }
    if (!kind.isPartlyNamed) return;
    this.#hashKey(kind.tag, beginningOf(key), true);
    this.#keys.add(this.#hash.high, this.#hash.low, BEGINNING);
  }

  #addShared(kind: CompactKind, shareKey: string, { body }: IdentifiedRow): void {
    const content = kind.shared.of(body);
    this.#hashKey(kind.tag, shareKey, false);
    this.#shared.add(this.#hash.high, this.#hash.low, 0, content);
  }

  #isShareDifferent(kind: CompactKind, row: IdentifiedRow): boolean {
    const shareKey = shareKeyOf(row);
    if (shareKey === null) return false;
    this.#hashKey(kind.tag, shareKey, false);
    return this.#different.find(this.#hash.high, this.#hash.low) >= 0;
  }

  /** Marks the references to known records as resolved, and the keys that look like theirs. */
  #compareKnown(known: Iterable<KnownKey>, families: ReadonlySet<string>): void {
    for (const { kind, key, family } of known) {
      const tag = this.#kinds.tagOf(kind);
      if (tag === undefined) continue;
      this.#present.add(tag);
      const isOther = family !== '' && !families.has(family);
      this.#resolveKey(tag, key, false, isOther);
      if (this.#plain.find(this.#hash.high, this.#hash.low) >= 0 && plainKey(key) === key)
        this.#alike.put(this.#hash.high, this.#hash.low);
      if (this.#kinds.kinds.get(kind)?.isPartlyNamed) this.#resolveKey(tag, beginningOf(key), true, isOther);
    }
  }

  #resolveKey(tag: number, key: string, partial: boolean, isOther: boolean): void {
    this.#hashKey(tag, key, partial);
    const at = this.#reference();
    if (at < 0) return;
    this.#doubtful.setValue(at, this.#doubtful.value(at) & ~UNRESOLVED);
    if (isOther) this.#doubtful.set(at, OTHER_FAMILY);
  }

  #hashKey(tag: number, key: string, partial: boolean): void {
    this.#hash.key(partial ? tag + 1 : tag, key);
  }
}

const mergeKey: Merge = (table, at, flags) => {
  if (!table.isNew && (flags & BEGINNING) === 0) table.set(at, REPEATED);
  table.set(at, flags);
};

const mergeReference: Merge = (table, at, flags, value) => {
  table.setValue(at, value);
  table.set(at, flags);
};

const mergeShared: Merge = (table, at, flags, content) => {
  if (table.isNew) table.setValue(at, content);
  else if (table.value(at) !== content) table.set(at, DIFFERS);
  table.set(at, flags);
};

/** A key without its last part, as a reference gives it that leaves this part blank. */
const beginningOf = (key: string): string => key.slice(0, key.lastIndexOf(KEY_SEPARATOR) + 1);

/** The shared reference of a record that is sent; null if it has none. */
function shareKeyOf({ kind, body, isSelected }: IdentifiedRow): string | null {
  if (!isSelected || !kind.sharedRef) return null;
  const value = body[kind.sharedRef.field];
  return typeof value === 'string' ? value : null;
}
