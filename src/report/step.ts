import type { ChalkInstance } from 'chalk';
import { DefaultRenderer, Listr, ListrLogger, type ListrTaskWrapper, ProcessOutput, Spinner } from 'listr2';

const HIDE_CURSOR = '\u001b[?25l';
export const SHOW_CURSOR = '\u001b[?25h';

type Wrapper = ListrTaskWrapper<unknown, typeof StepRenderer, typeof StepRenderer>;
export type End = 'well' | 'unwell' | 'skipped';

/** One task on the screen: its title is asked for at each redraw, its lines stay below it. */
export class Step {
  readonly #title: () => string;
  readonly #left: End;
  readonly #finished = Promise.withResolvers<void>();
  readonly #lines: string[] = [];
  #end: { readonly how: End; readonly title: string } | undefined;
  #wrapper: Wrapper | undefined;

  /** `left` is how it ends when nobody says. */
  constructor(title: () => string, left: End) {
    this.#title = title;
    this.#left = left;
  }

  get open(): boolean {
    return this.#end === undefined;
  }

  /** A line that stays. */
  line(text: string): void {
    if (this.#wrapper) this.#wrapper.output = text;
    else this.#lines.push(text);
  }

  /** Ends the task under its last title; later calls count for nothing. */
  finish(how: End, title: string): void {
    if (this.#end) return;
    this.#end = { how, title };
    this.#finished.resolve();
  }

  leave(): void {
    this.finish(this.#left, this.#title());
  }

  /** Draws the task on the stream until it is finished. Rejects only when drawing fails. */
  async run(stream: NodeJS.WriteStream, chalk: ChalkInstance): Promise<void> {
    const list = new Listr<unknown, typeof StepRenderer, typeof StepRenderer>(
      [
        {
          title: this.#title(),
          task: (_, wrapper) => this.#task(wrapper),
          rendererOptions: { outputBar: Number.POSITIVE_INFINITY, persistentOutput: true },
        },
      ],
      {
        renderer: StepRenderer,
        fallbackRenderer: StepRenderer,
        rendererOptions: {
          logger: new ListrLogger({ processOutput: new Screen(stream, stream) }),
          spinner: new Ticker(() => this.#retitle()),
          color: iconColors(chalk),
          showErrorMessage: false,
        },
        exitOnError: false,
        // Interruptions are the run's business: listr2 would exit with a code of its own.
        registerSignalListeners: false,
      },
    );
    await list.run();
  }

  async #task(wrapper: Wrapper): Promise<void> {
    this.#wrapper = wrapper;
    for (const text of this.#lines) wrapper.output = text;
    await this.#finished.promise;
    const { how, title } = this.#end!;
    wrapper.title = title;
    if (how === 'skipped') wrapper.skip(title);
    if (how === 'unwell') throw new Error(title);
  }

  /** Quietly: the tick that calls it draws anyway. */
  #retitle(): void {
    if (this.#wrapper && this.open) this.#wrapper.task.title = this.#title();
  }
}

/** Draws on the stream it is given, whatever standard output is connected to. */
class StepRenderer extends DefaultRenderer {
  static override nonTTY = true;
}

/** Leaves the stream's own `write` alone: what others write meanwhile is neither held back nor lost in a crash. */
class Screen extends ProcessOutput {
  /** A terminal that does not know its size says 0: it counts as one of 80 by 24. */
  override get stdout(): NodeJS.WriteStream {
    return new Proxy(super.stdout, {
      get(stream, name) {
        if (name === 'columns') return stream.columns || 80;
        if (name === 'rows') return stream.rows || 24;
        return Reflect.get(stream, name);
      },
    });
  }

  override hijack(): void {
    this.toStdout(HIDE_CURSOR, false);
  }

  override release(): void {
    this.toStdout(SHOW_CURSOR, false);
  }
}

/** A spinner that does not keep the process alive. */
class Ticker extends Spinner {
  readonly #onTick: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onTick: () => void) {
    super();
    this.#onTick = onTick;
  }

  override start(draw?: () => void, interval = 100): void {
    this.#timer = setInterval(() => {
      this.spin();
      this.#onTick();
      draw?.();
    }, interval).unref();
  }

  override stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  override isRunning(): boolean {
    return this.#timer !== undefined;
  }
}

/** listr2 asks standard output whether there is colour; the person's stream and NO_COLOR decide here. */
function iconColors(chalk: ChalkInstance): Record<string, (text?: string) => string> {
  const { green, red, yellow } = chalk;
  return {
    PENDING: (text = '') => yellow(text),
    COMPLETED: (text = '') => green(text),
    FAILED: (text = '') => red(text),
    SKIPPED_WITH_COLLAPSE: (text = '') => yellow(text),
    SKIPPED_WITHOUT_COLLAPSE: (text = '') => yellow(text),
    WAITING: (text = '') => text,
    CANCELLED: (text = '') => red(text),
    PAUSED: (text = '') => text,
    RETRY: (text = '') => text,
  };
}
