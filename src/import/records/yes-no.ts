import { type Coercion, type Filled, type Note, UNREADABLE } from './coercion.ts';
import { cellText, foldText, quoted } from './text.ts';
import { isFiller, textOf } from './text-coercion.ts';

const YES = [
  'true',
  'yes',
  'y',
  'oui',
  'o',
  'vrai',
  'sì',
  's',
  'vero',
  'verdadero',
  'ja',
  'j',
  'wahr',
  'sim',
  'verdadeiro',
];
const NO = ['false', 'no', 'n', 'non', 'faux', 'falso', 'nein', 'falsch', 'não'];
const WORDS = new Map<string, boolean>([
  ...YES.map((word) => [foldText(word), true] as const),
  ...NO.map((word) => [foldText(word), false] as const),
]);

/** Parses a yes or no in English, French, Italian, Spanish, German or Portuguese; undefined for anything else. */
export function yesOrNo(text: string): boolean | undefined {
  return text.length > 12 ? undefined : WORDS.get(foldText(text));
}

/** Parses a tick: `x`, `1`, a check mark; or `0`. */
function ticked(text: string): boolean | undefined {
  if (text === '1' || text === 'x' || text === 'X' || text === '✓' || text === '✔') return true;
  return text === '0' ? false : undefined;
}

function readYesNo(cell: Filled, note: Note, plain: RegExp): boolean | undefined | typeof UNREADABLE {
  if (typeof cell === 'boolean') return cell;
  const text = textOf(cell, note, false);
  if (text === '') return undefined;
  const value = yesOrNo(text) ?? ticked(text);
  if (value !== undefined) {
    if (!plain.test(text)) note('boolean-converted', cell, `${quoted(text)} → ${value ? 'yes' : 'no'}`);
    return value;
  }
  if (isFiller(text, cell, note)) return undefined;
  note('boolean-unreadable', cell, `${quoted(cellText(cell))} is neither yes nor no`, 'yes or no');
  return UNREADABLE;
}

/** Reads a JSON boolean. */
export const coerceBoolean: Coercion = (cell, note) => readYesNo(cell, note, /^(?:true|false)$/i);

/** Reads the number 1 or 0. */
export const coerceFlag: Coercion = (cell, note) => {
  const value = readYesNo(cell, note, /^[01]$/);
  return typeof value === 'boolean' ? Number(value) : value;
};
