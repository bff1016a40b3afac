import type { FamilyName } from '../contract/family.ts';
import type { Body, KindSpec } from '../contract/kind.ts';
import type { Fault } from './network-fault.ts';

/** One create call. */
export interface CreateRequest {
  readonly kind: KindSpec;
  /** Null in v3. */
  readonly family: FamilyName | null;
  /** As JSON. */
  readonly body: string;
  readonly signal?: AbortSignal | undefined;
}

/** One update call (interface 4.3). */
export interface UpdateRequest {
  readonly kind: KindSpec;
  readonly by: { readonly id: string } | { readonly uniqueIdentifier: string };
  /** Only the fields to set, as JSON; null clears a field. */
  readonly body: string;
  readonly signal?: AbortSignal | undefined;
}

/** A look-up of the record with a key. */
export interface LookUpRequest {
  readonly kind: KindSpec;
  readonly family: FamilyName | null;
  /** The body that was sent. The record that is found is compared with it. */
  readonly body: Body;
  /** The key of the record, see `keyOf`. */
  readonly key: string;
  /** Awaited before each read. If it rejects, the look-up fails as unsent. */
  readonly beforeRead?: () => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** The ids and links in the response of a create. */
export interface CreatedRecord {
  readonly id: string;
  readonly studyId?: string;
  readonly qrCodeLink?: string;
  readonly showcaseLink?: string;
}

/** The result of a look-up. Only `absent` can prove that the record was not stored, once enough time has passed. */
export type LookUp =
  /**
   * The record exists. `answer` contains what can be read: the interface shows no id of a component. `shows` contains
   * the fields of the body for which the service shows another value, with that value. `unread` names fields of the
   * body that the read does not show, so that they were not compared.
   */
  | {
      readonly type: 'found';
      readonly answer: Partial<CreatedRecord>;
      readonly shows?: Body;
      readonly unread?: readonly string[];
    }
  | { readonly type: 'absent' }
  /** No read can decide it, and a retry does not help. */
  | { readonly type: 'cannot-tell'; readonly reason: string }
  /** The read failed, as `answer` describes; it is never `accepted` or `exists`. A retry may help. */
  | { readonly type: 'failed'; readonly answer: Answer };

/** The meaning of the response to one request, or of a missing response. Every type but `unknown` is certain. */
export type Answer =
  /** A 201 with a readable body. `messages`: messages in that body. `answer`: null if its ids are not kept. */
  | {
      readonly type: 'accepted';
      readonly status: number;
      readonly answer: CreatedRecord | null;
      readonly messages?: readonly string[];
    }
  /** A 200 to an update: the record as it is now, whether or not the update was applied, and its ids. */
  | {
      readonly type: 'updated';
      readonly status: number;
      readonly answer: CreatedRecord | null;
      readonly record: Body;
      readonly messages?: readonly string[];
    }
  /** The service already has this key. */
  | {
      readonly type: 'exists';
      readonly status: number;
      readonly code: string;
      readonly messages: readonly string[];
    }
  /** The row is wrong. `unknownReference`: the messages say that a record which it references does not exist. */
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly messages: readonly string[];
      readonly unknownReference: boolean;
      /**
       * Set if the body is truncated or not JSON: this attempt was not accepted, but the reason may be that the key
       * exists.
       */
      readonly unreadable?: 'truncated' | 'foreign';
    }
  /**
   * Not accepted; retry later (429, or 503 with Retry-After). `retryAfterMs` is null if the service did not say when.
   */
  | { readonly type: 'throttled'; readonly status: number; readonly retryAfterMs: number | null }
  /** Nothing of the request was sent. `held`: because a Retry-After holds all requests; it counts as no attempt. */
  | ({ readonly type: 'unsent'; readonly held?: true } & Fault)
  /** The request may or may not have been accepted. */
  | { readonly type: 'unknown'; readonly status?: number; readonly error: string }
  /** The token is missing, wrong, or of another environment. */
  | { readonly type: 'token'; readonly status: number; readonly messages: readonly string[] }
  /** 404, 405 or a redirect on the path of a create or update: the base address, the family or the path is wrong. */
  | { readonly type: 'misdirected'; readonly status: number; readonly error: string };

/** The service responded to a read with a page of records. `date`: its Date header. */
export interface Reachable {
  readonly type: 'reachable';
  readonly status: number;
  readonly date?: string;
}

/**
 * The service. One implementation uses HTTP; tests bring their own. A response with a Retry-After holds the limiter at
 * once, before any other request can leave.
 */
export interface Service {
  /** Scheme, host and port, for messages; never a credential. */
  readonly origin: string;
  /** Makes one attempt; the caller retries. Never throws. */
  create(request: CreateRequest): Promise<Answer>;
  /** Makes one attempt. A repetition changes nothing more. Never throws. */
  update(request: UpdateRequest): Promise<Answer>;
  /** Reads whether a record exists, with one attempt for each read. Never throws. */
  lookUp(request: LookUpRequest): Promise<LookUp>;
  /**
   * Makes one harmless read with the token (`GET /v2/packaging?limit=1`, in v3 `GET /brand-products?limit=1`). Never
   * throws.
   */
  probe(signal?: AbortSignal): Promise<Answer | Reachable>;
  close(): Promise<void>;
}
