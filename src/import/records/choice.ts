import { type ClosedList, knownValues, matchValue } from '../../contract/list.ts';
import { type Coercion, type Filled, type Note, UNREADABLE } from './coercion.ts';
import { cellText, foldText, quoted } from './text.ts';
import { isFiller, textOf } from './text-coercion.ts';

/** Words that mean UNKNOWN in a list that has that value. */
const UNKNOWN = new Set(['inconnu', 'nonconnu', 'sconosciuto', 'desconocido', 'unbekannt', 'unknown']);

/**
 * Reads a column of list values. Returns the value itself, or the value of the list that differs only in case,
 * spacing or punctuation. Other texts are kept, so that the check reports them. They are changed to upper case if
 * the list is incomplete and all its known values are in upper case.
 */
export function choiceCoercion(list: ClosedList): Coercion {
  const yesNo = list.values.includes('YES') && list.values.includes('NO');
  const exact = new Set(knownValues(list));
  const unknown = list.values.includes('UNKNOWN');
  // If all known values are in upper case, assume the same for unknown values.
  const upperCase = !list.complete && knownValues(list).every((one) => one === one.toUpperCase());
  return (cell, note) => {
    if (typeof cell === 'string' && exact.has(cell)) return cell;
    const text = textOf(cell, note, false);
    if (text === '') return undefined;
    let value = matchValue(list, text);
    if (value === undefined && yesNo) {
      const yes = yesOrNo(text);
      value = yes === undefined ? undefined : yes ? 'YES' : 'NO';
    }
    if (value === undefined && unknown && UNKNOWN.has(foldText(text))) value = 'UNKNOWN';
    if (value === undefined) {
      if (isFiller(text, cell, note)) return undefined;
      if (!upperCase || text === text.toUpperCase()) return textOf(cell, note);
      value = text.toUpperCase();
    }
    if (value === text && typeof cell === 'string') return textOf(cell, note);
    note('list-spelling', cell, `${quoted(text)} → ${quoted(value)}`);
    return value;
  };
}

const YES = [
  ...['true', 'yes', 'y', 'oui', 'o', 'vrai', 'sì', 's', 'vero', 'verdadero', 'ja', 'j', 'wahr'],
  ...['sim', 'verdadeiro'],
];
const NO = ['false', 'no', 'n', 'non', 'faux', 'falso', 'nein', 'falsch', 'não'];
const YES_NO = new Map<string, boolean>([
  ...YES.map((word) => [foldText(word), true] as const),
  ...NO.map((word) => [foldText(word), false] as const),
]);

/** Parses a yes or no in English, French, Italian, Spanish, German or Portuguese; undefined for anything else. */
export function yesOrNo(text: string): boolean | undefined {
  return text.length > 12 ? undefined : YES_NO.get(foldText(text));
}

/** Parses a tick: `x`, `1` or a check mark; `0` means no tick. */
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
