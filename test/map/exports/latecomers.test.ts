import { describe, vi } from 'vitest';
import type { Prompts } from '../../../src/cli/map/prompts.ts';
import { LATECOMERS } from './answer-key.ts';
import { person, testExports } from './five-answers.ts';

vi.mock('../../../src/cli/map/prompts.ts', () => ({
  clackPrompts: async (): Promise<Prompts> => person.current!,
}));

describe('exports with a person who gives five answers for each', { tags: ['sampled'] }, () =>
  testExports({
    name: 'twenty-two latecomers',
    folder: LATECOMERS,
    few: {},
    right: 0.38,
    wrong: 200,
    certainWrong: 33,
    likelyWrong: 82,
  }),
);
