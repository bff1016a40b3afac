import { command as advised } from '../../advice.ts';
import type { CreateAnswer } from '../../contract/answer.ts';
import type { FamilyName } from '../../contract/family.ts';
import { type Body, KEY_SEPARATOR, type KindSpec, keyText } from '../../contract/kind.ts';
import { isCleared, isUpdatable } from '../../contract/v3/update.ts';
import { isPathSegment } from '../../contract/v3/update-paths.ts';
import { wireBody } from '../../contract/wire.ts';
import type { Doubt } from '../../ledger/entries.ts';
import type { Ending, PendingRow } from '../../ledger/sending.ts';
import type { Answer, LookUp } from '../../service/service.ts';
import { changeTexts } from '../plan/change-text.ts';
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
  /** As it was staged, with the names that people gave; of an update, the fields that it sets. */
  readonly body: Body;
  /** What it updates; null for a create. */
  readonly updates: { readonly id: string } | { readonly uniqueIdentifier: string } | null;
  /** As it leaves: see `fillIn`. */
  wire: Body;
  /** Whether ids that the service gave are in it. */
  filled = false;
  /** As people read it. */
  readonly key: string;
  readonly retries: Retries;
  /** Against the ledger: `new`, `changed`, `in-doubt`. */
  status: string;
  /** Number of the last try. */
  attempt: number;
  /** Tries of this push without a certain answer. */
  lost = 0;
  /** When the last of them was lost, on the clock of the process; null before. */
  lostAt: number | null = null;
  /** What is known of it since a try of it, in this run or before, was left without a certain answer; null before. */
  doubt: Doubt | null = null;
  /** Whether it may be in the service as far as is known: from a lost answer until something certain is learned. */
  inDoubt = false;
  /** What the last lost answer said. */
  lastError = '';
  /** Called when it begins a wait during which others need not stand behind it. */
  readonly onWait: () => void;

  constructor(
    context: PushContext,
    wave: number,
    kind: KindSpec,
    row: PendingRow,
    onWait: () => void = () => {},
  ) {
    this.context = context;
    this.onWait = onWait;
    this.wave = wave;
    this.kind = kind;
    this.row = row;
    this.body = JSON.parse(row.patch ?? row.body) as Body;
    this.wire = this.body;
    this.key = keyText(row.key);
    this.updates =
      row.patch === null ? null : row.byId === null ? { uniqueIdentifier: row.key } : { id: row.byId };
    this.retries = new Retries(context.budget);
    this.status = row.status;
    this.attempt = row.attempts;
  }

  get family(): FamilyName | null {
    return this.row.family === '' ? null : (this.row.family as FamilyName);
  }

  /**
   * Fills the ids of the records that it names into the body that leaves. Returns why it cannot leave, with the record
   * whose id is missing, or null.
   */
  fillIn(): { readonly message: string; readonly wants: string } | null {
    const { body, filled, unfilled } = wireBody(this.kind, this.body, (kinds, key) =>
      this.context.sending.idOf(kinds, key),
    );
    // A create has nothing to clear.
    this.wire = this.updates === null && isUpdatable(this.kind) ? withoutCleared(body) : body;
    this.filled = filled || this.wire !== body;
    if (unfilled.length === 0) return null;
    const { kinds, key, field } = unfilled[0]!;
    const message = `${field} wants the id of ${kinds.join(' or ')} ${keyText(key)}, which is not known here: the service did not tell it to this ledger. Give the id itself in the column ${field}, or in the column id of the row of ${kinds.length === 1 ? `that ${kinds[0]}` : 'that record'}`;
    return { message, wants: JSON.stringify({ kind: kinds[0], key, outcome: null }) };
  }

  /** Why its update cannot be addressed, or null. Older ledgers hold updates that nothing names. */
  unaddressed(): string | null {
    if (this.updates === null) return null;
    const named = 'id' in this.updates ? this.updates.id : this.updates.uniqueIdentifier;
    if (isPathSegment(named)) return null;
    return `no address can name a ${this.kind.name} by "${named.toWellFormed()}": nothing was sent`;
  }

  /** One try. */
  leave(): Promise<Answer> {
    const { kind, family, wire, updates } = this;
    const { service } = this.context.job;
    const { forced: signal } = this.context.settings;
    return updates === null
      ? service.create({ kind, family, body: wire, signal })
      : service.update({ kind, by: updates, body: wire, signal });
  }

  /** The key, as people read it, of another record of the kind that has the id; null when none has. */
  otherWithId(id: string): string | null {
    const { sending, givenIds } = this.context;
    const key = givenIds.get(`${this.kind.name} ${id}`) ?? sending.keyOfId(this.row, id);
    return key === null || firstPart(key) === firstPart(this.row.key) ? null : keyText(key);
  }

  /** Does `work`, which writes the id that the service gave to the record; no other record is given it meanwhile. */
  async givenId<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const { givenIds } = this.context;
    const name = `${this.kind.name} ${id}`;
    givenIds.set(name, this.row.key);
    try {
      return await work();
    } finally {
      givenIds.delete(name);
    }
  }

  get random(): () => number {
    return this.context.settings.random ?? Math.random;
  }

  now(): string {
    return this.context.settings.now().toISOString();
  }

  /** Sleeps, shorter when the run stops; another record may go meanwhile. */
  pause(ms: number): Promise<void> {
    const { clock, stop, places } = this.context;
    return places.rest(clock.sleep(ms, stop.signal).catch(() => {}));
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
    const messages = [
      this.lastError,
      `${why}; ${advised(command, runId, ...(this.context.job.place ?? []))} settles it`,
    ];
    return this.settled({ outcome: 'in-doubt', messages }, read);
  }

  tell({ outcome, messages }: Ended): Outcome {
    const { kind, key, wave, context } = this;
    if (outcome === 'created') context.fresh.add(kind.name);
    context.job.emit({ type: 'row', wave, kind: kind.name, key, outcome, messages });
    return outcome;
  }
}

