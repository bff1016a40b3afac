import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Context, write } from '../../context.ts';
import { noCompletion } from '../../contract/completion.ts';
import { usage } from '../../errors.ts';
import { say } from '../../say.ts';
import { jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { flags, type OptionsOf, shared, subcommand } from '../flags/help.ts';
import { isConfirmed } from '../run/confirm.ts';
import { lineFor } from '../view/wrap.ts';
import { ADD_FLAGS, type AddOptions, addValues } from './taxonomy-add.ts';
import { documentText } from './taxonomy-document.ts';
import {
  CONTRACT_FLAGS,
  type ContractOptions,
  changesBetween,
  contractOfEnvironment,
  storeContract,
} from './taxonomy-environment.ts';
import { addLists, LEARN_FLAGS, type LearnOptions } from './taxonomy-learn.ts';
import { changeLines } from './taxonomy-lines.ts';

const IMPORT_FLAGS = [
  ...[...CONTRACT_FLAGS, shared('dryRun')],
  ['--add-only', 'addOnly'],
  ['--replace', 'replace'],
  shared('force', 'forceContract'),
] as const;

/**
 * Adds the commands that show and change the contract of an environment: what its service accepts beyond the documented
 * interface.
 */
export function defineContract(command: Command, { context }: Session): void {
  defineImport(command, context);
  defineAdd(command, context);
  defineLearn(command, context);
  defineDiff(command, context);
  defineReset(command, context);
}

function defineImport(command: Command, context: Context): void {
  const importing = subcommand(command, 'taxonomy import', ['<document>', say().helpArguments.document()]);
  flags(importing, IMPORT_FLAGS);
  importing.action(async (named: string, options: OptionsOf<typeof IMPORT_FLAGS>) => {
    if (options.addOnly && options.replace) throw usage('flags-exclude', say().taxonomy.exclude());
    const environment = await contractOfEnvironment(options, context, options.force);
    const { importDocument } = await import('../../contract/document/import.ts');
    const { text, name } = await documentText(named, context);
    const { completion, creates, notes } = await importDocument(text, name, environment.completion, {
      addOnly: options.addOnly === true,
      replace: options.replace === true,
      projectTypes: environment.projectTypes,
    });
    const summary = say().taxonomy.documentHas({ name, calls: creates.join('; ') });
    await storeContract({ environment, after: completion, notes: [summary, ...notes] }, options, context);
  });
}

function defineAdd(command: Command, context: Context): void {
  const add = subcommand(
    command,
    'taxonomy add',
    ['<list>', say().helpArguments.addedList()],
    ['<file>', say().helpArguments.addedFile()],
  );
  flags(add, ADD_FLAGS);
  add.action(async (list: string, file: string, options: AddOptions) => {
    const environment = await contractOfEnvironment(options, context, options.force);
    const added = await addValues(environment, list, file, options, context);
    await storeContract({ environment, ...added }, options, context);
  });
}

function defineLearn(command: Command, context: Context): void {
  const learn = subcommand(command, 'taxonomy learn', ['<run>', say().helpArguments.run()]);
  flags(learn, LEARN_FLAGS);
  learn.action(async (run: string, options: LearnOptions) => {
    const update = await addLists(run, options, context);
    const { name } = update.environment;
    const { learn: question, learnUnasked, learnUndone } = say().taxonomy;
    const unasked = () =>
      usage('contract-unconfirmed', learnUnasked({ name }), say().environments.confirmYes());
    await storeContract(update, options, context, () =>
      isConfirmed(question({ name }), options, context, { unasked, undone: learnUndone() }),
    );
  });
}

function defineDiff(command: Command, context: Context): void {
  const diff = subcommand(command, 'taxonomy diff');
  flags(diff, CONTRACT_FLAGS);
  diff.action(async (options: ContractOptions) => {
    const environment = await contractOfEnvironment(options, context);
    const changes = changesBetween(environment, noCompletion(), environment.completion);
    if (options.json)
      return write(
        context.stdout,
        `${jsonText({ environment: environment.name, file: environment.file, changes })}\n`,
      );
    for (const line of changeLines(changes)) await write(context.stdout, `${line}\n`);
    if (changes.length > 0) return undefined;
    return write(context.stderr, lineFor(context.stderr, say().taxonomy.same({ name: environment.name })));
  });
}

function defineReset(command: Command, context: Context): void {
  const reset = subcommand(command, 'taxonomy reset');
  flags(reset, [...CONTRACT_FLAGS.slice(0, 2), shared('force', 'forceContractReset')]);
  reset.action(async (options: ContractOptions & { readonly force?: boolean }) => {
    // `force` is set, because a damaged contract must be removed too.
    const environment = await contractOfEnvironment(options, context, true);
    const { name, file } = environment;
    const isThere = existsSync(file);
    await rm(file, { force: true });
    const text = isThere ? say().taxonomy.reset({ name, file }) : say().taxonomy.same({ name });
    await write(context.stderr, lineFor(context.stderr, text));
  });
}
