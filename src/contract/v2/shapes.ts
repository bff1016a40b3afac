import type { Value } from '../field.ts';

/**
 * Where the interface contradicts itself, the reading taken, each in one place (design 9): a colour code is typed
 * object and shown as a string; the assembly country is typed array and shown as a string; a certification date is
 * described as a day and shown as a date-time.
 */
export const SHAPES = {
  productColorCode: { type: 'reference' } as Value,
  manufacturingAssemblyCountryPath: 'manufacturingAssemblyCountry[]',
  certificationDate: { type: 'date' } as Value,
} as const;
