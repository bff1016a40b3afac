import { getOrCreate } from '../contract/grouped.ts';
import type { InterfaceName, KindSpec } from '../contract/kind.ts';
import { keyAndName } from '../records/record-names.ts';
import type { Row } from '../sheets/cell.ts';
import { HeaderSearch } from './header-search.ts';
import { kindHeaders } from './headers/read-header.ts';
import { lookupTextOf } from './joined-header.ts';
import { KnownHeaders } from './known-headers.ts';
import type { SheetSurvey } from './propose.ts';
import type { Links } from './sheet-evidence.ts';
import type { Answers, TextsOfColumn, TextsOfSheet } from './survey-input.ts';

/** Makes the references of each kind known to all sheets of a call, so that columns with them are recognised. */
export function shareReferences(
  surveys: readonly { readonly survey: SheetSurvey; readonly answers?: Answers }[],
): void {
  const before = linkSheets(surveys);
  // What other sheets show may change the kind of a sheet, which shows more of them.
  const isOther = ({ survey, kind, answers }: (typeof before)[number]) =>
    survey.texts(answers)?.kind !== kind;
  if (before.some((one) => one.mayChange && isOther(one))) linkSheets(surveys);
}

function linkSheets(surveys: readonly { readonly survey: SheetSurvey; readonly answers?: Answers }[]) {
  const known = new Map<string, Set<string>>();
  const cut = new Set<string>();
  for (const { survey, answers = {} } of surveys) {
    const own = survey.references(answers);
    if (!own) continue;
    if (!own.texts) cut.add(own.kind);
    else for (const text of own.texts) getOrCreate(known, own.kind, () => new Set<string>()).add(text);
  }
  for (const kind of cut) known.delete(kind);
  for (const { survey } of surveys) survey.addReferences(known);
  const sheets = surveys.flatMap(({ survey, answers = {} }) => {
    const own = survey.texts(answers);
    return own ? [{ survey, answers, ...own }] : [];
  });
  const byKind = columnsByKind(sheets);
  const keys = new Map(sheets.map((own) => [own, keyIn(own, sheets)]));
  const hasRecords = (sheet: (typeof sheets)[number]) =>
    hasKey(sheet) || keys.get(sheet)?.kind === sheet.kind;
  return sheets.map((own) => {
    const others = sheets.filter((other) => other !== own && hasRecords(other));
    const kinds = new Set(others.map(({ kind }) => kind));
    const fields = new Set(others.flatMap(fieldsOf));
    const { repeats, keysOf } = repeatsIn(own, others);
    own.survey.addLinks({ ...linksOf(own, byKind), key: keys.get(own), repeats, keysOf, kinds, fields });
    return { ...own, mayChange: keysOf.size > 0 };
  });
}

/** A sheet of notes has no records of the kind that it fits best. */
const hasKey = ({ columns }: TextsOfSheet): boolean => columns.values().some(({ is }) => is === 'key');

const fieldsOf = ({ kind, columns }: TextsOfSheet): string[] =>
  columns
    .values()
    .map(({ target }) => `${kind}.${target}`)
    .toArray();

/** Minimum number of different texts that show a link, minimum share of them that another sheet has, and most that are compared. */
const FEWEST_TEXTS = 3;
const LINKED_SHARE = 0.7;
/** Minimum length of codes of which one or two show a link. */
const LONG_CODE = 5;
const MOST_TEXTS = 500;
/** How many times more often a key is another text than any other column of codes that other sheets have. */
const KEY_LEAD = 1.2;
/** Maximum number of columns of a sheet, or of a kind, that are compared: each is compared with each. */
const MOST_LINKED = 100;

