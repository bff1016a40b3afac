import type { CreateAnswer } from '../contract/answer.ts';
import type { FamilyName } from '../contract/family.ts';
import { type Body, type KindSpec, keyText } from '../contract/kind.ts';
import type { Doubt, Ending, PendingRow } from '../ledger/sending.ts';
import type { Answer } from '../service/service.ts';
import type { PushContext } from './engine.ts';
import type { Outcome } from './outcome.ts';
import { Retries } from './retries.ts';

export type Ended = Ending & { readonly outcome: Outcome };

/** A record on its way into the service: what its tries and its look-ups share. */
export class Errand {
  readonly context: PushContext;
  readonly wave: number;
  readonly kind: KindSpec;
  readonly row: PendingRow;
  readonly body: Body;
  /** As people read it. */
  readonly key: string;
  readonly retries: Retries;
  /** Against the ledger: `new`, `changed`, `in-doubt`. */
  status: string;
  /** Number of the last try. */
  attempt: number;
  /** Tries of this push without a certain answer. */
  lost = 0;
  /** What is known of it since a try of it, in this run or before, was left without a certain answer; null before. */
  doubt: Doubt | null = null;
  /** Whether it may be in the service as far as is known: from a lost answer until something certain is learned. */
  inDoubt = false;
  /** What the last lost answer said. */
  lastError = '';

  constructor(context: PushContext, wave: number, kind: KindSpec, row: PendingRow) {
    this.context = context;
    this.wave = wave;
    this.kind = kind;
    this.row = row;
    this.body = JSON.parse(row.body) as Body;
    this.key = keyText(row.key);
    this.retries = new Retries(context.budget);
    this.status = row.status;
    this.attempt = row.attempts;
  }

  get family(): FamilyName {
    return this.row.family as FamilyName;
  }

  get random(): () => number {
    return this.context.settings.random ?? Math.random;
  }

  now(): string {
    return this.context.settings.now().toISOString();
  }

  /** Sleeps, shorter when the run stops. */
  pause(ms: number): Promise<void> {
    return this.context.clock.sleep(ms, this.context.stop.signal).catch(() => {});
  }

  /** Ends the record by the answer to its last try. */
  async answered(ending: Ended): Promise<Outcome> {
    await this.context.sending.ended(this.row.id, this.attempt, this.now(), ending);
    return this.tell(ending);
  }

  /** Ends the record by something else than an answer. */
  async settled(ending: Ended, read: string | null = null): Promise<Outcome> {
    await this.context.sending.settled(this.row.id, this.attempt, this.now(), ending, read);
    return this.tell(ending);
  }

  /** Leaves it in doubt, as it is, saying why and which command settles it. */
  stayInDoubt(why: string, command: 'resume' | 'resolve', read: string | null = null): Promise<Outcome> {
    const { runId } = this.context.sending;
    const messages = [this.lastError, `${why}; trace ${command} ${runId} settles it`];
    return this.settled({ outcome: 'in-doubt', messages }, read);
  }

  tell({ outcome, messages }: Ended): Outcome {
    const { kind, key, wave, context } = this;
    if (outcome === 'created') context.fresh.add(kind.name);
    context.job.emit({ type: 'row', wave, kind: kind.name, key, outcome, messages });
    return outcome;
  }
}

/** The record is in the service, and it is ours though no 201 said so. */
export function createdWithout201(
  answer: Partial<CreateAnswer>,
  messages: readonly string[],
): Ended & { outcome: 'created' } {
  const kept = Object.keys(answer).length > 0 ? { answer: JSON.stringify(answer) } : {};
  return { outcome: 'created', messages, entry: 'accepted', ...kept };
}

/** A token that is not taken, or an address that is not the service: nothing else will fare better. */
export function stopFor(
  { context }: Errand,
  answer: Extract<Answer, { type: 'token' | 'misdirected' }>,
): string {
  const { origin } = context.job.service;
  const words = answer.type === 'token' ? answer.messages.join('; ') : answer.error;
  context.stop.now(
    answer.type === 'token'
      ? { exit: 'token', reason: `${origin} does not take the token (HTTP ${answer.status}): ${words}` }
      : { exit: 'usage', reason: `${origin} is not the create address (HTTP ${answer.status}): ${words}` },
  );
  return words;
}
