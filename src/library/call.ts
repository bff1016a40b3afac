import { Readable, Writable } from 'node:stream';
import type { Context } from '../context.ts';
import { expectedError, withInterrupt } from '../expected-error.ts';
import type { CommonOptions, ImportOptions, InputOptions } from './options.ts';
import type { Call } from './results.ts';

/** What a function does: it emits events and returns its result. */
type Work<Event, Result> = (emit: (event: Event) => void, context: Context) => Promise<Result>;

/** Starts a call. Its errors that a person can fix are TraceErrors, also an interruption by its signal. */
export function start<Event, Result>(
  options: CommonOptions & Partial<Pick<InputOptions, 'stdin'> & Pick<ImportOptions, 'forced'>>,
  work: Work<Event, Result>,
): Call<Event, Result> {
  const readers = new Set<ReadableStreamDefaultController<Event>>();
  let isDone = false;
  const context = contextOf(options);
  const result = Promise.resolve()
    .then(() => {
      context.signal.throwIfAborted();
      return work((event) => {
        for (const reader of readers) reader.enqueue(event);
      }, context);
    })
    .catch(async (error: unknown) => {
      throw await expectedError(withInterrupt(error, context.signal));
    })
    .finally(() => {
      isDone = true;
      for (const reader of readers) reader.close();
    });
  return Object.assign(result, {
    [Symbol.asyncIterator]() {
      let own: ReadableStreamDefaultController<Event>;
      const events = new ReadableStream<Event>({
        start(controller) {
          own = controller;
          if (isDone) controller.close();
          else readers.add(controller);
        },
        cancel: () => void readers.delete(own),
      });
      // The iteration throws the error: it is not unhandled.
      result.catch(() => {});
      return (async function* () {
        yield* events;
        await result;
      })();
    },
  });
}

/** The context of a call: it prints nothing, reads no variable of the process, and asks nobody. */
function contextOf({
  cwd,
  env,
  signal,
  forced,
  token,
  config,
  stdin,
}: Parameters<typeof start>[0] = {}): Context {
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  return {
    ...{ stdin: Readable.from(stdin ?? []), stdout: nowhere(), stderr: nowhere() },
    ...{ isTTY: false, canAnswer: false, env: env ?? {}, cwd: cwd ?? process.cwd(), now: () => new Date() },
    signal: signal ?? new AbortController().signal,
    forced,
    given: { token, config: typeof config === 'object' ? config : undefined },
  };
}
