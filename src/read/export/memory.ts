import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's young generation small for the rest of this process. Responses are short-lived; without a cap it grows to
 * 100 MB, half of the memory of an export of 10,000 studies. The cap costs about 10 % more CPU time.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
