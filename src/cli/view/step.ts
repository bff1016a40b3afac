import type { ChalkInstance } from 'chalk';
import { LiveBlock, type Terminal } from './live-block.ts';
import type { End, Marks } from './marks.ts';

/** Between two redraws, in milliseconds. */
const TICK = 100;

/** One task on the screen: its title is asked for at each redraw, its lines stay below it. */
export class Step {
  readonly #title: () => string;
  readonly #left: End;
  readonly #finished = Promise.withResolvers<void>();
  readonly #lines: string[] = [];
  #end: { readonly how: End; readonly title: string } | undefined;

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
    this.#lines.push(...text.split('\n'));
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
  async run(stream: Terminal, chalk: ChalkInstance, { spinner, ends }: Marks): Promise<void> {
    const block = new LiveBlock(stream);
    const lines = (mark: string, title: string) => [
      `${mark} ${title}`,
      ...this.#lines.map((line) => `  › ${line}`),
    ];
    let tick = 0;
    const draw = () =>
      block.draw(lines(chalk.yellow(spinner[tick++ % spinner.length]!), this.#end?.title ?? this.#title()));
    draw();
    // It does not keep the process alive.
    const timer = setInterval(() => {
      try {
        draw();
      } catch (error) {
        this.#finished.reject(error);
      }
    }, TICK).unref();
    await this.#finished.promise.finally(() => clearInterval(timer));
    const { how, title } = this.#end!;
    const colour = { well: chalk.green, unwell: chalk.red, skipped: chalk.yellow }[how];
    block.leave(lines(colour(ends[how]), title));
  }
}
