import { type KindSpec, keyText } from '../../contract/kind.ts';
import type { PendingRow } from '../../ledger/sending.ts';
import { type EndRequest, requestEndOf } from '../../service/limiter.ts';
import type { Answer } from '../../service/service.ts';
import {
  type Action,
  type Conditions,
  type Delivery,
  type DeliveryEvent,
  type DeliverySettings,
  type Effect,
  newDelivery,
  type Write,
} from './delivery.ts';
import type { EndState } from './endings.ts';
import type { PushContext } from './engine.ts';
import { next } from './next.ts';
import { blockText, type Outcome } from './outcome.ts';
import type { Obstacle } from './request.ts';
import { RecordRequest } from './request.ts';
import { updateEnding } from './update.ts';

const WRITTEN_EVENT: DeliveryEvent = { type: 'written' };
const mayLeaveEvent = (): DeliveryEvent => ({ type: 'may-leave' });
const PAUSED_EVENT: DeliveryEvent = { type: 'paused' };
/**
 * How long after the check of its sender a marked record may leave, in milliseconds: less than the silence after which
 * another process takes over. A process may have been stopped in between, or its machine been asleep.
 */
const MOST_MARKED_MS = 20_000;

/** The records of a kind in a wave. */
interface KindInWave {
  readonly wave: number;
  readonly kind: KindSpec;
  readonly settings: DeliverySettings;
}

/** How a record that is being sent lets other records start. */
export interface SenderCallbacks {
  /** Called when the record has its place for a request, waits for a retry, or only its outcome is left to write. */
  readonly underWay: () => void;
  /** Called when the record waits until its absence is conclusive, which may take a minute. */
  readonly letOthersStart: () => void;
}

/** Executes the steps that the state machine in `next.ts` decides for one record. */
export class RecordSender {
  readonly #context: PushContext;
  readonly #of: KindInWave;
  readonly #row: PendingRow;
  readonly #callbacks: SenderCallbacks;
  readonly #request: RecordRequest;
  /** Ends the open request; null if there is none. */
  #endRequest: EndRequest | null = null;
  /** Number of retries that were paid from the budget of the run. */
  #paidRetries = 0;
  /** When the last attempt was sent, on the clock of the run. */
  #leftAt = 0;
  /** The date just before the record was last marked as `sending`, in milliseconds. */
  #markedAt = 0;
  /** The time from the last attempt until its response, in milliseconds. */
  #latencyMs = 0;
  /** The result of `LostResponses.leaving` for the last attempt. */
  #lostBefore = 0;

  constructor(context: PushContext, of: KindInWave, row: PendingRow, callbacks: SenderCallbacks) {
    this.#context = context;
    this.#of = of;
    this.#row = row;
    this.#callbacks = callbacks;
    this.#request = new RecordRequest(of.kind, row, context.sending, context.settings.hasFixedAnswers);
  }

