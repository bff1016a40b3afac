import { command as advised } from '../../advice.ts';
import type { Body, KindSpec } from '../../contract/kind.ts';
import type { Ending } from '../../ledger/record.ts';
import { kindText, say } from '../../say.ts';
import type { Answer, CreatedRecord, LookUp } from '../../service/service.ts';
import { changedFields, changeTexts, firstNames, outdatedMessages } from '../plan/changed.ts';
import type { Delivery } from './delivery.ts';
import type { Outcome, Stop } from './outcome.ts';

/** How a record ends: the data for the ledger and the outcome for the report. */
export type EndState = Ending & { readonly outcome: Outcome };

/** The ending of a record that stays in doubt: the reason, and the command that settles it. */
export function inDoubtEnding(
  { lastError, settings }: Delivery,
  why: string,
  command: 'resume' | 'resolve',
): EndState {
  const settles = say().records.settles({ why, command: advised(command, ...settings.commandWords) });
  return { outcome: 'in-doubt', messages: [lastError, settles] };
}

export function refusedEnding(
  { record, inDoubt }: Delivery,
  { status, messages }: Extract<Answer, { type: 'refused' }>,
): EndState {
  if (record.isUpdate) return { outcome: 'rejected', status, messages, entry: 'updated' };
  return { outcome: 'rejected', status, messages, ...(inDoubt ? { entry: 'before' } : {}) };
}

/**
 * The ending if the service had the key before this record was sent. `content` is the content in the service as
 * JSON; null if unknown.
 */
export function existingEnding(
  { record, doubt, inDoubt }: Delivery,
  answer: Extract<Answer, { type: 'exists' }>,
  content: string | null,
): EndState {
  const { kind } = record;
  const standing = keyOutcome(kind, record.body, doubt?.known ? content : null);
  const differs =
    record.status === 'changed' || doubt
      ? [
          say().records.createKeeps({
            why: noUpdate(kind),
            command: advised('plan', say().placeholders.file()),
          }),
        ]
      : [];
  return {
    outcome: standing.outcome,
    status: answer.status,
    messages: [...answer.messages, ...differs, ...standing.messages],
    entry: inDoubt && doubt?.known ? 'before' : 'existing',
  };
}

/**
 * The ending if the service has the key from an earlier attempt of ours whose response was lost. `found` is the
 * result of a look-up.
 */
export function lostEnding(
  state: Delivery,
  { status }: Extract<Answer, { type: 'exists' }>,
  found: Extract<LookUp, { type: 'found' }> | null,
): EndState {
  const { fromThatAttempt, foundBack: foundAgain } = say().records;
  const error = state.lastError;
  const how = found?.shows === undefined ? fromThatAttempt({ error }) : foundAgain({ error });
  return { ...readBackEnding(state, how, found ?? { answer: {} }), status };
}

/**
 * The ending of a record that was found when it was read back. This attempt created it, unless the service had the
 * key before.
 */
export function foundEnding(
  state: Delivery,
  found: Extract<LookUp, { type: 'found' }>,
  content: string | null,
): EndState {
  const { record, doubt, lastError } = state;
  const { answer, shows = {} } = found;
  const { kind } = record;
  const differs = Object.keys(shows);
  const shown = differs.length > 0 ? [say().records.showsOther({ fields: differs.join(', ') })] : [];
  const { outcome, messages } = keyOutcome(kind, record.body, content);
  if (doubt!.known) {
    const kept = say().records.hadBefore({ why: noUpdate(kind) });
    return { outcome, messages: [kept, ...messages, ...shown], entry: 'before' };
  }
  if (doubt!.same || outcome === 'unchanged') {
    return readBackEnding(state, say().records.foundBack({ error: lastError }), found);
  }
  const earlier = say().records.foundEarlier({ error: lastError });
  return { outcome, messages: [earlier, ...messages, ...shown], entry: 'doubted', ...idsOf(answer) };
}

/** The ending of a record that is not in the service and is not sent again. */
export function absentEnding({ lastError }: Delivery, why: string): EndState {
  return { outcome: 'failed', messages: [lastError, why], entry: 'none' };
}

/**
 * The ending if the service has the record. The record is ours, unless the service shows a different value of a
 * field: then it was stored before, or another record determines that field.
 */
