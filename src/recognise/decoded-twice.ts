/** The characters that Windows-1252 assigns to the bytes from 0x80 on and that have other codes in Unicode. */
const HIGH_CHARACTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** Letters of living languages. Undamaged texts such as `CAFÉ®` can also decode to letters, but only to rare ones. */
const PLAUSIBLE =
  /^[\0-\x7f\u00a0-\u017f\u0391-\u03c9\u0410-\u044f\u2010-\u203a€™\u3000-\u9fff\uac00-\ud7a3\uff00-\uff5e]*$/u;

const MAX_TEXT_LENGTH = 10_000;
const NEXT = `[\u0080-\u00bf${HIGH_CHARACTERS}]`;
/** The first two bytes of a UTF-8 letter, as the characters that Windows-1252 assigns to them. */
const LETTER_START = new RegExp(`[\u00c2-\u00f4]${NEXT}`, 'u');
/** All bytes of a UTF-8 letter, as the characters that Windows-1252 assigns to them. */
const LETTER = new RegExp(`[\u00c2-\u00df]${NEXT}|[\u00e0-\u00ef]${NEXT}{2}|[\u00f0-\u00f4]${NEXT}{3}`, 'gu');

/**
 * Whether the text was encoded as UTF-8 twice: its Windows-1252 bytes are valid UTF-8 and contain several letters
 * outside ASCII, or a Latin one.
 */
export function isDecodedTwice(text: string): boolean {
  const decoded = decodedAgain(text);
  if (decoded === undefined) return false;
  const letters = decoded.match(/[^\0-\x7f]/gu)?.length ?? 0;
  return letters > 0 && PLAUSIBLE.test(decoded) && (letters > 1 || /[\u00a0-\u017f€™]/u.test(decoded));
}

/** Signs that never follow a letter. */
const NEVER_AFTER_LETTER = /[\u0080-\u009f€ƒ‚„ˆ‰‹¡¢£¤¥¦¨¬¯±´¸¼½¾¿]/;
/** Signs that may stand between two words. The second group does so only directly after a letter. */
const BETWEEN_WORDS = /[\u00a0\u00ad‘’“”«»›–—…·•]/;
const AFTER_NAME = /[®™]/;

/**
 * The text before it was decoded a second time: `Société` for `SociÃ©tÃ©`. Undefined unless it is certain: the whole
 * text decodes to plausible letters, decoding those again gives exactly the text, and at least one letter cannot be
 * meant as it is written. `LÃ®` may be the Portuguese `LÃ` with a trade mark sign.
 */
export function textDecodedOnce(text: string): string | undefined {
  const decoded = decodedAgain(text)?.replaceAll('\ufeff', '');
  if (decoded === undefined || !PLAUSIBLE.test(decoded)) return undefined;
  if (text.startsWith(BYTE_ORDER_MARK)) return decoded;
  let foreign = 0;
  for (const { 0: letter, index } of text.matchAll(LETTER)) {
    if (isProof(text, letter, index)) return decoded;
    if (/^[ÎÏÐÑ\u00e3-\u00ed]/.test(letter)) foreign++;
  }
  return foreign > 2 ? decoded : undefined;
}

/** The UTF-8 byte order mark, decoded as Windows-1252. */
const BYTE_ORDER_MARK = 'ï»¿';

/** Whether the characters of an encoded letter, such as `Ã©`, cannot be meant as they are between their neighbours. */
function isProof(text: string, letter: string, index: number): boolean {
  if (letter.startsWith('â€') || letter === 'â‚¬' || letter === 'â„¢') return true;
  if (letter.length !== 2) return false;
  const before = text[index - 1] ?? '';
  const next = letter[1]!;
  if (NEVER_AFTER_LETTER.test(next) || /[a-z]/.test(before)) return true;
  if (!/[a-z]/i.test(text[index + 2] ?? '') || BETWEEN_WORDS.test(next)) return false;
  return !AFTER_NAME.test(next) || !/[a-z]/i.test(before);
}

/** The text as UTF-8, if its bytes in Windows-1252 or in Latin-1 are valid. */
function decodedAgain(text: string): string | undefined {
  if (text.length > MAX_TEXT_LENGTH || !LETTER_START.test(text)) return undefined;
  const bytes: number[] = [];
  let isWindows = true;
  let isLatin = true;
  for (const sign of text) {
    const code = sign.codePointAt(0)!;
    const high = HIGH_CHARACTERS.indexOf(sign);
    if (code > 0xff) isLatin = false;
    if (high === -1 && (code > 0xff || (code > 0x7f && code < 0xa0))) isWindows = false;
    if (!isWindows && !isLatin) return undefined;
    bytes.push(high === -1 ? code : 0x80 + high);
  }
  return utf8Of(bytes);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function utf8Of(bytes: readonly number[]): string | undefined {
  try {
    return UTF8.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}
