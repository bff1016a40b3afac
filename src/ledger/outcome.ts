/**
 * The outcome of a record as SQL, for an alias of `records`. A record that was being sent when its process ended, or that waited
 * to be settled, is in doubt, even if no process has stored that yet; other records without an outcome were not attempted.
 */
export const outcomeOf = (alias: string): string =>
  `coalesce(${alias}.outcome, iif(${alias}.state = 'sending' or ${alias}.status = 'in-doubt', 'in-doubt', 'not-attempted'))`;
