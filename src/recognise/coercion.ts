import type { Json } from '../contract/kind.ts';
import type { FindingCode } from '../findings/catalogue.ts';
import type { Cell } from '../sheets/cell.ts';

/** A value that could not be read. A finding explains why, and the body omits it. */
export const UNREADABLE: unique symbol = Symbol('unreadable');

/** The value of a cell: JSON, undefined if blank, or `UNREADABLE`. */
export type Coerced = Json | undefined | typeof UNREADABLE;

/** Reports what a coercion did to a cell. */
export type OnCellFinding = (code: FindingCode, cell: Cell, message: string, suggestion?: string) => void;

/** A cell that can be read: not blank, not an error, not a formula without a result. */
export type Filled = Exclude<Cell, null | { type: 'error' } | { type: 'uncached' }>;

/** Reads a filled cell of a column. */
export type Coercion = (cell: Filled, note: OnCellFinding) => Coerced;
