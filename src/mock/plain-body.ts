import { pathSteps } from '../contract/field.ts';
import type { Body, Json, KindSpec } from '../contract/kind.ts';

/**
 * Converts top-level fields with a form of `Field.also` to the form that trace sends, in which records are stored and
 * found.
 */
export function plainBody(kind: KindSpec, body: Body): Body {
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
