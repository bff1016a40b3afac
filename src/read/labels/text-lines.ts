/** A text in one line of a width, with `…` if it is too long. */
export function fitted(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  const characters = Array.from(text);
  while (characters.length > 0 && widthOf(`${characters.join('')}…`) > room) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

/** A text in at most `most` lines of a width, divided at spaces if possible. The last line may end with `…`. */
export function wrapped(
  text: string,
  room: number,
  most: number,
  widthOf: (text: string) => number,
): string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== '' && lines.length < most - 1 && widthOf(rest) > room) {
    const start = startOf(rest, room, widthOf);
    lines.push(start.trimEnd());
    rest = rest.slice(start.length).trimStart();
  }
  return rest === '' || most < 1 ? lines : [...lines, fitted(rest, room, widthOf)];
}

/** The longest start of a text that fits, to a space if there is one; at least one character. */
function startOf(text: string, room: number, widthOf: (text: string) => number): string {
  let start = '';
  for (const character of text) {
    if (start !== '' && widthOf(start + character) > room) break;
    start += character;
  }
  if (text[start.length] === ' ') return start;
  const space = start.lastIndexOf(' ');
  return space > 0 ? start.slice(0, space) : start;
}
