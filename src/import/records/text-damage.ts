import type { Value } from '../../contract/field.ts';

/**
 * The marks of text that went through a wrong decoding: UTF-8 read as Windows-1252 (`Ã©`, `â€™`, `Â°`) or as Mac
 * Roman (`√©`, `‚Äô`), characters that replace what could not be read, and control characters.
 */
const MARKS =
  /[\ufffd\u0080-\u0084\u0086-\u009f\0]|Ã[\u00a1-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ]|â€|Â[\u00a1-\u00bf]|Å[“’¸]|‚[ÄÇ]|¬[†´ª∞±µ∑∏π∫§]|√[©®™†ß¥¢ªºπØÆ]/u;

/** What no text has between letters, at the start of a word or its end: signs that bytes of another encoding become. */
const SIGNS =
  /(?<=\p{L})[¹²³¼½¾¤£¥¢¦¨¬¯¸¶§±¿€‚ƒ„†‡ˆ‰‹](?=\p{L})|(?<=\p{Ll})[ŠŒŽŸ](?![\p{Lu}])|(?<![\p{L}\p{N}])[£¥](?=\p{Ll}{2})|[À-ÿ][\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u00bf]{2}/u;

/** A letter that an encoding without it left as a question mark: within a word, before one, after one. */
const LOST_WITHIN = /\p{L}\?\p{L}/u;
const LOST_BEFORE = /(?<![^\s(,.'’-])\?\p{L}/u;
/** At the end of a text of a few words; a longer one can be a question. */
const LOST_AFTER = /^[^\s?]{0,60}(?: [^\s?]{1,60}){0,2}(?<=\p{L})\?$/u;
const ADDRESS = /:\/\/|www\.|\/[^\s?]{0,200}\?/i;

/** Types of fields whose texts are sent as they are typed, and where a question mark can be a lost letter. */
const CHECKED: ReadonlySet<Value['type']> = new Set(['text', 'reference', 'choice', 'open', 'email', 'url']);
const LOSES_WITHIN: ReadonlySet<Value['type']> = new Set(['text', 'reference', 'choice']);

/** Most cells have none of these, and need no second look. */
const SUSPECT = /[?\0\u0080-\uffff]/;

/** What is wrong with a text. */
interface TextDamage {
  /** To follow the text in a message. */
  readonly says: string;
  /** Whether another encoding may read it right. */
  readonly decodable?: true;
}

/** Whether texts of such a field are looked at. */
export const isCheckedText = ({ type }: Value): boolean => CHECKED.has(type);

/** Why the text is certainly damaged; undefined when nothing shows it. */
export function textDamage(text: string, { type }: Value): TextDamage | undefined {
  if (!SUSPECT.test(text)) return undefined;
  if (text.includes('?') && LOSES_WITHIN.has(type) && !ADDRESS.test(text)) {
    const isLost =
      LOST_WITHIN.test(text) || (type === 'text' && (LOST_BEFORE.test(text) || LOST_AFTER.test(text)));
    if (isLost) return { says: 'has a question mark where a letter was lost' };
  }
  const mark = MARKS.exec(text)?.[0];
  if (mark === '\ufffd') return { says: 'has a mark for a letter that could not be read' };
  if (mark === '\0') return { says: 'has a zero character, which is no text' };
  if (mark?.length === 1)
    return { says: 'has control characters, as text read in the wrong encoding does', decodable: true };
  if (mark !== undefined) return { says: `has "${mark}", a letter that was read in the wrong encoding` };
  if (isEncodedTwice(text)) return { says: 'is UTF-8 that was read in another encoding' };
  const sign = SIGNS.exec(text)?.[0];
  if (sign === undefined) return undefined;
  return { says: `has "${sign}" in a word, as text read in the wrong encoding does`, decodable: true };
}

/** The characters of Windows-1252 that stand at other places in Unicode, from byte 0x80 on. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** Letters of languages that people write in; others come out of text that is sound, such as `CAFÉ®`. */
const PLAUSIBLE =
  /^[\0-\x7f\u00a0-\u017f\u0391-\u03c9\u0410-\u044f\u2010-\u203a€\u3000-\u9fff\uac00-\ud7a3\uff00-\uff5e]*$/u;

/** A byte that leads a letter of UTF-8 and one that follows it, as Windows-1252 shows them. */
const LEAD = new RegExp(`[\u00c2-\u00f4][\u0080-\u00bf${HIGH}]`, 'u');

/** Whether the text, as bytes of Windows-1252, is sound UTF-8 of more than one letter beyond ASCII, or of a Latin one. */
function isEncodedTwice(text: string): boolean {
  if (text.length > 10_000 || !LEAD.test(text)) return false;
  const bytes: number[] = [];
  for (const sign of text) {
    const code = sign.codePointAt(0)!;
    const high = HIGH.indexOf(sign);
    if (high !== -1) bytes.push(0x80 + high);
    else if (code <= 0xff) bytes.push(code);
    else return false;
  }
  const decoded = utf8Of(bytes);
  if (decoded === undefined) return false;
  const letters = decoded.match(/[^\0-\x7f]/gu)?.length ?? 0;
  return letters > 0 && PLAUSIBLE.test(decoded) && (letters > 1 || /[\u00a0-\u017f]/u.test(decoded));
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function utf8Of(bytes: readonly number[]): string | undefined {
  try {
    return UTF8.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}
