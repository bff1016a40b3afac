import type { Value } from '../field.ts';

/**
 * The types that trace uses where the interface contradicts itself. A colour code has the type object, but examples
 * have a string. The assembly country has the type array, but examples have a string. A certification date is described
 * as a day, but examples have a date-time.
 */
export const SHAPES = {
  productColorCode: { type: 'reference' } as Value,
  manufacturingAssemblyCountryPath: 'manufacturingAssemblyCountry[]',
  certificationDate: { type: 'date' } as Value,
} as const;
