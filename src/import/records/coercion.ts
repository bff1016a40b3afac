import type { Json } from '../../contract/kind.ts';
import type { FindingCode } from '../../findings/catalogue.ts';
import type { Cell } from '../../sheets/cell.ts';

/** Stands for a value that could not be read: a finding says why, and the body leaves it out. */
export const UNREADABLE: unique symbol = Symbol('unreadable');

/** What a cell becomes: its JSON value, undefined when it is blank, or `UNREADABLE`. */
export type Coerced = Json | undefined | typeof UNREADABLE;

/** Reports what was done to the cell under the eyes of a coercion. */
export type Note = (code: FindingCode, cell: Cell, message: string, suggestion?: string) => void;

/** A cell that holds something readable: neither blank nor an error nor an uncached formula. */
export type Filled = Exclude<Cell, null | { type: 'error' } | { type: 'uncached' }>;

/** Turns a filled cell of one column into its value. */
export type Coercion = (cell: Filled, note: Note) => Coerced;
