import pLimit from 'p-limit';

/** Work that runs at the same time, up to a number of tasks. */
export class Tasks {
  readonly #limit;
  readonly #running = new Set<Promise<void>>();

  constructor(most: number) {
    this.#limit = pLimit(most);
  }

  /** Starts `work`, which must not reject, when there is room for it. Resolves when it starts. */
  start(work: () => Promise<void>): Promise<void> {
    return new Promise((started) => {
      const task = this.#limit(() => {
        started();
        return work();
      }).finally(() => this.#running.delete(task));
      this.#running.add(task);
    });
  }

  /** Resolves when all tasks have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }
}
