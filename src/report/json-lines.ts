import type { RunEvent } from '../run/event.ts';
import type { Listener } from './listener.ts';
import { jsonText } from './terminal-text.ts';

/** Each event as one line of JSON, `type` first. For `--json-lines`, on stdout. */
export function jsonLines(stream: NodeJS.WritableStream): Listener {
  return {
    on(event: RunEvent) {
      const { type, ...rest } = event;
      stream.write(`${jsonText({ type, ...rest })}\n`);
    },
    /** Ends when all lines are written; a reader that went away is no error here. */
    end() {
      return new Promise((resolve) => {
        stream.write('', () => resolve());
      });
    },
  };
}
