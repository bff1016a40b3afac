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
    few: { 'd5-br-estrutura': 38 },
    right: 0.93,
    wrong: 0,
    certainWrong: 1,
    likelyWrong: 14,
  }),
);
