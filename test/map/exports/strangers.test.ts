import { describe, vi } from 'vitest';
import type { Prompts } from '../../../src/cli/map/prompts.ts';
import { STRANGERS } from './answer-key.ts';
import { person, testExports } from './five-answers.ts';

vi.mock('../../../src/cli/map/prompts.ts', () => ({
  clackPrompts: async (): Promise<Prompts> => person.current!,
}));

describe('exports with a person who gives five answers for each', { tags: ['sampled'] }, () =>
  testExports({
    name: 'thirty strangers',
    folder: STRANGERS,
    copies: true,
    few: { '57-pl-ksiegowosc': 36 },
    right: 0.96,
    wrong: 15,
    certainWrong: 0,
    likelyWrong: 13,
  }),
);
