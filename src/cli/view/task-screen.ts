import { setTimeout } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Screen } from './listener.ts';
import { type End, type Marks, REDRAW_MS } from './marks.ts';
import { colors } from './sentences.ts';
import { paintedLines, terminalWidth, wrappedParts } from './wrap.ts';

const SHOW_CURSOR = '\u001b[?25h';

/** A terminal with its numbers of rows and columns. */
export type Terminal = NodeJS.WritableStream & { readonly rows?: number; readonly columns?: number };

/** A task on the screen: a title with lines below it. */
export interface Task {
  /** Called at each redraw. */
  readonly title: () => string;
  readonly lines: string[];
  /** Resolves to its mark and its final title, or to null to leave nothing of it. */
  readonly ended: PromiseWithResolvers<{ readonly mark: End; readonly title: string } | null>;
}

/** Draws tasks on a terminal, one after the other, and prints lines between them. */
export class TaskScreen {
  readonly #stream: Terminal;
  readonly #chalk: ReturnType<typeof colors>;
  readonly #marks: Marks;
  /** Resolves when the last task is drawn. */
  #drawn: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #task: Task | undefined;

  constructor({ stream, colorLevel }: Screen, marks: Marks) {
    this.#stream = stream;
    this.#chalk = colors(colorLevel);
    this.#marks = marks;
    process.on('exit', this.#showCursor);
  }

  /** The title of the task that runs, if any. */
  get title(): (() => string) | undefined {
    return this.#task?.title;
  }

  /** Starts a task, unless another one runs. */
  start(title: () => string): void {
    if (this.#task) return;
    const task: Task = { title, lines: [], ended: Promise.withResolvers() };
    this.#task = task;
    this.#draw(() => this.#run(task));
  }

  /** Adds a line below the title of the task that runs, or prints it. */
  line(text: string): void {
    if (this.#task) this.#task.lines.push(...text.split('\n'));
    else this.print(text);
  }

  /** Ends the task that runs with its final title. */
  finish(mark: End, title: string): void {
    this.#task?.ended.resolve({ mark, title });
    this.#task = undefined;
  }

  /** Ends the task that runs, and leaves nothing of it on the screen. */
  remove(): void {
    this.#task?.ended.resolve(null);
    this.#task = undefined;
  }

  /** Prints a text below the tasks that have ended. */
  print(text: string): void {
    const lines = paintedLines(text, terminalWidth(this.#stream));
    this.#draw(() => this.#write(lines));
  }

  /** Resolves when everything is drawn, and the caller may write to the terminal. No task may run. */
  async idle(): Promise<void> {
    await this.#drawn;
    this.#showCursor();
  }

  /** Like `idle`, and then prints the last text. Throws the first error of drawing. */
  async end(last = ''): Promise<void> {
    await this.idle();
    process.off('exit', this.#showCursor);
    this.#stream.write(last);
    if (this.#failure) throw this.#failure.error;
  }

  /** Also called if the process exits early: after a second Ctrl-C, or because of a bug. */
  readonly #showCursor = () => {
    this.#stream.write(SHOW_CURSOR);
  };

  #draw(work: () => void | Promise<void>): void {
    this.#drawn = this.#drawn.then(work).catch((error: unknown) => {
      this.#failure ??= { error };
    });
  }

  /** Draws a task until it has ended, then all its lines, whole. */
  async #run(task: Task): Promise<void> {
    const { green, red, yellow } = this.#chalk;
    const isLong = await Promise.race([
      task.ended.promise.then(() => false),
      setTimeout(REDRAW_MS, true, { ref: false }),
    ]);
    if (isLong) {
      const { drawLive } = await import('./live-task.ts');
      await drawLive(this.#stream, task, this.#chalk, this.#marks.spinner);
    }
    const end = await task.ended.promise;
    if (end === null) return;
    const mark = this.#marks.ends[end.mark];
    const colour = { success: green, failure: red, skipped: yellow }[end.mark];
    const [first = '', ...others] = this.#behind(`${mark} `, end.title);
    const lines = task.lines.flatMap((line) => this.#behind('  › ', line));
    this.#write([colour(mark) + first.slice(mark.length), ...others, ...lines]);
  }

  /** The lines of a text, with a mark before the first one. A wrapped text loses its colours. */
  #behind(mark: string, text: string): string[] {
    const lines = wrappedParts(mark, [stripVTControlCharacters(text)], terminalWidth(this.#stream));
    return lines.length > 1 ? lines : [mark + text];
  }

  #write(lines: readonly string[]): void {
    this.#stream.write(`${lines.join('\n')}\n`);
  }
}
