export type { Contract } from '../contract/completion-diff.ts';

import type { Environment } from '../config/environment.ts';
import { completeKinds } from '../contract/completion-apply.ts';
import type { Contract } from '../contract/completion-diff.ts';
import type { InterfaceName, KindSpec } from '../contract/kind.ts';
import { kindsOf } from '../contract/registry.ts';
import { withRequired } from '../contract/required-sets.ts';
import type { InputSettings } from './input.ts';

/** The kinds of each interface for the settings; those of the registry by default. */
export const contractIn = ({ contract }: Pick<InputSettings, 'contract'>): Contract =>
  contract ?? { v2: kindsOf('v2'), v3: kindsOf('v3') };

/** The kinds with which the input is read, checked and sent. */
export const kindsIn = (settings: Pick<InputSettings, 'interface' | 'contract'>): readonly KindSpec[] =>
  contractIn(settings)[settings.interface];

/**
 * The kinds of each interface in an environment, with its hints, its required fields, and the values that were imported,
 * added or learned for it.
 *
 * @throws TraceError `required-unknown`, `required-fixed`
 */
export function contractOf(environment: Pick<Environment, 'hints' | 'completion' | 'required'>): Contract {
  const { hints, completion, required } = environment;
  const kinds = (name: InterfaceName) =>
    withRequired(completeKinds(kindsOf(name), completion[name], { hints: hints.value }), required[name]);
  return { v2: kinds('v2'), v3: kinds('v3') };
}
