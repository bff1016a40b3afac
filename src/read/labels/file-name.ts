import { displayName, type Label } from './label.ts';

/** Maximum length of a name without its extension. File systems allow 255 bytes. */
const MAX_BYTES = 120;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i;

/**
 * A file name for each label, without extension, from reference and GTIN: `ROB-2041_3607012345678`. Names are safe on
 * every system, and unique even on a file system that ignores case and the composition of accents: labels with the same
 * name get their id. The order of the labels does not matter.
 */
export function fileNames(labels: readonly Label[]): string[] {
  const plain = labels.map((label) => safeName([displayName(label), label.gtins[0] ?? '']));
  const counts = Map.groupBy(plain, folded);
  const named = plain.map((name, at) =>
    counts.get(folded(name))!.length === 1 ? name : safeName([name, labels[at]!.id], MAX_BYTES + 60),
  );
  // Names may still be equal if ids are missing, or if one name looks like another with an id.
  const taken = new Set<string>();
  return named.map((name) => {
    let free = name;
    for (let number = 2; taken.has(folded(free)); number++) free = `${name}_${number}`;
    taken.add(folded(free));
    return free;
  });
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** Only letters, digits, `.`, `_` and `-`: nothing that has a meaning in a path, a shell or a spreadsheet. */
function safeName(parts: readonly string[], most = MAX_BYTES): string {
  const text = parts
    .map((part) =>
      part
        .normalize('NFC')
        .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
        .replace(/\.{2,}/g, '.')
        .replace(/^[-_.]+|[-_.]+$/g, ''),
    )
    .filter((part) => part !== '')
    .join('_');
  const cut = truncate(text === '' ? 'product' : text, most).replace(/[-_.]+$/, '');
  return RESERVED.test(cut) ? `_${cut}` : cut;
}

/** The longest start of the text, in whole characters, that fits into this many bytes. */
function truncate(text: string, most: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    kept += character;
  }
  return kept;
}
