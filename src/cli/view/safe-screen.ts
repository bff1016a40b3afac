import { Writable } from 'node:stream';
import { forTerminal } from '../../terminal-text.ts';

/** A stream to a terminal that escapes characters which would move the cursor or hide text. */
export function safeScreen(screen: NodeJS.WritableStream): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      const lines = chunk.toString().split('\n');
      screen.write(lines.map((line) => forTerminal(line, Number.POSITIVE_INFINITY)).join('\n'), done);
    },
  });
}
