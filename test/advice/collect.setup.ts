import { afterAll, expect, vi } from 'vitest';

/** A command, or a flag with its value, as some test made trace print it. */
export interface Advice {
  readonly words: readonly string[];
  readonly text: string;
}

const { collected } = vi.hoisted(() => ({ collected: new Map<string, Advice>() }));

/** Everything that is advised during any test is collected: see `faults.ts` for what it must be. */
vi.mock(import('../../src/advice.ts'), async (importOriginal) => {
  const advice = await importOriginal();
  const keep = (words: readonly string[], text: string) => {
    collected.set(text, { words, text });
    return text;
  };
  return {
    ...advice,
    command: (...words: string[]) => keep(['trace', ...words], advice.command(...words)),
    flag: (name: `--${string}`, ...values: string[]) => keep([name, ...values], advice.flag(name, ...values)),
  };
});

afterAll(async () => {
  if (collected.size === 0) return;
  const { faultsOf } = await import('./faults.ts');
  expect(await faultsOf([...collected.values()])).toEqual([]);
});
