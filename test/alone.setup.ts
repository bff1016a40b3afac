import { afterAll, vi } from 'vitest';
import { useLanguage } from '../src/say.ts';

/** Test files share a worker: each leaves it as it was. */
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  await useLanguage('en');
});
