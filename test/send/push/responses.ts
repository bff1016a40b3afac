import type { Limiter } from '../../../src/service/limiter.ts';
import type { Answer, LookUp } from '../../../src/service/service.ts';

/** One response of each type to a create. */
export const ANSWERS = {
  accepted: { type: 'accepted', status: 201, answer: { id: 'id' } },
  exists: { type: 'exists', status: 400, code: 'SUPPLIER_EXISTS', messages: ['SUPPLIER_EXISTS'] },
  refused: { type: 'refused', status: 400, messages: ['name must be set'], unknownReference: false },
  unknownReference: {
    type: 'refused',
    status: 400,
    messages: ['supplier not found'],
    unknownReference: true,
  },
  unsent: { type: 'unsent', error: 'connection refused' },
  unknown: { type: 'unknown', status: 500, error: 'HTTP 500' },
  putOff: { type: 'throttled', status: 429, retryAfterMs: null },
  token: { type: 'token', status: 401, messages: ['INVALID_SESSION'] },
  misdirected: { type: 'misdirected', status: 404, error: 'nothing answers at this path' },
} as const satisfies Record<string, Answer>;

export const comeBackIn = (ms: number): Answer => ({ type: 'throttled', status: 503, retryAfterMs: ms });

/** One result of each type for reading a record back. */
export const LOOKS = {
  found: { type: 'found', answer: { id: 'read-back' } },
  absent: { type: 'absent' },
  cannotTell: { type: 'cannot-tell', reason: 'nothing shows it' },
  failed: { type: 'failed', answer: { type: 'unknown', status: 502, error: 'HTTP 502' } },
} as const satisfies Record<string, LookUp>;

/** Holds all requests as long as the Retry-After of a response says, like the HTTP client. */
export function holdAsAsked(limiter: Limiter, answer: Answer): void {
  if (answer.type === 'throttled' && answer.retryAfterMs !== null) limiter.hold(answer.retryAfterMs);
}
