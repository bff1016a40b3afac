import { TraceError } from '../errors.ts';
import type { RunEvent } from '../run/event.ts';
import type { Listener } from './listener.ts';
import { jsonText } from './terminal-text.ts';

/** Each event as one line of JSON, `type` first. For `--json-lines`, on stdout. */
export function jsonLines(stream: NodeJS.WritableStream): Listener {
  let lost: string | undefined;
  const written = (error?: Error | null) => {
    const { code } = (error ?? {}) as { code?: string };
    if (error && code !== 'EPIPE' && code !== 'ERR_STREAM_DESTROYED') lost ??= code ?? 'unknown reason';
  };
  return {
    on(event: RunEvent) {
      const { type, ...rest } = event;
      stream.write(`${jsonText({ type, ...rest })}\n`, written);
    },
    /**
     * Ends when all lines are written; a reader that went away is no error here.
     * Throws TraceError `output-unwritable` when a line is lost.
     */
    async end() {
      await new Promise<void>((resolve) => {
        stream.write('', (error) => {
          written(error);
          resolve();
        });
      });
      if (lost === undefined) return;
      throw new TraceError('usage', 'output-unwritable', `The output cannot be written (${lost}).`);
    },
  };
}