/** One product in two colours, or one component of two products, may be one record of the service. */
const firstPart = (key: string): string => key.split(KEY_SEPARATOR)[0]!;

function withoutCleared(body: Body): Body {
  const kept = Object.entries(body).filter(([, value]) => !isCleared(value));
  return kept.length === Object.keys(body).length ? body : Object.fromEntries(kept);
}

/** Why a create changes nothing of a record that is there. */
export const noUpdate = ({ interface: name }: KindSpec): string =>
  name === 'v2' ? 'v2 has no update' : 'a create is no update';

/** The record is in the service, and it is ours though no 201 said so. */
function createdWithout201(
  answer: Partial<CreateAnswer>,
  messages: readonly string[],
): Ended & { outcome: 'created' } {
  const kept = Object.keys(answer).length > 0 ? { answer: JSON.stringify(answer) } : {};
  return { outcome: 'created', messages, entry: 'accepted', ...kept };
}

/** More names of fields are counted. */
const MOST_NAMES = 4;

/** Names the fields of the body that were not compared with what was read, the first of them. */
function notCompared(fields: readonly string[]): string[] {
  const more = fields.length - MOST_NAMES;
  if (fields.length === 0) return [];
  const names = `${fields.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [`not compared when read back: ${names}`];
}

/**
 * What was sent is there: it is ours, unless the service shows another value of a field. Then the record was there before, or
 * another one decides that field; either way the service does not have what the row says.
 */
export function foundBack(
  { kind, row }: Errand,
  how: string,
  { answer, shows = {}, unread = [] }: Omit<Extract<LookUp, { type: 'found' }>, 'type'>,
): Ended {
  const fields = Object.keys(shows);
  const created = createdWithout201(answer, [how, ...notCompared(unread)]);
  if (fields.length === 0) return created;
  const sent = JSON.parse(row.body) as Body;
  const changes = fields.map((path) => ({ path, before: shows[path], after: sent[path] }));
  return {
    ...created,
    outcome: 'outdated',
    messages: [
      `${how}, with another ${fields.join(', ')}: the service has the record from elsewhere, and ${noUpdate(kind)}`,
      ...changeTexts(changes),
    ],
    entry: 'existing',
    shown: JSON.stringify({ ...sent, ...shows }),
  };
}

/** Words of an answer without its status, which stands before them. */
const unnumbered = (words: string, status: number): string =>
  words.replace(`HTTP ${status}: `, '').replace(new RegExp(`: HTTP ${status}$`), '');

/** A token that is not taken, or an address that is not the service: nothing else will fare better. */
export function stopFor(
  { context, updates, kind }: Errand,
  answer: Extract<Answer, { type: 'token' | 'misdirected' }>,
): string {
  const address =
    updates === null
      ? 'create address'
      : `update address of a ${kind.name}, which v3.updatePaths of the configuration can set`;
  const { origin } = context.job.service;
  const words = answer.type === 'token' ? answer.messages.join('; ') : answer.error;
  context.stop.now(
    answer.type === 'token'
      ? { exit: 'token', reason: `${origin} does not take the token (HTTP ${answer.status}): ${words}` }
      : {
          exit: 'usage',
          reason: `${origin} is not the ${address} (HTTP ${answer.status}): ${unnumbered(words, answer.status)}`,
        },
  );
  return words;
}
