import type { Resolver } from '../words/resolve.ts';

/**
 * Writes a shorthand of a composition out: each share as a percentage beside its material. Other texts are unchanged.
 *
 * - `80/20 CO/PES`, `Polyester/Baumwolle 65/35`: all shares, then all materials
 * - `CO80/PES20`, `70WO30PA`: codes and shares without a space
 * - `1/2 coton, 1/2 lin`: fractions that add up to one
 * - `100% coton dont 30% recyclé`: a part of a whole of one material
 */
export function writtenOut(text: string, resolve: Resolver): string {
  return inTwoRows(text) ?? withSpaces(text) ?? withoutFractions(text) ?? withoutPart(text, resolve) ?? text;
}

const NUMBER = String.raw`\d{1,3}(?:[.,]\d+)?`;
const ROW_OF_SHARES = String.raw`${NUMBER}\s*%?(?:\s*[/:-]\s*${NUMBER}\s*%?)+`;
const SHARES_FIRST = new RegExp(String.raw`^(${ROW_OF_SHARES})\s*([^\d%]+)$`, 'u');
const SHARES_LAST = new RegExp(String.raw`^([^\d%]+?)\s*(${ROW_OF_SHARES})$`, 'u');

const isWhole = (shares: readonly number[]): boolean =>
  Math.abs(shares.reduce((sum, one) => sum + one, 0) - 100) < 0.01;

const asNumber = (text: string): number => Number(text.replace('%', '').replace(',', '.'));

function inTwoRows(text: string): string | undefined {
  const first = SHARES_FIRST.exec(text);
  const last = first ? null : SHARES_LAST.exec(text);
  const [shares, names] = first ? [first[1]!, first[2]!] : [last?.[2], last?.[1]];
  if (shares === undefined || names === undefined) return undefined;
  const numbers = shares.split(/\s*[/:-]\s*/).map(asNumber);
  const materials = names.split(/\s*[/:+-]\s*/).map((name) => name.trim());
  if (materials.length !== numbers.length || materials.includes('') || !isWhole(numbers)) return undefined;
  return numbers.map((share, at) => `${share}% ${materials[at]}`).join(', ');
}

const CODES_FIRST = /^(?:[A-Za-z]{2,4}\d{1,3}\s*[/,;+-]?\s*)+$/;
const SHARES_THEN_CODES = /^(?:\d{1,3}[A-Za-z]{2,4}\s*[/,;+-]?\s*)+$/;

function withSpaces(text: string): string | undefined {
  if (!CODES_FIRST.test(text) && !SHARES_THEN_CODES.test(text)) return undefined;
  const shares = text.match(/\d+/g)!;
  const codes = text.match(/[A-Za-z]+/g)!;
  return isWhole(shares.map(Number))
    ? shares.map((share, at) => `${share}% ${codes[at]}`).join(', ')
    : undefined;
}

const FRACTION = /(?<![\d.,/])(\d)\s*[/⁄]\s*(\d{1,2})(?![\d.,/]|\s*%)/g;

function withoutFractions(text: string): string | undefined {
  const fractions = [...text.matchAll(FRACTION)].map(
    ([, part, whole]) => (100 * Number(part)) / Number(whole),
  );
  if (fractions.length < 2 || !isWhole(fractions) || /\d/.test(text.replace(FRACTION, ''))) return undefined;
  let at = 0;
  return text.replace(FRACTION, () => `${Math.round(fractions[at++]! * 100) / 100}%`);
}

const OF_WHICH =
  'dont|of which|davon|di cui|de los cuales|de las cuales|del cual|dos quais|do qual|waarvan|w tym|din care|其中|trong đó|dels quals|εκ των οποίων|από τα οποία|うち';
const A_PART = new RegExp(
  String.raw`^(?:100\s*%\s*([^\d%]+?)|([^\d%]+?)\s*100\s*%)[\s,;(]*(?:${OF_WHICH})\s*:?\s*(${NUMBER})\s*%\s*(?:de |di |von )?([^\d%)]+)\)?$`,
  'iu',
);

function withoutPart(text: string, resolve: Resolver): string | undefined {
  const [, before, after, share, detail] = A_PART.exec(text) ?? [];
  const whole = before ?? after;
  if (whole === undefined || share === undefined || detail === undefined) return undefined;
  const part = [detail, `${whole} ${detail}`].find((name) => 'value' in resolve(name.trim()));
  const rest = 100 - asNumber(share);
  return part === undefined || rest <= 0 ? undefined : `${rest}% ${whole}, ${asNumber(share)}% ${part}`;
}
