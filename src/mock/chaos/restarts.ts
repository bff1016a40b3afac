import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Another program may have taken the port meanwhile. */
const TRY_AGAIN_MS = 50;

/** Takes a server away and brings it back on the same address, one restart at a time. */
export class Restarts {
  readonly #ending = new AbortController();
  #running: Promise<void> | null = null;

  /** Cuts every connection at once, refuses new ones for `downMs`, then listens again. */
  restart(server: Server, downMs: number): void {
    if (this.#running || this.#ending.signal.aborted) return;
    const { address, port } = server.address() as AddressInfo;
    server.close();
    server.closeAllConnections();
    this.#running = this.#comeBack(server, port, address, downMs).finally(() => {
      this.#running = null;
    });
  }

  /** No more restarts; one at work ends at once, and the server may then listen or not. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #comeBack(server: Server, port: number, host: string, downMs: number): Promise<void> {
    const { signal } = this.#ending;
    let waitMs = downMs;
    while (!signal.aborted) {
      await sleep(waitMs, undefined, { signal }).catch(() => {});
      if (signal.aborted || (await listens(server, port, host))) return;
      waitMs = TRY_AGAIN_MS;
    }
  }
}

/** Whether the server got its port. */
function listens(server: Server, port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const refused = () => resolve(false);
    server.once('error', refused);
    server.listen(port, host, () => {
      server.off('error', refused);
      resolve(true);
    });
  });
}
