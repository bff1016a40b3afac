import { acceptsId, applies } from '../../contract/body.ts';
import { missingCode } from '../../contract/exists-codes.ts';
import type { Body, KindSpec, Reference } from '../../contract/kind.ts';
import { valuesIn } from './identifier-rules.ts';
import type { V3Records } from './records.ts';

/** Faults of references to records that the brand does not have: first the codes, each once, then the sentences. */
export function referenceFaults(kind: KindSpec, body: Body, records: V3Records, brand: string): string[] {
  const missing = kind.references
    .filter((reference) => applies(reference, body))
    .flatMap((reference) => missingOf(reference, body, records, brand, kind));
  return [
    ...new Set(missing.map(({ to }) => missingCode(to))),
    ...new Set(missing.map(({ field, text, to }) => `${field} ${text} does not exist: send the ${to} first`)),
  ];
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
  // A field for ids must contain an id: trace replaces client identifiers before it sends a request.
  if (named !== undefined && !local && !acceptsId(reference)) look(named, hasKey);
  if (reference.fills !== undefined) look(reference.fills, hasId);
  return found;
}

function textsAt(body: Body, field: string): string[] {
  return valuesIn(body, field).filter((value) => typeof value === 'string' && value !== '') as string[];
}
