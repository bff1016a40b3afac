import { isSentAsStaged, wireBody } from '../../contract/body.ts';
import type { FamilyName } from '../../contract/family.ts';
import { type Body, isUpdatable, KEY_SEPARATOR, type KindSpec, keyText } from '../../contract/kind.ts';
import { isCleared } from '../../contract/v3/update.ts';
import { isPathSegment } from '../../contract/v3/update-paths.ts';
import type { Sending } from '../../ledger/ledger.ts';
import type { PendingRow } from '../../ledger/sending.ts';
import { kindText, say, theKind } from '../../say.ts';
import type { Answer, LookUp, Service } from '../../service/service.ts';

/** Why a record cannot be sent. */
export type Obstacle =
  | { readonly type: 'blocked'; readonly cause: string; readonly text: string }
  | { readonly type: 'no-address'; readonly message: string }
  | { readonly type: 'no-id'; readonly message: string; readonly needs: string };

/** The create or update request of one record. */
export class RecordRequest {
  readonly kind: KindSpec;
  readonly row: PendingRow;
  readonly sending: Sending;
  /** The record that is updated; null for a create. */
  readonly updates: { readonly id: string } | { readonly uniqueIdentifier: string } | null;
  /** Whether the service is a mock that gives all records the same id, which is not kept. */
  readonly #hasFixedAnswers: boolean;
  /** As JSON: `body`, and the body that is sent. */
  readonly #text: string;
  #wireText: string;
  #isFilled = false;
  #body: Body | null = null;

  constructor(kind: KindSpec, row: PendingRow, sending: Sending, hasFixedAnswers = false) {
    this.#hasFixedAnswers = hasFixedAnswers;
    this.kind = kind;
    this.row = row;
    this.sending = sending;
    this.#text = row.patch ?? row.body;
    this.#wireText = this.#text;
    this.updates =
      row.patch === null ? null : row.byId === null ? { uniqueIdentifier: row.key } : { id: row.byId };
  }

  /** The body as it was staged, with the field names that the user gave. For an update, only the fields that it sets. */
  get body(): Body {
    this.#body ??= JSON.parse(this.#text) as Body;
    return this.#body;
  }

  /** The body that is sent, with the ids of the records that it refers to. */
  get wire(): Body {
    return JSON.parse(this.#wireText) as Body;
  }

  /** The sent body as JSON, for the ledger; null if it is the staged body. */
  get sentText(): string | null {
    return this.#isFilled || this.updates ? this.#wireText : null;
  }

  get #family(): FamilyName | null {
    return this.row.family === '' ? null : (this.row.family as FamilyName);
  }

  /** Fills in the ids of the referenced records. Returns why the record cannot be sent, or null. */
  complete(): Obstacle | null {
    const named = this.updates && ('id' in this.updates ? this.updates.id : this.updates.uniqueIdentifier);
    // Older ledgers have updates without an address.
    if (named !== null && !isPathSegment(named)) {
      const message = say().records.noAddress({
        name: named.toWellFormed(),
        kind: kindText(this.kind.name),
      });
      return { type: 'no-address', message };
    }
    // Most records are then never parsed.
    if (isSentAsStaged(this.kind) && !isUpdatable(this.kind)) return null;
    const { body, filled, unfilled } = wireBody(this.kind, this.body, (kinds, key) =>
      this.#hasFixedAnswers ? ANY_ID : this.sending.idOf(kinds, key),
    );
    // In a create there is nothing to clear.
    const wire = this.updates === null && isUpdatable(this.kind) ? withoutCleared(body) : body;
    this.#wireText = JSON.stringify(wire);
    this.#isFilled = filled || wire !== body;
    if (unfilled.length === 0) return null;
    const { kinds, key, field } = unfilled[0]!;
    const { noId, noIdSeveral, or } = say().records;
    const texts = { field, kinds: kinds.map(theKind).join(or()), key: keyText(key) };
    const message = kinds.length === 1 ? noId({ ...texts, kind: kindText(kinds[0]!) }) : noIdSeveral(texts);
    return { type: 'no-id', message, needs: JSON.stringify({ kind: kinds[0], key, outcome: null }) };
  }

  /** Sends the record, with one attempt. */
  async send(service: Service, signal: AbortSignal | undefined): Promise<Answer> {
    const { kind, updates } = this;
    const body = this.#wireText;
    const answer = await (updates === null
      ? service.create({ kind, family: this.#family, body, signal })
      : service.update({ kind, by: updates, body, signal }));
    // The example is not about this record: it may contradict the request.
    const isExample = this.#hasFixedAnswers && (answer.type === 'accepted' || isCreated(answer));
    return isExample ? { type: 'accepted', status: 201, answer: null } : answer;
  }

  /** Looks the record up, with one attempt. `beforeRead` is awaited before each read. */
  lookUp(
    service: Service,
    beforeRead: () => Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<LookUp> {
    const { kind, body, row } = this;
    return service.lookUp({ kind, family: this.#family, body, key: row.key, beforeRead, signal });
  }

  /**
   * The answer itself, or an unknown one if the created record got the id of another record: one of the two may not
   * be in the service. `givenIds` contains the keys of ids that are not in the ledger yet.
   */
  withOwnId(answer: Answer, givenIds: ReadonlyMap<string, string>): Answer {
    const id = answer.type === 'accepted' ? answer.answer?.id : undefined;
    if (id === undefined) return answer;
    const { name } = this.kind;
    const key = givenIds.get(`${name} ${id}`) ?? this.sending.keyOfId(this.row, id);
    if (key === null || firstKeyPart(key) === firstKeyPart(this.row.key)) return answer;
    const error = say().records.otherWithId({ id, kind: theKind(name), key: keyText(key) });
    return { type: 'unknown', status: 201, error };
  }
}

const isCreated = (answer: Answer): boolean => answer.type === 'unknown' && answer.status === 201;

/** The id of any record for a mock with fixed answers, which looks no id up. */
const ANY_ID = '00000000-0000-4000-8000-000000000000';

/**
 * The first part of a key. Records with the same first part may be one record of the service: one product in two
 * colours, or one component of two products.
 */
const firstKeyPart = (key: string): string => key.split(KEY_SEPARATOR)[0]!;

function withoutCleared(body: Body): Body {
  const kept = Object.entries(body).filter(([, value]) => !isCleared(value));
  return kept.length === Object.keys(body).length ? body : Object.fromEntries(kept);
}
