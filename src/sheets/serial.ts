const DAY = 86_400_000;
/** Day 0 of the 1900 system, shifted by 29 February 1900, which it counts although it did not exist. */
const ZERO = Date.UTC(1899, 11, 30);

/** The serial of an ISO day from March 1900 on, in the 1900 system. */
export function serialOfDay(iso: string): number {
  return (Date.parse(`${iso}T00:00:00Z`) - ZERO) / DAY;
}
