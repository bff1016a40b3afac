import { toInterfaceNames } from '../contract/body.ts';
import { existsCode } from '../contract/exists-codes.ts';
import { FAMILY_NAMES, type FamilyName } from '../contract/family.ts';
import { pathSteps } from '../contract/field.ts';
import { type Body, createPath, isObject, type Json, type KindSpec, keyOf } from '../contract/kind.ts';
import type { NewEntry } from './entry.ts';
import { MockRefusal } from './refusal.ts';
import { createdBody } from './responses.ts';
import type { Mock, WriteRoute } from './routes.ts';
import { bodyFaults, orderFaults, schemaOnce } from './rules.ts';
import { recordName } from './tally.ts';

/** The create paths of these kinds in every family (interface 4.1). */
export const createRoutes = (kinds: readonly KindSpec[], mock: Mock): WriteRoute[] =>
  FAMILY_NAMES.flatMap((family) => kinds.map((kind) => createRoute(kind, family, mock)));

function createRoute(kind: KindSpec, family: FamilyName, { store, tally, options }: Mock): WriteRoute {
  const { projectTypes = {} } = options;
  const schema = schemaOnce(kind, family, { openLists: true, otherForms: true, projectTypes });
  return {
    kind,
    method: 'POST',
    path: createPath(kind, family),
    nameIn(text) {
      const body = readJson(text)?.value;
      if (!isObject(body)) return null;
      return recordName(kind.name, family, keyOf(kind, plainBody(kind, body as Body)));
    },
    apply(text) {
      const parsed = readJson(text);
      if (!parsed) {
        throw new MockRefusal(400, ['FORMAT_ERROR', 'body must be well-formed JSON, at most 32 levels deep']);
      }
      const given = parsed.value as Body;
      const body = isObject(given) ? plainBody(kind, given) : given;
      const key = isObject(body) ? keyOf(kind, body) : '';
      tally.countReceived(recordName(kind.name, family, key));
      const faults = bodyFaults(schema(), given);
      if (faults.length > 0) throw new MockRefusal(400, faults);

      return store.atomically(() => {
        // A create of an existing key is refused even if the content is the same.
        if (store.has(kind.name, family, key)) throw new MockRefusal(400, [existsCode(kind)]);
        const unknown = orderFaults(kind, body, (reference) => store.hasTarget(reference));
        if (unknown.length > 0) throw new MockRefusal(400, unknown);
        const keyParts = kind.key.map((name) => keyOf({ ...kind, key: [name] }, body));
        const shown = toInterfaceNames(kind, body);
        const entry: NewEntry = {
          ...{ kind: kind.name, family, key, keyParts, requestBody: text, at: options.now() },
          body: shown,
          renamed: shown !== body,
        };
        return createdBody(kind, entry, store.apply(entry), options.baseUrl);
      });
    },
  };
}

/** Maximum nesting of a body. Real records are nested less. */
const MAX_DEPTH = 32;

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
 * Converts top-level fields that have another allowed form (`Field.otherForm`) to the form that trace sends, in which
 * the mock stores them.
 */
function plainBody(kind: KindSpec, body: Body): Body {
  const changed: Record<string, Json> = {};
  for (const { path, otherForm } of kind.fields) {
    const [step, ...below] = pathSteps(path);
    if (otherForm === undefined || step === undefined || below.length > 0) continue;
    const value = body[step.name];
    if (otherForm === 'single' && typeof value === 'string') changed[step.name] = [value];
    if (otherForm === 'object' && typeof value === 'object' && value !== null)
      changed[step.name] = textIn(value);
  }
  return Object.keys(changed).length === 0 ? body : { ...body, ...changed };
}

/** The only text in an object; the object as JSON if it has none or several. */
function textIn(value: Json): string {
  const texts = Object.values(value as object).filter((item) => typeof item === 'string' && item !== '');
  return texts.length === 1 ? String(texts[0]) : JSON.stringify(value);
}
