import type { z } from 'zod';
import { toInterfaceNames } from '../contract/body.ts';
import { existsCode } from '../contract/exists-codes.ts';
import { FAMILY_NAMES, type FamilyName, type ProjectTypes } from '../contract/family.ts';
import { pathSteps } from '../contract/field.ts';
import { type Body, createPath, isObject, type Json, type KindSpec, keyOf } from '../contract/kind.ts';
import type { Entry } from './entry.ts';
import type { Refusal } from './refusal.ts';
import { createdBody } from './responses.ts';
import { bodyFaults, orderFaults, schemaOnce } from './rules.ts';
import type { MockStore } from './store.ts';
import { recordName, type Tally, type WriteTarget } from './tally.ts';

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

/**
 * Applies a create and returns the body of its 201, or refuses it with all faults. Before the body is returned, the
 * create is in the journal.
 */
export function createRecord(
  store: MockStore,
  route: CreateRoute,
  text: string,
  context: { readonly at: Date; readonly baseUrl: string; readonly tally: Tally },
): Refusal | { [name: string]: Json } {
  const { kind, family, schema } = route;
  const parsed = readJson(text);
  if (!parsed) return refused(['FORMAT_ERROR', 'body must be well-formed JSON, at most 32 levels deep']);
  const given = parsed.value as Body;
  const body = isObject(given) ? plainBody(kind, given) : given;
  const key = isObject(body) ? keyOf(kind, body) : '';
  context.tally.received(recordName(kind.name, family, key));
  const faults = bodyFaults(schema(), given);
  if (faults.length > 0) return refused(faults);

  return store.atomically(() => {
    // Also if the content is the same.
    if (store.has(kind.name, family, key)) return refused([existsCode(kind)]);
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
    return createdBody(kind, entry, ids, context.baseUrl);
  });
}

/** The record that a create would write, for faults and statistics. */
export function targetOf({ kind, family }: CreateRoute): WriteTarget {
  return {
    kind: kind.name,
    nameIn(text) {
      const body = readJson(text)?.value;
      if (!isObject(body)) return null;
      return recordName(kind.name, family, keyOf(kind, plainBody(kind, body as Body)));
    },
  };
}

const refused = (messages: string[]): Refusal => ({ status: 400, messages });

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

/**
 * Converts top-level fields with a form of `Field.also` to the form that trace sends, in which records are stored and
 * found.
 */
function plainBody(kind: KindSpec, body: Body): Body {
  const changed: Record<string, Json> = {};
  for (const { path, also } of kind.fields) {
    const [step, ...below] = pathSteps(path);
    if (also === undefined || step === undefined || below.length > 0) continue;
    const value = body[step.name];
    if (also === 'single' && typeof value === 'string') changed[step.name] = [value];
    if (also === 'object' && typeof value === 'object' && value !== null) changed[step.name] = textIn(value);
  }
  return Object.keys(changed).length === 0 ? body : { ...body, ...changed };
}

/** The only text in an object; the object as JSON if it has none or several. */
function textIn(value: Json): string {
  const texts = Object.values(value as object).filter((item) => typeof item === 'string' && item !== '');
  return texts.length === 1 ? String(texts[0]) : JSON.stringify(value);
}
