import { once } from '../../contract/remembered.ts';
import { HAN } from '../../fold.ts';
import { numberText, say } from '../../say.ts';
import { cleanText } from '../text.ts';
import type { Resolver } from '../words/resolve.ts';
import { joiningWords } from '../words/terms.ts';
import type { BlendItem, Composition } from './blend.ts';
import { isHeading, isPart, partName } from './labels.ts';
import { readPiece } from './piece.ts';
import { writtenOut } from './shorthand.ts';

/** A share in a text: a number, with or without a percent sign. */
interface Share {
  readonly percentage: number;
  readonly start: number;
  readonly end: number;
  readonly isSigned: boolean;
  /** The share as it is written in the text. */
  readonly text: string;
}

const TRADE_MARKS = /[®™©℠]|\((?:r|tm)\)/gi;

/**
 * The text of a cell with normal spaces and punctuation: `８７％ coton，` becomes `87% coton,`. Line breaks become
 * semicolons.
 */
const plainText = (cell: string): string =>
  cleanText(
    cell
      .replace(TRADE_MARKS, '')
      .normalize('NFKC')
      .replace(/\s*[\r\n\u2028\u2029]+\s*/g, '; ')
      .replace(/[‐‑‒–—―]/g, '-')
      .replace(/[、､]/g, ',')
      .replaceAll('。', ';')
      // Turkish writes the percent sign before the number.
      .replace(/(?<!\d\s*)%\s*(\d+(?:[.,]\d+)?)(?!\s*%|[\d.,]*\s*%)/g, '$1%')
      // Treat a share in brackets like a share without brackets: `coton (95%)`.
      .replace(/\(\s*(\d+(?:[.,]\d+)?\s*%)\s*\)/g, ' $1 '),
  );

const SHARE =
  /(\d+(?:[.,]\d+)?)(\s*%|\s*(?:percent|pct|pour ?cent|per cent|prozent|per ?cento|por ?ciento|por ?cento)(?!\p{L}))?/giu;

const BEFORE_NUMBER = new RegExp(`[\\s,;:/()\\-+&|${HAN}]`);

/**
 * Returns the shares in a cleaned text, in order. A number without a percent sign is a share only at the start of
 * a word, so `T400`, `18/0` and `polyamide 6.6%` contain no such share.
 */
function sharesIn(text: string): Share[] {
  const shares: Share[] = [];
  for (const match of text.matchAll(SHARE)) {
    const [whole, number, sign] = match;
    const before = text[match.index - 1] ?? ' ';
    const after = text[match.index + whole.length] ?? ' ';
    const isSigned = sign !== undefined;
    if (/[\d.,]/.test(before) && /\d/.test(text[match.index - 2] ?? '')) continue;
    if (!isSigned && !BEFORE_NUMBER.test(before)) continue;
    if (!isSigned && !/[\s\p{L},;/+&|]/u.test(after)) continue;
    shares.push({
      percentage: Number(number!.replace(',', '.')),
      start: match.index,
      end: match.index + whole.length,
      isSigned,
      text: whole,
    });
  }
  return shares;
}

/** Maximum length of a composition, and maximum number of shares. Real compositions stay below both. */
const MAX_LENGTH = 1000;
const MOST_SHARES = 40;
const MOST_DECIMALS = 3;
/** Maximum number of words in the name of a material. */
const MOST_WORDS = 12;

/** Maximum difference of the total from 100, because shares may be rounded. */
const TOLERANCE = 0.5;

const isWhole = (total: number): boolean => Math.abs(total - 100) <= TOLERANCE + 1e-9;
const sumOf = (numbers: readonly number[]): number =>
  Math.round(numbers.reduce((sum, one) => sum + one, 0) * 1e6) / 1e6;

/**
 * Parses the text of a composition cell, such as `95 % coton bio, 5% élasthanne (FR)`. Shares come before or after
 * their material, with or without percent signs. Nothing is guessed: if a name is not understood, its item gets a
 * question; if other text is not understood, the whole result is `unclear`.
 */
export function parseComposition(cell: string, resolve: Resolver): Composition {
  const text = cell.length > MAX_LENGTH ? '' : writtenOut(plainText(cell), resolve);
  if (text === '')
    return unclear(cell, cell.length > MAX_LENGTH ? say().words.tooLong() : say().words.empty());
  const all = sharesIn(text);
  if (all.length > MOST_SHARES) return unclear(text, say().words.manyNumbers());
  const signed = all.filter(({ isSigned }) => isSigned);
  if (all.length === 0) return wholeOf(text, resolve) ?? unclear(text, say().words.noPercentages());
  if (signed.length === 0) return read(text, asPercentages(all), resolve);
  const certain = read(text, signed, resolve);
  if (signed.length === all.length || isCertain(certain)) return certain;
  // Some percent signs may be missing: read the numbers without one as shares, too.
  const complete = read(text, all, resolve);
  return isCertain(complete) || (complete.is === 'blend' && certain.is !== 'blend') ? complete : certain;
}

