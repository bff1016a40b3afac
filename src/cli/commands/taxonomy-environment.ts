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
import { contractOf } from '../../import/input/settings.ts';
import { say } from '../../say.ts';
import { jsonText } from '../../terminal-text.ts';
import { type OptionsOf, shared } from '../flags/help.ts';
import { lineFor } from '../view/wrap.ts';
import { changeLines } from './taxonomy-lines.ts';

/** The flags that select the contract of an environment. */
export const CONTRACT_FLAGS = [shared('env', 'defaultMock'), shared('config'), shared('json')] as const;
export type ContractOptions = OptionsOf<typeof CONTRACT_FLAGS>;

/** The contract of an environment, and the file that stores it. */
export interface EnvironmentContract {
  readonly name: string;
  /** The flags with which the next command finds it. */
  readonly flags: readonly string[];
  readonly file: string;
  readonly completion: Completion;
  /** The project types in the configuration. */
  readonly projectTypes: ProjectTypes;
  /** The contract with a completion applied. */
  contract(completion: Completion): Contract;
}

/**
 * The contract that the flags select. With `force`, a damaged contract counts as empty.
 *
 * @throws TraceError `environment-unknown`, `contract-damaged`
 */
export async function contractOfEnvironment(
  options: ContractOptions,
  { cwd }: Context,
  force = false,
): Promise<EnvironmentContract> {
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

/** A difference between two states of a contract. */
export type EnvironmentChange =
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

export function changesBetween(
  environment: EnvironmentContract,
  before: Completion,
  after: Completion,
): EnvironmentChange[] {
  const types = FAMILY_NAMES.flatMap((family): EnvironmentChange[] => {
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
    return (['byId', 'byUniqueIdentifier'] as const).flatMap((by): EnvironmentChange[] =>
      old[by] === now[by]
        ? []
        : [{ change: 'update-path', kind: kind.name, before: old[by], after: now[by] }],
    );
  });
  return [...contractChanges(environment.contract(before), environment.contract(after)), ...types, ...paths];
}

/** A changed contract. */
export interface ContractUpdate {
  readonly environment: EnvironmentContract;
  readonly after: Completion;
  /** Sentences to print after the changes. */
  readonly notes: readonly string[];
}

/** Prints the changes of a contract and stores it, unless `confirm` resolves to false. */
export async function storeContract(
  { environment, after, notes }: ContractUpdate,
  { dryRun = false, json = false }: { readonly dryRun?: boolean; readonly json?: boolean },
  context: Context,
  confirm: () => Promise<boolean> = async () => true,
): Promise<void> {
  const { file, name, completion: before } = environment;
  const changes = changesBetween(environment, before, after);
  if (!json) for (const line of changeLines(changes)) await write(context.stdout, `${line}\n`);
  for (const note of notes) await write(context.stderr, lineFor(context.stderr, note, 2000));
  const differs = JSON.stringify(before) !== JSON.stringify(after);
  const stored = differs && !dryRun && (await confirm());
  if (stored) writeContract(file, after);
  if (json) {
    const document = { environment: name, file, stored, changes, notes };
    await write(context.stdout, `${jsonText(document)}\n`);
  }
  const sentence = stored
    ? say().taxonomy.stored({ name, file, command: command('taxonomy', 'diff', ...environment.flags) })
    : differs
      ? say().taxonomy.notStored({ name })
      : say().taxonomy.noChanges({ name });
  await write(context.stderr, lineFor(context.stderr, sentence));
}
