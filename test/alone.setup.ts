import { afterAll, vi } from 'vitest';
import { useLanguage } from '../src/say.ts';

/** Test files share a worker: each must restore what it changes. */
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  await useLanguage('en');
});
