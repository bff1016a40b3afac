import { referencesIn } from '../../../src/contract/body.ts';
import { type Body, type KindSpec, keyOf, keyText } from '../../../src/contract/kind.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { InDoubt } from '../../../src/send/push/delivery.ts';
import type { PushEvent } from '../../../src/send/push/event.ts';
import { OUTCOMES } from '../../../src/send/push/outcome.ts';
import type { Answer, CreateRequest, LookUp } from '../../../src/service/service.ts';
import { dbOf } from '../../ledger/store-of.ts';
import {
  contentOf,
  isOurs,
  type SimulatedService,
  type Witness,
} from '../../send/push/simulation/service.ts';
import type { World } from '../../send/push/simulation/world.ts';
import type { ModelStore } from '../model-store.ts';

const IN: ReadonlySet<string> = new Set(['created', 'existing', 'outdated', 'unchanged']);
const ALL: ReadonlySet<string> = new Set(OUTCOMES);

/** The creates of all machines that may have been stored, whatever a machine knows: by key, and the process that sent it. */
export class OpenTries {
  readonly #open = new Map<string, Map<Laws, number>>();

  left(name: string, by: Laws): void {
    const tries = this.#open.get(name) ?? new Map<Laws, number>();
    this.#open.set(name, tries.set(by, (tries.get(by) ?? 0) + 1));
  }

  /** One try of a process was certainly not accepted. */
  notTaken(name: string, by: Laws): void {
    const tries = this.#open.get(name);
    if (tries) tries.set(by, tries.get(by)! - 1);
  }

  /** It is known whether the service has the key. */
  settled(name: string): void {
    this.#open.delete(name);
  }

  isOpen(name: string): boolean {
    return [...(this.#open.get(name)?.values() ?? [])].some((tries) => tries > 0);
  }
}

/** The process that is watched, and the world in which it sends. */
interface Watched {
  readonly world: World;
  readonly service: SimulatedService;
  readonly store: ModelStore;
  readonly tries: OpenTries;
  readonly ledger: Ledger;
  readonly run: number;
  readonly inDoubt: InDoubt;
  readonly timeoutMs: number;
  /** The id of its sender in the store. */
  readonly sender: () => string;
}

/**
 * What must be true of each process whatever the others do: at each request, at the socket, and at its end. It knows the
 * true content of the service and of the store, and nothing about how claims work.
 */
export class Laws implements Witness {
  readonly #of: Watched;
  readonly #named;
  readonly #toldRows = new Set<string>();
  /** When the request that now leaves passed the last check of its process, in milliseconds of the world. */
  checkedAt = 0;

  constructor(of: Watched) {
    this.#of = of;
    this.#named = dbOf(of.ledger).prepare(
      'select 1 from entries where kind = ?1 and taken = 1 and (key = ?2 or ?3 and key > ?2 and key < ?2 || char(1114111))',
    );
  }

  createLeaves({ kind, body: text }: CreateRequest, name: string): void {
    const { world, service, store, tries, inDoubt, timeoutMs } = this.#of;
    const sender = this.#of.sender();
    const body = JSON.parse(text) as Body;
    const claim = [...store.claims.values()].find(
      ({ entry }) => entry.kind === kind.name && entry.key === keyOf(kind, body),
    );
    if (claim?.owner !== sender) world.breaks(`${name} left without its claim`);
    // A pause between the last check and the socket may last as long as a request may take.
    const paused = Math.min(world.now - this.checkedAt, timeoutMs);
    if (store.leaseLeft(sender) < timeoutMs - paused) world.breaks(`${name} left on a lease that ends`);
    if (inDoubt !== 'resend') {
      if (tries.isOpen(name))
        world.breaks(`${name} was sent again though an earlier try may have been taken`);
      if (service.mayLand(name))
        world.breaks(`${name} was sent again though an earlier try may be stored yet`);
      if (isOurs(service.stored.get(name))) world.breaks(`${name} was sent again though the service has it`);
    }
    for (const naming of referencesIn(kind, body)) {
      if (this.#named.get(naming.to, naming.key, naming.partial ? 1 : 0) === undefined)
        world.breaks(`${name} left before ${naming.to} ${keyText(naming.key)} was known to be in`);
    }
    tries.left(name, this);
  }

  createAnswered(name: string, answer: Answer): void {
    const { tries } = this.#of;
    if (answer.type === 'unknown') return;
    const isCertain = answer.type === 'accepted' || answer.type === 'exists';
    if (isCertain || (answer.type === 'refused' && !answer.unknownReference)) tries.settled(name);
    else tries.notTaken(name, this);
  }

  readLeaves(_kind: KindSpec, _key: string, _name: string): void {}
  readAnswered(_failure: LookUp | null): void {}

  toldOf(name: string, found: boolean): void {
    const { service, tries } = this.#of;
    if (found || (!service.stored.has(name) && !service.mayLand(name))) tries.settled(name);
  }

  event(event: PushEvent): void {
    if (event.type !== 'row') return;
    const { world } = this.#of;
    const name = `${event.kind} ${event.key}`;
    world.note(`${name} is ${event.outcome}`);
    if (this.#toldRows.has(name)) world.breaks(`${name} ended twice`);
    this.#toldRows.add(name);
  }

  /** A process has ended; `byItself`: it was not killed, and its ledger could be written. */
  ended(ledger: Ledger, byItself: boolean): void {
    const { world, service, run } = this.#of;
    const rows = dbOf(ledger)
      .prepare(
        `select r.kind || ' ' || replace(r.key, char(31), ' / ') as name, r.outcome, r.state, r.body, e.state as entry
         from records r left join entries e on e.kind = r.kind and e.key = r.key where r.run = ?`,
      )
      .all(run) as {
      name: string;
      outcome: string | null;
      state: string;
      body: string;
      entry: string | null;
    }[];
    for (const { name, outcome, state, body, entry } of rows) {
      const stored = service.stored.get(name);
      if (byItself && (state === 'sending' || outcome === null || !ALL.has(outcome)))
        world.breaks(`${name} ended as ${outcome} (${state})`);
      if (outcome !== null && IN.has(outcome) && !stored)
        world.breaks(`${name} is ${outcome}, and the service does not have it`);
      const isOther = isOurs(stored) && stored.content !== contentOf(JSON.parse(body) as Body);
      if ((outcome === 'created' || outcome === 'unchanged') && isOther)
        world.breaks(`${name} is ${outcome}, and the service has it with another content`);
      if ((entry === 'accepted' || entry === 'existing') && !stored)
        world.breaks(`${name} is kept as ${entry}, and the service does not have it`);
    }
  }
}

/** Once the store knows that the service has a record, it never forgets it. */
export function factsStay(world: World, store: ModelStore): () => void {
  const facts = new Set<string>();
  return () => {
    for (const { entry } of store.claims.values()) {
      const name = `${entry.kind} ${keyText(entry.key)}`;
      if (entry.state === 'accepted' || entry.state === 'existing') facts.add(name);
      else if (facts.has(name) && entry.sure === null) {
        world.breaks(`the memory knew that the service has ${name}, and now has it as ${entry.state}`);
      }
    }
  };
}
