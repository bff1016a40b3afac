import { command } from '../../advice.ts';
import { readContract, writeContract } from '../../config/contract-file.ts';
import { contractPlace } from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import { type Context, write } from '../../context.ts';
import { type Completion, noCompletion, pathsIn } from '../../contract/completion.ts';
import { type Contract, type ContractChange, contractChanges } from '../../contract/completion-diff.ts';
import { FAMILY_NAMES, projectTypeOf } from '../../contract/family.ts';
import type { UpdatePaths } from '../../contract/kind.ts';
import { updatableKinds } from '../../contract/registry.ts';
import { updatePathsOf } from '../../contract/v3/update-paths.ts';
import { TraceError } from '../../errors.ts';
import { contractOf } from '../../import/contract.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import { shared } from '../flags/shared.ts';
import { changeLines } from './taxonomy-lines.ts';

/** Which environment's contract is meant. */
export interface PlaceOptions {
  readonly env?: string;
  readonly config?: string;
  readonly json?: boolean;
}

export const PLACE_FLAGS = [shared('env', ' (default mock)'), shared('config'), shared('json')] as const;

/** The contract of an environment, and where it is kept. */
export interface Place {
  readonly name: string;
  /** The flags that led to it, for the next command to repeat. */
  readonly flags: readonly string[];
  readonly file: string;
  readonly completion: Completion;
  /** The kinds that a completion makes. */
  contract(completion: Completion): Contract;
}

/**
 * The contract that the flags mean. With `force` one that cannot be read counts as none.
 *
 * @throws TraceError `environment-unknown`, `contract-damaged`
 */
export async function placeOf(options: PlaceOptions, { cwd }: Context, force = false): Promise<Place> {
  const loaded = await loadConfig(cwd, options.config);
  const { name, hints, required, file } = contractPlace(loaded, options.env);
  return {
    name,
    flags: ['--env', name, ...(options.config === undefined ? [] : ['--config', options.config])],
    file,
    completion: await kept(file, force),
    contract: (completion) => contractOf({ hints, required, completion }),
  };
}

async function kept(file: string, force: boolean): Promise<Completion> {
  try {
    return await readContract(file);
  } catch (error) {
    if (force && error instanceof TraceError && error.code === 'contract-damaged') return noCompletion();
    throw error;
  }
}

/** Everything in which one completion makes another contract than the other. */
export type PlaceChange =
  | ContractChange
  | {
      readonly change: 'project-type';
      readonly family: string;
      readonly before: string | null;
      readonly after: string | null;
    }
  | {
      readonly change: 'update-path';
      readonly kind: string;
      readonly before: string;
      readonly after: string;
    };

export function changesOf(place: Place, before: Completion, after: Completion): PlaceChange[] {
  const types = FAMILY_NAMES.flatMap((family): PlaceChange[] => {
    const [old, now] = [before, after].map((one) => projectTypeOf(family, one.projectTypes)) as [
      string | null,
      string | null,
    ];
    return old === now ? [] : [{ change: 'project-type', family, before: old, after: now }];
  });
  const paths = updatableKinds().flatMap((kind) => {
    const [old, now] = [before, after].map((one) => updatePathsOf(kind, pathsIn(one))) as [
      UpdatePaths,
      UpdatePaths,
    ];
    return (['byId', 'byUniqueIdentifier'] as const).flatMap((by): PlaceChange[] =>
      old[by] === now[by]
        ? []
        : [{ change: 'update-path', kind: kind.name, before: old[by], after: now[by] }],
    );
  });
  return [...contractChanges(place.contract(before), place.contract(after)), ...types, ...paths];
}

/** A contract that is to be kept, and what is said of it. */
export interface Keeping {
  readonly place: Place;
  readonly after: Completion;
  readonly dryRun: boolean;
  /** Said beside the changes, a sentence each. */
  readonly notes: readonly string[];
  readonly json: boolean;
  /** Asked before it is kept, where anything changes; false leaves it. */
  readonly confirm?: () => Promise<boolean>;
}

/** Shows what changes, and keeps it. */
export async function keep(keeping: Keeping, context: Context): Promise<void> {
  const { place, after, dryRun, notes, json, confirm } = keeping;
  const { file, name, completion: before } = place;
  const changes = changesOf(place, before, after);
  if (!json) for (const line of changeLines(changes)) await write(context.stdout, `${line}\n`);
  for (const note of notes) await write(context.stderr, `${forTerminal(note, 2000)}\n`);
  const differs = JSON.stringify(before) !== JSON.stringify(after);
  const stored = differs && !dryRun && (confirm === undefined || (await confirm()));
  if (stored) writeContract(file, after);
  if (json) {
    const said = { environment: name, file, stored, changes, notes };
    await write(context.stdout, `${jsonText(said)}\n`);
  }
  const sentence = stored
    ? `The contract of ${name} is kept in ${file}; ${command('taxonomy', 'diff', ...place.flags)} shows it.`
    : differs
      ? `Nothing was kept; the contract of ${name} is as it was.`
      : `Nothing differs from the contract of ${name}; it is as it was.`;
  await write(context.stderr, `${forTerminal(sentence, 1000)}\n`);
}
