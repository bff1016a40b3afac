import { type ClosedList, knownValues, matchValue } from '../../contract/list.ts';
import type { Coercion } from './coercion.ts';
import { foldText, quoted } from './text.ts';
import { isFiller, textOf } from './text-coercion.ts';
import { yesOrNo } from './yes-no.ts';

/** Words that mean UNKNOWN in a list that has that value. */
const UNKNOWN = new Set(['inconnu', 'nonconnu', 'sconosciuto', 'desconocido', 'unbekannt', 'unknown']);

/**
 * Reads a column of list values: the exact value, or the value that differs only in case, spacing or punctuation.
 * Other texts are kept for the check to report, in upper case if all known values of an incomplete list are.
 */
export function choiceCoercion(list: ClosedList): Coercion {
  const yesNo = list.values.includes('YES') && list.values.includes('NO');
  const exact = new Set(knownValues(list));
  const unknown = list.values.includes('UNKNOWN');
  // Unknown values of such a list are assumed to be in upper case too.
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
