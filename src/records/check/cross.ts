import { isQuantity } from '../../contract/field.ts';
import { type Body, KEY_SEPARATOR, type KindSpec, keyText } from '../../contract/kind.ts';
import { remembered } from '../../contract/remembered.ts';
import { fieldText, originText } from '../../findings/finding.ts';
import { firstDifference, plainKey } from '../../fold.ts';
import { didYouMeanAny, nearestKey } from '../../nearest.ts';
import { cut } from '../../recognise/text.ts';
import { aKind, kindText, numberText, orText, say, theKind } from '../../say.ts';
import { severityOf } from './check-row.ts';
import { type CrossFinding, findingOn, shownKey } from './cross-finding.ts';
import { differencesOf, mayDifferIn, notComparedIn } from './differences.ts';
import type { RecordIndex } from './record-index.ts';
import { type AddressedRecord, columnsOf, tableKey } from './record-index.ts';
import { strayFamilies } from './stray-families.ts';

export interface CrossSettings {
  readonly strict: boolean;
  /** Assume that records missing from the input exist in the service: an unknown reference is a warning. */
  readonly externalRefs: boolean;
  readonly kinds: readonly KindSpec[];
  /** The tables (`tableKey`) whose rows are also those of other tables: many rows may repeat one record. */
  readonly sharedTables?: ReadonlySet<string>;
}

/** Runs all rules across records. */
export function* checkAcross(index: RecordIndex, settings: CrossSettings): Iterable<CrossFinding> {
  yield* sameKeyTwice(index, settings);
  yield* unknownReferences(index, settings);
  yield* sharedReferences(index, settings);
  yield* lookAlikeKeys(index, settings);
  yield* strayFamilies(index);
  yield* otherFamilies(index);
  yield* wrongTargets(index, settings);
}

/** The number of rows with the same key that are read ahead to find one with different content. */
const ROWS_AHEAD = 100;

/** Reports duplicate keys: identical rows are one record; different content is an error on each row. */
function* sameKeyTwice(index: RecordIndex, settings: CrossSettings): Iterable<CrossFinding> {
  let group: SameKey | undefined;
  for (const row of index.recordsWithSameKey()) {
    if (!group || !sameRecord(group.first, row)) {
      if (group) yield* group.findingsAhead();
      group = new SameKey(row, settings, index);
    }
    yield* group.add(row);
  }
  if (group) yield* group.findingsAhead();
}

const NO_TABLES: ReadonlySet<string> = new Set();

/** The rows with the same key. A file may have a million of them. */
class SameKey {
  readonly first: AddressedRecord;
  readonly #field: string | null;
  readonly #key: string;
  readonly #index: RecordIndex;
  readonly #notCompared: readonly string[];
  /** The field of a quantity, sent for one row only: the rows may be sizes whose column is not read. */
  readonly #quantityField: string | undefined;
  readonly #sharedTables: ReadonlySet<string>;
  /** The hashes of the contents with an error. */
  readonly #reported = new Set<string>();
  /** The first rows, while it is unknown whether the content of any row differs. */
  #ahead: AddressedRecord[] = [];
  /** The first row with different content; null if there is none, undefined if unknown. */
  #different: AddressedRecord | null | undefined;

  constructor(
    first: AddressedRecord,
    { kinds, sharedTables = NO_TABLES }: CrossSettings,
    index: RecordIndex,
  ) {
    this.first = first;
    this.#index = index;
    this.#sharedTables = sharedTables;
    const kind = kinds.find(({ name }) => name === first.kind);
    this.#field = kind?.key[0] ?? null;
    this.#notCompared = notComparedIn(kind);
    const quantity = kind?.fields.find(({ value }) => isQuantity(value));
    this.#quantityField = quantity && fieldText(quantity.path);
    this.#key = shownKey(first.key);
  }

