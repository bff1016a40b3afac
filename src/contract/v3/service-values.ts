import { calledName } from '../completion-names.ts';
import type { Body, Json, KindSpec } from '../kind.ts';
import { DEFAULT_DEADLINE_DAYS } from './brand-product-query.ts';

/** What the ledger keeps of a record, besides the body that was accepted. */
interface Kept {
  /** The links that the service gave it. */
  readonly qrCodeLink?: string;
  readonly showcaseLink?: string;
  /** The body is the one of its create: no update of it was sent since. */
  readonly asCreated: boolean;
}

/** The values that the service itself gave to fields of a brand product of which the accepted body says nothing (interface 4.4). */
const VALUES: Readonly<
  Record<string, (body: (name: string) => Json | undefined, kept: Kept) => Json | undefined>
> = {
  // A record without the package has no links.
  hasCommunicationPackage: (_, { qrCodeLink, showcaseLink }) =>
    qrCodeLink !== undefined || showcaseLink !== undefined ? true : undefined,
  // An update whose response was lost may have set another one.
  theoreticalTraceabilityEndDate: (body, { asCreated }) =>
    asCreated ? deadlineOf(body('traceabilityStartDate')) : undefined,
};

/** The accepted body of a record with the values that the service gave it on its own. */
export function withServiceValues(kind: KindSpec, accepted: Body, kept: Kept): Body {
  if (kind.name !== 'brand-product') return accepted;
  const body: Body = { ...accepted };
  for (const [name, given] of Object.entries(VALUES)) {
    const called = calledName(kind, name);
    if (Object.hasOwn(body, called)) continue;
    const value = given((other) => accepted[calledName(kind, other)], kept);
    if (value !== undefined) body[called] = value;
  }
  return body;
}

function deadlineOf(start: Json | undefined): string | undefined {
  if (typeof start !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(start)) return undefined;
  const day = new Date(`${start}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + DEFAULT_DEADLINE_DAYS);
  return Number.isNaN(day.getTime()) ? undefined : day.toISOString().slice(0, 10);
}
