import type { DatabaseSync } from 'node:sqlite';

/**
 * Groups writes into commits: whatever is written in one turn of the event loop is made durable by one commit at its
 * end. A timer would make larger groups and cost throughput, as each request waits for two commits.
 */
export class Commits {
  readonly #db: DatabaseSync;
  #waiting: Promise<void> | null = null;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Runs `work` inside the group that is open. The promise settles when the group is on the disk, or rejects. */
  write(work: () => void): Promise<void> {
    if (!this.#waiting) {
      this.#db.exec('begin immediate');
      this.#waiting = new Promise<void>((resolve, reject) => {
        setImmediate(() => {
          this.#waiting = null;
          try {
            this.#db.exec('commit');
            resolve();
          } catch (error) {
            if (this.#db.isTransaction) this.#db.exec('rollback');
            reject(error);
          }
        });
      });
    }
    const group = this.#waiting;
    work();
    return group;
  }

  /** Waits until what is open is on the disk. */
  async flush(): Promise<void> {
    await this.#waiting;
  }
}