/** One known material without a percentage is the whole composition; undefined for other texts. */
function wholeOf(text: string, resolve: Resolver): Composition | undefined {
  const whole = `100% ${text}`;
  const found = read(whole, sharesIn(whole), resolve);
  return isCertain(found) ? found : undefined;
}

const isCertain = (one: Composition): boolean =>
  one.is === 'blend' && one.items.every(({ value }) => value !== undefined);

/** Converts shares without percent signs to percentages: `0,3` and `0,7` are 30 and 70. */
function asPercentages(shares: readonly Share[]): readonly Share[] {
  const total = sumOf(shares.map(({ percentage }) => percentage));
  if (shares.length === 1 || Math.abs(total - 1) > TOLERANCE / 100) return shares;
  return shares.map((share) => ({ ...share, percentage: Math.round(share.percentage * 1e8) / 1e6 }));
}

function read(text: string, shares: readonly Share[], resolve: Resolver): Composition {
  const between = [...shares, undefined].map((share, at) =>
    text.slice(shares[at - 1]?.end ?? 0, share?.start ?? text.length),
  );
  const odd = shares.find(({ text: share, percentage }) => hasManyDecimals(share) || percentage <= 0);
  if (odd && hasManyDecimals(odd.text))
    return unclear(odd.text, say().words.decimals({ number: numberText(MOST_DECIMALS) }));
  if (odd) return unclear(odd.text, say().words.notAShare());
  if (hasNotesAfterShares(between)) moveNotes(between);
  if (hasColons(between))
    for (const [at, name] of between.entries()) between[at] = name.replace(/[:=]\s*$/, '');
  const isBefore = bareName(between.at(-1)!) !== '';
  const lead = splitLead(between[0]!, !isBefore);
  if (isBefore && !lead.isLabel && lead.label !== '' && 'value' in resolve(bareName(lead.label)))
    return unclear(text, say().words.sideUnclear());

  const names = isBefore ? between.slice(1) : [lead.rest, ...between.slice(1, -1)];
  const percentages = shares.map(({ percentage }) => percentage);
  const parts = partsOf(lead.label, names, percentages, isBefore, resolve);
  if (parts) return { is: 'parts', parts };

  const label = partName(lead.label);
  if (!isHeading(label) && !isPart(label)) return unclear(label, say().words.notComposition());
  const items = names.map((name, at) => itemOf(name, percentages[at]!, resolve));
  const broken = items.find((item) => item.value === undefined && !isBalanced(item.text));
  if (broken)
    return shares.some(({ start }) => !isBalanced(text.slice(0, start)))
      ? unclear(text, say().words.percentInBrackets())
      : unclear(broken.text, say().words.oneBracket());
  const total = sumOf(percentages);
  if (!isWhole(total)) return { is: 'total', items, total };
  const twice = doubled(items);
  if (twice) return unclear(twice.text, say().words.twice());
  return { is: 'blend', items, ...(isHeading(label) ? {} : { part: label }) };
}

/** Whether the text has as many opening as closing brackets. */
const isBalanced = (text: string): boolean =>
  (text.match(/[([{]/g)?.length ?? 0) === (text.match(/[)\]}]/g)?.length ?? 0);

const NOTE = /^\s*[([{][^()[\]{}]*[)\]}]/;

/** Whether the text ends with a note in brackets after the share: `coton 95% (FR), élasthanne 5% (IT)`. */
const hasNotesAfterShares = (between: readonly string[]): boolean =>
  bareName(between[0]!) !== '' &&
  bareName(between.at(-1)!.replace(NOTE, '')) === '' &&
  NOTE.test(between.at(-1)!);

/** Whether each material is followed by a colon and its share: `coton : 95%, élasthanne : 5%`. */
const hasColons = (between: readonly string[]): boolean =>
  bareName(between.at(-1)!) === '' && between.slice(0, -1).every((name) => /[:=]\s*$/.test(name));

/** Moves each note in brackets from after its share to before it. */
function moveNotes(between: string[]): void {
  for (let at = 1; at < between.length; at++) {
    const note = NOTE.exec(between[at]!)?.[0];
    if (note === undefined) continue;
    between[at - 1] += note;
    between[at] = between[at]!.slice(note.length);
  }
}

const unclear = (piece: string, problem: string): Composition => ({ is: 'unclear', piece, problem });

const hasManyDecimals = (share: string): boolean => /[.,]\d{4}/.test(share);

const joining = once(() => {
  const { spaced, unspaced } = joiningWords();
  return {
    first: new RegExp(`^(?:(?:${spaced})\\s+|${unspaced})`, 'i'),
    last: new RegExp(`(?:(?:^|\\s)(?:${spaced})|${unspaced})$`, 'i'),
  };
});

