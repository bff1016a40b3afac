import { oncePer } from '../contract/kind.ts';
import { foldText } from '../fold.ts';
import { textDecodedOnce } from '../recognise/decoded-twice.ts';
import { headerWords } from '../recognise/header-similarity.ts';
import { cellText, cleanText } from '../recognise/text.ts';
import { foldedTerm } from '../recognise/words/word-list.ts';
import type { HeaderRow } from '../records/record.ts';
import type { Row } from '../sheets/cell.ts';
import { sharedLexicon } from './headers/lexicon.ts';
import { sharedAffixes } from './headers/shared-prefix.ts';
import { tokensOf } from './headers/tokens.ts';

const LONGEST_TEXT = 1000;
/**
 * A header row. `joins`: the numbers of the rows that were joined to make it. `lookups`: the texts to look up for their
 * headers. `units`: by column, the unit in a row above or below. `last`: the last row that belongs to the header.
 */
export type JoinedHeader = HeaderRow & {
  readonly joins?: readonly number[];
  readonly lookups?: readonly string[];
  readonly units?: ReadonlyMap<number, string>;
  readonly last?: number;
};

/** The number of the last row of a header, with the remarks or units below it. */
export const lastRowOf = ({ row, last }: JoinedHeader): number => last ?? row;

/** Headers of groups of columns that do not change what the headers below them mean. */
const NEUTRAL_HEADINGS = foldedTerm('neutralHeadings');

/** Headers above the columns of the materials of a composition, with the number of the material or without. */
const COMPOSITION = foldedTerm('composition');

/** The path of a column in another system, after its name: `Season (product.metafields.custom.season)`. */
const SYSTEM_PATH = / \((?:[\w-]+\.){2,}[\w-]+\)$/;

/** The name of a record in a language, as a system exports it. */
const LABEL = /^label-[a-z]{2,3}_[A-Z]{2}$/;

/** The word of a system for columns that its users added, or its letter, as in `U_Color`. */
const OWN_COLUMN = /^(?:(?:meta|metafield|attribute|custom field|user field)\s*: *|[UZ]_(?=\p{L}{2}))/iu;

/** The number of a question, in a header and below that of a group: `B7. Composition`, `Section B / B7. Composition`. */
const QUESTION_NUMBER = /(^| \/ )\p{Lu}{1,2}\d{1,2}(?:\.\d{1,2})*[.):] (?=\p{L})/gu;
/** Numbers alone may be those of items: they are those of questions if most headers begin with one. */
const LINE_NUMBER = /^\d{1,2}(?:\.\d{1,2})*[.):] (?=\p{L})/u;

const areNumbered = oncePer((header: JoinedHeader) => {
  const texts = Array.from(header.cells, (_, index) => textIn(header, index)).filter((text) => text !== '');
  return texts.length > 2 && texts.filter((text) => LINE_NUMBER.test(text)).length > texts.length / 2;
});

/** A letter that numbers columns, as in `Fibre A`, `% A`, `Fibre B`, `% B`. */
const LETTER = /^(.*\S)[ ._-]([A-F])$/u;

/** By the headers that end with letters from A on, the same with numbers. */
const numbersOfLetters = oncePer((header: JoinedHeader): ReadonlyMap<string, string> => {
  const texts = Array.from(header.cells, (_, index) => textIn(header, index));
  const lettered = texts.flatMap((text) => {
    const [, stem, letter] = LETTER.exec(text) ?? [];
    return stem === undefined ? [] : [{ text, stem, number: letter!.charCodeAt(0) - 64 }];
  });
  const byStem = Map.groupBy(lettered, ({ stem }) => stem);
  return new Map(
    [...byStem.values()]
      .filter((same) => same.length > 1 && same.every(({ number }, at) => number === at + 1))
      .flatMap((same) => same.map(({ text, stem, number }) => [text, `${stem} ${number}`])),
  );
});

/** A header without its path in another system, and without the number of its question. */
function plainText(header: JoinedHeader, index: number): string {
  const own = valueIn(header, index);
  if (LABEL.test(own)) return 'Name';
  const text = (numbersOfLetters(header).get(own) ?? own)
    .replace(SYSTEM_PATH, '')
    .replace(OWN_COLUMN, '')
    .replace(QUESTION_NUMBER, '$1');
  return areNumbered(header) ? text.replace(LINE_NUMBER, '') : text;
}

const CERTIFICATE = /^(?:certif|label|zertifi|siegel|standard)/;

const affixesOf = oncePer((header: JoinedHeader) =>
  sharedAffixes(Array.from(header.cells, (_, index) => textIn(header, index))),
);

