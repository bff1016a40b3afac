import type { ChalkInstance } from 'chalk';
import { LiveBlock, type Terminal } from './live-block.ts';
import type { End, Marks } from './marks.ts';

/** Time between two redraws, in milliseconds. */
const TICK = 100;

/** One task on the screen: a title with lines below it. `title` is called at each redraw. */
export class TaskLine {
  readonly #title: () => string;
  readonly #defaultEnd: End;
  readonly #finished = Promise.withResolvers<void>();
  readonly #lines: string[] = [];
  #final: { readonly mark: End; readonly title: string } | undefined;

  /** `defaultEnd` is the mark that `end()` shows. */
  constructor(title: () => string, defaultEnd: End) {
    this.#title = title;
    this.#defaultEnd = defaultEnd;
  }

  get open(): boolean {
    return this.#final === undefined;
  }

  /** Adds a line below the title. */
  line(text: string): void {
    this.#lines.push(...text.split('\n'));
  }

  /** Ends the task with its final title; later calls are ignored. */
  finish(mark: End, title: string): void {
    if (this.#final) return;
    this.#final = { mark, title };
    this.#finished.resolve();
  }

  end(): void {
    this.finish(this.#defaultEnd, this.#title());
  }

  /** Draws the task on the stream until it is finished. Rejects only if drawing fails. */
  async run(stream: Terminal, chalk: ChalkInstance, { spinner, ends }: Marks): Promise<void> {
    const block = new LiveBlock(stream);
    const lines = (mark: string, title: string) => [
      `${mark} ${title}`,
      ...this.#lines.map((line) => `  › ${line}`),
    ];
    let tick = 0;
    const draw = () =>
      block.draw(lines(chalk.yellow(spinner[tick++ % spinner.length]!), this.#final?.title ?? this.#title()));
    draw();
    // The timer does not keep the process alive.
    const timer = setInterval(() => {
      try {
        draw();
      } catch (error) {
        this.#finished.reject(error);
      }
    }, TICK).unref();
    await this.#finished.promise.finally(() => clearInterval(timer));
    const { mark, title } = this.#final!;
    const colour = { success: chalk.green, failure: chalk.red, skipped: chalk.yellow }[mark];
    block.finish(lines(colour(ends[mark]), title));
  }
}
