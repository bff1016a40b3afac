import { randomUUID } from 'node:crypto';
import { TraceError } from '../errors.ts';
import { entryKeyText } from '../ledger/entry-key.ts';
import type { Exchange, Intent } from '../ledger/exchange.ts';
import type { PendingRow } from '../ledger/sending.ts';
import { say } from '../say.ts';
import type { Claims, Elsewhere } from '../send/push/claims.ts';
import type { Clock } from '../service/clock.ts';
import type { SharedPace } from '../service/limiter.ts';
import type { SharedStore } from './store.ts';

/** Who sends. */
export interface Sender {
  /** The id of the run. */
  readonly run: string;
  readonly host: string;
  readonly pid: number;
  /** The longest time that a request may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** The time of day. */
  readonly now: () => Date;
}

/** Number of entries that are sent at a time. */
const PAGE = 2000;
/** How long an outcome waits for others before the memory gets them, in milliseconds. */
const FLUSH_MS = 100;
/** The shortest time for which a lease is longer than a request may take, in milliseconds. */
const LEAST_SPARE_MS = 5000;
/** Maximum number of slots of the rate that are leased at once. */
const MOST_SLOTS = 25;

/**
 * The memory that machines share: what is known about each key of a target, and who sends it. A key is claimed before
 * its request leaves, by a sender that shows signs of life; nothing leaves when its lease may have ended. What changes
 * here is kept by the ledger until the memory has it, so that a connection that fails loses nothing.
 */
export class SharedMemory implements Claims, SharedPace {
  readonly #store: SharedStore;
  readonly #exchange: Exchange;
  readonly #sender: Sender;
  readonly #id: string = randomUUID();
  /** How much longer than a request may take a sender counts as alive, in milliseconds. */
  readonly #spareMs: number;
  /** Until when requests may leave, on the clock of the run, and as a date. */
  #leaveUntil = Number.NEGATIVE_INFINITY;
  #leaveUntilDate = Number.NEGATIVE_INFINITY;
  readonly #stopBeating = new AbortController();
  /** What this sender has claimed, by the id of the record. */
  readonly #claimed = new Map<number, Intent>();
  readonly #released: Intent[] = [];
  #waits: Promise<void> | null = null;
  #sending: Promise<void> | null = null;
  #failure: unknown = null;
  #isRestored = false;

  private constructor(store: SharedStore, exchange: Exchange, sender: Sender) {
    this.#store = store;
    this.#exchange = exchange;
    this.#sender = sender;
    this.#spareMs = Math.max(sender.timeoutMs, LEAST_SPARE_MS);
  }

  /**
   * Joins the memory: gives it what the ledger knows that it does not, and reads what others have sent.
   *
   * @throws TraceError `memory-lost`, `memory-refused`
   */
  static async join(store: SharedStore, exchange: Exchange, sender: Sender): Promise<SharedMemory> {
    const memory = new SharedMemory(store, exchange, sender);
    memory.#isRestored = exchange.join(await store.identity());
    await memory.#register(memory.#id);
    try {
      // Before others take them for dead.
      await memory.#settleEnded();
      await memory.#beat();
      void memory.#keepBeating();
      await memory.refresh();
    } catch (error) {
      memory.#stopBeating.abort();
      throw error;
    }
    return memory;
  }

