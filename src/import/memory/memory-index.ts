import { KEY_SEPARATOR, type KindSpec, type Reference } from '../../contract/kind.ts';
import { plainKey } from '../../fold.ts';
import { MAX_CANDIDATE_KEYS, MAX_NAMED_REFS } from '../../ledger/cross.ts';
import type { KnownRecords } from '../../ledger/known-records.ts';
import type {
  AddressedRecord,
  FamilyCount,
  RecordIndex,
  RecordReference,
  UnresolvedReference,
} from '../../records/check/record-index.ts';
import { levelsOf } from '../../send/plan/kind-waves.ts';
import { cyclesAmong, type RecordCycle } from '../staged/record-cycles.ts';
import type { MemoryStage } from './memory-stage.ts';
import { NO_TEXT } from './numbered-texts.ts';
import { openReferences } from './open-references.ts';
import type { RecordMemory } from './record-memory.ts';

/** The format of an id of the service. Other texts may have this format, too. */
const ID = /^[\da-f-]{8}-[\da-f-]{4}-[\da-f-]{4}-[\da-f-]{4}-[\da-f-]{12}$/i;

/** A reference of a record. `number`: that of its key. */
interface OwnReference extends Pick<RecordReference, 'field' | 'toKind' | 'toKey'> {
  readonly number: number;
}

/** Compares records in memory, with those of earlier runs. Its results are those of `CrossIndex`, in the same order. */
export class MemoryIndex implements RecordIndex {
  readonly #stage: MemoryStage;
  readonly #memory: RecordMemory;
  readonly #known: KnownRecords | null;
  /** By the number of the key of a reference: the kinds that have a record with it. Used if earlier runs have records. */
  readonly #kindsOfKey = new Map<number, readonly string[]>();
  /** By kind: the keys of records, in order, by their beginning, which is all parts but the last one. */
  readonly #keysByBeginning = new Map<string, Map<string, number[]>>();
  /** The records of each key that several records have, by family. */
  #sameKeys: Map<number, Map<string, number[]>> | undefined;

  constructor(stage: MemoryStage, known: KnownRecords | null) {
    this.#stage = stage;
    this.#memory = stage.records;
    this.#known = known;
  }

  *recordsWithSameKey(): Generator<AddressedRecord> {
    const sameKeys = this.#recordsByKey();
    const textOf = (key: number) => this.#memory.keyText(key);
    const kindOf = (key: number) => this.#memory.spaceOf(key).kinds[0]!;
    const keys = [...sameKeys.keys()].sort(
      (one, other) => compareTexts(kindOf(one), kindOf(other)) || compareTexts(textOf(one), textOf(other)),
    );
    for (const key of keys)
      for (const [, ids] of [...sameKeys.get(key)!].sort(([one], [other]) => compareTexts(one, other)))
        if (ids.length > 1) for (const id of ids) yield this.#row(id);
  }

