import type { KindSpec } from '../contract/kind.ts';
import { headerRowIn, SEARCHED_ROWS } from '../recognise/sheet-kind.ts';
import { headerKey, headersOf } from '../records/headers.ts';
import { hasRemarks, unitsIn } from '../records/layout/first-row.ts';
import type { Row } from '../sheets/cell.ts';
import {
  type JoinedHeader,
  linesIn,
  lookupTextOf,
  type MeaningsOf,
  namesField,
  textBelow,
  textIn,
} from './joined-header.ts';
import type { KnownHeaders } from './known-headers.ts';
import { namedRow, rowOfHeaders } from './map-file/header-rows.ts';
import type { ColumnProposal } from './proposal.ts';
import {
  areTwice,
  COMPARED_ROWS,
  filledIn,
  isAbove,
  isAboveValues,
  isNote,
  isRecord,
  isTitle,
  SEARCHED_COLUMNS,
} from './row-cells.ts';
import { formIn, outsideForm } from './sheet-form.ts';
import { hasTechnicalNames, isOfNames } from './technical-names.ts';

/** A row with a lower score is the header row only if the values below it show it. */
const MIN_SCORE = 0.5;
/** Number of rows below a row of names of columns that are compared with it. */
const COMPARED_NAMES = 20;
/** Two rows that no merged cells connect are joined if that gives this many more known headers than either row alone. */
const MORE_KNOWN = 2;
/** Number of known headers of a row that is surely above the values. */
const FEWEST_HEADERS = 4;
/** Minimum share of known headers in joined rows. */
const MIN_KNOWN_SHARE = 0.5;
/** Minimum number of columns in which two rows have the same header in two languages, and minimum share of the columns. */
const FEWEST_SAME = 3;
const MIN_SHARE = 0.6;

/** Finds the header row among the first rows of a sheet. */
export class HeaderSearch {
  readonly #isKnown: (header: string) => boolean;
  readonly #meanings: MeaningsOf;
  /** The first rows without those of a form, and the number of rows with them. */
  #searched: { readonly count: number; readonly rows: readonly Row[] } | undefined;
  /** The header rows that were joined or extended, by the numbers of their rows, so that each is made once. */
  readonly #made = new Map<string, JoinedHeader>();

  constructor({ isKnown, meaningsOf }: KnownHeaders) {
    this.#isKnown = isKnown;
    this.#meanings = meaningsOf;
  }

