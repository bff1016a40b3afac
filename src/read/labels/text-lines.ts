/** Divides a text into what a reader sees as characters: an emoji with its skin colour, a letter with its accents. */
export const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

type WidthOf = (text: string) => number;

/** A text in one line of a width, with `…` if it is too long. */
export function fitText(text: string, room: number, widthOf: WidthOf): string {
  if (startOf(text, room, widthOf) === text) return text;
  return `${startOf(text, room - widthOf('…'), widthOf).trimEnd()}…`;
}

/** A text in at most `most` lines of a width, divided at spaces if possible. The last line may end with `…`. */
export function wrapText(text: string, room: number, most: number, widthOf: WidthOf): string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== '' && lines.length < most - 1) {
    const start = startOf(rest, room, widthOf);
    const space = start === rest || rest[start.length] === ' ' ? 0 : start.lastIndexOf(' ');
    const line = space > 0 ? start.slice(0, space) : start;
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return rest === '' || most < 1 ? lines : [...lines, fitText(rest, room, widthOf)];
}

/**
 * The longest start of a text that fits, at least one character. To measure only few starts, it doubles the length until
 * one does not fit, and then searches by halving.
 */
function startOf(text: string, room: number, widthOf: WidthOf): string {
  const ends: number[] = [];
  const fits = (count: number) => count <= 1 || widthOf(text.slice(0, ends[count - 1])) <= room;
  let least = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    ends.push(index + segment.length);
    if (ends.length < 2 * least) continue;
    if (!fits(ends.length)) break;
    least = ends.length;
  }
  let most = ends.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return text.slice(0, ends[least - 1] ?? 0);
}
