import { acceptsId, applies } from '../../contract/body.ts';
import { missingCode } from '../../contract/exists-codes.ts';
import type { Body, KindSpec, Reference } from '../../contract/kind.ts';
import { MockRefusal } from '../refusal.ts';
import { valuesIn } from './identifier-rules.ts';
import type { V3Records } from './records.ts';

/**
 * Requires that the brand has all records that a body refers to.
 *
 * @throws Refusal with the codes first, each once, then a sentence for each reference
 */
export function requireReferences(kind: KindSpec, body: Body, records: V3Records, brand: string): void {
  const missing = kind.references
    .filter((reference) => applies(reference, body))
    .flatMap((reference) => missingOf(reference, body, records, brand, kind));
  if (missing.length === 0) return;
  const codes = [...new Set(missing.map(({ to }) => missingCode(to)))];
  const sentences = missing.map(
    ({ field, text, to }) => `${field} ${text} does not exist: send the ${to} first`,
  );
  throw new MockRefusal(400, [...codes, ...new Set(sentences)], codes[0]);
}

interface Missing {
  readonly field: string;
  readonly text: string;
  readonly to: string;
}

function missingOf(
  reference: Reference,
  body: Body,
  records: V3Records,
  brand: string,
  kind: KindSpec,
): Missing[] {
  const kinds = [reference.to, ...(reference.or ?? [])];
  const hasId = (text: string) => kinds.some((name) => records.byId(name, brand, text));
  const hasKey = (text: string) => kinds.some((name) => records.byUniqueIdentifier(name, brand, text));
  const [named] = reference.fields;
  const local = kind.fields.some((field) => field.path === named && field.local);
  const found: Missing[] = [];
  const look = (field: string, has: (text: string) => boolean) => {
    for (const text of textsAt(body, field)) {
      if (!has(text)) found.push({ field: field.replaceAll('[]', ''), text, to: reference.to });
    }
  };
  // A field for ids must contain an id. trace replaces client identifiers by ids before it sends a request.
  if (named !== undefined && !local && !acceptsId(reference)) look(named, hasKey);
  if (reference.fills !== undefined) look(reference.fills, hasId);
  return found;
}

function textsAt(body: Body, field: string): string[] {
  return valuesIn(body, field).filter((value) => typeof value === 'string' && value !== '') as string[];
}
