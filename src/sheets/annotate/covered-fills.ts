import type { Severity } from '../../findings/finding.ts';
import { attribute, type RawXml, tagsOf } from './tags.ts';

/** The fills of marked cells. No program offers exactly these colours, so that they are recognised again. */
export const FILLS: Readonly<Record<Severity, string>> = {
  error: 'FFFFC9CF',
  warning: 'FFFFE9A8',
  fixed: 'FFCDE7FD',
  notice: 'FFE6E5F4',
};

/** Maximum number of a covered format: a shade has four bits in its green and four in its blue. */
export const MOST_COVERED = 255;
/** Numbers that are missing between others: those of colours that a person has. */
const LARGEST_GAP = 16;

/**
 * The formats that marks cover, by the number of their shade. The number is in the colour of the mark, because nothing
 * else of a cell stays when rows are moved and when another program saves the workbook.
 */
export type CoveredFormats = ReadonlyMap<number, number>;

/** The colour of a mark: the last bits of its channels are the number of the format that it covers; 0 for none. */
export function shadeOf(severity: Severity, number: number): string {
  const [red, green, blue] = channelsOf(FILLS[severity]);
  const channels = [red!, green! - (number >> 4), blue! - (number & 15)];
  return `FF${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

/**
 * The fills of marks, by their index, with the numbers in their colours. A person may have deleted the sheet that names
 * the numbers: those of an annotation follow each other. `isAgain`:
 * whether there was one.
 */
export function marksAmong(
  fills: readonly RawXml[],
  covered: CoveredFormats,
  isAgain: boolean,
): ReadonlyMap<number, number> {
  if (!isAgain) return new Map();
  const numbers = fills.map(numberIn);
  let last = 0;
  if (covered.size === 0)
    for (const number of numbers.filter((one) => one !== undefined).sort((one, other) => one - other))
      if (number - last <= LARGEST_GAP) last = number;
  const isMark = (number: number | undefined): number is number =>
    number !== undefined && (number <= last || covered.has(number));
  return new Map(numbers.flatMap((number, at) => (isMark(number) ? [[at, number]] : [])));
}

/** The number in the colour of a solid fill; undefined if it is not a shade of a mark. */
function numberIn(fill: RawXml): number | undefined {
  const colour = /fgColor[^>]*\brgb=["']([\da-f]{8})["']/i.exec(fill)?.[1];
  if (colour === undefined) return undefined;
  const channels = channelsOf(colour);
  for (const base of Object.values(FILLS)) {
    const [red, ...bits] = channelsOf(base).map((channel, at) => channel - channels[at]!);
    if (red === 0 && bits.every((bit) => bit >= 0 && bit <= 15)) return (bits[0]! << 4) | bits[1]!;
  }
  return undefined;
}

/** Red, green and blue of a colour such as `FFC9CF` or `FFFFC9CF`, from 0 to 255. */
export const channelsOf = (colour: string): number[] =>
  [-6, -4, -2].map((at) => Number.parseInt(colour.slice(at, at + 2 || undefined), 16));

/** The formats that a sheet of results names: the cells with numbers in its hidden row, each in the format of its number. */
export function coveredIn(resultSheet: RawXml): CoveredFormats {
  const covered = new Map<number, number>();
  let isHidden = false;
  let format: number | null = null;
  for (const { name, kind, end, text } of tagsOf(resultSheet)) {
    if (name === 'row' && kind !== 'close') isHidden = /^(?:1|true)$/.test(attribute(text, 'hidden') ?? '');
    if (name === 'c') {
      const isNumber = isHidden && kind === 'open' && (attribute(text, 't') ?? 'n') === 'n';
      format = isNumber ? Number(attribute(text, 's') ?? 0) : null;
    }
    if (name !== 'v' || kind !== 'open' || format === null) continue;
    const number = Number(/^\d{1,4}(?=<)/.exec(resultSheet.slice(end, end + 5))?.[0] ?? 0);
    if (number > 0 && number <= MOST_COVERED) covered.set(number, format);
  }
  return covered;
}
