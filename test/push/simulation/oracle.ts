import { type Body, type KindSpec, keyOf, keyText } from '../../../src/contract/kind.ts';
import { namingsOf } from '../../../src/contract/reference.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { PushSettings } from '../../../src/push/engine.ts';
import type { PushEvent } from '../../../src/push/event.ts';
import { OUTCOMES } from '../../../src/push/outcome.ts';
import type { Answer, CreateRequest, LookUp } from '../../../src/service/service.ts';
import { contentOf, type SimulatedService } from './service.ts';
import type { Process, World } from './world.ts';

interface Row {
  readonly name: string;
  readonly outcome: string | null;
  readonly state: string;
  readonly body: string;
  /** What the ledger keeps of its key. */
  readonly entry: string | null;
}

const IN: ReadonlySet<string> = new Set(['created', 'existing', 'unchanged']);
const ALL: ReadonlySet<string> = new Set(OUTCOMES);
const ROUNDING_MS = 1e-6;

/** What the senders of a world can know of the keys they sent, whichever process they were. */
export class Knowledge {
  /** Tries that may have been taken, by `kind key`. */
  readonly open = new Map<string, number>();
  /** Keys that the service was heard to have. */
  readonly had = new Set<string>();

  settle(name: string, had: boolean): void {
    this.open.delete(name);
    if (had) this.had.add(name);
  }

  isOpen(name: string): boolean {
    return (this.open.get(name) ?? 0) > 0;
  }
}

/** What one process has to keep to. */
export interface Watched {
  readonly world: World;
  readonly service: SimulatedService;
  readonly process: Process;
  readonly knowledge: Knowledge;
  readonly ledger: Ledger;
  readonly run: number;
  readonly settings: Pick<PushSettings, 'rate' | 'concurrency' | 'inDoubt'>;
}

/**
 * What must hold, whatever happens: checked at each request, answer and event of a process, and at its end. It knows the
 * truth of the service and what the ledger has on the disk, and nothing of how the engine works.
 */
export class Oracle {
  readonly #watched: Watched;
  readonly #record;
  readonly #entry;
  readonly #named;
  readonly #departures: number[] = [];
  readonly #toldRows = new Set<string>();
  #out = 0;
  #notBefore = 0;
  #tokenRefused = false;

