import type { Environment } from '../config/environment.ts';
import { completeKinds } from '../contract/completion-apply.ts';
import type { Contract } from '../contract/completion-diff.ts';
import { kindsOf } from '../contract/registry.ts';

export type { Contract } from '../contract/completion-diff.ts';

/** The kinds of each interface as an environment has them: what was imported, added or learned for it, and its hints. */
export function contractOf({ hints, completion }: Pick<Environment, 'hints' | 'completion'>): Contract {
  return {
    v2: completeKinds(kindsOf('v2'), completion.v2, { hints: hints.value }),
    v3: completeKinds(kindsOf('v3'), completion.v3, { hints: hints.value }),
  };
}