  /**
   * The row with the most known headers, or two of them that are joined, with rows of units or remarks beside it.
   * `areMerged`: whether cells are merged over two rows, so that both are headers or neither is.
   */
  find(all: readonly Row[], areMerged: (upper: Row, lower: Row) => boolean): JoinedHeader | undefined {
    const rows = this.#outsideForm(all.slice(0, SEARCHED_ROWS));
    const others = rows.filter(
      (row, at) =>
        !isRecord(row, [rows[at - 1], rows[at + 1]]) &&
        !isNote(row, rows.slice(at + 1, at + 1 + COMPARED_ROWS)),
    );
    const best = headerRowIn(others, (row) => {
      const { filled, known } = this.#headersIn(row);
      return { score: known === 0 ? 0 : (known * known) / filled };
    });
    const names = others.find(isOfNames);
    const isRecordBelow = ({ row }: { readonly row: Row }) =>
      names !== undefined &&
      row.row > names.row &&
      !(row.row === names.row + 1 && hasTechnicalNames(names, row, valuesBelow(rows, row)));
    const own =
      best && best.score >= MIN_SCORE && !isRecordBelow(best)
        ? best.row
        : (names ?? others.find((row) => isAboveValues(row, rows)));
    const joined: JoinedHeader | undefined = this.#joinedHeader(others, areMerged) ?? own;
    const header =
      (joined && this.#withNames(rows, joined)) ??
      (joined?.joins ? joined : own && this.#inTwoLanguages(others, own)) ??
      joined;
    return header && this.#withRowsBeside(header, rows);
  }

  /** The rows without those of a form, and without the titles beside it. */
  #outsideForm(rows: readonly Row[]): readonly Row[] {
    if (this.#searched?.count !== rows.length)
      this.#searched = { count: rows.length, rows: outsideForm(rows, formIn(rows, this.#isKnown)) };
    return this.#searched.rows;
  }

  #headersIn(row: JoinedHeader): { readonly filled: number; readonly known: number } {
    let filled = 0;
    const known = new Set<string>();
    for (let index = 0; index < Math.min(row.cells.length, SEARCHED_COLUMNS); index++) {
      const text = textIn(row, index);
      if (text === '') continue;
      filled++;
      const meant = lookupTextOf(row, index);
      if (typeof row.cells[index] !== 'string') continue;
      if (this.#isKnown(text) || (meant !== text && this.#isKnown(meant))) known.add(`${text}\n${meant}`);
    }
    return { filled, known: known.size };
  }

  /** Two rows whose joined headers are known, if a header of the upper row is above several of the lower one. */
  #joinedHeader(
    rows: readonly Row[],
    areMerged: (upper: Row, lower: Row) => boolean,
  ): JoinedHeader | undefined {
    const counts = rows.map((row) => this.#headersIn(row).known);
    const most = Math.max(...counts);
    let best: { header: JoinedHeader; known: number } | undefined;
    for (const [at, lower] of rows.entries()) {
      const upper = rows[at - 1];
      if (upper?.row !== lower.row - 1 || !isAbove(upper, lower)) continue;
      const isMerged = areMerged(upper, lower) || areTwice(upper, lower);
      if (!areMerged(upper, lower) && isTitle(upper, lower)) continue;
      if (!isMerged && this.#isTitled(upper, lower)) continue;
      // Rows of values below the headers are not joined.
      if (!isMerged && most >= FEWEST_HEADERS && counts.indexOf(most) < at - 1) continue;
      const header = this.#joined(rows, [upper, lower], (row, index) =>
        textBelow(row, index, this.#meanings),
      );
      const { filled, known } = this.#headersIn(header);
      const alone = Math.max(counts[at - 1]!, counts[at]!);
      const isMore = isMerged ? known >= most : known >= alone + MORE_KNOWN;
      const isClear = isMore && known >= filled * MIN_KNOWN_SHARE;
      if (isClear && known > (best?.known ?? 0)) best = { header, known };
    }
    return best?.header;
  }

  /** Whether a row above clear headers begins with a title that names no group of them, beside a remark at most. */
  #isTitled(upper: Row, lower: Row): boolean {
    const texts = filledIn(upper);
    const { filled, known } = this.#headersIn(lower);
    return (
      texts.length <= MOST_TITLES &&
      !this.#isKnown(textIn(upper, texts[0]!)) &&
      known >= filled * MIN_SHARE &&
      known >= FEWEST_HEADERS
    );
  }

  /** The header with the row above or below it that has the names of its columns in a database. */
  #withNames(rows: readonly Row[], header: JoinedHeader): JoinedHeader | undefined {
    const above = rows.find(({ row }) => row === (header.joins?.[0] ?? header.row) - 1);
    const below = rows.find(({ row }) => row === header.row + 1);
    for (const [upper, lower, isBelow] of [
      [header, below, true],
      [above, header, false],
    ] as const) {
      if (!upper || !lower) continue;
      const values = valuesBelow(rows, lower);
      for (const [names, titles] of [
        [lower, upper],
        [upper, lower],
      ] as const) {
        if (!hasTechnicalNames(names, titles, values)) continue;
        const { filled, known } = this.#headersIn(titles);
        if (isBelow && titles === below && known * 2 < filled) continue;
        return this.#joined(rows, [upper, lower], (_, index) => this.#namedBoth(titles, names, index));
      }
    }
    return undefined;
  }

  /** The text to look up for a title and the name of its column: both, if both name a field or mean the same. */
  #namedBoth(titles: JoinedHeader, names: JoinedHeader, index: number): string {
    const [title, name] = [lookupTextOf(titles, index), lookupTextOf(names, index)];
    const [one, other] = [this.#meanings(title), this.#meanings(name)];
    // What is left of a name without the prefix of its table is often part of a word, and says less than a clear title.
    const isLess = namesField(one) && name !== textIn(names, index);
    if (isLess && !one.isDisjointFrom(other)) return title;
    const isBoth = !one.isDisjointFrom(other) || (namesField(one) && namesField(other));
    if (isBoth) return inHalves([title, name]);
    return title === '' || (!this.#isKnown(title) && this.#isKnown(name)) ? name : title;
  }

  /** The header row with the row above or below it that has the same headers in another language. */
  #inTwoLanguages(rows: readonly Row[], header: Row): JoinedHeader | undefined {
    for (const lower of [header, rows.find(({ row }) => row === header.row + 1)]) {
      const upper = lower && rows.find(({ row }) => row === lower.row - 1);
      if (upper && this.#saySame(upper, lower))
        return this.#joined(rows, [upper, lower], (_, index) =>
          inHalves([textIn(upper, index), textIn(lower, index)]),
        );
    }
    return undefined;
  }

  /** Whether two rows have headers that mean the same in most columns, or are in two scripts. */
  #saySame(upper: Row, lower: Row): boolean {
    let [filled, both, equal, known, same, scripts] = [0, 0, 0, 0, 0, 0];
    for (let index = 0; index < Math.min(SEARCHED_COLUMNS, lower.cells.length); index++) {
      const [one, other] = [textIn(upper, index), textIn(lower, index)];
      if (one === '' && other === '') continue;
      filled++;
      if (one === '' || other === '') continue;
      if (typeof upper.cells[index] !== 'string' || typeof lower.cells[index] !== 'string') return false;
      both++;
      if (one === other) equal++;
      if (isLatin(one) !== isLatin(other)) scripts++;
      const meanings = [one, other].map(this.#meanings) as [ReadonlySet<string>, ReadonlySet<string>];
      if (meanings.some(({ size }) => size === 0)) continue;
      known++;
      if (one !== other && !meanings[0].isDisjointFrom(meanings[1])) same++;
    }
    if (both < filled * MIN_SHARE || equal > both / 2) return false;
    const isWithoutDigits = lower.cells.every((cell) => !/\d/.test(typeof cell === 'string' ? cell : ''));
    return (
      (same >= FEWEST_SAME && same >= known * MIN_SHARE && same >= both / 3) ||
      (scripts >= Math.max(FEWEST_SAME, both * MIN_SHARE) && isWithoutDigits)
    );
  }

  #joined(
    rows: readonly Row[],
    parts: readonly [JoinedHeader, JoinedHeader],
    lookupText: (header: JoinedHeader, index: number) => string,
  ): JoinedHeader {
    const joins = parts.flatMap((part) => part.joins ?? part.row);
    const known = this.#made.get(joins.join());
    if (known) return known;
    const header = { ...namedRow(joins, rows)!, joins };
    const made = { ...header, lookups: header.cells.map((_, index) => lookupText(header, index)) };
    this.#made.set(joins.join(), made);
    return made;
  }

