/** The lines of a terminal of this size after it got a text, with those that scrolled off its top. */
export function drawnScreen(text: string, { columns, rows }: { columns: number; rows: number }) {
  const lines: string[][] = [[]];
  let [row, column, cursor] = [0, 0, true];
  const newLine = () => {
    row += 1;
    column = 0;
    lines[row] ??= [];
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal obeys
  const signs = text.matchAll(/\u001b\[(\??\d*)([A-Za-z])|([\s\S])/g);
  for (const [, digits = '', final, sign] of signs) {
    const top = Math.max(0, lines.length - rows);
    if (sign === '\n') newLine();
    else if (sign !== undefined) {
      if (column >= columns) newLine();
      lines[row]![column++] = sign;
    } else if (final === 'A') row = Math.max(top, row - Number(digits || 1));
    else if (final === 'B') row = Math.min(lines.length - 1, row + Number(digits || 1));
    else if (final === 'G') column = 0;
    else if (final === 'K') lines[row]!.length = digits === '2' ? 0 : column;
    else if (`${digits}${final}` === '?25l') cursor = false;
    else if (`${digits}${final}` === '?25h') cursor = true;
    // Colours, and the start and end of a frame.
    else if (final !== 'm' && !digits.startsWith('?2026'))
      throw new Error(`unknown sequence ${digits}${final}`);
  }
  const texts = lines.map((line) => Array.from(line, (sign) => sign ?? ' ').join(''));
  while (texts.length > 1 && texts.at(-1) === '') texts.pop();
  return { lines: texts, cursor };
}
