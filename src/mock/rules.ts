import type { z } from 'zod';
import { type BodyReference, referencesIn } from '../contract/body.ts';
import { missingCode } from '../contract/exists-codes.ts';
import { type Body, KEY_SEPARATOR, type KindSpec, keyText } from '../contract/kind.ts';
import { bodySchema } from '../contract/schema.ts';

type Issue = z.core.$ZodIssue;

/** Faults of a body by its schema. */
export function bodyFaults(schema: z.ZodType, body: unknown): string[] {
  const parsed = schema.safeParse(body);
  return parsed.success ? [] : messagesOf(parsed.error, body);
}

/**
 * Faults of references to records that do not exist yet: first the codes, each once, then a sentence for each reference.
 * The codes are guesses.
 */
export function orderFaults(
  kind: KindSpec,
  body: Body,
  exists: (reference: BodyReference) => boolean,
): string[] {
  const missing = referencesIn(kind, body).filter((reference) => !exists(reference));
  return [
    ...new Set(missing.map(({ to }) => missingCode(to))),
    ...missing.map(
      (reference) =>
        `${reference.field} ${keyOfReference(reference)} does not exist: send the ${reference.to} first`,
    ),
  ];
}

function keyOfReference({ key, partial }: BodyReference): string {
  return keyText(partial ? key.slice(0, -KEY_SEPARATOR.length) : key);
}

/** The schema of a body, built for the first request that needs it: most runs create records of few kinds. */
export function schemaOnce(...of: Parameters<typeof bodySchema>): () => z.ZodType {
  let schema: z.ZodType | undefined;
  return () => {
    schema ??= bodySchema(...of);
    return schema;
  };
}

/**
 * The messages of a refusal: one for each fault, starting with the dotted path of the field. Example: `category must be
 * one of the following values: A, B`.
 */
function messagesOf(error: z.ZodError, body: unknown): string[] {
  return error.issues.flatMap((issue) => sentences(issue, body));
}

function sentences(issue: Issue, body: unknown): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `unknown field ${[...issue.path, key].join('.')}`);
  }
  if (issue.code === 'invalid_union' && issue.errors[0] !== undefined) {
    // Of alternatives in a schema, only the first is reported, because it is the usual one.
    const inner = issue.errors[0].map((one) => ({ ...one, path: [...issue.path, ...one.path] }) as Issue);
    return inner.flatMap((one) => sentences(one, body));
  }
  if (issue.path.length === 0) return [`body ${issueText(issue)}`];
  const path = issue.path.join('.');
  return [`${path} ${isBlank(valueAt(body, issue.path)) ? 'should not be empty' : issueText(issue)}`];
}

function issueText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${withArticle(issue.expected === 'record' ? 'object' : issue.expected)}`;
    case 'invalid_value':
      return `must be one of the following values: ${issue.values.join(', ')}`;
    case 'too_small':
      return `must not be less than ${issue.minimum}`;
    case 'too_big':
      return `must not be greater than ${issue.maximum}`;
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? `of the format ${issue.format}`}`;
    default:
      return issue.message;
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email',
  url: 'a URL address',
  date: 'a date written YYYY-MM-DD',
};

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value = body;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}
