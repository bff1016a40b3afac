interface Waiter {
  readonly grant: () => void;
}

/** A queue of promises. An aborted promise leaves the queue. */
export class Waiters {
  readonly #queue = new Set<Waiter>();

  get size(): number {
    return this.#queue.size;
  }

  /**
   * Resolves when it is first and `next()` is called. If the signal is aborted, rejects with its reason, then calls
   * `onLeave`.
   */
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

  /** Resolves the first promise; false if the queue is empty. */
  next(): boolean {
    for (const waiter of this.#queue) {
      this.#queue.delete(waiter);
      waiter.grant();
      return true;
    }
    return false;
  }
}
