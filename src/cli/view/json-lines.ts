import { usage } from '../../errors.ts';
import type { RunEvent } from '../../import/event.ts';
import { jsonText } from '../../terminal-text.ts';
import { type AnyIterable, SCHEMA_VERSION } from './json-document.ts';
import type { Listener } from './listener.ts';

/** Each event as one line of JSON, its type and its time first. For `--json-lines`, on stdout. */
export function jsonLines(stream: NodeJS.WritableStream, now: () => Date): Listener {
  let lost: string | undefined;
  const written = (error?: Error | null) => {
    const { code } = (error ?? {}) as { code?: string };
    if (error && code !== 'EPIPE' && code !== 'ERR_STREAM_DESTROYED') lost ??= code ?? 'unknown reason';
  };
  return {
    on(event: RunEvent) {
      const { type, ...rest } = event;
      const version = type === 'run-started' ? { schemaVersion: SCHEMA_VERSION } : {};
      stream.write(`${jsonText({ type, time: now().toISOString(), ...version, ...rest })}\n`, written);
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
      throw usage('output-unwritable', `The output cannot be written (${lost}).`);
    },
  };
}

/** The last line of `--json-lines`, with the report in it, in chunks. */
export async function* finishedLine(
  exitCode: number,
  report: AnyIterable<string>,
  at: Date,
): AsyncGenerator<string> {
  yield `{"type":"finished","time":${JSON.stringify(at.toISOString())},"exitCode":${exitCode},"report":`;
  // Within a text a line break is escaped: those that are left stand between the members.
  for await (const chunk of report) yield chunk.replaceAll('\n', '');
  yield '}\n';
}
