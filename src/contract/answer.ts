import { z } from 'zod';
import type { KindSpec } from './kind.ts';

/** What we keep of a 201 answer. */
export interface CreateAnswer {
  readonly id: string;
  readonly studyId?: string;
  readonly qrCodeLink?: string;
  readonly showcaseLink?: string;
}

/** Body of an error answer (interface 7): `message` is a list by the interface, a text in the wild. */
export const errorBody = z.looseObject({
  statusCode: z.number().optional(),
  message: z.union([z.string(), z.array(z.unknown())]).optional(),
  error: z.string().optional(),
  code: z.string().optional(),
});

/** Built once for each name that an id has: building a schema costs more than the request it is for. */
const idSchemas = new Map<string, z.ZodType<Record<string, unknown>>>();

function idSchema(name: string): z.ZodType<Record<string, unknown>> {
  let schema = idSchemas.get(name);
  if (!schema) {
    schema = z.looseObject({ [name]: z.string().min(1) });
    idSchemas.set(name, schema);
  }
  return schema;
}

/** Reads a 201 answer of `kind` (2.1 to 2.4), or null when the id is not where the interface puts it. */
export function readAnswer(kind: KindSpec, body: unknown): CreateAnswer | null {
  const parsed = idSchema(kind.answer.id).safeParse(body);
  if (!parsed.success) return null;
  const kept: Record<string, string> = { id: parsed.data[kind.answer.id] as string };
  for (const name of ['studyId', 'qrCodeLink', 'showcaseLink'] as const) {
    const at = kind.answer[name];
    const value = at === undefined ? undefined : parsed.data[at];
    if (typeof value === 'string' && value !== '') kept[name] = value;
  }
  return kept as unknown as CreateAnswer;
}

/** Codes that say that the key is there already: the row was taken earlier. `..._NOT_EXISTS` says the reverse. */
export const isExistsCode = (code: string): boolean => /(?<!NOT)(_EXISTS|ALREADY_EXISTS)/.test(code);

/** Codes that say that the token is missing, wrong or of another environment. */
export const TOKEN_CODES: ReadonlySet<string> = new Set(['NO_TOKEN', 'INVALID_SESSION']);

/**
 * The machine-readable codes of an error body. Where they stand is not shown: `message` (text or list), `error` and
 * `code` are searched for words in capitals.
 */
export function codesOf(body: z.infer<typeof errorBody>): string[] {
  const messages = Array.isArray(body.message) ? body.message : [body.message];
  return [...messages, body.error, body.code]
    .filter((text): text is string => typeof text === 'string')
    .flatMap((text) => text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []);
}