/** What the columns of a sheet have in common with those of sheets of other kinds. `byKind`: the columns of each kind. */
function linksOf(
  { kind: ownKind, columns }: TextsOfSheet,
  byKind: ReadonlyMap<string, readonly TextsOfColumn[]>,
): Omit<Links, 'key' | 'kinds' | 'fields' | 'repeats' | 'keysOf'> {
  const refersTo = new Map<number, Set<string>>();
  const names = new Map<number, Map<string, string>>();
  const isReferredTo = new Set<number>();
  const variants = new Set<number>();
  const textsOf = new Map<number, Set<string>>();
  const foreign = [...byKind].filter(([kind]) => kind !== ownKind);
  for (const [index, own] of [...columns].slice(0, MOST_LINKED)) {
    const areCodes = isCodes(own);
    // A name or a long code that another sheet has, too, is proof, even if there are few.
    const isFew = areCodes && own.texts.size < FEWEST_TEXTS;
    if (isFew && !isLong(own)) continue;
    const all = byKind.get(ownKind)?.find(({ header }) => header === own.header) ?? own;
    const pairs = [...own.texts.keys()].slice(0, MOST_TEXTS).map(keyAndName);
    const pieces = new Set(piecesOf(own, new Map()));
    for (const [kind, others] of foreign)
      for (const other of others) {
        if (other.texts.size < FEWEST_TEXTS) continue;
        if (!isFew && areCodes && isIdentifying(all) && isWithin(other, all)) isReferredTo.add(index);
        if (areCodes && isVariantOf(own, other)) variants.add(index);
        // The keys are in the sheet that has more of them.
        if (other.texts.size < (other.is === 'key' ? pieces.size : own.texts.size)) continue;
        if (other.is === 'text' && areKeysAndNames(pairs, others, other))
          getOrCreate(names, index, () => new Map<string, string>()).set(kind, other.target!);
        if (!isWithin(own, other)) continue;
        if (other.is === 'key' || (!isFew && areCodes && mayBeKey(other) && isAsUnique(other, all)))
          getOrCreate(refersTo, index, () => new Set<string>()).add(kind);
        else if (!isFew && areCodes && other.is === undefined)
          getOrCreate(textsOf, index, () => new Set<string>()).add(`${kind}.${other.target}`);
        else if (!areCodes && other.is === 'text' && isUnique(other))
          getOrCreate(names, index, () => new Map<string, string>()).set(kind, other.target!);
      }
  }
  return { refersTo, textsOf, names, isReferredTo, variants };
}

/**
 * The columns with codes of which other sheets have all as their keys, with their kinds. `repeats`: those of which another sheet
 * has more.
 */
function repeatsIn(
  { columns }: TextsOfSheet,
  others: readonly TextsOfSheet[],
): Pick<Links, 'repeats' | 'keysOf'> {
  const keys = others.flatMap(({ kind, columns: all }) =>
    [...all.values()].flatMap(({ is, texts }) => (is === 'key' ? [{ kind, texts }] : [])),
  );
  const repeats = new Set<number>();
  const keysOf = new Map<number, Set<string>>();
  for (const [index, own] of columns) {
    if (!isCodes(own)) continue;
    for (const { kind, texts } of keys) {
      if (texts.size < own.texts.size || !own.texts.keys().every((text) => texts.has(text))) continue;
      if (texts.size > own.texts.size) repeats.add(index);
      getOrCreate(keysOf, index, () => new Set<string>()).add(kind);
    }
  }
  return { repeats, keysOf };
}

/**
 * The column of codes that nearly each row has its own of, if another sheet has them in the column of its reference to this kind, or
 * in one that may be it: a kind whose records are parts of others repeats the keys of these.
 */
function keyIn({ kind, columns }: TextsOfSheet, sheets: readonly TextsOfSheet[]): Links['key'] {
  const referring = sheets.flatMap((other) => {
    const to = (field: string | null) => (field === null ? undefined : other.refersTo.get(field));
    const mayRefer = ({ target }: TextsOfColumn) =>
      target === null || target === 'ignore' ? isReferring(other, kind) : to(target) === kind;
    return other.kind === kind ? [] : [...other.columns.values()].filter(mayRefer);
  });
  const uses = referring
    .filter((one) => one.texts.size >= FEWEST_TEXTS && isCodes(one))
    .slice(0, MOST_LINKED);
  const found = [...columns]
    .slice(0, MOST_LINKED)
    .filter(
      ([, own]) =>
        isCodes(own) &&
        isIdentifying(own) &&
        uses.some((one) => isAsUnique(own, one) && isWithin(one, own) && (isLong(own) || isWithin(own, one))),
    )
    .sort(([, one], [, other]) => uniqueness(other) - uniqueness(one));
  const [first, second] = found;
  const isClear = !second || uniqueness(first![1]) > uniqueness(second[1]) * KEY_LEAD;
  return first && isClear ? { index: first[0], kind } : undefined;
}

const isLong = ({ texts }: TextsOfColumn): boolean => texts.keys().every((text) => text.length >= LONG_CODE);

const isReferring = ({ refersTo }: TextsOfSheet, kind: string): boolean =>
  refersTo.values().some((to) => to === kind);

/** The columns of the sheets of each kind, those with the same header together. */
function columnsByKind(sheets: readonly TextsOfSheet[]): Map<string, TextsOfColumn[]> {
  const byKind = Map.groupBy(sheets, ({ kind }) => kind);
  return new Map(
    [...byKind].map(([kind, own]) => [
      kind,
      joinedColumns(own.flatMap(({ columns }) => [...columns.values()])).slice(0, MOST_LINKED),
    ]),
  );
}

const joinedColumns = (columns: readonly TextsOfColumn[]): TextsOfColumn[] =>
  [...Map.groupBy(columns, ({ header }) => header).values()].map((same) =>
    same.length === 1
      ? same[0]!
      : {
          ...same[0]!,
          filled: same.reduce((sum, { filled }) => sum + filled, 0),
          texts: new Map(same.flatMap(({ texts }) => [...texts])),
        },
  );

