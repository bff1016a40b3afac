/** The country of a supplier of the batch. */
import { suppliers } from './fixture-suppliers.ts';

export const COUNTRY_OF: Readonly<Record<string, string>> = Object.fromEntries(
  suppliers().map((body) => [body.supplierRef, (body.address as { country: string }).country]),
);
