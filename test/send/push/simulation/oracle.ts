import { referencesIn } from '../../../../src/contract/body.ts';
import { type Body, type KindSpec, keyOf, keyText } from '../../../../src/contract/kind.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import type { PushSettings } from '../../../../src/send/push/engine.ts';
import type { PushEvent } from '../../../../src/send/push/event.ts';
import { OUTCOMES } from '../../../../src/send/push/outcome.ts';
import type { RequestLimits } from '../../../../src/service/limiter.ts';
import type { Answer, CreateRequest, LookUp } from '../../../../src/service/service.ts';
import { dbOf } from '../../../ledger/store-of.ts';
import { contentOf, isOurs, type SimulatedService } from './service.ts';
import type { Process, World } from './world.ts';

interface Row {
  readonly name: string;
  readonly outcome: string | null;
  readonly state: string;
  readonly body: string;
  /** The content of the ledger for its key. */
  readonly entry: string | null;
}

const IN: ReadonlySet<string> = new Set(['created', 'existing', 'outdated', 'unchanged']);
const ALL: ReadonlySet<string> = new Set(OUTCOMES);
const ROUNDING_MS = 1e-6;

/** What the processes of a world can know about the keys that they sent. */
export class Knowledge {
  /** Attempts that may have been accepted, by `kind key` and run. */
  readonly #open = new Map<string, Map<number, number>>();
  /** Keys that the service reported to have. */
  readonly had = new Set<string>();
  /** The contents that the service may have for a key: those that were sent until one was accepted. */
  readonly #contents = new Map<string, Set<string>>();

  /** The contents that the user kept as known, whatever the service has. */
  readonly #kept = new Map<string, Set<string>>();

  keep(name: string, content: string): void {
    this.#kept.set(name, (this.#kept.get(name) ?? new Set()).add(content));
  }

  isKept(name: string, content?: string): boolean {
    return content === undefined ? this.#kept.has(name) : (this.#kept.get(name)?.has(content) ?? false);
  }

  left(name: string, run: number, content: string): void {
    this.#contents.set(name, (this.#contents.get(name) ?? new Set()).add(content));
    const runs = this.#open.get(name) ?? new Map<number, number>();
    this.#open.set(name, runs.set(run, (runs.get(run) ?? 0) + 1));
  }

  accepted(name: string, content: string): void {
    this.settle(name, true);
    this.#contents.set(name, new Set([content]));
  }

  /** Whether the service is known to have exactly this content. */
  hasContent(name: string, content: string): boolean {
    const contents = this.#contents.get(name);
    return this.had.has(name) && contents?.size === 1 && contents.has(content);
  }

  notTaken(name: string, run: number): void {
    const runs = this.#open.get(name)!;
    runs.set(run, runs.get(run)! - 1);
  }

  settle(name: string, had: boolean): void {
    this.#open.delete(name);
    if (had) this.had.add(name);
  }

  /** Whether an attempt may have been accepted; of one run, if it is given. */
  isOpen(name: string, run?: number): boolean {
    const runs = this.#open.get(name);
    if (run !== undefined) return (runs?.get(run) ?? 0) > 0;
    return runs !== undefined && [...runs.values()].some((tries) => tries > 0);
  }

  /** Forgets what was received but is not on the disk; `run` is the run whose row says so, if known. */
  forget(name: string, run: number | null): void {
    if (!this.#open.has(name) && !this.had.has(name)) return;
    this.had.delete(name);
    if (!this.isOpen(name)) this.#open.set(name, new Map([[run ?? ANY_RUN, 1]]));
  }
}

/** Stands for an unknown run; runs count from 1. */
const ANY_RUN = 0;

/** The rules for one process. */
export interface Watched {
  readonly world: World;
  readonly service: SimulatedService;
  readonly process: Process;
  readonly knowledge: Knowledge;
  readonly ledger: Ledger;
  readonly run: number;
  readonly settings: Pick<PushSettings, 'inDoubt'> & RequestLimits;
  /** Whether no import was staged since. */
  readonly isLatest: boolean;
}

/** What the user asked to send, and how. */
interface Asked {
  readonly how: 'verify' | 'resend' | 'sent';
  readonly names: ReadonlySet<string>;
}

/**
 * Checks what must always be true: at each request, response and event of a process, and at its end. It knows the true
 * content of the service and of the ledger on the disk, and nothing about how the engine works.
 */
export class Oracle {
  readonly #watched: Watched;
  readonly #record;
  readonly #entry;
  readonly #named;
  readonly #departures: number[] = [];
  readonly #toldRows = new Set<string>();
  /** Keys of which this process lost a response. */
  readonly #lost = new Set<string>();
  /** Null for a process that no user asked to settle anything. */
  asked: Asked | null = null;
  #out = 0;
  #notBefore = 0;
  #tokenRefused = false;