const uniqueness = ({ texts, filled }: TextsOfColumn): number => texts.size / filled;

/** Whether most rows have another text: rows of other colours may repeat a reference. */
const isIdentifying = (column: TextsOfColumn): boolean => uniqueness(column) >= 0.3;

/** Whether a column repeats its texts as seldom as another one does: those that refer to keys repeat them more often. */
const isAsUnique = (column: TextsOfColumn, other: TextsOfColumn): boolean =>
  uniqueness(column) >= uniqueness(other);

/** A column with another field, such as colours, does not have the keys of its sheet. */
const mayBeKey = (column: TextsOfColumn): boolean =>
  (column.target === null || column.target === 'ignore') && isIdentifying(column);

const isUnique = ({ texts, filled }: TextsOfColumn): boolean => texts.size >= filled * 0.9;

const isCodes = ({ texts }: TextsOfColumn): boolean => {
  const some = [...texts.keys()].slice(0, MOST_TEXTS);
  const codes = some.filter((text) => text.length >= 3 && text.length <= 40 && /\d/.test(text));
  return codes.length >= some.length * 0.8;
};

/** The values in the cells of a column, those between separators if a cell is not one of `all`. */
const piecesOf = ({ texts }: Pick<TextsOfColumn, 'texts'>, all: ReadonlyMap<string, number>): string[] =>
  [...texts.keys()]
    .slice(0, MOST_TEXTS)
    .flatMap((text) => (all.has(text) ? [text] : text.split(/\s*[;|\n,]\s*/)));

function isWithin({ texts }: TextsOfColumn, { texts: all }: TextsOfColumn): boolean {
  const own = piecesOf({ texts }, all);
  return (
    own.filter((text) => all.has(text) || all.has(text.padStart(10, '0'))).length >= own.length * LINKED_SHARE
  );
}

/** Whether a column has the key of a record of another sheet, followed by its name: `L032 Ten Hove`. */
function areKeysAndNames(
  pairs: readonly ReturnType<typeof keyAndName>[],
  others: readonly TextsOfColumn[],
  { texts: names }: TextsOfColumn,
): boolean {
  const keys = others.find(({ is }) => is === 'key')?.texts;
  const both = pairs.filter((pair) => pair && names.has(pair.name) && keys?.has(pair.key) === true);
  return both.length >= pairs.length * LINKED_SHARE;
}

/** The last part of a reference, such as the size of an SKU. */
const LAST_PART = /[-_./ ][^-_./ ]{1,5}$/;

/** Whether a column has the references of another sheet with one more part, such as SKUs with their sizes. */
function isVariantOf({ texts }: TextsOfColumn, { texts: all }: TextsOfColumn): boolean {
  const own = [...texts.keys()].slice(0, MOST_TEXTS);
  const longer = own.filter((text) => !all.has(text) && all.has(text.replace(LAST_PART, '')));
  return longer.length >= FEWEST_TEXTS && longer.length >= own.length * LINKED_SHARE;
}

/** The score for v3 must be so many times that for v2, and exceed it by this number: most words of addresses and weights fit both. */
const INTERFACE_SHARE = 1.5;
const INTERFACE_LEAD = 2;
/** Points for the key of a kind. */
const WITH_KEY = 2;

/** The interface whose kinds have most of the headers of sheets, given their first rows; undefined if both have the same. */
export function likelyInterface(
  sheets: readonly { readonly rows: readonly Row[] }[],
  contract: Readonly<Record<InterfaceName, readonly KindSpec[]>>,
): InterfaceName | undefined {
  const search = () => new HeaderSearch(new KnownHeaders(Object.values(contract).flat(), undefined));
  const headers = sheets.flatMap(({ rows }) => search().find(rows, () => false) ?? []);
  const texts = headers.map((header) => header.cells.map((_, index) => lookupTextOf(header, index)));
  const scoreOf = (kind: KindSpec, own: readonly string[]): number => {
    const readings = own.flatMap((text) => kindHeaders(kind).read(text).readings.slice(0, 1));
    const targets = new Set(readings.flatMap(({ target, likely }) => (likely ? [] : target)));
    return targets.size + (targets.has(kind.key[0]!) ? WITH_KEY : 0);
  };
  const score = (name: InterfaceName) =>
    texts.reduce((sum, own) => sum + Math.max(...contract[name].map((kind) => scoreOf(kind, own))), 0);
  const [v2, v3] = [score('v2'), score('v3')];
  // What fits both is of the default interface.
  if (v2 === v3) return undefined;
  return v3 > v2 * INTERFACE_SHARE + INTERFACE_LEAD ? 'v3' : 'v2';
}