  /** The header with the units in the row above or below it, and without rows of remarks or units among the values. */
  #withRowsBeside(header: JoinedHeader, rows: readonly Row[]): JoinedHeader {
    const first = header.joins?.[0] ?? header.row;
    const above = rows.find(({ row }) => row === first - 1);
    const below = rows.filter(({ row }) => row > header.row).slice(0, MOST_BESIDE);
    const units = new Map(above && unitsIn(above));
    let last = header.row;
    for (const row of below) {
      const own = row.row === last + 1 ? unitsIn(row) : undefined;
      if (row.row !== last + 1 || !(own || hasRemarks(row))) break;
      for (const [index, unit] of own ?? []) units.set(index, unit);
      last = row.row;
    }
    const lookups = header.lookups ?? this.#lookupsOfLines(header);
    if (units.size === 0 && last === header.row && lookups === header.lookups) return header;
    const key = `${first}-${last}`;
    const made = this.#made.get(key) ?? {
      ...{ ...header, last },
      ...(lookups && { lookups }),
      ...(units.size > 0 && { units }),
    };
    this.#made.set(key, made);
    return made;
  }

  /** The texts to look up if headers have two lines in two languages; undefined if none has. */
  #lookupsOfLines(header: JoinedHeader): readonly string[] | undefined {
    const halves = header.cells.map((_, index) => {
      const lines = linesIn(header, index)?.split('\n') ?? [];
      const [one, other] = lines.map(this.#meanings);
      return lines.length === 2 && !one!.isDisjointFrom(other!) ? inHalves(lines) : undefined;
    });
    if (halves.every((text) => text === undefined)) return undefined;
    return halves.map((text, index) => text ?? lookupTextOf(header, index));
  }
}

/** The rows below a row of names that are compared with it. */
const valuesBelow = (rows: readonly Row[], { row: last }: Row): readonly Row[] =>
  rows.filter(({ row }) => row > last).slice(0, COMPARED_NAMES);

/** Maximum number of texts in a row with a title. */
const MOST_TITLES = 2;

/** Maximum number of rows of units and remarks below a header row. */
const MOST_BESIDE = 2;

/** `per piece` in the brackets of a unit. */
const PER_PIECE =
  /\s*\/\s*(?:[件条双只个套枚着足点]|p(?:ièce|iece|cs?|ce)|st(?:k|ück)?|szt|adet|buc|uds?|uts?|cái|τεμ|τμχ)\.?(?=[)）])/gi;

/** A header in two languages, as `halvesOf` reads it. */
function inHalves(texts: readonly string[]): string {
  const halves = texts.map((text) => text.replace(PER_PIECE, '').replace(/\s*[|/]\s*|\s+[-–]\s+/g, ' '));
  return [...new Set(halves.filter((text) => text !== ''))].join(' / ');
}

const isLatin = (text: string): boolean => !/[^\p{Script=Latin}\P{L}]/u.test(text);

/** Whether the import finds a header row without its number, because it has the most known headers. */
export function isFound(
  rows: readonly Row[],
  kind: KindSpec,
  header: Row,
  proposals: readonly ColumnProposal[],
): boolean {
  const mapped = new Set(
    proposals.filter(({ target }) => target !== null).map((one) => headerKey(one.header)),
  );
  const isKnown = (text: string) =>
    mapped.has(headerKey(text)) || headersOf(kind).meaning(text) !== undefined;
  return rowOfHeaders(rows, isKnown) === header;
}
