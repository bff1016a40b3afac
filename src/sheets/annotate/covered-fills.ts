import type { Severity } from '../../findings/finding.ts';
import { attribute, type RawXml, tagsOf } from './tags.ts';

/** The fills of marked cells. No program offers exactly these colours, so that they are recognised again. */
export const FILLS: Readonly<Record<Severity, string>> = {
  error: 'FFFFC9CF',
  warning: 'FFFFE9A8',
  fixed: 'FFCDE7FD',
  notice: 'FFE6E5F4',
};

/** Maximum number of different fills of a person that are remembered: a shade has four bits in each of three channels. */
export const MOST_COVERED = 4095;
/** The numbers of shades whose red and green are those of the severity. */
const NEAR_SHADES = 16;

/**
 * The formats that marks cover, by the number of their shade. The number is in the colour of the mark, because nothing
 * else of a cell stays when rows are moved and when another program saves the workbook.
 */
export type CoveredFormats = ReadonlyMap<number, number>;

/** The colour of a mark: the last bits of its channels are the number of the format that it covers; 0 for none. */
export function shadeOf(severity: Severity, number: number): string {
  const [red, green, blue] = channelsOf(FILLS[severity]);
  const channels = [red! - (number >> 8), green! - ((number >> 4) & 15), blue! - (number & 15)];
  return `FF${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

/** The number in the colour of a solid fill; undefined if the fill is not one of ours. */
export function numberInFill(fill: RawXml, isKnown: (number: number) => boolean): number | undefined {
  const colour = /fgColor[^>]*\brgb=["']([\da-f]{8})["']/i.exec(fill)?.[1];
  if (colour === undefined) return undefined;
  const channels = channelsOf(colour);
  for (const base of Object.values(FILLS)) {
    const bits = channelsOf(base).map((channel, at) => channel - channels[at]!);
    if (bits.some((bit) => bit < 0 || bit > 15)) continue;
    const number = (bits[0]! << 8) | (bits[1]! << 4) | bits[2]!;
    if (number === 0 || isKnown(number)) return number;
  }
  return undefined;
}

/** Which shades are marks. A person may have deleted the sheet that names them: then those that are given first. */
export const knownShades =
  (covered: CoveredFormats, isAgain: boolean) =>
  (number: number): boolean =>
    covered.has(number) || (isAgain && covered.size === 0 && number < NEAR_SHADES);

const channelsOf = (colour: string): number[] =>
  [-6, -4, -2].map((at) => Number.parseInt(colour.slice(at, at + 2 || undefined), 16));

/** The formats that a sheet of results names: its only cells with numbers, each in the format of its number. */
export function coveredIn(resultSheet: RawXml): CoveredFormats {
  const covered = new Map<number, number>();
  let format: number | null = null;
  for (const { name, kind, end, text } of tagsOf(resultSheet)) {
    if (name === 'c') {
      const isNumber = kind === 'open' && (attribute(text, 't') ?? 'n') === 'n';
      format = isNumber ? Number(attribute(text, 's') ?? 0) : null;
    }
    if (name !== 'v' || kind !== 'open' || format === null) continue;
    const number = Number(/^\d{1,4}(?=<)/.exec(resultSheet.slice(end, end + 5))?.[0] ?? 0);
    if (number > 0 && number <= MOST_COVERED) covered.set(number, format);
  }
  return covered;
}