  differingRecord({ id, family, hash }: AddressedRecord): AddressedRecord | undefined {
    const ids = this.#recordsByKey().get(this.#memory.keyOf.at(id))!.get(family)!;
    const other = ids.find((one) => this.#memory.contents.get(one)!.hash !== hash);
    return other === undefined ? undefined : this.#row(other);
  }

  bodyOf({ id }: AddressedRecord): string {
    return this.#memory.contents.get(id)!.body;
  }

  *sharedRefs(): Generator<AddressedRecord & { shareKey: string; shareHash: string }> {
    const { contents } = this.#memory;
    const shared = [...contents].flatMap(([id, { shareKey, shareHash }]) =>
      shareKey === null ? [] : [{ id, kind: this.#memory.groupOf(id).kind, shareKey, shareHash: shareHash! }],
    );
    const groups = Map.groupBy(shared, ({ kind, shareKey }) => JSON.stringify([kind, shareKey]));
    const differing = [...groups.values()].filter((group) =>
      group.some(({ shareHash }) => shareHash !== group[0]!.shareHash),
    );
    const sorted = differing.sort(
      ([one], [other]) =>
        compareTexts(one!.kind, other!.kind) || compareTexts(one!.shareKey, other!.shareKey),
    );
    for (const { id, shareKey, shareHash } of sorted.flat()) yield { ...this.#row(id), shareKey, shareHash };
  }

  *unresolvedReferences(): Generator<UnresolvedReference> {
    const isMissing = (key: number) =>
      this.#kindsOf(key).length === 0 &&
      !(this.#memory.spaceOf(key).use === 'id' && ID.test(this.#memory.keyText(key)));
    for (const { id, references } of this.#references(isMissing)) {
      const groups = Map.groupBy(references, ({ field, toKind }) => `${field} ${toKind}`);
      for (const group of groups.values()) {
        for (const reference of group.slice(0, MAX_NAMED_REFS)) yield { ...this.#row(id), ...reference };
        const more = group.length - MAX_NAMED_REFS;
        if (more > 0) yield { ...this.#row(id), ...group[0]!, toKey: '', more };
      }
    }
  }

  *ambiguousReferences(): Generator<RecordReference> {
    const isAmbiguous = (key: number) =>
      this.#memory.spaceOf(key).kinds.length > 1 && this.#kindsOf(key).length > 1;
    for (const { id, references } of this.#references(isAmbiguous))
      for (const { field, toKey, number } of references)
        yield { ...this.#row(id), field, toKind: this.#kindsOf(number).toSorted().join(', '), toKey };
  }

  keysOf(kind: string): string[] {
    const keys = new Set(this.#known?.keysOf(kind));
    for (const key of this.#memory.keysOf(kind)) keys.add(this.#memory.keyText(key));
    return [...keys].sort(compareTexts).slice(0, MAX_CANDIDATE_KEYS);
  }

  hasSheetOf(kind: string): boolean {
    return this.#stage.sheets.some((sheet) => sheet.kind === kind);
  }

  *lookAlikes(): Generator<AddressedRecord & { other: string }> {
    const found = [...this.#oddKeys(), ...this.#likeKnownOddKeys()];
    yield* found.sort((one, other) => one.id - other.id);
  }

  /** The records with a plain key that is new, but looks like a key of an earlier run that is not plain. */
  *#likeKnownOddKeys(): Generator<AddressedRecord & { other: string }> {
    if (this.#known === null) return;
    for (const kind of new Set(this.#stage.sheets.map((sheet) => sheet.kind))) {
      const others = new Map<string, string>();
      for (const [other, plain] of this.#known.oddKeys(kind))
        if (!others.has(plain)) others.set(plain, other);
      for (const [plain, other] of others) {
        const key = this.#memory.keyNamed(kind, plain);
        if (key !== NO_TEXT && this.#known.familiesOf(kind, plain, false).length === 0)
          yield { ...this.#row(this.#memory.firstWith.at(key)), other };
      }
    }
  }

  *#oddKeys(): Generator<AddressedRecord & { other: string }> {
    const firsts = new Map<string, string>();
    for (const odd of this.#memory.oddKeys) {
      const row = this.#row(this.#memory.firstWith.at(odd));
      const plain = plainKey(row.key);
      const name = `${row.kind} ${plain}`;
      const first = firsts.get(name) ?? row.key;
      firsts.set(name, first);
      if (this.#familiesWith(row.kind, plain, false).length > 0) yield { ...row, other: plain };
      else if (first !== row.key) yield { ...row, other: first };
    }
  }

  *referencesToOtherFamilies(): Generator<RecordReference & { actual: string }> {
    if (this.#known === null && new Set(this.#memory.groups.map(({ family }) => family)).size < 2) return;
    const actualOf = (key: number, id: number): string | undefined => {
      const { kinds, use } = this.#memory.spaceOf(key);
      const { family } = this.#memory.groupOf(id);
      if (family === '') return undefined;
      const families = this.#familiesWith(kinds[0]!, this.#memory.keyText(key), use === 'beginning');
      return families.includes(family) || families.includes('') ? undefined : families[0];
    };
    for (const isBeginning of [false, true]) {
      const isOther = (key: number, _: number, id: number) =>
        (this.#memory.spaceOf(key).use === 'beginning') === isBeginning && actualOf(key, id) !== undefined;
      for (const { id, references } of this.#references(isOther))
        for (const reference of references)
          yield { ...this.#row(id), ...reference, actual: actualOf(reference.number, id)! };
    }
  }

  families(): FamilyCount[] {
    const families = new Map<string, { kind: string; family: string; count: number }>();
    for (const group of this.#memory.groups) {
      const { kind, family, records } = group;
      if (family === '' || this.#stage.endingOf(group) === 'not-attempted') continue;
      const known = families.get(`${kind} ${family}`);
      if (known) known.count += records;
      else families.set(`${kind} ${family}`, { kind, family, count: records });
    }
    return [...families.values()];
  }

  *recordsOfFamily(kind: string, family: string): Generator<AddressedRecord> {
    for (let id = 0; id < this.#memory.size; id++) {
      const group = this.#memory.groupOf(id);
      if (group.kind !== kind || group.family !== family) continue;
      if (this.#stage.endingOf(group) !== 'not-attempted') yield this.#row(id);
    }
  }

  *unexpectedValues(
    naming: { readonly kind: string; readonly field: string; readonly to: string },
    expects: NonNullable<Reference['expects']>,
  ): Generator<AddressedRecord & { toKey: string; actual: string }> {
    const own = this.#memory.unexpectedValues.get(expects.field);
    const actualOf = (key: number): string | null => {
      const value = own?.get(key);
      if (value === undefined && this.#memory.firstWith.at(key) !== NO_TEXT) return null;
      return value ?? this.#known?.textOf(naming.to, this.#memory.keyText(key), expects.field) ?? null;
    };
    const isUnexpected = (key: number, at: number, id: number): boolean => {
      const { kinds, use } = this.#memory.spaceOf(key);
      if (use !== 'key' || kinds[0] !== naming.to || this.#memory.fieldOf(at) !== naming.field) return false;
      return (
        this.#memory.groupOf(id).kind === naming.kind && (actualOf(key) ?? expects.value) !== expects.value
      );
    };
    for (const { id, references } of this.#references(isUnexpected))
      for (const { toKey, number } of references)
        yield { ...this.#row(id), toKey, actual: actualOf(number)! };
  }

  /** The cycles of references among records. Those that repeat another record are not sent. */
  cycles(kinds: readonly KindSpec[]): RecordCycle[] {
    return levelsOf(kinds).flatMap((level) => {
      if (!level.circular) return [];
      const names = new Set(level.kinds.map(({ name }) => name));
      const isOfLevel = (id: number) => names.has(this.#memory.groupOf(id).kind) && !this.#stage.isTwin(id);
      const keysNamed = (key: number): readonly number[] => {
        if (this.#memory.spaceOf(key).use === 'beginning') return [];
        const kinds = this.#kindsOf(key).filter((kind) => names.has(kind));
        return kinds.map((kind) => this.#memory.keyNamed(kind, this.#memory.keyText(key)));
      };
      return cyclesAmong(openReferences(this.#memory, isOfLevel, keysNamed), (id) => this.#row(id));
    });
  }

  /** The records with references whose keys pass a test, each once, in the order of field, kind and key. */
  *#references(
    test: (key: number, reference: number, record: number) => boolean,
  ): Generator<{ readonly id: number; readonly references: readonly OwnReference[] }> {
    for (let id = 0; id < this.#memory.size; id++) {
      const found: OwnReference[] = [];
      const end = this.#memory.referencesFrom(id + 1);
      for (let at = this.#memory.referencesFrom(id); at < end; at++) {
        const key = this.#memory.referenceKey.at(at);
        if (!test(key, at, id)) continue;
        const toKind = this.#memory.spaceOf(key).kinds.join('|');
        found.push({
          field: this.#memory.fieldOf(at),
          toKind,
          toKey: this.#memory.keyText(key),
          number: key,
        });
      }
      const sorted = found.length > 1 ? found.sort(compareReferences) : found;
      const references = sorted.filter(
        (one, at) => at === 0 || compareReferences(sorted[at - 1]!, one) !== 0,
      );
      if (references.length > 0) yield { id, references };
    }
  }

  /** The kinds that have a record with the key of a reference. */
  #kindsOf(key: number): readonly string[] {
    const { kinds, use } = this.#memory.spaceOf(key);
    if (use === 'key' && this.#memory.firstWith.at(key) !== NO_TEXT) return kinds;
    const known = this.#kindsOfKey.get(key);
    if (known) return known;
    const text = this.#memory.keyText(key);
    const found = kinds.filter((kind) => this.#familiesWith(kind, text, use === 'beginning').length > 0);
    if (this.#known !== null) this.#kindsOfKey.set(key, found);
    return found;
  }

  /** The families of the records of a kind with a key, or with keys that begin with it: those of the input first. */
  #familiesWith(kind: string, text: string, isBeginning: boolean): readonly string[] {
    const known = this.#known?.familiesOf(kind, text, isBeginning) ?? [];
    const key = isBeginning ? NO_TEXT : this.#memory.keyNamed(kind, text);
    const keys = isBeginning ? (this.#keysWith(kind).get(text) ?? []) : key === NO_TEXT ? [] : [key];
    return [...keys.flatMap((one) => this.#familiesOf(one)), ...known];
  }

  #familiesOf(key: number): string[] {
    const several = this.#recordsByKey().get(key);
    return several ? [...several.keys()] : [this.#memory.groupOf(this.#memory.firstWith.at(key)).family];
  }

  #recordsByKey(): ReadonlyMap<number, ReadonlyMap<string, readonly number[]>> {
    if (this.#sameKeys) return this.#sameKeys;
    const { repeatedKeys: repeated, keyOf } = this.#memory;
    const found = new Map<number, Map<string, number[]>>();
    for (let id = 0; repeated.size > 0 && id < this.#memory.size; id++) {
      const key = keyOf.at(id);
      if (!repeated.has(key)) continue;
      const families = found.get(key) ?? new Map<string, number[]>();
      found.set(key, families);
      const { family } = this.#memory.groupOf(id);
      const ids = families.get(family);
      if (ids) ids.push(id);
      else families.set(family, [id]);
    }
    this.#sameKeys = found;
    return found;
  }

  #keysWith(kind: string): ReadonlyMap<string, readonly number[]> {
    let keys = this.#keysByBeginning.get(kind);
    if (!keys) {
      const textOf = (key: number) => this.#memory.keyText(key);
      const sorted = [...this.#memory.keysOf(kind)].sort((one, other) =>
        compareTexts(textOf(one), textOf(other)),
      );
      keys = Map.groupBy(sorted, (key) => textOf(key).slice(0, textOf(key).lastIndexOf(KEY_SEPARATOR) + 1));
      this.#keysByBeginning.set(kind, keys);
    }
    return keys;
  }

  #row(id: number): AddressedRecord {
    const { kind, family, sheetId } = this.#memory.groupOf(id);
    const { file, sheet, columns } = this.#stage.sheets[sheetId - 1]!;
    const { hash, batch } = this.#memory.contents.get(id) ?? { hash: '', batch: '' };
    const key = this.#memory.keyOf.at(id);
    return {
      ...{ id, kind, family, key: key === NO_TEXT ? '' : this.#memory.keyText(key), hash, batch },
      ...{ file, sheet, row: this.#memory.rowOf.at(id), line: this.#memory.lineOf.at(id) || null, columns },
    };
  }
}

const SURROGATE = /[\ud800-\udfff]/;

/** Compares texts by their code points, as SQLite does. */
function compareTexts(one: string, other: string): number {
  if (SURROGATE.test(one) || SURROGATE.test(other))
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : one > other ? 1 : 0;
}

const compareReferences = (one: OwnReference, other: OwnReference): number =>
  compareTexts(one.field, other.field) ||
  compareTexts(one.toKind, other.toKind) ||
  compareTexts(one.toKey, other.toKey);