function readBackEnding(
  { record }: Delivery,
  how: string,
  { answer, shows = {}, unread = [] }: Omit<Extract<LookUp, { type: 'found' }>, 'type'>,
): EndState {
  const fields = Object.keys(shows);
  const created = {
    outcome: 'created',
    messages: [how, ...notCompared(unread)],
    entry: 'accepted',
    ...idsOf(answer),
  } as const;
  if (fields.length === 0) return created;
  const sent = JSON.parse(record.body) as Body;
  const changes = fields.map((path) => ({ path, before: shows[path], after: sent[path] }));
  return {
    ...created,
    outcome: 'outdated',
    messages: [
      say().records.otherSource({ how, fields: fields.join(', '), why: noUpdate(record.kind) }),
      ...changeTexts(changes),
    ],
    entry: 'existing',
    shown: JSON.stringify({ ...sent, ...shows }),
  };
}

/** Maximum number of fields that a message names. Further fields are only counted. */
const MOST_NAMES = 4;

/**
 * A message that names the fields of the body that could not be compared with the read; none if all were compared.
 */
const notCompared = (fields: readonly string[]): string[] =>
  fields.length === 0 ? [] : [say().records.notCompared({ fields: firstNames(fields, MOST_NAMES) })];

const idsOf = (answer: Partial<CreatedRecord>): { answer?: string } =>
  Object.keys(answer).length > 0 ? { answer: JSON.stringify(answer) } : {};

/** Why a create request does not change an existing record. */
const noUpdate = ({ interface: name }: KindSpec): string =>
  name === 'v2' ? say().records.noUpdateV2() : say().records.noUpdateCreate();

export function unreachable({ settings }: Delivery, reason: string, hint?: string): Stop {
  const text = say().records.unreachable({ origin: settings.origin, reason });
  return { exit: 'unreachable', reason: text, ...(hint !== undefined && { hint }) };
}

/** Why the run stops if no request can leave until the user changes a setting. */
export function unusable(state: Delivery, { error, hint }: Extract<Answer, { type: 'unsent' }>): Stop {
  return { ...unreachable(state, error, hint), exit: 'usage', code: 'proxy-auth' };
}

/**
 * Why the run stops: the token was refused, or the address does not belong to the service. Every other record
 * would fail in the same way.
 */
export function stopReason(
  { record, settings }: Delivery,
  answer: Extract<Answer, { type: 'token' | 'misdirected' }>,
): Stop {
  const { origin } = settings;
  const { status } = answer;
  if (answer.type === 'token') {
    const words = answer.messages.join('; ');
    return { exit: 'token', reason: say().records.tokenRejected({ origin, status: `${status}`, words }) };
  }
  const texts = { origin, status: `${status}`, words: withoutStatus(answer.error, status) };
  const { notCreateAddress, notUpdateAddress } = say().records;
  const reason = record.isUpdate
    ? notUpdateAddress({ ...texts, kind: kindText(record.kind.name) })
    : notCreateAddress(texts);
  return { exit: 'usage', reason };
}

/** The error text of a response without its status, because the message already contains the status. */
const withoutStatus = (words: string, status: number): string =>
  words
    .replace(say().responses.said({ status: `${status}`, words: '' }), '')
    .replace(new RegExp(`: HTTP ${status}$`), '');

/** The error of a failed look-up. */
export function wordsOf(answer: Answer): string {
  if ('error' in answer) return answer.error;
  if ('messages' in answer) return answer.messages.join('; ');
  return `HTTP ${answer.status}`;
}

/** The error of a response that stops the run. */
export const stopWords = (answer: Extract<Answer, { type: 'token' | 'misdirected' }>): string =>
  answer.type === 'token' ? answer.messages.join('; ') : answer.error;

/** The outcome of a record whose key the service already has. */
interface KeyOutcome {
  readonly outcome: 'unchanged' | 'outdated' | 'existing';
  readonly messages: readonly string[];
}

/**
 * Compares the body of a record (JSON) with the content that the service has for its key (JSON; null if unknown).
 */
export function keyOutcome(kind: KindSpec, body: string, content: string | null): KeyOutcome {
  if (content === null) return { outcome: 'existing', messages: [] };
  const changes = changedFields(kind, JSON.parse(content) as Body, JSON.parse(body) as Body);
  return changes.length === 0
    ? { outcome: 'unchanged', messages: [] }
    : { outcome: 'outdated', messages: outdatedMessages(kind, changes) };
}
