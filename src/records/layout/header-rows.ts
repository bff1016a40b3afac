import { type KindSpec, oncePer } from '../../contract/kind.ts';
import { matchValue } from '../../contract/list.ts';
import { foldText } from '../../fold.ts';
import { cleanCell, cleanText, cut, isFilled, quoted } from '../../recognise/text.ts';
import { aKind, kindText, say } from '../../say.ts';
import type { Row } from '../../sheets/cell.ts';
import { headerAliases, headersOf } from '../headers.ts';
import { readRow } from '../read.ts';
import { allColumns, type SheetMap } from '../record.ts';
import { sheetFinding } from '../sheet-finding.ts';
import { LONGEST_TEXT, type OddRow, skipRow } from './odd-row.ts';

/** Types of fields in which most texts cannot be read. */
export const TYPED: ReadonlySet<string> = new Set(['number', 'date', 'country', 'choice', 'boolean', 'flag']);

/** Finds header rows below the first one: the same headers again, or those of a second table. */
export class HeaderRows {
  readonly #map: SheetMap;
  readonly #kinds: readonly KindSpec[];
  /** The folded texts by column of the header row, and of each row that was joined to make it. */
  readonly #headers: readonly ReadonlyMap<number, string>[];
  /** What the headers of the sheet mean: the path of a field, or the text itself if it is unknown. */
  readonly #meanings: ReadonlyMap<string, string>;
  readonly #isName: (text: string) => boolean;