  *add(row: AddressedRecord): Iterable<CrossFinding> {
    if (this.#different === undefined) {
      this.#ahead.push(row);
      if (row.hash !== this.first.hash) this.#different = row;
      else if (this.#ahead.length < ROWS_AHEAD) return;
      else this.#different = this.#index.differingRecord(row) ?? null;
      yield* this.findingsAhead();
    } else {
      yield* this.#findingsOf(row);
    }
  }

  /** Yields the findings on the rows that were read ahead. Call it after the last row, too. */
  *findingsAhead(): Iterable<CrossFinding> {
    for (const row of this.#ahead) yield* this.#findingsOf(row);
    this.#ahead = [];
  }

  *#findingsOf(row: AddressedRecord): Iterable<CrossFinding> {
    const { first } = this;
    // Many rows may describe one supplier: those with the same content are one record.
    const isShared = this.#sharedTables.has(tableKey(row));
    if (this.#different && !(isShared && this.#reported.has(row.hash))) {
      this.#reported.add(row.hash);
      const other = row.hash === first.hash ? this.#different : first;
      const about = { kind: theKind(row.kind), key: this.#key, place: placeOf(other) };
      const message = say().across.otherContent(about);
      const differences = differencesIn(this.#index, row, other, this.#notCompared);
      yield findingOn(row, 'duplicate-different', this.#field, message, this.#key, 'invalid', differences);
    } else if (row !== first) {
      const { repeats, repeatsQuantity } = say().across;
      const about = { kind: theKind(row.kind), key: this.#key, place: placeOf(first) };
      const field = this.#quantityField;
      const sentence = field === undefined ? repeats(about) : repeatsQuantity({ ...about, field });
      const message = withBatches(sentence, first, row);
      const found = findingOn(row, 'duplicate-identical', this.#field, message, this.#key, 'twin');
      yield isShared ? { ...found, isExpected: true } : found;
    }
  }
}

const differencesIn = (
  index: RecordIndex,
  row: AddressedRecord,
  other: AddressedRecord,
  except: readonly string[],
): string | undefined =>
  differencesOf(
    { record: row, body: JSON.parse(index.bodyOf(row)) as Body },
    { record: other, body: JSON.parse(index.bodyOf(other)) as Body },
    except,
  );

/**
 * The sentence, with a remark on two rows that differ only in their batch. They are the same record, because the
 * batch is not content.
 */
const withBatches = (sentence: string, first: AddressedRecord, row: AddressedRecord): string =>
  first.batch === row.batch
    ? sentence
    : say().across.otherBatch({ sentence, first: cut(first.batch, 200), own: cut(row.batch, 200) });

function sameRecord(a: AddressedRecord, b: AddressedRecord): boolean {
  return a.kind === b.kind && a.key === b.key && a.family === b.family;
}

/**
 * Maximum number of key comparisons for suggestions (about two seconds). Later references get no
 * suggestion.
 */
const MAX_COMPARISONS = 5_000_000;

/** Reports references to records that are neither in the input nor known from earlier runs. */
function* unknownReferences(index: RecordIndex, settings: CrossSettings): Iterable<CrossFinding> {
  const { externalRefs } = settings;
  /** The keys of the records of kinds, by their text and by their plain form (`plainKey`). */
  const keysOf = remembered((toKind: string) => {
    const keys = toKind.split('|').flatMap((kind) => index.keysOf(kind));
    return {
      among: new Map(keys.map((key) => [keyText(key), key])),
      alike: new Map(keys.map((key) => [plainKey(key), key])),
    };
  }, Infinity);
  const suggestions = new Map<string, string | undefined>();
  let remaining = MAX_COMPARISONS;
  const code = externalRefs ? 'reference-external' : 'reference-unknown';
  const effect = externalRefs ? null : 'invalid';
  const missingSheet = remembered(
    (toKind: string) => (externalRefs ? undefined : missingSheetOf(index, toKind.split('|'))),
    Infinity,
  );
  for (const row of index.unresolvedReferences()) {
    const toKinds = row.toKind.split('|');
    if (row.more !== undefined) {
      const count = { count: row.more, number: numberText(row.more) };
      const value = say().across.moreOfRow({ ...count, row: String(row.row) });
      const names = orText(toKinds.map((kind) => kindText(kind)));
      const message = say().across.moreUnknown({ ...count, kinds: names });
      yield findingOn(row, code, row.field, message, value, effect);
      continue;
    }
    const id = `${row.toKind}\u001e${row.toKey}`;
    if (!suggestions.has(id) && suggestions.size < 2000) {
      const { among, alike } = keysOf(row.toKind);
      const text = keyText(row.toKey);
      const same = alike.get(plainKey(row.toKey));
      const cost = same === undefined ? among.size * Math.ceil(text.length / 32) ** 2 : 0;
      const near = cost > remaining || same !== undefined ? undefined : nearestKey(text, among.keys());
      suggestions.set(id, same ?? (near === undefined ? undefined : among.get(near)));
      if (cost <= remaining) remaining -= cost;
    }
    const named = namedKey(row.toKey);
    const near = suggestions.get(id);
    const message = unknownMessage(toKinds, named);
    const { field, suggestion } =
      near === undefined
        ? { field: row.field, suggestion: missingSheet(row.toKind) }
        : meantKey(row, near, settings.kinds);
    yield findingOn(row, code, field, message, named, effect, suggestion);
  }
}

/** The key of a reference for a message; its last part may be blank. */
const namedKey = (key: string): string =>
  key.includes(KEY_SEPARATOR) ? shownKey(key).replace(/ \/ $/, '') : cut(key, 200);

const unknownMessage = (kinds: readonly string[], key: string): string =>
  say().across.unknown({ kinds: orText(kinds.map(theKind)), key });

/**
 * A key that may be meant, with the field to correct. Of a key with several parts, only the parts that differ are
 * named, because a person writes the suggestion in the cell.
 */
function meantKey(
  row: AddressedRecord & { readonly field: string; readonly toKind: string; readonly toKey: string },
  near: string,
  kinds: readonly KindSpec[],
): { field: string; suggestion: string | undefined } {
  const { field, toKind, toKey } = row;
  const reference = kinds
    .find(({ name }) => name === row.kind)
    ?.references.find(({ fields, to }) => fields[0] === field && toKind.split('|').includes(to));
  const own = toKey.split(KEY_SEPARATOR);
  const meant = near.split(KEY_SEPARATOR);
  const fields = reference?.fields ?? [];
  if (fields.length < 2 || fields.length !== own.length || fields.length !== meant.length)
    return { field, suggestion: didYouMeanAny([keyText(near)]).suggestion };
  const different = fields.flatMap((name, at) => (own[at] === meant[at] ? [] : { name, part: meant[at]! }));
  const [first] = different;
  if (different.length === 1 && columnsOf(row)[first!.name] !== undefined)
    return { field: first!.name, suggestion: didYouMeanAny([first!.part]).suggestion };
  const parts = different.map(({ name, part }) => `${fieldText(name)} "${cut(part, 60)}"`).join(', ');
  return { field, suggestion: say().across.meantParts({ parts }) };
}

/** What to do if the input has no sheet of any of these kinds. */
function missingSheetOf(index: RecordIndex, kinds: readonly string[]): string | undefined {
  if (kinds.some((kind) => index.hasSheetOf(kind))) return undefined;
  const texts: Readonly<Record<string, () => string>> = say().noSheet;
  const own = kinds.length === 1 ? texts[kinds[0]!] : undefined;
  return (own ?? say().noSheet.any)();
}

/**
 * Reports rows that have the same component reference but different content. Each row is compared
 * with the first row of its group.
 */
function* sharedReferences(index: RecordIndex, settings: CrossSettings): Iterable<CrossFinding> {
  let first: (AddressedRecord & { shareKey: string; shareHash: string }) | undefined;
  for (const row of index.sharedRefs()) {
    if (!first || first.kind !== row.kind || first.shareKey !== row.shareKey) {
      first = row;
      continue;
    }
    if (row.shareHash === first.shareHash) continue;
    const kind = settings.kinds.find(({ name }) => name === row.kind);
    const field = kind?.sharedRef?.field ?? null;
    const about = { kind: theKind(row.kind), key: shownKey(row.shareKey), place: placeOf(first) };
    const message = say().across.sharedDiffers(about);
    const differences = differencesIn(index, row, first, mayDifferIn(kind));
    yield findingOn(row, 'shared-ref-differs', field, message, row.shareKey, null, differences);
  }
}

/** Reports keys that a person would take for another key: both are sent, as two records. */
function* lookAlikeKeys(index: RecordIndex, { kinds, strict }: CrossSettings): Iterable<CrossFinding> {
  for (const row of index.lookAlikes()) {
    const parts = row.key.split(KEY_SEPARATOR);
    const otherParts = row.other.split(KEY_SEPARATOR);
    const at = parts.findIndex((part, index) => part !== otherParts[index]);
    const [own, others] = firstDifference(parts[at] ?? row.key, otherParts[at] ?? row.other);
    const message = say().across.looksAlike({
      ...{ kind: theKind(row.kind), key: shownKey(row.key), other: shownKey(row.other) },
      ...{ own: own || '-', others: others || '-' },
    });
    const field = kinds.find(({ name }) => name === row.kind)?.key[Math.max(at, 0)] ?? null;
    const severity = severityOf('key-looks-alike', strict);
    const { finding, record } = findingOn(row, 'key-looks-alike', field, message, shownKey(row.key), null);
    yield { finding: { ...finding, severity }, record, effect: null };
  }
}

/** Reports references to records of another family, which the service may not find. */
function* otherFamilies(index: RecordIndex): Iterable<CrossFinding> {
  for (const row of index.referencesToOtherFamilies()) {
    const message = say().across.otherFamily({
      ...{ kind: theKind(row.kind), key: shownKey(row.key), family: row.family },
      ...{ to: theKind(row.toKind), toKey: shownKey(row.toKey), actual: row.actual },
    });
    yield findingOn(row, 'reference-family', row.field, message, shownKey(row.toKey), null);
  }
}

/**
 * Reports references to records of the wrong category: a warehouse is a supplier of the category for warehouses
 * (interface 2.1).
 */
function* wrongTargets(index: RecordIndex, { kinds }: CrossSettings): Iterable<CrossFinding> {
  for (const kind of kinds) {
    for (const { fields, to, expects } of kind.references) {
      if (expects === undefined) continue;
      const [field] = fields as [string];
      for (const row of index.unexpectedValues({ kind: kind.name, field, to }, expects)) {
        const message = say().across.wrongTarget({
          ...{ field, key: shownKey(row.toKey), aKind: aKind(to) },
          ...{ property: expects.field, actual: cut(row.actual, 60), expected: expects.value },
        });
        yield findingOn(row, 'warehouse-category', field, message, shownKey(row.toKey), null);
      }
    }
  }
}

const placeOf = ({ file, sheet, row }: AddressedRecord): string => originText({ file, sheet, row });