  #register(id: string): Promise<void> {
    const { run, host, pid, timeoutMs } = this.#sender;
    return this.#store.register({ id, run, host, pid, leaseMs: timeoutMs + this.#spareMs });
  }

  /** Settles what senders of this machine claimed that ended while the memory was lost: what they sent is in the outbox. */
  async #settleEnded(): Promise<void> {
    const ended = this.#exchange.endedSenders();
    if (ended.length === 0) return;
    // An heir claims nothing else: the end of its claims may arrive late, after a connection has failed.
    const heir = randomUUID();
    await this.#register(heir);
    for (const sender of ended) await this.#store.inherit(heir, sender);
    await this.#send(heir);
    await this.#store.settleInherited(heir);
    await this.#store.leave(heir);
    for (const sender of ended) this.#exchange.noteEnded(sender, true);
  }

  /**
   * Whether a request may leave now: its sender then still counts as alive when the response is late. It is asked again when
   * the request has its connection. A pause of the process between that and the socket is not seen: it may last as long as
   * a request may take.
   */
  get mayLeave(): boolean {
    const { clock, now } = this.#sender;
    return clock.now() < this.#leaveUntil && now().getTime() < this.#leaveUntilDate;
  }

  /** What messages call the memory if it is another one than before, or went back to an earlier state; else null. */
  get restored(): string | null {
    return this.#isRestored ? this.#store.name : null;
  }

  get failure(): TraceError {
    if (this.#failure instanceof TraceError) return this.#failure;
    const { name } = this.#store;
    return new TraceError('unreachable', 'memory-lost', say().memory.late({ name }), say().memory.lostHow());
  }

  async #keepBeating(): Promise<void> {
    const { signal } = this.#stopBeating;
    while (!signal.aborted) {
      await this.#sender.clock.sleep(this.#spareMs / 4, signal).catch(() => {});
      // A failure is reported when nothing may leave any more.
      if (!signal.aborted) await this.#beat().catch(() => {});
    }
  }

  /** Shows a sign of life, and turns the claims of dead senders into doubts. */
  async #beat(): Promise<void> {
    const { clock, now } = this.#sender;
    const [at, date] = [clock.now(), now().getTime()];
    try {
      if (!(await this.#store.beat(this.#id))) return this.#lose(null);
      const mayLeaveMs = (this.#spareMs * 3) / 4;
      this.#leaveUntil = at + mayLeaveMs;
      this.#leaveUntilDate = date + mayLeaveMs;
      this.#failure = null;
      await this.#store.buryDead();
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  /** Nothing leaves any more. */
  #lose(failure: unknown): void {
    this.#stopBeating.abort();
    this.#failure = failure;
    this.#leaveUntil = Number.NEGATIVE_INFINITY;
  }

  async claim(rows: readonly PendingRow[]): Promise<ReadonlyMap<number, Elsewhere>> {
    const intents = this.#exchange.intents(rows, this.#sender.now().toISOString());
    const elsewhere = await this.#store.claim(this.#id, intents);
    for (const intent of intents) if (!elsewhere.has(intent.id)) this.#claimed.set(intent.id, intent);
    // A sender that is gone gets nothing, whatever the entries are.
    if (elsewhere.size > 0 && !this.mayLeave) throw this.failure;
    return elsewhere;
  }

  release(id: number): void {
    const intent = this.#claimed.get(id);
    if (intent === undefined) return;
    this.#claimed.delete(id);
    this.#released.push(intent);
    this.#waits ??= this.#flushSoon();
  }

  /** Nobody waits for what the memory learns: many records share its statements. */
  async #flushSoon(): Promise<void> {
    await this.#sender.clock.sleep(FLUSH_MS, this.#stopBeating.signal).catch(() => {});
    this.#waits = null;
    // A failure is reported by the next claim, or when the run ends.
    if (!this.#stopBeating.signal.aborted) await this.flush().catch(() => {});
  }

  /**
   * Gives the memory all entries that changed here, then ends the claims of the records that have ended: whoever claims
   * a key next sees what became of it.
   *
   * @throws TraceError `memory-lost`
   */
  async flush(): Promise<void> {
    // What changed while others wait for the same answer may not be in it.
    await this.#sending?.catch(() => {});
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    await this.#sending;
  }

  async #send(id = this.#id): Promise<void> {
    const ended = new Map(this.#released.splice(0).map((intent) => [entryKeyText(intent), intent]));
    try {
      for (;;) {
        const { entries, last, isAll } = this.#exchange.outgoing(PAGE);
        if (last === null) break;
        const offered = Array.from(entries, ([text, entry]) => {
          const doubt = ended.get(text)?.doubt;
          // While a run sends, an entry gets its hash with its body, or no hash.
          const asClaimed =
            doubt?.hash === entry.hash &&
            doubt.batch === entry.batch &&
            doubt.run === entry.run &&
            doubt.hash !== '';
          const body = asClaimed ? doubt.body : this.#exchange.bodyOf(entry);
          return Object.assign(entry, { body, ends: doubt !== undefined, asClaimed });
        });
        await this.#store.put(id, offered);
        for (const text of entries.keys()) ended.delete(text);
        await this.#exchange.noteSent(last);
        if (isAll) break;
      }
      if (ended.size > 0) await this.#store.release(this.#id, [...ended.values()]);
    } catch (error) {
      this.#released.unshift(...ended.values());
      throw error;
    }
  }

  /** Gives and reads all changes. Keys that this sender has claimed are not read: what is known here is newer. */
  async refresh(): Promise<void> {
    await this.flush();
    const now = this.#sender.clock.moment();
    const take = this.#exchange.taking(now);
    const { since, newest } = this.#exchange.known;
    const read = await this.#store.changes(this.#id, since, take, newest);
    this.#exchange.noteRead(read.since, read.newest);
    if (!read.isOlder) return;
    this.#isRestored = true;
    this.#exchange.restart();
    await this.flush();
  }

  async slots(wanted: number, intervalMs: number): Promise<{ count: number; waitMs: number }> {
    const count = Math.min(wanted, MOST_SLOTS);
    try {
      return { count, waitMs: await this.#store.slots(count, intervalMs) };
    } catch (error) {
      this.#lose(error);
      throw error;
    }
  }

  hold(ms: number): Promise<void> {
    return this.#store.hold(ms);
  }

  /**
   * Ends the sender and its claims, after all records have ended. Does not throw: if the memory is lost, the next run on this
   * machine does it, or the lease ends.
   */
  async close(): Promise<void> {
    this.#stopBeating.abort();
    try {
      this.#exchange.noteEnded(this.#id, false);
      for (const id of [...this.#claimed.keys()]) this.release(id);
      await this.flush();
      // A copy that lacks what this run gave it is then known as older.
      this.#exchange.noteNewest(await this.#store.newest());
      await this.#store.leave(this.#id);
      this.#exchange.noteEnded(this.#id, true);
    } catch {
      // What the memory lacks is in the ledger.
    } finally {
      await this.#store.close();
    }
  }
}
