import { flag } from '../advice.ts';
import { numberText, say } from '../say.ts';
import { Damage } from './damage.ts';
import type { Limits } from './source.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** The default limits allow a sheet of a million full rows, but not a file built to exhaust memory or disk. */
export const DEFAULT_LIMITS: Limits = {
  fileBytes: 2 * GB,
  entries: 10_000,
  inflatedBytes: 2 * GB,
  partBytes: 1.5 * GB,
  ratio: 200,
  sheets: 1000,
  rows: 4_000_000,
  columns: 16_384,
  cells: 200_000_000,
  rowBytes: MB,
  cellCharacters: 32_767,
  sharedCharacters: 128 * MB,
};

/** The number of the last row that a sheet can have in spreadsheet programs. */
export const LAST_ROW = 1_048_576;

/** A batch of rows is complete when it has this many rows or cells. */
export const BATCH_ROWS = 256;
export const BATCH_CELLS = 65_536;

/** The limits by their names in flags: `part-bytes`. */
const LIMITS_BY_NAME = new Map(
  (Object.keys(DEFAULT_LIMITS) as (keyof Limits)[]).map((limit) => [nameOf(limit), limit]),
);

export const LIMIT_NAMES: readonly string[] = [...LIMITS_BY_NAME.keys()];

/**
 * Parses `part-bytes=3GB`: a limit and its value, a whole number of at least 1, optionally with K, M or G for powers of
 * 1024. Undefined if malformed; `limit` is undefined if the name is unknown.
 */
export function parseLimit(
  text: string,
): { name: string; limit: keyof Limits | undefined; value: number } | undefined {
  const [, name, digits, unit] = /^\s*([\w-]+)\s*=\s*(\d{1,15})\s*([kmg]?)(?:i?b)?\s*$/i.exec(text) ?? [];
  if (name === undefined) return undefined;
  const value = Number(digits) * 1024 ** ['', 'k', 'm', 'g'].indexOf(unit!.toLowerCase());
  if (value < 1 || !Number.isSafeInteger(value)) return undefined;
  return { name, limit: LIMITS_BY_NAME.get(name.toLowerCase()), value };
}

/**
 * The error for a file that exceeds a limit.
 *
 * @param what a message without its full stop, given the limit: `The sheet has more than 5 rows`.
 */
export function limitError(
  limits: Limits,
  limit: keyof Limits,
  what: (values: { readonly most: string }) => string,
): Damage {
  const { message, suggestion } = limitMessage(limits, limit, what);
  return new Damage(message, suggestion);
}

/** Message and suggestion for an exceeded limit that does not stop reading. */
export function limitMessage(
  limits: Limits,
  limit: keyof Limits,
  what: (values: { readonly most: string }) => string,
): { message: string; suggestion: string } {
  const most = limits[limit];
  return {
    message: say().limits.exceeded({ sentence: what({ most: textOf(limit, most) }), limit: nameOf(limit) }),
    suggestion: say().limits.raise({
      flag: flag('--file-limit', `${nameOf(limit)}=${flagValueOf(2 * most)}`),
    }),
  };
}

/** Message and suggestion for a text that is too long for a cell. */
export const tooLongMessage = (limits: Limits, length: number): ReturnType<typeof limitMessage> =>
  limitMessage(limits, 'cellCharacters', ({ most }) =>
    say().limits.characters({ number: numberText(length), most }),
  );

function nameOf(limit: keyof Limits): string {
  return limit.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function textOf(limit: keyof Limits, value: number): string {
  if (!limit.endsWith('Bytes')) return numberText(value);
  const { bytes, megabytes, gigabytes } = say().limits;
  if (value % MB !== 0) return bytes({ number: numberText(value) });
  return value >= GB
    ? gigabytes({ number: numberText(value / GB) })
    : megabytes({ number: numberText(value / MB) });
}

function flagValueOf(value: number): string {
  if (value % GB === 0) return `${value / GB}G`;
  return value % MB === 0 ? `${value / MB}M` : String(value);
}
