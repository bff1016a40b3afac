interface Waiter {
  readonly grant: () => void;
}

/** A queue of promises; an aborted one leaves the queue. */
export class Waiters {
  readonly #queue = new Set<Waiter>();

  get size(): number {
    return this.#queue.size;
  }

  /** Resolves at its `next()`; rejects with the signal's reason, and then calls `onLeave`. */
  wait(signal: AbortSignal | undefined, onLeave?: () => void): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#queue.delete(waiter);
        reject(signal?.reason);
        onLeave?.();
      };
      const waiter: Waiter = {
        grant: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.add(waiter);
    });
  }

  /** Resolves the first; false when none waits. */
  next(): boolean {
    for (const waiter of this.#queue) {
      this.#queue.delete(waiter);
      waiter.grant();
      return true;
    }
    return false;
  }
}
