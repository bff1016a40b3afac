import { keyText } from '../../src/contract/kind.ts';
import type { IncomingRequest, ProcessedRequest } from '../../src/mock/routes.ts';

/** A create or an update that reached the service. */
export interface Write {
  readonly n: number;
  /**
   * The name that the service counts, with the key as the program prints it: `product|STANDARD|ROB-1 / SS27 / ECRU`.
   */
  readonly name: string;
  readonly text: string;
  readonly at: number;
  /** The number of the command that sent it. */
  readonly command: number;
  /** When it was stored; null if it was not, or not yet. */
  storedAt: number | null;
}

/** All requests that the service received, and the records that it stored. */
export class RequestLog {
  /** The number of the running command, from 1. Requests that arrive belong to it. */
  command = 0;
  /** Called for each request that arrives. */
  onRequest = (): void => {};
  readonly #writes = new Map<number, Write>();
  readonly #byName = new Map<string, Write[]>();
  #requests = 0;

  /** Number of all requests that arrived, including reads. */
  get requests(): number {
    return this.#requests;
  }

  /** The hooks of the mock. */
  readonly before = async ({ n, record }: IncomingRequest): Promise<null> => {
    this.#requests++;
    this.onRequest();
    const { command } = this;
    const at = Date.now();
    const written = await record();
    if (written !== null) this.add({ ...written, n, at, command, storedAt: null });
    return null;
  };

  readonly after = ({ n, status }: ProcessedRequest): void => {
    const write = this.#writes.get(n);
    if (write && status >= 200 && status < 300) write.storedAt = Date.now();
  };

  add(write: Write): void {
    const named = { ...write, name: keyText(write.name) };
    this.#writes.set(named.n, named);
    this.#byName.set(named.name, [...this.of(named.name), named]);
  }

  /** The writes of a record, oldest first. */
  of(name: string): readonly Write[] {
    return this.#byName.get(name) ?? [];
  }

  /** Whether a record was stored at a moment; by default whether it ever was. */
  isStored(name: string, at = Number.POSITIVE_INFINITY): boolean {
    return this.of(name).some(({ storedAt }) => storedAt !== null && storedAt <= at);
  }

  names(): string[] {
    return [...this.#byName.keys()];
  }
}
