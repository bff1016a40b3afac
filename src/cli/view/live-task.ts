import type { ChalkInstance } from 'chalk';
import { DefaultRenderer, Listr, ListrLogger, ProcessOutput } from 'listr2';
import { REDRAW_MS } from './marks.ts';
import type { Task, Terminal } from './task-screen.ts';

/** The renderer of listr2, also where standard output is not a terminal: tasks are drawn on standard error. */
class TerminalRenderer extends DefaultRenderer {
  static override readonly nonTTY = true;
}

/**
 * Draws a task with listr2, and removes it when it has ended. The title and the last lines that fit are drawn, each
 * truncated to one row. Rejects only if drawing fails.
 */
export async function drawLive(
  stream: Terminal,
  { title, lines, ended }: Task,
  chalk: ChalkInstance,
  spinner: readonly string[],
): Promise<void> {
  // listr2 replaces `write` of the stream that it draws on, but other code writes to that stream, too. A terminal of
  // unknown size reports 0 rows and columns; 24 by 80 are assumed.
  const screen: NodeJS.WriteStream = Object.create(stream, {
    write: { value: stream.write.bind(stream), writable: true },
    rows: { get: () => stream.rows || 24 },
    columns: { get: () => stream.columns || 80 },
  });
  let tick = 0;
  let shown = 0;
  const list = new Listr<unknown, typeof TerminalRenderer>(
    {
      title: title(),
      rendererOptions: { outputBar: Math.max(screen.rows - 2, 0), persistentOutput: true },
      task: async (_, task) => {
        const { promise: failed, reject } = Promise.withResolvers<never>();
        const draw = () => {
          try {
            while (shown < lines.length) task.output = lines[shown++]!;
            task.title = title();
          } catch (error) {
            reject(error);
          }
        };
        draw();
        // The timer does not keep the process alive.
        const timer = setInterval(draw, REDRAW_MS).unref();
        await Promise.race([ended.promise, failed]).finally(() => clearInterval(timer));
      },
    },
    {
      renderer: TerminalRenderer,
      // An interrupted run ends its tasks itself; listr2 would end the process.
      registerSignalListeners: false,
      rendererOptions: {
        // Redrawn by the timer above.
        lazy: true,
        clearOutput: true,
        formatOutput: 'truncate',
        icon: { PENDING: () => spinner[tick++ % spinner.length]! },
        color: { PENDING: (text = '') => chalk.yellow(text) },
        logger: new ListrLogger({ processOutput: new ProcessOutput(screen, screen) }),
      },
    },
  );
  await list.run();
}
