import type { Limits } from './source.ts';

/** A sheet of a million full rows stays within these; nothing that is made to fill a machine does. */
export const DEFAULT_LIMITS: Limits = {
  entries: 10_000,
  inflatedBytes: 2 * 1024 ** 3,
  partBytes: 1.5 * 1024 ** 3,
  sharedCharacters: 256 * 1024 ** 2,
  cellCharacters: 32_767,
  columns: 16_384,
};

/** The last row that a spreadsheet can have. */
export const LAST_ROW = 1_048_576;

/** Bytes of one row of a text file: a quote left open must not swallow the rest of a large file. */
export const TEXT_ROW_BYTES = 1024 ** 2;

/** Rows handed on at once, and the cells they may hold together. */
export const BATCH_ROWS = 256;
export const BATCH_CELLS = 65_536;
