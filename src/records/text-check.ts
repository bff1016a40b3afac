import { flag } from '../advice.ts';
import type { Value } from '../contract/field.ts';
import type { OnCellFinding } from '../recognise/coercion.ts';
import { isDecodedTwice, textDecodedOnce } from '../recognise/decoded-twice.ts';
import { fullWidthLetter, oddLetter } from '../recognise/other-script.ts';
import { cleanText, isSuspect, quoted } from '../recognise/text.ts';
import { say } from '../say.ts';

/** Types whose texts are sent as typed. */
const CHECKED: ReadonlySet<Value['type']> = new Set(['text', 'reference', 'choice', 'open', 'email', 'url']);
/** Types that identify something: their texts are compared by the service, and never corrected. */
const IDENTIFIER_TYPES: ReadonlySet<Value['type']> = new Set(['reference', 'email', 'url']);

/** Whether the texts of a field are checked for damage. */
export const isCheckedText = ({ type }: Value): boolean => CHECKED.has(type);

interface CheckedField {
  readonly value: Value;
  /** Set if the text itself is not sent, but looked up as a word for a value of a list. */
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
  note: OnCellFinding,
  isTextFile: () => boolean,
): string {
  const damage = textDamage(cell, value);
  if (damage === undefined) {
    if (!isRead) noteOddLetter(cell, value, note);
    return cell;
  }
  const once = textDecodedOnce(cell);
  const repaired = once !== undefined && textDamage(once, value) === undefined ? once : undefined;
  if (repaired !== undefined && !IDENTIFIER_TYPES.has(value.type)) {
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
function noteOddLetter(cell: string, { type }: Value, note: OnCellFinding): void {
  const isReference = IDENTIFIER_TYPES.has(type);
  const odd = oddLetter(cell, isReference) ?? (isReference ? fullWidthLetter(cell) : undefined);
  if (odd === undefined) return;
  const code = isReference ? 'reference-letters' : 'text-letters';
  const send = flag('--severity', 'reference-letters=warning');
  const advice = isReference ? say().cells.typeAgain({ send }) : say().cells.typeWordAgain();
  note(code, cell, `${quoted(cell)} ${odd.problem}`, advice);
}

/**
 * Character sequences that prove a wrong decoding: UTF-8 read as Windows-1252 (`Ã©`, `â€™`, `Â°`, `ï»¿`) or as Mac Roman
 * (`√©`, `‚Äô`), replacement characters, and control characters.
 */
const WRONG_DECODING =
  /[\ufffd\u0080-\u0084\u0086-\u009f\0]|Ã[\u00a1-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ]|â€|Â[\u00a1-\u00bf]|Å[“’¸]|‚[ÄÇ]|¬[†´ª∞±µ∑∏π∫§]|√[©®™†ß¥¢ªºπØÆ]|ï»¿/u;

/**
 * Symbols that do not occur inside words, nor at their start or end. They appear when text is decoded with the wrong
 * encoding.
 */
const oddSigns = () =>
  /(?<=\p{L})[¹²³¼½¾¤£¥¢¦¨¬¯¸¶§±¿€‚ƒ„†‡ˆ‰‹](?=\p{L})|(?<=\p{Ll})[ŠŒŽŸ](?![\p{Lu}])|(?<![\p{L}\p{N}])[£¥](?=\p{Ll}{2})|[À-ÿ][\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u00bf]{2}/u;

/** A question mark inside a word, which replaces a letter that the encoding did not have. */
const lostLetterInWord = () => /\p{L}\?\p{L}/u;
const lostLetterAtStart = () => /(?<![^\s(,.'’-])\?\p{L}/u;
/** A question mark at the end of a text of a few words. A longer text may be a real question. */
const lostLetterAtEnd = () => /^[^\s?]{0,60}(?: [^\s?]{1,60}){0,2}(?<=\p{L})\?$/u;
const ADDRESS = /:\/\/|www\.|\/[^\s?]{0,200}\?/i;

/** Types in which a question mark inside a word stands for a lost letter. */
const TYPES_WITH_LOST_LETTERS: ReadonlySet<Value['type']> = new Set(['text', 'reference', 'choice']);

interface TextDamage {
  /** The end of a sentence that begins with the quoted text. */
  readonly problem: string;
  /** Set if the text may be correct in another encoding. */
  readonly decodable?: true;
}

/** The damage of a text. Undefined if nothing proves damage. */
export function textDamage(text: string, { type }: Value): TextDamage | undefined {
  if (!isSuspect(text)) return undefined;
  if (text.includes('?') && TYPES_WITH_LOST_LETTERS.has(type) && !ADDRESS.test(text)) {
    const isLost =
      lostLetterInWord().test(text) ||
      (type === 'text' && (lostLetterAtStart().test(text) || lostLetterAtEnd().test(text)));
    if (isLost) return { problem: say().cells.lostLetter() };
  }
  const mark = WRONG_DECODING.exec(text)?.[0];
  if (mark === '\ufffd') return { problem: say().cells.replacementCharacter() };
  if (mark === '\0') return { problem: say().cells.nulCharacter() };
  if (mark?.length === 1) return { problem: say().cells.controlCharacters(), decodable: true };
  if (mark !== undefined) return { problem: say().cells.wrongLetter({ letter: mark }) };
  if (isDecodedTwice(text)) return { problem: say().cells.decodedTwice() };
  const sign = oddSigns().exec(text)?.[0];
  if (sign === undefined) return undefined;
  return { problem: say().cells.oddSign({ sign }), decodable: true };
}
