/** The characters beyond Latin-1 in the standard fonts of PDF. */
const FURTHER = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  '\u2010': '-',
  '\u2011': '-',
  '\u2212': '-',
  '\u202f': ' ',
  '\u2009': ' ',
};

/**
 * Replaces characters that the standard fonts of PDF lack: removes their accents or, if that is not enough, writes `?`.
 */
export function inPlainFont(text: string): { readonly text: string; readonly lost: boolean } {
  let lost = false;
  const shown = Array.from(text.normalize('NFC').replace(/\s+/g, ' '), (character) => {
    if (isPlain(character)) return character;
    const near = PLAIN[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '');
    if (near !== '' && Array.from(near).every(isPlain)) return near;
    lost = true;
    return near === '' ? '' : '?';
  });
  return { text: shown.join(''), lost };
}

const isPlain = (character: string): boolean =>
  /^[\x20-\x7e\xa0-\xff]$/.test(character) || FURTHER.includes(character);
