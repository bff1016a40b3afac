import { describe, vi } from 'vitest';
import { testExports } from './five-answers.ts';

vi.mock('../../../src/cli/map/prompts.ts', () => import('./terminal.ts'));

describe('exports with a person who gives five answers for each', { tags: ['sampled'] }, () =>
  testExports('rovers'),
);
