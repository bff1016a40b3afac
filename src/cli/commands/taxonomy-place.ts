import { command } from '../../advice.ts';
import { readContract, writeContract } from '../../config/contract-file.ts';
import { loadConfig } from '../../config/load.ts';
import { contractPlace, projectTypes } from '../../config/resolve-environment.ts';
import { type Context, write } from '../../context.ts';
import { type Completion, noCompletion, pathsIn } from '../../contract/completion.ts';
import { type Contract, type ContractChange, contractChanges } from '../../contract/completion-diff.ts';
import { FAMILY_NAMES, type ProjectTypes, projectTypeOf } from '../../contract/family.ts';
import type { UpdatePaths } from '../../contract/kind.ts';
import { updatableKinds } from '../../contract/registry.ts';
import { updatePathsOf } from '../../contract/v3/update-paths.ts';
import { TraceError } from '../../errors.ts';
import { contractOf } from '../../import/contract.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import { shared } from '../flags/shared.ts';
import { changeLines } from './taxonomy-lines.ts';

/** The flags that select the contract of an environment. */
export interface PlaceOptions {
  readonly env?: string;
  readonly config?: string;
  readonly json?: boolean;
}

export const PLACE_FLAGS = [shared('env', ' (default mock)'), shared('config'), shared('json')] as const;

/** The contract of an environment, and the file that stores it. */
export interface Place {
  readonly name: string;
  /** The flags with which the next command finds it. */
  readonly flags: readonly string[];
  readonly file: string;
  readonly completion: Completion;
  /** The project types of the configuration. */
  readonly projectTypes: ProjectTypes;
  /** The contract with a completion applied. */
  contract(completion: Completion): Contract;
}

/**
 * The contract that the flags select. With `force`, a damaged contract is ignored.
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
    completion: await storedCompletion(file, force),
    projectTypes: projectTypes(loaded),
    contract: (completion) => contractOf({ hints, required, completion }),
  };
}

async function storedCompletion(file: string, force: boolean): Promise<Completion> {
  try {
    return await readContract(file);
  } catch (error) {
    if (force && error instanceof TraceError && error.code === 'contract-damaged') return noCompletion();
    throw error;
  }
}

/** A difference between the contracts of two completions. */
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

/** A changed contract, and how to report and store it. */
export interface ContractUpdate {
  readonly place: Place;
  readonly after: Completion;
  readonly dryRun: boolean;
  /** Sentences that are printed after the changes. */
  readonly notes: readonly string[];
  readonly json: boolean;
  /** Called before a change is stored; nothing is stored if it resolves to false. */
  readonly confirm?: () => Promise<boolean>;
}

/** Prints the changes of a contract and stores it. */
export async function storeContract(update: ContractUpdate, context: Context): Promise<void> {
  const { place, after, dryRun, notes, json, confirm } = update;
  const { file, name, completion: before } = place;
  const changes = changesOf(place, before, after);
  if (!json) for (const line of changeLines(changes)) await write(context.stdout, `${line}\n`);
  for (const note of notes) await write(context.stderr, `${forTerminal(note, 2000)}\n`);
  const differs = JSON.stringify(before) !== JSON.stringify(after);
  const stored = differs && !dryRun && (confirm === undefined || (await confirm()));
  if (stored) writeContract(file, after);
  if (json) {
    const document = { environment: name, file, stored, changes, notes };
    await write(context.stdout, `${jsonText(document)}\n`);
  }
  const sentence = stored
    ? `Stored the contract of ${name} in ${file}. To see it: ${command('taxonomy', 'diff', ...place.flags)}`
    : differs
      ? `Nothing was stored; the contract of ${name} has not changed.`
      : `No changes to the contract of ${name}.`;
  await write(context.stderr, `${forTerminal(sentence, 1000)}\n`);
}
