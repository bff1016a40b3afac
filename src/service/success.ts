import { messagesAt } from './error-body.ts';

type Fields = { readonly [name: string]: unknown };

/** Values of `status` that mean a failure. */
const BAD_STATUS = /^(error|errors|fail|failed|failure|ko|refused|rejected|invalid)$/i;

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : Boolean(value) && value !== 'false';

const isErrorStatus = (value: unknown): boolean => typeof value === 'number' && value >= 400;

/** Fields that contradict a successful status code, each with the condition. */
const OBJECTIONS: Readonly<Record<string, (value: unknown) => boolean>> = {
  // A success has `success: true` (interface 2.1 to 2.4), or no such field (4.3).
  success: (value) => value !== true,
  ok: (value) => value !== true,
  status: (value) => isErrorStatus(value) || (typeof value === 'string' && BAD_STATUS.test(value)),
  statusCode: isErrorStatus,
  errors: isFilled,
  error: isFilled,
};

/** The fields of a body that contradict a successful status code; none for a success. */
export const objectionsIn = (body: Fields): string[] =>
  Object.keys(OBJECTIONS).filter((name) => Object.hasOwn(body, name) && OBJECTIONS[name]!(body[name]));

/** The fields of a success that contain messages. */
const WORDS = ['message', 'messages', 'warning', 'warnings'] as const;

/** The messages in a success; none if the body is not an object. */
export const wordsBeside = (body: unknown): string[] =>
  typeof body === 'object' && body !== null ? messagesAt(body as Fields, WORDS) : [];

/** All messages of a body that contradicts its status code, including `error`. */
export const wordsAgainst = (body: Fields): string[] => [
  ...new Set([...messagesAt(body, ['errors', 'error', 'details', 'detail', 'title']), ...wordsBeside(body)]),
];

/** Why the body of a successful read is a failure, on one line; null for a success. */
export function readFailure(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const fields = body as Fields;
  // A record may have a status of its own.
  const names = objectionsIn(fields).filter((name) => name !== 'status' || !Object.hasOwn(fields, 'id'));
  if (names.length === 0) return null;
  const words = wordsAgainst(fields).slice(0, 3).join('; ');
  return `it says ${shown(fields, names)}${words && `: ${words}`}`;
}

/** The fields that contradict a success, with their values if these are short. */
export const shown = (body: Fields, names: readonly string[]): string =>
  names
    .map((name) =>
      ['success', 'ok', 'status', 'statusCode'].includes(name)
        ? `${name}: ${JSON.stringify(body[name])}`
        : name,
    )
    .join(', ');
