import { describe, vi } from 'vitest';
import type { Prompts } from '../../../src/cli/map/prompts.ts';
import { NEWCOMERS } from './answer-key.ts';
import { person, testExports } from './five-answers.ts';

vi.mock('../../../src/cli/map/prompts.ts', () => ({
  clackPrompts: async (): Promise<Prompts> => person.current!,
}));

describe('exports with a person who gives five answers for each', { tags: ['sampled'] }, () =>
  testExports({
    name: 'twenty newcomers',
    folder: NEWCOMERS,
    few: { '86-hartley-techpacks': 42 },
    right: 0.85,
    wrong: 1,
    certainWrong: 1,
    likelyWrong: 17,
  }),
);
