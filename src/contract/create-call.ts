import { z } from 'zod';
import { FAMILIES, type FamilyName } from './family.ts';
import type { KindSpec } from './kind.ts';

/** The ids and links in the response of a create. */
export interface CreatedRecord {
  readonly id: string;
  readonly studyId?: string;
  readonly qrCodeLink?: string;
  readonly showcaseLink?: string;
}

const anObject = z.looseObject({});

/**
 * The create path of a kind, without the base address. v2 paths depend on the family (interface 4.1), v3 paths do not
 * (4.3).
 */
export function createPath(kind: KindSpec, family: FamilyName | null): string {
  if (kind.interface === 'v3') return `/${kind.route}`;
  if (family === null) throw new Error(`a ${kind.name} of v2 has no path without a family`);
  return `${FAMILIES[family].prefix}/${kind.route}`;
}

/** Reads the response of a create (201; interface 2.1 to 2.4, 4.3). Null if the id of the kind is missing. */
export function readCreated(kind: KindSpec, body: unknown): CreatedRecord | null {
  const parsed = anObject.safeParse(body);
  if (!parsed.success) return null;
  const id = [kind.response.id]
    .flat()
    .map((name) => textAt(parsed.data, name))
    .find((text) => text !== undefined);
  if (id === undefined) return null;
  const kept: Record<string, string> = { id };
  for (const name of ['studyId', 'qrCodeLink', 'showcaseLink'] as const) {
    const at = kind.response[name];
    const value = at === undefined ? undefined : textAt(parsed.data, at);
    if (value !== undefined) kept[name] = value;
  }
  return kept as unknown as CreatedRecord;
}

/** The text at a dotted path; undefined if it is missing or empty. */
function textAt(body: Readonly<Record<string, unknown>>, path: string): string | undefined {
  let at: unknown = body;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return typeof at === 'string' && at !== '' ? at : undefined;
}