  constructor(watched: Watched) {
    this.#watched = watched;
    const { db } = watched.ledger;
    this.#record = db.prepare(
      `select state, outcome from records where run = ? and kind = ? and replace(key, char(31), ' / ') = ?`,
    );
    this.#entry = db.prepare('select state from entries where kind = ? and key = ?');
    this.#named = db.prepare(
      'select 1 from entries where kind = ?1 and taken = 1 and (key = ?2 or ?3 and key > ?2 and key < ?2 || char(1114111))',
    );
  }

  createLeaves({ kind, body }: CreateRequest, name: string): void {
    const { world, service, ledger, run, knowledge, settings } = this.#watched;
    this.#leaves(name);
    const key = keyOf(kind, body);
    const record = this.#record.get(run, kind.name, keyText(key)) as { state: string } | undefined;
    if (ledger.db.isTransaction || record?.state !== 'sending') {
      world.breaks(`${name} left before the ledger had it on the disk`);
    }
    if (knowledge.isOpen(name) && settings.inDoubt !== 'resend') {
      world.breaks(`${name} was sent again though an earlier try may have been taken`);
    }
    const stored = service.stored.get(name);
    if (knowledge.had.has(name) && stored?.ours && stored.content === contentOf(body)) {
      world.breaks(`${name} was sent again though the service is known to have it`);
    }
    for (const naming of namingsOf(kind, body)) {
      if (this.#named.get(naming.to, naming.key, naming.partial ? 1 : 0) === undefined) {
        world.breaks(`${name} left before ${naming.to} ${keyText(naming.key)} was known to be in`);
      }
    }
    knowledge.open.set(name, (knowledge.open.get(name) ?? 0) + 1);
  }

  /** `until`: when the service, by its own clock, wants the next request. */
  createAnswered(name: string, answer: Answer, until: number): void {
    const { knowledge } = this.#watched;
    this.#heard(answer, until);
    if (answer.type === 'unknown') return;
    if (answer.type === 'accepted' || answer.type === 'exists') knowledge.settle(name, true);
    // What is refused for itself would have been refused before.
    else if (answer.type === 'refused' && !answer.unknownReference) knowledge.settle(name, false);
    else knowledge.open.set(name, knowledge.open.get(name)! - 1);
  }

  readLeaves(kind: KindSpec, key: string, name: string): void {
    const { world } = this.#watched;
    this.#leaves(name);
    if (kind.verify === undefined) world.breaks(`${name} was read though nothing reads it`);
    const entry = this.#entry.get(kind.name, key) as { state: string } | undefined;
    if (entry?.state !== 'in-doubt') world.breaks(`${name} was read before its doubt was on the disk`);
  }

  readAnswered(failure: LookUp | null, until: number): void {
    if (failure?.type === 'failed') this.#heard(failure.answer, until);
    else this.#out--;
  }

  /** The service said whether it has the record. */
  toldOf(name: string, found: boolean): void {
    const { service, knowledge } = this.#watched;
    if (found) knowledge.settle(name, true);
    else if (!service.stored.has(name) && !service.mayLand(name)) knowledge.settle(name, false);
  }

  /** What is told is on the disk already, and told once. */
  event(event: PushEvent): void {
    if (event.type !== 'row') return;
    const { world, run } = this.#watched;
    const name = `${event.kind} ${event.key}`;
    world.note(`${name} is ${event.outcome}`);
    const record = this.#record.get(run, event.kind, event.key) as { outcome: string } | undefined;
    if (record?.outcome !== event.outcome) {
      world.breaks(`${name} was told to be ${event.outcome}, and is ${record?.outcome} on the disk`);
    }
    if (this.#toldRows.has(name)) world.breaks(`${name} was told twice`);
    this.#toldRows.add(name);
  }

  /** The process is over: by itself, or not; `ledger` is what is found on the disk. */
  ended(how: 'ended' | 'broke' | 'died', ledger: Ledger): void {
    const { world, service, knowledge } = this.#watched;
    if (how !== 'died' && this.#out !== 0) world.breaks(`it ended with ${this.#out} requests out`);
    for (const { name, outcome, state, body, entry } of this.rows(ledger)) {
      const stored = service.stored.get(name);
      const sending = state === 'sending';
      if (how === 'ended' && (sending || outcome === null || !ALL.has(outcome))) {
        world.breaks(`${name} ended as ${outcome} (${state})`);
      }
      if (outcome !== null && IN.has(outcome) && !stored) {
        world.breaks(`${name} is ${outcome}, and the service does not have it`);
      }
      const same = stored?.content === contentOf(JSON.parse(body) as Body);
      if ((outcome === 'created' || outcome === 'unchanged') && stored?.ours && !same) {
        world.breaks(`${name} is ${outcome}, and the service has it with another content`);
      }
      if (how === 'ended' && entry === 'in-doubt' && outcome !== 'in-doubt' && outcome !== 'invalid') {
        world.breaks(`${name} is ${outcome}, and its key is in doubt`);
      }
      if ((entry === 'accepted' || entry === 'existing') && !stored) {
        world.breaks(`${name} is kept as ${entry}, and the service does not have it`);
      }
      if (stored?.ours && entry === null && !sending) {
        world.breaks(`the service has ${name}, and the ledger has it as ${outcome ?? state}`);
      }
      if (outcome === 'failed' && knowledge.isOpen(name)) world.breaks(`${name} failed, and may be in`);
      // What was heard and is not on the disk is not known any more.
      if (entry === 'in-doubt' || sending) {
        if (knowledge.open.has(name) || knowledge.had.has(name)) knowledge.open.set(name, 1);
        knowledge.had.delete(name);
      }
    }
  }

  rows(ledger: Ledger): Row[] {
    const { run } = this.#watched;
    return ledger.db
      .prepare(
        `select r.kind || ' ' || replace(r.key, char(31), ' / ') as name, r.outcome, r.state, r.body, e.state as entry
         from records r left join entries e on e.kind = r.kind and e.key = r.key where r.run = ?`,
      )
      .all(run) as unknown as Row[];
  }

  #leaves(name: string): void {
    const { world, process, settings } = this.#watched;
    const { rate, concurrency } = settings;
    if (++this.#out > concurrency) world.breaks(`${this.#out} requests are out, ${concurrency} may be`);
    this.#departures.push(world.now);
    const before = rate > 0 ? this.#departures.at(-1 - rate) : undefined;
    if (before !== undefined && world.now - before < 1000) {
      world.breaks(`more than ${rate} requests within a second`);
    }
    if (world.now < this.#notBefore - ROUNDING_MS) {
      world.breaks(`${name} left ${this.#notBefore - world.now} ms before the service said`);
    }
    if (this.#tokenRefused) world.breaks(`${name} left though the token is refused`);
    if (process.heardStop) world.breaks(`${name} left though the run was stopped`);
  }

  #heard(answer: Answer, until: number): void {
    this.#out--;
    if (answer.type === 'throttled') this.#notBefore = Math.max(this.#notBefore, until);
    if (answer.type === 'token') this.#tokenRefused = true;
  }
}