  constructor(watched: Watched) {
    this.#watched = watched;
    const db = dbOf(watched.ledger);
    this.#record = db.prepare(
      `select state, outcome from records where run = ? and kind = ? and replace(key, char(31), ' / ') = ?`,
    );
    this.#entry = db.prepare('select state from entries where kind = ? and key = ?');
    this.#named = db.prepare(
      'select 1 from entries where kind = ?1 and taken = 1 and (key = ?2 or ?3 and key > ?2 and key < ?2 || char(1114111))',
    );
  }

  createLeaves({ kind, body: text }: CreateRequest, name: string): void {
    const body = JSON.parse(text) as Body;
    const { world, service, ledger, run, knowledge, settings } = this.#watched;
    this.#leaves(name);
    const key = keyOf(kind, body);
    const record = this.#record.get(run, kind.name, keyText(key)) as { state: string } | undefined;
    if (dbOf(ledger).isTransaction || record?.state !== 'sending') {
      world.breaks(`${name} left before the ledger had it on the disk`);
    }
    const how = this.asked?.how ?? settings.inDoubt;
    if (knowledge.isOpen(name) && how !== 'resend') {
      world.breaks(`${name} was sent again though an earlier try may have been taken`);
    }
    if (this.asked) this.#leavesAsAsked(this.asked, name);
    const entry = this.#entry.get(kind.name, key) as { state: string } | undefined;
    if (entry?.state === 'accepted') world.breaks(`${name} was sent again though it was accepted`);
    const stored = service.stored.get(name);
    if (isOurs(stored) && knowledge.hasContent(name, contentOf(body))) {
      world.breaks(`${name} was sent again though the service is known to have it`);
    }
    for (const naming of referencesIn(kind, body)) {
      if (this.#named.get(naming.to, naming.key, naming.partial ? 1 : 0) === undefined) {
        world.breaks(`${name} left before ${naming.to} ${keyText(naming.key)} was known to be in`);
      }
    }
    knowledge.left(name, run, contentOf(body));
  }

  #leavesAsAsked({ how, names }: Asked, name: string): void {
    const { world, service } = this.#watched;
    if (!names.has(name)) world.breaks(`${name} left, and a person asked for others`);
    if (how !== 'resend') return;
    if (service.mayLand(name)) world.breaks(`${name} was sent again though an earlier try may be stored yet`);
    if (this.#lost.has(name)) world.breaks(`${name} was sent again though a person asked for one try`);
  }

  /** `until`: when the service, by its own clock, accepts the next request. */
  createAnswered(name: string, answer: Answer, until: number): void {
    const { knowledge, run } = this.#watched;
    this.#heard(answer, until);
    if (answer.type === 'unknown') {
      this.#lost.add(name);
      return;
    }
    const stored = this.#watched.service.stored.get(name);
    if (answer.type === 'accepted') knowledge.accepted(name, stored!.content);
    else if (answer.type === 'exists') knowledge.settle(name, true);
    // A record that is rejected for its own content would have been rejected before.
    else if (answer.type === 'refused' && !answer.unknownReference) knowledge.settle(name, false);
    else knowledge.notTaken(name, run);
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

  /** The service reported whether it has the record. */
  toldOf(name: string, found: boolean): void {
    const { service, knowledge } = this.#watched;
    if (found) knowledge.settle(name, true);
    else if (!service.stored.has(name) && !service.mayLand(name)) knowledge.settle(name, false);
  }

  /** A reported event is already on the disk, and is reported once. */
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

  /** The process has ended, by itself or not; `ledger` is the content of the disk. */
  ended(how: 'ended' | 'broke' | 'died', ledger: Ledger): void {
    const { world, service, knowledge, isLatest, run } = this.#watched;
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
      const content = contentOf(JSON.parse(body) as Body);
      const same =
        stored?.content === content || (outcome === 'unchanged' && knowledge.isKept(name, content));
      if ((outcome === 'created' || outcome === 'unchanged') && isOurs(stored) && !same) {
        world.breaks(`${name} is ${outcome}, and the service has it with another content`);
      }
      // For a key that the service reported to have, only the content that was sent is known.
      if (
        outcome === 'outdated' &&
        entry !== 'existing' &&
        isOurs(stored) &&
        same &&
        !knowledge.isKept(name)
      ) {
        world.breaks(`${name} is outdated, and the service has it with this content`);
      }
      if (
        how === 'ended' &&
        isLatest &&
        entry === 'in-doubt' &&
        outcome !== 'in-doubt' &&
        outcome !== 'invalid'
      ) {
        world.breaks(`${name} is ${outcome}, and its key is in doubt`);
      }
      if ((entry === 'accepted' || entry === 'existing') && !stored) {
        world.breaks(`${name} is kept as ${entry}, and the service does not have it`);
      }
      if (isOurs(stored) && entry === null && !sending) {
        world.breaks(`the service has ${name}, and the ledger has it as ${outcome ?? state}`);
      }
      if (outcome === 'failed' && isLatest && knowledge.isOpen(name))
        world.breaks(`${name} failed, and may be in`);
      if (entry === 'in-doubt' || (sending && entry === null)) knowledge.forget(name, sending ? run : null);
      else if (sending) knowledge.had.delete(name);
    }
  }

  rows(ledger: Ledger): Row[] {
    const { run } = this.#watched;
    return dbOf(ledger)
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
