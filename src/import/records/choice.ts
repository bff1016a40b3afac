import { type ClosedList, knownValues, matchValue } from '../../contract/list.ts';
import type { Coercion } from './coercion.ts';
import { foldText, quoted } from './text.ts';
import { isFiller, textOf } from './text-coercion.ts';
import { yesOrNo } from './yes-no.ts';

/** What people write for UNKNOWN where a list has it. */
const UNKNOWN = new Set(['inconnu', 'nonconnu', 'sconosciuto', 'desconocido', 'unbekannt', 'unknown']);

/**
 * The coercion of a column of list values: the exact text, or the one that it spells in another case, spacing or
 * punctuation. Any other text stays as it is, for the check to report; in capitals where an incomplete list has no small letter.
 */
export function choiceCoercion(list: ClosedList): Coercion {
  const yesNo = list.values.includes('YES') && list.values.includes('NO');
  const exact = new Set(knownValues(list));
  const unknown = list.values.includes('UNKNOWN');
  // What is not known of such a list is in capitals too.
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
