interface Waiter {
  readonly grant: () => void;
}

/** Promises that wait for something in the order they came; an aborted one leaves the line. */
export class Waiters {
  readonly #line = new Set<Waiter>();

  get size(): number {
    return this.#line.size;
  }

  /** Resolves at its `next()`; rejects with the signal's reason. `left` is told when one leaves by its signal. */
  wait(signal: AbortSignal | undefined, left?: () => void): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#line.delete(waiter);
        reject(signal?.reason);
        left?.();
      };
      const waiter: Waiter = {
        grant: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#line.add(waiter);
    });
  }

  /** Lets the first in line go; false when nobody waits. */
  next(): boolean {
    for (const waiter of this.#line) {
      this.#line.delete(waiter);
      waiter.grant();
      return true;
    }
    return false;
  }
}
