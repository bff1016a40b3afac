import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's heap small until the process ends. Responses are short-lived; without a cap the young generation grows
 * to 100 MB, which was half of the memory of an export of 10,000 studies. The old generation is collected when it has
 * grown by half: while thousands of requests end, that takes 1 % of the CPU time and saves 15 MB.
 * `trace map` takes 190 MB instead of 290 for 100,000 rows and 60 columns.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=50');
}
