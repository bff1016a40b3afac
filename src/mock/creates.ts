import type { z } from 'zod';
import { toInterfaceNames } from '../contract/body.ts';
import { FAMILY_NAMES, type FamilyName, type ProjectTypes } from '../contract/family.ts';
import { type Body, createPath, type Json, type KindSpec, keyOf } from '../contract/kind.ts';
import type { Entry } from './entry.ts';
import { plainBody } from './plain-body.ts';
import { createdBody } from './responses.ts';
import { bodyFaults, type ErrorBody, errorBodyOf, orderFaults, repeatFaults } from './rules.ts';
import { schemaOnce } from './schema-once.ts';
import type { MockStore } from './store.ts';
import type { Tally } from './tally.ts';
import type { WriteTarget } from './target.ts';

/** A create path with its kind, its family and the schema of its body. */
export interface CreateRoute {
  readonly path: string;
  readonly kind: KindSpec;
  readonly family: FamilyName;
  readonly schema: () => z.ZodType;
}

/** The create paths of these kinds in every family (interface 4.1). */
export function createRoutes(kinds: readonly KindSpec[], projectTypes: ProjectTypes): CreateRoute[] {
  return FAMILY_NAMES.flatMap((family) =>
    kinds.map((kind) => ({
      path: createPath(kind, family),
      kind,
      family,
      schema: schemaOnce(kind, family, { openLists: true, otherForms: true, projectTypes }),
    })),
  );
}

/** Maximum nesting of a body. Real records are nested less. */
const MAX_DEPTH = 32;

/** The response of a create. */
type CreateResult =
  | { readonly status: 201; readonly body: { readonly [name: string]: Json } }
  | { readonly status: 400; readonly body: ErrorBody };

/**
 * Applies a create, or refuses it with all faults of its body. Before a 201 is returned, the create is in the journal.
 */
export function createRecord(
  store: MockStore,
  route: CreateRoute,
  text: string,
  context: { readonly at: Date; readonly baseUrl: string; readonly tally: Tally },
): CreateResult {
  const { kind, family, schema } = route;
  const parsed = readJson(text);
  if (!parsed) return refused([`FORMAT_ERROR`, 'body must be well-formed JSON, at most 32 levels deep']);
  const given = parsed.value as Body;
  const body = isObject(given) ? plainBody(kind, given) : given;
  const key = isObject(body) ? keyOf(kind, body) : '';
  context.tally.received(kind.name, family, key);
  const faults = bodyFaults(schema(), given);
  if (faults.length > 0) return refused(faults);

  return store.atomically(() => {
    if (store.has(kind.name, family, key)) return refused(repeatFaults(kind));
    const unknown = orderFaults(kind, body, (reference) => store.hasReferred(reference));
    if (unknown.length > 0) return refused(unknown);
    const keyParts = kind.key.map((name) => keyOf({ ...kind, key: [name] }, body));
    const shown = toInterfaceNames(kind, body);
    const renamed = shown !== body;
    const entry: Entry = {
      kind: kind.name,
      family,
      key,
      keyParts,
      body: shown,
      renamed,
      text,
      at: context.at,
    };
    const ids = store.apply(entry);
    return { status: 201, body: createdBody(kind, entry, ids, context.baseUrl) };
  });
}

/** The record that a create would write, for faults and statistics. */
export function targetOf({ kind, family }: CreateRoute): WriteTarget {
  return { kind: kind.name, family, keyIn: (text) => keyInText(kind, text) };
}

/** The key of a body; null if it is not a JSON object. */
function keyInText(kind: KindSpec, text: string): string | null {
  const body = readJson(text)?.value;
  return isObject(body) ? keyOf(kind, plainBody(kind, body as Body)) : null;
}

function refused(messages: string[]): CreateResult {
  return { status: 400, body: errorBodyOf(400, messages) };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON; null if it is malformed, or nested so deeply that checking it would overflow the stack. */
export function readJson(text: string): { value: unknown } | null {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (quoted) {
      if (char === BACKSLASH) at += 1;
      else if (char === QUOTE) quoted = false;
    } else if (char === QUOTE) quoted = true;
    else if (char === BRACE || char === BRACKET) {
      depth += 1;
      if (depth > MAX_DEPTH) return null;
    } else if (char === BRACE + 2 || char === BRACKET + 2) depth -= 1;
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
