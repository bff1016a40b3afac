import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The tests that search for faults (kills, failures, bad days, hostile files), at full length. */
const slow = mergeConfig(base, { test: { env: { TRACE_SLOW: '1' } } });
slow.test!.include = [
  'test/exhaustion/{failing,killed,power-loss,removed}.test.ts',
  'test/hostile/bombs.test.ts',
  'test/import/push/simulation.test.ts',
  'test/torture/torture.test.ts',
];

export default slow;
