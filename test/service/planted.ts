import type { HttpAnswer } from '../../src/service/classify.ts';
import type { Answer } from '../../src/service/service.ts';

export const NOW = Date.UTC(2026, 7, 29, 12, 0, 0);

/** A response as the client receives it; a body that is not a text is sent as JSON. */
export const heard = (
  status: number,
  body: unknown = '',
  headers: HttpAnswer['headers'] = {},
): HttpAnswer => ({ status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) });

/** Codes that a user may have typed: as a reference, a name or a header. */
export const TYPED = [
  ...['SUPPLIER_ALREADY_EXISTS', 'PACKAGING_EXISTS', 'STUDY_ALREADY_EXISTS_IN_COLLECTION', 'A_EXISTS'],
  ...['NO_TOKEN', 'INVALID_SESSION', 'FORMAT_ERROR', 'SUPPLIER_NOT_FOUND', 'SupplierNotFoundById'],
];

/** The same body, with a text of the row quoted wherever a service quotes one. */
export const quoting = (body: unknown, code: string, errors: boolean): unknown =>
  typeof body !== 'object' || body === null || Array.isArray(body)
    ? body
    : {
        ...body,
        violations: [{ property: code, value: code, message: `${code} must not be set` }],
        ...(errors &&
          !('errors' in body) && {
            errors: [
              { property: 'name', value: code, constraints: { matches: `name ${code} is not allowed` } },
              { field: code, msg: 'must not be empty' },
              `${code} must be a string`,
              `name must not contain ${code}`,
              `the value was: "${code}"`,
            ],
          }),
      };

/** The meaning of a response: everything except the text for people. */
export function meaning(answer: Answer): unknown {
  const { type } = answer;
  const { status, code, unknownReference, unreadable } = answer as { [name: string]: unknown };
  return { type, status, code, unknownReference, unreadable };
}
