import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * The messages of a refusal: one for each fault, starting with the dotted path of the field. Example: `category must be
 * one of the following values: A, B`.
 */
export function messagesOf(error: z.ZodError, body: unknown): string[] {
  return error.issues.flatMap((issue) => sentences(issue, body));
}

function sentences(issue: Issue, body: unknown): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `unknown field ${[...issue.path, key].join('.')}`);
  }
  if (issue.code === 'invalid_union' && issue.errors[0] !== undefined) {
    // Only the faults of the first alternative are reported, because it is the usual one.
    const inner = issue.errors[0].map((one) => ({ ...one, path: [...issue.path, ...one.path] }) as Issue);
    return inner.flatMap((one) => sentences(one, body));
  }
  if (issue.path.length === 0) return [`body ${complaint(issue)}`];
  const path = issue.path.join('.');
  return [`${path} ${isBlank(valueAt(body, issue.path)) ? 'should not be empty' : complaint(issue)}`];
}

function complaint(issue: Issue): string {
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
