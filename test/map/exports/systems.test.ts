import { describe, vi } from 'vitest';
import type { Prompts } from '../../../src/cli/map/prompts.ts';
import { SAMPLES } from './answer-key.ts';
import { person, testExports } from './five-answers.ts';

vi.mock('../../../src/cli/map/prompts.ts', () => ({
  clackPrompts: async (): Promise<Prompts> => person.current!,
}));

describe('exports with a person who gives five answers for each', { tags: ['sampled'] }, () =>
  testExports({
    name: 'twenty systems',
    folder: SAMPLES,
    copies: true,
    few: { '21-sap': 123, '28-techpack': 28 },
    right: 1,
    wrong: 0,
    certainWrong: 2,
    likelyWrong: 13,
  }),
);
