import { usage } from '../../errors.ts';
import type { RunEvent } from '../../import/run-event.ts';
import { jsonText } from '../../terminal-text.ts';
import { type AnyIterable, SCHEMA_VERSION } from './json-document.ts';
import type { Listener } from './listener.ts';

/** Prints each event as one line of JSON, with its type and time first, for `--json-lines`. */
export function jsonLines(stream: NodeJS.WritableStream, now: () => Date): Listener {
  let failure: string | undefined;
  const written = (error?: Error | null) => {
    const { code } = (error ?? {}) as { code?: string };
    if (error && code !== 'EPIPE' && code !== 'ERR_STREAM_DESTROYED') failure ??= code ?? 'unknown reason';
  };
  return {
    on(event: RunEvent) {
      const { type, ...rest } = event;
      const version = type === 'run-started' ? { schemaVersion: SCHEMA_VERSION } : {};
      stream.write(`${jsonText({ type, time: now().toISOString(), ...version, ...rest })}\n`, written);
    },
    /**
     * Resolves when all lines are written, also if the reader of the pipe has closed it.
     * Throws TraceError `output-unwritable` if a line could not be written.
     */
    async end() {
      await new Promise<void>((resolve) => {
        stream.write('', (error) => {
          written(error);
          resolve();
        });
      });
      if (failure === undefined) return;
      throw usage('output-unwritable', `The output cannot be written (${failure}).`);
    },
  };
}

/** The last line of `--json-lines`, which contains the report, in chunks. */
export async function* finishedLine(
  exitCode: number,
  report: AnyIterable<string>,
  at: Date,
): AsyncGenerator<string> {
  yield `{"type":"finished","time":${JSON.stringify(at.toISOString())},"exitCode":${exitCode},"report":`;
  // Line breaks in strings are escaped: those in the chunks are between members.
  for await (const chunk of report) yield chunk.replaceAll('\n', '');
  yield '}\n';
}