  /** @param isName whether a text is a name of a field, or a header of the sheet */
  constructor(map: SheetMap, kinds: readonly KindSpec[], isName: (text: string) => boolean) {
    this.#isName = isName;
    this.#map = map;
    this.#kinds = kinds;
    const rows = headerTexts(map);
    this.#headers = rows.map((row) => new Map(row.map(({ column, text }) => [column.index, foldText(text)])));
    this.#meanings = new Map(
      rows
        .flat()
        .map(({ column, text }) => [foldText(text), 'path' in column ? column.path : `${column.index}`]),
    );
  }

  /** A row that repeats the header row, as in exports for printing, or that is the header row of another table. */
  find(row: Row): OddRow | undefined {
    const { cells } = row;
    let names = 0;
    for (const cell of cells) if (typeof cell === 'string' && this.#isName(cell)) names++;
    if (names < 2) return undefined;
    const texts: string[] = [];
    const folded = new Map<number, string>();
    for (const [index, cell] of cells.entries()) {
      if (!isFilled(cell)) continue;
      if (typeof cell !== 'string' || cell.length > LONGEST_TEXT) return undefined;
      const text = cleanText(cell);
      texts.push(text);
      folded.set(index, foldText(text));
    }
    if (texts.length < 2) return undefined;
    if (this.#headers.some((header) => isSame(header, folded)))
      return skipRow(this.#map, row, texts.join(' | '), 'header', true);
    const kind = kindNamedBy(this.#kinds, texts, true) ?? this.#ownKind(texts);
    if (!kind) return undefined;
    const kinds = kindText(kind.plural, 2);
    return this.#secondTable(row, texts, (headers) => say().layouts.secondTable({ kinds, headers }));
  }

  #secondTable(
    row: Row,
    texts: readonly string[],
    message: (headers: string) => string,
    suggestion = moveAdvice(row),
  ): OddRow {
    const shown = texts.slice(0, 4).map((text) => quoted(cut(text, 30)));
    const about = {
      value: cut(texts.join(' | '), LONGEST_TEXT),
      message: message(shown.join(', ')),
      suggestion,
    };
    return { stops: true, continues: false, finding: sheetFinding(this.#map, row, 'second-table', about) };
  }

  /** The kind of the sheet, if the texts are its headers in another order. */
  #ownKind(texts: readonly string[]): KindSpec | undefined {
    const { kind } = this.#map;
    const own = texts.flatMap((text) => this.#meanings.get(foldText(text)) ?? []);
    const paths = new Set(own);
    const isMost = paths.size >= 2 && paths.size * 2 > texts.length && paths.has(kind.key[0]!);
    return isMost || (own.length >= 3 && own.length === texts.length) ? kind : undefined;
  }

  /**
   * Whether a row may have headers that trace does not know: only texts without digits, at least two of them in columns
   * of numbers, dates, countries or lists, and none of these can be read there.
   */
  #isForeign(row: Row): boolean {
    const filled = row.cells.filter(isFilled);
    if (filled.length < 3 || filled.some((cell) => typeof cell !== 'string' || /\d/.test(cell))) return false;
    const { body, unreadable } = readRow(this.#map, row);
    let bad = 0;
    for (const { index, path, field } of this.#map.columns) {
      const { value } = field;
      const cell = row.cells[index];
      if (!TYPED.has(value.type) || !isFilled(cell)) continue;
      const isKnown =
        value.type === 'choice'
          ? typeof body[path] !== 'string' || matchValue(value.list, body[path]) !== undefined
          : !unreadable.has(path);
      if (isKnown) return false;
      bad++;
    }
    return bad >= 2;
  }

  /** A row that looks like the header row of another table, whose headers trace does not know. */
  unknownTable(row: Row): OddRow | undefined {
    if (!this.#isForeign(row)) return undefined;
    const texts = row.cells.map(cleanCell).filter(Boolean);
    const advice = say().layouts.moveOrCorrect({ move: moveAdvice(row), aKind: aKind(this.#map.kind.name) });
    return this.#secondTable(row, texts, (headers) => say().layouts.unknownTable({ headers }), advice);
  }
}

/** A text file has no other sheet. */
const moveAdvice = ({ line }: Row): string =>
  line === undefined ? say().layouts.moveToSheet() : say().layouts.moveToFile();

/**
 * The kind for which most of the texts are headers of different fields, one of them its key. `orTexts`: half of them
 * are enough, without the key, if no text can be a reference: references have digits, while headers have digits only as
 * item numbers that stand alone.
 */
export function kindNamedBy(
  kinds: readonly KindSpec[],
  texts: readonly string[],
  orTexts: boolean,
): KindSpec | undefined {
  let best: KindSpec | undefined;
  let most = 0;
  const isText = orTexts && texts.length >= 3 && !texts.some((text) => /\p{L}\d|\d{2}/u.test(text));
  for (const kind of kinds) {
    const { fields, hasKey, score } = headersOf(kind).fit(texts);
    const isMost = hasKey && fields * 2 > texts.length;
    if (fields < 2 || !(isMost || (isText && fields * 2 >= texts.length))) continue;
    const own = isMost ? score : fields;
    if (own > most) [best, most] = [kind, own];
  }
  return best;
}

const isSame = (one: ReadonlyMap<number, string>, other: ReadonlyMap<number, string>): boolean =>
  one.size === other.size && other.entries().every(([index, text]) => one.get(index) === text);

/** The texts with their columns of the header row, and of each row that was joined to make it. */
function headerTexts(map: SheetMap) {
  const all = allColumns(map);
  return [undefined, ...(map.headerParts ?? [])].map((part) =>
    all.flatMap((column) => {
      const text = part ? part[column.index] : column.header;
      return text ? [{ column, text }] : [];
    }),
  );
}

/** The names of all fields and the headers of the sheet, in lower case. */
export const headerNames = (map: SheetMap, kinds: readonly KindSpec[]): ReadonlySet<string> =>
  new Set([
    ...namesOf(kinds),
    ...headerTexts(map)
      .flat()
      .map(({ text }) => text.trim().toLowerCase()),
  ]);

const namesOf = oncePer(
  (kinds: readonly KindSpec[]): ReadonlySet<string> =>
    new Set(kinds.flatMap((kind) => headerAliases(kind).map(({ text }) => text.toLowerCase()))),
);
