import type { Environment } from '../config/environment.ts';
import { completeKinds } from '../contract/completion-apply.ts';
import type { Contract } from '../contract/completion-diff.ts';
import type { InterfaceName } from '../contract/kind.ts';
import { kindsOf } from '../contract/registry.ts';
import { withRequired } from '../contract/required-sets.ts';

export type { Contract } from '../contract/completion-diff.ts';

/**
 * The kinds of each interface as an environment has them: what was imported, added or learned for it, its hints, and what
 * its configuration requires.
 *
 * @throws TraceError `required-unknown`, `required-fixed`
 */
export function contractOf(environment: Pick<Environment, 'hints' | 'completion' | 'required'>): Contract {
  const { hints, completion, required } = environment;
  const kinds = (name: InterfaceName) =>
    withRequired(completeKinds(kindsOf(name), completion[name], { hints: hints.value }), required[name]);
  return { v2: kinds('v2'), v3: kinds('v3') };
}
