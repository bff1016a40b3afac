import { type Context, write } from '../../context.ts';
import { forTerminal } from '../../terminal-text.ts';
import { terminalWidth, wrappedWhole } from './wrap.ts';

/**
 * Prints a sentence: in one line, or wrapped at the width of the terminal. `length`: what is longer is truncated, in
 * characters.
 */
export async function printLine(
  stream: Context['stdout'] | Context['stderr'],
  text: string,
  length = 1000,
): Promise<void> {
  const lines = wrappedWhole(forTerminal(text, length), terminalWidth(stream));
  await write(stream, `${lines.join('\n')}\n`);
}
