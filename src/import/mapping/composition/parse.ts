import type { Resolver } from '../words/resolve.ts';
import type { BlendItem, Composition } from './blend.ts';
import { isHeading, isPart, partName } from './labels.ts';
import { readPiece } from './piece.ts';
import { plainText, type Share, sharesIn } from './shares.ts';

/** Longest text and most shares that are read; a composition has fewer. */
const LONGEST = 1000;
const MOST_SHARES = 40;
const MOST_DECIMALS = 3;
/** Longest name of a material, in words. */
const MOST_WORDS = 12;

/** How far the shares may be from 100: they are rounded. */
const TOLERANCE = 0.5;

const isWhole = (total: number): boolean => Math.abs(total - 100) <= TOLERANCE + 1e-9;
const sumOf = (numbers: readonly number[]): number =>
  Math.round(numbers.reduce((sum, one) => sum + one, 0) * 1e6) / 1e6;

/**
 * Reads the text of a composition cell, such as `95 % coton bio, 5% élasthanne (FR)`. Shares come before or after their
 * material, with or without percent signs. Nothing is guessed: text that is not understood is a question of its item or
 * makes the whole unclear.
 */
export function parseComposition(cell: string, resolve: Resolver): Composition {
  const text = cell.length > LONGEST ? '' : plainText(cell);
  if (text === '') return unclear(cell, cell.length > LONGEST ? 'is too long for a composition' : 'is empty');
  const all = sharesIn(text);
  if (all.length > MOST_SHARES) return unclear(text, 'has too many numbers');
  const signed = all.filter(({ isSigned }) => isSigned);
  if (all.length === 0) return unclear(text, 'has no percentages');
  if (signed.length === 0) return read(text, scaled(all), resolve);
  const certain = read(text, signed, resolve);
  if (signed.length === all.length || isCertain(certain)) return certain;
  // Without the percent signs that got lost the shares are incomplete.
  const complete = read(text, all, resolve);
  return isCertain(complete) || (complete.is === 'blend' && certain.is !== 'blend') ? complete : certain;
}

const isCertain = (one: Composition): boolean =>
  one.is === 'blend' && one.items.every(({ value }) => value !== undefined);

/** Shares without percent signs, as percentages: `0,3` and `0,7` are fractions. */
function scaled(shares: readonly Share[]): readonly Share[] {
  const total = sumOf(shares.map(({ percentage }) => percentage));
  if (shares.length === 1 || Math.abs(total - 1) > TOLERANCE / 100) return shares;
  return shares.map((share) => ({ ...share, percentage: Math.round(share.percentage * 1e8) / 1e6 }));
}

function read(text: string, shares: readonly Share[], resolve: Resolver): Composition {
  const between = [...shares, undefined].map((share, at) =>
    text.slice(shares[at - 1]?.end ?? 0, share?.start ?? text.length),
  );
  const odd = shares.find(({ text: share, percentage }) => hasManyDecimals(share) || percentage <= 0);
  if (odd)
    return unclear(
      odd.text,
      hasManyDecimals(odd.text) ? `has more than ${MOST_DECIMALS} decimals` : 'is not a share',
    );
  if (isNoted(between)) moveNotes(between);
  if (isListed(between))
    for (const [at, name] of between.entries()) between[at] = name.replace(/[:=]\s*$/, '');
  const isBefore = bareName(between.at(-1)!) !== '';
  const lead = splitLead(between[0]!, !isBefore);
  if (isBefore && !lead.isLabel && lead.label !== '' && 'value' in resolve(bareName(lead.label)))
    return unclear(text, 'does not show whether the shares come before or after their materials');

  const names = isBefore ? between.slice(1) : [lead.rest, ...between.slice(1, -1)];
  const percentages = shares.map(({ percentage }) => percentage);
  const parts = partsOf(lead.label, names, percentages, isBefore, resolve);
  if (parts) return { is: 'parts', parts };

  const label = partName(lead.label);
  if (!isHeading(label) && !isPart(label)) return unclear(label, 'is not part of a composition');
  const items = names.map((name, at) => itemOf(name, percentages[at]!, resolve));
  const total = sumOf(percentages);
  if (!isWhole(total)) return { is: 'total', items, total };
  const twice = doubled(items);
  if (twice) return unclear(twice.text, `is listed twice`);
  return { is: 'blend', items, ...(isHeading(label) ? {} : { part: label }) };
}

const NOTE = /^\s*[([{][^()[\]{}]*[)\]}]/;

/** Whether the text ends with a note in brackets after the share: `coton 95% (FR), élasthanne 5% (IT)`. */
const isNoted = (between: readonly string[]): boolean =>
  bareName(between[0]!) !== '' &&
  bareName(between.at(-1)!.replace(NOTE, '')) === '' &&
  NOTE.test(between.at(-1)!);

/** Whether each material is followed by a colon and its share: `coton : 95%, élasthanne : 5%`. */
const isListed = (between: readonly string[]): boolean =>
  bareName(between.at(-1)!) === '' && between.slice(0, -1).every((name) => /[:=]\s*$/.test(name));

/** Moves the notes in brackets that follow a share before it. */
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

/** A name without the signs and words that join it to the next: `cotton /`, `, and elastane`, `de coton`. */
function bareName(text: string): string {
  return text
    .replace(/^[\s,;:/|+&.·•-]+/, '')
    .replace(/[\s,;:/|+&.·•-]+$/, '')
    .replace(/^(?:de|of|di|von)\s+|^d['’]/i, '')
    .replace(/(?:^|\s)(?:and|et|und|y|e)$/i, '')
    .replace(/^(?:and|et|und|y|e)\s+/i, '')
    .replace(/[\s,;]+$/, '');
}

/** The text before the first share: a label, and the first name where names come first. */
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
  // Between the materials of one composition a dash is a separator.
  const isDashed = isBefore && (ends !== undefined || !isWhole(sumOf(percentages)));
  const labels = names.map((name, at) =>
    at === names.length - 1 && isBefore ? '' : labelIn(name, isDashed),
  );
  const first = partName(lead);
  if (labels.every((label) => label === '') && !ends) return undefined;
  const parts = [first];
  for (const [at, name] of names.entries()) {
    // Names that follow their share end with the label of the next part, others start with their own.
    const isLast = isBefore ? at === names.length - 1 : at === 0;
    if (isLast) continue;
    const label = labels[at]!;
    if (label !== '') parts.push(partName(isBefore ? tailOf(label, resolve) : label));
    else if (ends?.has(isBefore ? at : at - 1)) parts.push(isBefore ? partName(tailOf(name, resolve)) : '');
  }
  return parts.length > 1 ? parts : undefined;
}

/** The text with the label of a part, up to a colon, or a dash at the end; empty if there is none. */
function labelIn(name: string, isDashed: boolean): string {
  const colon = name.lastIndexOf(':');
  if (colon !== -1) return name.slice(0, colon);
  return isDashed && /\S\s*-\s*$/.test(name) ? name.replace(/\s*-\s*$/, '') : '';
}

/** The indices where the shares so far total 100, if they do so several times and at the end. */
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

/** The end of a text that starts with a material: `spandex; lace` gives `lace`. For messages only. */
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
  if (bare === '') return { text: '', percentage, question: 'has no material', candidates: [] };
  return readPiece(bare, percentage, resolve);
}

/** The second of two items that are the same. */
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
