import { keyText } from '../src/contract/kind.ts';
import type { IncomingRequest, ProcessedRequest } from '../src/mock/app.ts';

/** A create or an update that reached the service. */
export interface Write {
  readonly n: number;
  /** As the service counts it, its key as the tool prints it: `product|STANDARD|ROB-1 / SS27 / ECRU`. */
  readonly name: string;
  readonly text: string;
  readonly at: number;
  /** Number of the command that sent it. */
  readonly command: number;
  /** When it was stored; null when it was not, or not yet. */
  storedAt: number | null;
}

/** Everything the service received and stored, by request: the truth that an operator could tell. */
export class RequestLog {
  /** Number of the command that runs, from 1; requests that come belong to it. */
  command = 0;
  /** Told of each request that comes. */
  onRequest = (): void => {};
  readonly #writes = new Map<number, Write>();
  readonly #byName = new Map<string, Write[]>();
  #requests = 0;

  /** Every request that came, reads included. */
  get requests(): number {
    return this.#requests;
  }

  /** Hooks of the local service. */
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

  /** Whether it is stored, or was at some moment. */
  isStored(name: string, at = Number.POSITIVE_INFINITY): boolean {
    return this.of(name).some(({ storedAt }) => storedAt !== null && storedAt <= at);
  }

  names(): string[] {
    return [...this.#byName.keys()];
  }
}
