import { flag } from '../advice.ts';
import type { Value } from '../contract/field.ts';
import type { Note } from '../recognise/coercion.ts';
import { textDecodedOnce } from '../recognise/decoded-twice.ts';
import { fullWidthLetter, oddLetter } from '../recognise/other-script.ts';
import { cleanText, quoted, textDamage } from '../recognise/text.ts';
import { say } from '../say.ts';

/** Types whose texts are sent as typed. */
const CHECKED: ReadonlySet<Value['type']> = new Set(['text', 'reference', 'choice', 'open', 'email', 'url']);
/** Types that identify something: their texts are compared by the service, and never corrected. */
const IDENTIFIES: ReadonlySet<Value['type']> = new Set(['reference', 'email', 'url']);

/** Whether the texts of a field are checked for damage. */
export const isCheckedText = ({ type }: Value): boolean => CHECKED.has(type);

interface CheckedField {
  readonly value: Value;
  /** Set if the text is not sent, but compared with the words of a list. */
  readonly isRead: boolean;
}

/**
 * Checks a text that has suspect characters, and returns the text to read. A text that was decoded twice is repaired
 * if that is certain, except in a reference. All other damage is reported, and the text is kept, so that it is sent
 * if the severity of the finding is lowered.
 */
export function checkedText(
  cell: string,
  { value, isRead }: CheckedField,
  note: Note,
  isTextFile: () => boolean,
): string {
  const damage = textDamage(cell, value);
  if (damage === undefined) {
    if (!isRead) noteOddLetter(cell, value, note);
    return cell;
  }
  const once = textDecodedOnce(cell);
  const repaired = once !== undefined && textDamage(once, value) === undefined ? once : undefined;
  if (repaired !== undefined && !IDENTIFIES.has(value.type)) {
    note('text-decoded', cell, `${quoted(cell)} → ${quoted(cleanText(repaired))}`);
    if (!isRead) noteOddLetter(repaired, value, note);
    return repaired;
  }
  const advice = adviceOf(damage.decodable === true && isTextFile());
  const problem = `${quoted(cell)} ${damage.problem}`;
  if (repaired === undefined) note('text-damaged', cell, problem, advice);
  else note('text-damaged', cell, problem, say().cells.meant({ text: quoted(cleanText(repaired)), advice }));
  return cell;
}

/** Advice on damaged text. */
function adviceOf(isDecodable: boolean): string {
  const send = flag('--severity', 'text-damaged=warning');
  return isDecodable
    ? say().cells.damagedFileAdvice({ encoding: flag('--encoding', say().placeholders.name()), send })
    : say().cells.damagedAdvice({ send });
}

/**
 * Reports a letter of another script inside a Latin word. It is an error in a reference, where the letters look the
 * same but refer to another record.
 */
function noteOddLetter(cell: string, { type }: Value, note: Note): void {
  const isReference = IDENTIFIES.has(type);
  const odd = oddLetter(cell, isReference) ?? (isReference ? fullWidthLetter(cell) : undefined);
  if (odd === undefined) return;
  const code = isReference ? 'reference-letters' : 'text-letters';
  const send = flag('--severity', 'reference-letters=warning');
  const advice = isReference ? say().cells.typeAgain({ send }) : say().cells.typeWordAgain();
  note(code, cell, `${quoted(cell)} ${odd.problem}`, advice);
}
