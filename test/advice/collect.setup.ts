import { afterAll, expect, vi } from 'vitest';

/** A command, or a flag with its value, that trace printed during a test. */
export interface Advice {
  readonly words: readonly string[];
  readonly text: string;
}

/** Files share a worker, and with it the modules that are mocked here: what they print is collected in one place. */
const { collected } = vi.hoisted(() => {
  const shared = globalThis as { collectedAdvice?: Map<string, Advice> };
  shared.collectedAdvice ??= new Map();
  return { collected: shared.collectedAdvice };
});

/** Collects all advice that is printed during any test; `faults.ts` checks it. */
vi.mock(import('../../src/advice.ts'), async (importOriginal) => {
  const advice = await importOriginal();
  const keep = (words: readonly string[], text: string) => {
    collected.set(text, { words, text });
    return text;
  };
  return {
    ...advice,
    command: (...words: string[]) => keep(['trace', ...advice.inLanguage(words)], advice.command(...words)),
    flag: (name: `--${string}`, ...values: string[]) => keep([name, ...values], advice.flag(name, ...values)),
  };
});

afterAll(async () => {
  if (collected.size === 0) return;
  const { faultsOf } = await import('./faults.ts');
  const advice = [...collected.values()];
  collected.clear();
  expect(await faultsOf(advice)).toEqual([]);
});
