import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** The size at which V8's young generation stops growing. It would grow to 130 MB, which saves no measurable CPU time. */
const MAX_YOUNG_BYTES = 30_000_000;
let isLimited = false;

/** Keeps V8's young generation at its present size, for work that keeps nothing. */
export function keepYoungGeneration(): void {
  isLimited = true;
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Does the same once the young generation is large enough. Call it from time to time while rows are read. */
export function limitYoungGeneration(): void {
  if (isLimited) return;
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  if ((young?.space_size ?? 0) >= MAX_YOUNG_BYTES) keepYoungGeneration();
}
