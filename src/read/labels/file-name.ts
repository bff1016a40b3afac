import { calledBy, type Label } from './label.ts';

/** Bytes of a name without its extension: systems take 255. */
const MOST_BYTES = 120;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i;

/**
 * A name for each label, without extension, by reference and GTIN: `ROB-2041_3607012345678`. Safe on every system, and
 * different for each even where case or the composing of accents makes no difference; of several that would be the same
 * each has its id. Depends on the labels alone, not on their order.
 */
export function fileNames(labels: readonly Label[]): string[] {
  const plain = labels.map((label) => safeName([calledBy(label), label.gtins[0] ?? '']));
  const counts = Map.groupBy(plain, folded);
  const named = plain.map((name, at) =>
    counts.get(folded(name))!.length === 1 ? name : safeName([name, labels[at]!.id], MOST_BYTES + 60),
  );
  // An id that is not one of the service's, or a name that is another's with its id.
  const taken = new Set<string>();
  return named.map((name) => {
    let free = name;
    for (let number = 2; taken.has(folded(free)); number++) free = `${name}_${number}`;
    taken.add(folded(free));
    return free;
  });
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** Letters, digits and what is harmless between them; nothing that a path, a shell or a spreadsheet takes for a sign. */
function safeName(parts: readonly string[], most = MOST_BYTES): string {
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
  const cut = upTo(text === '' ? 'product' : text, most).replace(/[-_.]+$/, '');
  return RESERVED.test(cut) ? `_${cut}` : cut;
}

/** As many whole characters as fit into so many bytes. */
function upTo(text: string, most: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    kept += character;
  }
  return kept;
}