  /**
   * Sends the record until its outcome is certain or cannot become certain, and writes the outcome to the ledger. Returns null
   * if the run stopped before the record was sent: the record then stays open and ends as not attempted.
   * @throws if the ledger cannot be written.
   */
  async run(): Promise<Outcome | null> {
    let step = next(this.#begin(), { type: 'started', at: this.#conditions() });
    for (;;) {
      const { state, effects, action } = step;
      for (const effect of effects) this.#apply(effect, state.record.key);
      if (state.phase.name === 'ended') return state.phase.outcome;
      const event = await this.#perform(action, state);
      // Nothing is awaited between the conditions and the start of the next action.
      step = next(state, { ...event, at: this.#conditions() });
    }
  }

  #begin(): Delivery {
    const { id, key, body, status, attempts } = this.#row;
    const { kind, settings } = this.#of;
    const record = { kind, key: keyText(key), body, isUpdate: this.#isUpdate, status, attempts };
    const isDoubtful = status === 'in-doubt' && !this.#isUpdate;
    return newDelivery(record, settings, isDoubtful ? this.#context.sending.entries.doubtOf(id) : null);
  }

  #conditions(): Conditions {
    const { job, clock, settings, stop, limiter, budget, lostResponses } = this.#context;
    const claims = job.shared?.claims;
    if (claims && !claims.mayLeave && !stop.reason) {
      const { exit, code, message: reason, hint } = claims.failure;
      stop.now({ exit, code, reason, hint });
    }
    const date = settings.now().getTime();
    return {
      now: clock.now(),
      moment: () => clock.moment(),
      date,
      stopped: stop.reason !== null,
      paused: limiter.isHeld,
      markIsOld: date - this.#markedAt > MOST_MARKED_MS,
      retriesLeft: budget.left > 0,
      lostInARow: lostResponses.inARow,
      jitter: (settings.random ?? Math.random)(),
    };
  }

  #apply(effect: Effect, key: string): void {
    const { job, limiter, budget, stop, lostResponses } = this.#context;
    switch (effect.type) {
      case 'end-request':
        this.#endRequest?.(effect.end, this.#latencyMs);
        this.#endRequest = null;
        break;
      case 'count-lost':
        lostResponses.count(this.#lostBefore);
        break;
      case 'count-certain':
        lostResponses.reset();
        break;
      case 'pay':
        if (budget.pay()) this.#paidRetries++;
        break;
      case 'refund':
        budget.refund(this.#paidRetries);
        this.#paidRetries = 0;
        break;
      case 'emit': {
        const { event } = effect;
        job.emit(event.type === 'throttled' ? { ...event, concurrency: limiter.limit } : event);
        break;
      }
      case 'stop':
        stop.now(effect.stop);
        break;
      case 'let-others-start':
        this.#callbacks.letOthersStart();
        break;
      case 'report':
        this.#report(effect.ending, key);
        break;
    }
  }

  #report({ outcome, messages }: EndState, key: string): void {
    const { job, createdKinds } = this.#context;
    const { wave, kind } = this.#of;
    if (outcome === 'created') createdKinds.add(kind.name);
    job.emit({ type: 'row', wave, kind: kind.name, key, outcome, messages });
  }

  #perform(action: Action, state: Delivery): DeliveryEvent | Promise<DeliveryEvent> {
    const { limiter, stop } = this.#context;
    switch (action.type) {
      case 'check':
        return { type: 'checked', obstacle: this.#obstacle(action.references) };
      case 'take-turn':
        return this.#takeTurn();
      case 'write':
        // The next record is then marked as `sending` in the same commit.
        if (state.phase.name === 'recording-end') this.#callbacks.underWay();
        return this.#written(action.write, state.attempt);
      case 'wait-to-leave':
        return limiter.leave(stop.signal).then(mayLeaveEvent, mayLeaveEvent);
      case 'send':
        return this.#send();
      case 'look-up':
        return this.#lookUp();
      case 'pause':
        return this.#pause(action.ms).then(() => PAUSED_EVENT);
      case 'none':
        throw new Error(`nothing follows in the state ${state.phase.name}`);
    }
  }

  #obstacle(references: boolean): Obstacle | null {
    const cause = references ? this.#context.blocking.causeOf(this.#row.id) : null;
    if (cause !== null) return { type: 'blocked', cause, text: blockText(cause) };
    return this.#request.complete();
  }

  #write(write: Write, attempt: number): Promise<void> {
    const { sending, clock, settings } = this.#context;
    const { id } = this.#row;
    const now = settings.now();
    const date = now.toISOString();
    switch (write.type) {
      case 'sending':
        this.#markedAt = now.getTime();
        return sending.markSending(id, attempt, date, this.#request.sentText);
      case 'not-sent':
        return sending.markNotSent(id, attempt);
      case 'not-taken':
        return sending.markNotAccepted(id, attempt, date, write.result, write.status, write.error);
      case 'in-doubt':
        return sending.markEnded(id, attempt, date, { ...write.ending, since: clock.moment() });
      case 'ended':
        return sending.markEnded(id, attempt, date, write.ending);
      case 'settled':
        return sending.markSettled(id, attempt, date, write.ending, write.read);
      case 'absent':
        return sending.markAbsent(id, attempt, date);
      case 'blocked':
        return sending.markBlocked(id, write.cause);
    }
  }

  /** Until an id that the service returned is on the disk, other records find it in memory. */
  async #written(write: Write, attempt: number): Promise<DeliveryEvent> {
    const { givenIds, sending } = this.#context;
    const id = write.type === 'ended' ? write.givenId : null;
    const name = `${this.#of.kind.name} ${id}`;
    if (id !== null) givenIds.set(name, this.#row.key);
    try {
      await this.#write(write, attempt);
    } finally {
      if (id !== null) givenIds.delete(name);
    }
    const isInDoubt = write.type === 'in-doubt' && !this.#isUpdate;
    return isInDoubt ? { type: 'written', doubt: sending.entries.doubtOf(this.#row.id) } : WRITTEN_EVENT;
  }

  /** Waits until one more request may be open and the rate allows it. False if the run stops first. */
  async #takeTurn(): Promise<DeliveryEvent> {
    const { limiter, stop } = this.#context;
    try {
      this.#endRequest = await limiter.place(stop.signal);
      this.#callbacks.underWay();
      await limiter.turn(stop.signal);
      return { type: 'turn', granted: true };
    } catch {
      this.#endRequest?.('error');
      return { type: 'turn', granted: false };
    }
  }

  async #send(): Promise<DeliveryEvent> {
    const { job, settings, clock, lostResponses, givenIds } = this.#context;
    this.#lostBefore = lostResponses.leaving();
    this.#leftAt = clock.now();
    const received = await this.#request.send(job.service, settings.forced);
    this.#latencyMs = clock.now() - this.#leftAt;
    const answer = this.#request.withOwnId(received, givenIds);
    return { type: 'response', answer, ...this.#factsOf(answer) };
  }

  /** The facts from the ledger and the run that the handling of a response depends on. */
  #factsOf(answer: Answer): Partial<Extract<DeliveryEvent, { type: 'response' }>> {
    const { sending } = this.#context;
    switch (answer.type) {
      case 'updated':
        return { updated: updateEnding(this.#request, answer) };
      case 'exists':
        return { content: sending.entries.contentOf(this.#row.id) };
      case 'refused':
        return { referencesAreYoung: answer.unknownReference && this.#referencesAreYoung() };
      default:
        return {};
    }
  }

  /** Whether a referenced record may have been created only moments ago, by this process, one just before, or another machine. */
  #referencesAreYoung(): boolean {
    const { job, blocking, createdKinds, settings, startedAt } = this.#context;
    const { references } = this.#of.kind;
    if (references.some(({ to, or = [] }) => [to, ...or].some((name) => createdKinds.has(name)))) return true;
    const young = Boolean(job.shared) || this.#leftAt - startedAt < settings.settleMs;
    return young && blocking.namesAccepted(this.#row.id);
  }

  async #lookUp(): Promise<DeliveryEvent> {
    const { job, settings, limiter, stop, sending } = this.#context;
    const end = await limiter.place(stop.signal).catch(() => null);
    if (end === null) return { type: 'looked-up', read: null };
    this.#callbacks.underWay();
    const beforeRead = () => limiter.turnToLeave(stop.signal);
    const read = await this.#request.lookUp(job.service, beforeRead, settings.forced);
    end(read.type === 'failed' ? requestEndOf(read.answer) : 'clean');
    const content = read.type === 'found' ? sending.entries.contentOf(this.#row.id) : null;
    return { type: 'looked-up', read, content };
  }

  /** Sleeps for `ms`, or until the run stops. Another record may start during this time. */
  #pause(ms: number): Promise<void> {
    const { clock, stop } = this.#context;
    this.#callbacks.underWay();
    return clock.sleep(ms, stop.signal).catch(() => {});
  }

  get #isUpdate(): boolean {
    return this.#row.patch !== null;
  }
}
