/**
 * The marks of text that went through a wrong decoding: UTF-8 read as Windows-1252 (`Ã©`, `â€™`, `Â°`) or as Mac
 * Roman (`√©`, `‚Äô`), characters that replace what could not be read, and control characters.
 */
const DAMAGE =
  /[\ufffd\u0080-\u009f]|Ã[\u00a1-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ]|â€|Â[\u00a1-\u00bf]|Å[“’¸]|‚[ÄÇ]|¬[†´ª∞±µ∑∏π∫§]|√[©®™†ß¥¢ªºπØÆ]/u;

/**
 * The same as UTF-8 bytes, each taken as one character, and wider than the table above: what it does not match
 * needs no second look.
 */
export const BYTES_OF_DAMAGE =
  /\xef\xbf\xbd|\xc2[\x80-\x9f]|\xc3[\x82\x83\x85\xa2][\xc2\xc5\xc6\xcb\xe2]|\xe2\x80\x9a\xc3|\xe2\x88\x9a|\xc2\xac[\xc2\xe2\xce\xcf]|\0/;

/** Why the text of a cell is doubtful, as one sentence; undefined when nothing points to it. */
export function textDamage(text: string): string | undefined {
  if (text.includes('\0')) return 'The text holds a zero character, which is no text.';
  const found = DAMAGE.exec(text)?.[0];
  if (found === undefined) return undefined;
  if (found === '\ufffd') return 'The text holds a mark that stands for a letter that could not be read.';
  if (found.length === 1) return 'The text holds control characters, as text in another encoding does.';
  return `"${found}" looks like a letter that was read in the wrong encoding.`;
}
