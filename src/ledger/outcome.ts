/**
 * The outcome of a record as SQL, for an alias of `records`. One that was leaving when its process ended, or that waited to be
 * settled, is in doubt from that moment on, whether or not another process has noted it; the rest was not attempted.
 */
export const outcomeOf = (alias: string): string =>
  `coalesce(${alias}.outcome, iif(${alias}.state = 'sending' or ${alias}.status = 'in-doubt', 'in-doubt', 'not-attempted'))`;