/**
 * A material name without the punctuation and words that join it to other names: `cotton` for `cotton /`,
 * `elastane` for `, and elastane`, `coton` for `de coton`.
 */
function bareName(text: string): string {
  const { first, last } = joining();
  return text
    .replace(/^[\s,;:/|+&.·•・-]+/, '')
    .replace(/[\s,;:/|+&.·•・-]+$/, '')
    .replace(/^(?:de|of|di|von)\s+|^d['’]/i, '')
    .replace(last, '')
    .replace(first, '')
    .replace(/[\s,;]+$/, '');
}

/** Splits the text before the first share into a label and, if names come before their shares, the first name. */
function splitLead(text: string, isName: boolean): { label: string; rest: string; isLabel: boolean } {
  const colon = text.lastIndexOf(':');
  if (!isName) {
    const isLabel = /[:)\]-]\s*$/.test(text);
    return { label: text.trim(), rest: '', isLabel };
  }
  return colon === -1
    ? { label: '', rest: text, isLabel: false }
    : { label: text.slice(0, colon), rest: text.slice(colon + 1), isLabel: true };
}

/** The names of the parts if the text describes several. */
function partsOf(
  lead: string,
  names: readonly string[],
  percentages: readonly number[],
  isBefore: boolean,
  resolve: Resolver,
): string[] | undefined {
  const ends = endsOf(percentages);
  // A dash between the materials of one composition is a separator, not the end of a label.
  const isDashed = isBefore && (ends !== undefined || !isWhole(sumOf(percentages)));
  const labels = names.map((name, at) =>
    at === names.length - 1 && isBefore ? '' : labelIn(name, isDashed),
  );
  const first = partName(lead);
  if (labels.every((label) => label === '') && !ends) return undefined;
  const parts = [first];
  for (const [at, name] of names.entries()) {
    // If names come after their shares, the label of the next part is at the end of a name; otherwise at its
    // start.
    const isLast = isBefore ? at === names.length - 1 : at === 0;
    if (isLast) continue;
    const label = labels[at]!;
    if (label !== '') parts.push(partName(isBefore ? tailOf(label, resolve) : label));
    else if (ends?.has(isBefore ? at : at - 1)) parts.push(isBefore ? partName(tailOf(name, resolve)) : '');
  }
  return parts.length > 1 ? parts : undefined;
}

/**
 * Returns the part label in a text: the text up to a colon, or up to a dash at the end. Empty if there is none.
 */
function labelIn(name: string, isDashed: boolean): string {
  const colon = name.lastIndexOf(':');
  if (colon !== -1) return name.slice(0, colon);
  return isDashed && /\S\s*-\s*$/.test(name) ? name.replace(/\s*-\s*$/, '') : '';
}

/**
 * The indices at which the running total of the shares reaches 100, if it does so more than once and the last
 * share is one of them.
 */
function endsOf(percentages: readonly number[]): ReadonlySet<number> | undefined {
  const ends = new Set<number>();
  let sum = 0;
  for (const [at, percentage] of percentages.entries()) {
    sum += percentage;
    if (!isWhole(sum)) continue;
    ends.add(at);
    sum = 0;
  }
  return sum === 0 && ends.size > 1 ? ends : undefined;
}

/** The rest of a text after the material that it starts with: `lace` for `spandex; lace`. Only for messages. */
function tailOf(text: string, resolve: Resolver): string {
  const bracket = /[([]([^()[\]]*)[)\]]\s*$/.exec(text);
  if (bracket) return isPart(bracket[1]!) ? bracket[1]! : '';
  const separated =
    /^[^;/|]*[;/|]([^;/|]*\S[^;/|]*)$/.exec(text.trim()) ?? /\s{2,}(\S(?:.*\S)?)$/.exec(text.trim());
  if (separated) return separated[1]!;
  const words = text
    .trim()
    .split(/[\s,.]+/)
    .slice(0, MOST_WORDS);
  for (let end = words.length - 1; end > 0; end--)
    if ('value' in resolve(words.slice(0, end).join(' '))) return words.slice(end).join(' ');
  return words.slice(1).join(' ');
}

function itemOf(name: string, percentage: number, resolve: Resolver): BlendItem {
  const bare = bareName(name);
  if (bare === '') return { text: '', percentage, question: say().words.noMaterial(), candidates: [] };
  return readPiece(bare, percentage, resolve);
}

/** Returns the second of two equal items; undefined if all items differ. */
function doubled(items: readonly BlendItem[]): BlendItem | undefined {
  const seen = new Set<string>();
  for (const item of items) {
    if (item.value === undefined) continue;
    const key = JSON.stringify([item.value, item.origin, item.certifications]);
    if (seen.has(key)) return item;
    seen.add(key);
  }
  return undefined;
}
