import { usage } from '../../errors.ts';
import type { RunEvent } from '../../import/report/run-event.ts';
import { say } from '../../say.ts';
import { jsonText } from '../../terminal-text.ts';
import { type AnyIterable, SCHEMA_VERSION } from './json-document.ts';
import type { Listener } from './listener.ts';

/** The listener of `--json-lines`: prints each event as one line of JSON that starts with its type and time. */
export function jsonLines(stream: NodeJS.WritableStream, now: () => Date): Listener {
  let failure: string | undefined;
  const written = (error?: Error | null) => {
    const { code } = (error ?? {}) as { code?: string };
    if (error && code !== 'EPIPE' && code !== 'ERR_STREAM_DESTROYED')
      failure ??= code ?? say().runs.unknownReason();
  };
  return {
    on(event: RunEvent) {
      const { type, ...rest } = event;
      const version = type === 'run-started' ? { schemaVersion: SCHEMA_VERSION } : {};
      stream.write(`${jsonText({ type, time: now().toISOString(), ...version, ...rest })}\n`, written);
    },
    /**
     * Resolves when all lines are written, even if the reader of the pipe has closed it.
     *
     * @throws TraceError `output-unwritable` if a line could not be written
     */
    async end() {
      await new Promise<void>((resolve) => {
        stream.write('', (error) => {
          written(error);
          resolve();
        });
      });
      if (failure === undefined) return;
      throw usage('output-unwritable', say().runs.outputUnwritable({ reason: failure }));
    },
  };
}

/** The last line of `--json-lines`, in chunks. It contains the report. */
export async function* finishedLine(
  exitCode: number,
  report: AnyIterable<string>,
  at: Date,
): AsyncGenerator<string> {
  yield `{"type":"finished","time":${JSON.stringify(at.toISOString())},"exitCode":${exitCode},"report":`;
  // Only line breaks between members are removed: those in strings are escaped.
  for await (const chunk of report) yield chunk.replaceAll('\n', '');
  yield '}\n';
}