/** The text of a header without what its table adds to all names, unless it is a word or its system has a column of this name. */
function withoutAffixes(header: JoinedHeader, text: string): string {
  const { prefix, suffix } = affixesOf(header);
  const lexicon = sharedLexicon();
  if (lexicon.system(text)) return text;
  const own = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  const isLonger = suffix !== '' && own.length > suffix.length + 1 && own.endsWith(suffix);
  return isLonger && !lexicon.phraseAt(tokensOf(own).words, 0) ? own.slice(0, -suffix.length) : own;
}

/**
 * The text to look up for a header: without its path in another system and what its table adds to all names, and with the unit in a
 * row above or below.
 */
export function lookupTextOf(header: JoinedHeader, index: number): string {
  const text = header.lookups?.[index] ?? withoutAffixes(header, plainText(header, index));
  const unit = header.units?.get(index);
  return unit === undefined || text === '' ? text : `${text} (${unit})`;
}

/** What a header may mean, as texts to compare: `KIND.FIELD` for fields that it certainly names, and its notions. */
export type MeaningsOf = (header: string) => ReadonlySet<string>;

/**
 * The text to look up for a header below another one: without the header above it if that adds no meaning, and in a
 * composition with the number of the material.
 */
export function textBelow(header: HeaderRow, index: number, meaningsOf: MeaningsOf): string {
  const text = plainText(header, index);
  const lower = header.lower?.[index]?.replace(QUESTION_NUMBER, '$1');
  if (lower === undefined || lower === '' || lower === text || !text.endsWith(lower)) return text;
  const upper = text.slice(0, -lower.length).replace(/ \/ $/, '');
  if (NEUTRAL_HEADINGS.has(foldText(upper))) return lower;
  const [, name = '', number] = /^(.*?)\s*(\d{1,2})?$/.exec(upper)!;
  const isComposition = COMPOSITION.has(foldText(name));
  if (isComposition && number === undefined && NUMBERED.test(lower)) return lower;
  if (!isComposition || /\d/.test(lower)) {
    const isOnlyName =
      !namesField(meaningsOf(text)) && namesField(meaningsOf(lower)) && addsNothing(meaningsOf(upper));
    return isOnlyName || hasAllWordsOf(lower, upper) ? lower : text;
  }
  const before = header.cells.slice(0, index).filter((cell) => cell === header.cells[index]).length;
  const item = number ?? before + 1;
  // Below a composition, a certificate is that of the material.
  return CERTIFICATE.test(foldText(lower)) ? `Material ${item} certifications` : `${lower} ${item}`;
}

/** Whether a header certainly names a field. */
export const namesField = (meanings: ReadonlySet<string>): boolean =>
  [...meanings].some((meaning) => meaning.includes('.'));

/** Topics of groups of columns that do not change what the headers below them mean. */
const TOPICS = ['article', 'product', 'consumption', 'quantity', 'activity', 'step'];

/** Whether the header of a group has unknown words, or names the products of the sheet or one of these topics. */
const addsNothing = (meanings: ReadonlySet<string>): boolean =>
  meanings.size === 0 || TOPICS.some((topic) => meanings.has(topic));

/** A header of a material with its number: `Fibre 1`, `% 2`. */
const NUMBERED = /[^\d\s].*\d/u;

/** Minimum length of a word that others may begin with. */
const SHORTEST_STEM = 5;

/**
 * Whether a header has all words of the header above it: `Nom de la substance` below `Substances`, `Materialgruppe` below
 * `Material`.
 */
function hasAllWordsOf(lower: string, upper: string): boolean {
  if (/\d/.test(upper)) return false;
  const words = headerWords(upper).map(singular);
  const own = headerWords(lower).map(singular);
  const isIn = (word: string) =>
    own.some((one) => one === word || (word.length >= SHORTEST_STEM && one.startsWith(word)));
  return words.length > 0 && words.every(isIn);
}

const singular = (word: string): string => word.replace(/[sx]$/, '');

const LINE_FEEDS = /[\n\r\u2028\u2029]+/;

/** The text of a cell that a person wrote on several lines; undefined if it has one line. */
export function linesIn({ cells }: Row, index: number): string | undefined {
  const cell = cells[index];
  if (typeof cell !== 'string' || !LINE_FEEDS.test(cell)) return undefined;
  const lines = cell.slice(0, LONGEST_TEXT).split(LINE_FEEDS).map(cleanText);
  const filled = lines.filter((line) => line !== '');
  return filled.length > 1 ? filled.join('\n') : undefined;
}

/** The value of a cell, as the import reads texts that were decoded twice. */
export function valueIn(row: Row, index: number): string {
  const text = textIn(row, index);
  return textDecodedOnce(text) ?? text;
}

export function textIn({ cells }: Row, index: number): string {
  const cell = cells[index];
  return cell === null || cell === undefined ? '' : cleanText(cellText(cell).slice(0, LONGEST_TEXT));
}
