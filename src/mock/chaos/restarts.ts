import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../../loopback.ts';

/** Time between two attempts to listen, in milliseconds: another program may be using the port. */
const RETRY_MS = 50;

/** Stops a server and starts it again at the same address, one restart at a time. */
export class Restarts {
  readonly #ending = new AbortController();
  #running: Promise<void> | null = null;

  /** Closes all connections at once, refuses new ones for `downMs`, then listens again. */
  restart(server: Server, downMs: number): void {
    if (this.#running || this.#ending.signal.aborted) return;
    const { address, port } = server.address() as AddressInfo;
    server.close();
    server.closeAllConnections();
    this.#running = this.#comeBack(server, port, address, downMs).finally(() => {
      this.#running = null;
    });
  }

  /**
   * Prevents further restarts and ends a running restart at once. Afterwards the server may or may not be listening.
   */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #comeBack(server: Server, port: number, host: string, downMs: number): Promise<void> {
    const { signal } = this.#ending;
    let waitMs = downMs;
    while (!signal.aborted) {
      await sleep(waitMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const isListening = await listen(server, port, host).then(
        () => true,
        () => false,
      );
      if (isListening) return;
      waitMs = RETRY_MS;
    }
  }
}
