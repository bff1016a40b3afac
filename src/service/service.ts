import type { CreateAnswer } from '../contract/answer.ts';
import type { FamilyName } from '../contract/family.ts';
import type { Body, KindSpec } from '../contract/kind.ts';

/** One create call. */
export interface CreateRequest {
  readonly kind: KindSpec;
  /** Null in v3. */
  readonly family: FamilyName | null;
  readonly body: Body;
  readonly signal?: AbortSignal | undefined;
}

/** One update call (interface 4.3): `body` holds the fields to set and nothing else, null clears. */
export interface UpdateRequest {
  readonly kind: KindSpec;
  readonly by: { readonly id: string } | { readonly uniqueIdentifier: string };
  readonly body: Body;
  readonly signal?: AbortSignal | undefined;
}

/** A question whether the record of a key is in the service. */
export interface LookUpRequest {
  readonly kind: KindSpec;
  readonly family: FamilyName | null;
  /** The body that was sent: what is found is compared with it. */
  readonly body: Body;
  /** Its key, see `keyOf`. */
  readonly key: string;
  /** Awaited before each read; when it rejects, no more is read, and the look-up fails as unsent. */
  readonly beforeRead?: () => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** What a look-up came to. Only `absent` can say that the record was not taken: once enough time has passed. */
export type LookUp =
  /**
   * It is there. `answer` holds what can be read: the interface shows no id of a component. `shows` has the fields
   * of the body of which the service shows another value, with that value.
   */
  | { readonly type: 'found'; readonly answer: Partial<CreateAnswer>; readonly shows?: Body }
  | { readonly type: 'absent' }
  /** No reading tells, and asking again does not help. */
  | { readonly type: 'cannot-tell'; readonly reason: string }
  /** The reading itself failed, as `answer` says; never `accepted` or `exists`. It may be tried again. */
  | { readonly type: 'failed'; readonly answer: Answer };

/**
 * What one request came to (design 5). The layer that knows HTTP classifies; the loop only asks for `type`.
 * Every type but `unknown` is certain.
 */
export type Answer =
  /** 201 with a readable body; `messages` are words that came with it. */
  | {
      readonly type: 'accepted';
      readonly status: number;
      readonly answer: CreateAnswer;
      readonly messages?: readonly string[];
    }
  /** 200 to an update: the record as it is now, whatever of the update was taken into account; ids that are in it. */
  | {
      readonly type: 'updated';
      readonly status: number;
      readonly answer: CreateAnswer | null;
      readonly record: Body;
      readonly messages?: readonly string[];
    }
  /** The service has this key already. */
  | {
      readonly type: 'exists';
      readonly status: number;
      readonly code: string;
      readonly messages: readonly string[];
    }
  /** The row is wrong. `unknownReference` when the messages say that something it names is not there. */
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly messages: readonly string[];
      readonly unknownReference: boolean;
      /** The body is cut, or no JSON: not taken by this try, but it may have said that the key is there. */
      readonly unreadable?: 'cut' | 'foreign';
    }
  /** Not taken; try again later (429, or 503 with Retry-After). `retryAfterMs` is null when the service did not say when. */
  | { readonly type: 'throttled'; readonly status: number; readonly retryAfterMs: number | null }
  /** No byte of the request left. */
  | { readonly type: 'unsent'; readonly error: string }
  /** May or may not have been taken. */
  | { readonly type: 'unknown'; readonly status?: number; readonly error: string }
  /** The token is missing, wrong or of another environment: stop the run. */
  | { readonly type: 'token'; readonly status: number; readonly messages: readonly string[] }
  /** 404, 405 or a redirect on a create or update path: wrong base address, family or path, stop the run. */
  | { readonly type: 'misdirected'; readonly status: number; readonly error: string };

/** What is on the other side. One implementation speaks HTTP; tests bring their own. */
export interface Service {
  /** Where it is, for people: scheme, host and port, never a credential. */
  readonly origin: string;
  /** One try, no retry: the caller decides. Never throws. */
  create(request: CreateRequest): Promise<Answer>;
  /** One try, no retry. To do it again changes nothing more. Never throws. */
  update(request: UpdateRequest): Promise<Answer>;
  /** Reads whether a record is there, each read tried once. Writes nothing. Never throws. */
  lookUp(request: LookUpRequest): Promise<LookUp>;
  /** One harmless read with the token (`GET /v2/packaging?limit=1`, in v3 `GET /brand-products?limit=1`). Never throws. */
  probe(signal?: AbortSignal): Promise<Answer | { readonly type: 'reachable'; readonly status: number }>;
  close(): Promise<void>;
}
