import { rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { isForeign } from '../../config/contract-file.ts';
import { write } from '../../context.ts';
import { noCompletion } from '../../contract/completion.ts';
import { usage } from '../../errors.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { ask, CONFIRM_FLAGS } from '../confirm.ts';
import { flags, helpTail } from '../flags/help.ts';
import { shared } from '../flags/shared.ts';
import { type AddOptions, addTo } from './taxonomy-add.ts';
import { documentText } from './taxonomy-document.ts';
import { type LearnOptions, learned } from './taxonomy-learn.ts';
import { changeLines } from './taxonomy-lines.ts';
import { changesOf, keep, PLACE_FLAGS, type PlaceOptions, placeOf } from './taxonomy-place.ts';

const DRY_RUN = shared('dryRun');

interface ImportOptions extends PlaceOptions {
  readonly dryRun?: boolean;
  readonly addOnly?: boolean;
  readonly replace?: boolean;
  readonly force?: boolean;
}

/** The commands about the contract of an environment: what its service takes beyond what its interface shows. */
export function defineContract(command: Command, session: Session): void {
  const { context } = session;

  const importing = command
    .command('import')
    .description('complete the contract of an environment from an OpenAPI document of its service')
    .argument('<document>', 'file or https address, YAML or JSON; - is standard input');
  flags(importing, [
    ...PLACE_FLAGS,
    DRY_RUN,
    ['--add-only', 'only add values to lists (default: lists are replaced by those of the document)'],
    ['--replace', 'use only the document: remove fields that it lacks, and what was imported before'],
    shared('force', ': a contract that is damaged'),
  ]);
  helpTail(importing, [
    'trace taxonomy import openapi.yaml --env sandbox --dry-run',
    'trace taxonomy import https://api.example.com/openapi.json --env sandbox',
  ]);
  importing.action(async (named: string, options: ImportOptions) => {
    if (options.addOnly && options.replace)
      throw usage('flags-exclude', '--add-only and --replace are opposites: say one.');
    const place = await placeOf(options, context, options.force);
    const { importDocument } = await import('../../contract/document/import.ts');
    const { text, name } = await documentText(named, context);
    const { completion, creates, notes } = await importDocument(text, name, place.completion, {
      addOnly: options.addOnly === true,
      replace: options.replace === true,
    });
    const read = `${name} has ${creates.join('; ')}.`;
    await keep(
      {
        place,
        after: completion,
        dryRun: options.dryRun === true,
        notes: [read, ...notes],
        json: options.json === true,
      },
      context,
    );
  });

  const add = command
    .command('add')
    .description('add values of a plain file to a list')
    .argument('<list>', 'name of a list, such as materials or supplier.certification')
    .argument('<file>', '.txt, .csv or .xlsx: its first column');
  flags(add, [
    ...PLACE_FLAGS,
    DRY_RUN,
    ['--complete', 'the list is complete with these values'],
    shared('force', ': a contract that is damaged'),
  ]);
  helpTail(add, [
    'trace taxonomy add materials materials.csv --env sandbox',
    'trace taxonomy add supplier.certification audits.txt --env sandbox --dry-run',
  ]);
  add.action(async (list: string, file: string, options: AddOptions) => {
    const place = await placeOf(options, context, options.force);
    const { after, notes } = await addTo(place, list, file, options, context);
    await keep(
      { place, after, dryRun: options.dryRun === true, notes, json: options.json === true },
      context,
    );
  });

  const learn = command
    .command('learn')
    .description('learn allowed values from the messages of rejected rows of a run')
    .argument('<run>', 'id of the run, or the start of it');
  flags(learn, [
    ...PLACE_FLAGS,
    shared('stateDir'),
    DRY_RUN,
    ['--yes', 'store them without asking', { variable: false }],
    CONFIRM_FLAGS[1],
  ]);
  helpTail(learn, ['trace taxonomy learn 20261121-0213', 'trace taxonomy learn 20261121-0213 --yes']);
  learn.action(async (run: string, options: LearnOptions) => {
    const { place, after, notes } = await learned(run, options, context);
    await keep(
      {
        place,
        after,
        dryRun: options.dryRun === true,
        notes,
        json: options.json === true,
        confirm: async () => {
          if (options.yes) return true;
          if (!context.canAnswer || options.input === false) {
            throw usage(
              'contract-unconfirmed',
              `This changes the contract of ${place.name}: nothing was kept.`,
              'Say --yes if that is meant.',
            );
          }
          const question = `Keep these values for ${place.name}? Type yes to go on: `;
          return (await ask(question, context, 'nothing was kept')).trim().toLowerCase() === 'yes';
        },
      },
      context,
    );
  });

  const diff = command
    .command('diff')
    .description('differences between the contract of an environment and the interface');
  flags(diff, PLACE_FLAGS);
  helpTail(diff, ['trace taxonomy diff --env sandbox']);
  diff.action(async (options: PlaceOptions) => {
    const place = await placeOf(options, context);
    const changes = changesOf(place, noCompletion(), place.completion);
    if (options.json)
      return write(context.stdout, `${jsonText({ environment: place.name, file: place.file, changes })}\n`);
    for (const line of changeLines(changes)) await write(context.stdout, `${line}\n`);
    if (changes.length > 0) return undefined;
    return write(context.stderr, `The contract of ${place.name} is that of the interface.\n`);
  });

  const reset = command
    .command('reset')
    .description('remove what was imported, added and learned for an environment');
  flags(reset, [...PLACE_FLAGS.slice(0, 2), shared('force', ': remove a contract that is damaged')]);
  helpTail(reset, ['trace taxonomy reset --env sandbox']);
  reset.action(async (options: PlaceOptions & { readonly force?: boolean }) => {
    const place = await placeOf(options, context, options.force);
    if ((await isForeign(place.file)) && !options.force) return;
    await rm(place.file, { force: true });
    const said = `The contract of ${place.name} is that of the interface (${place.file} is gone).`;
    await write(context.stderr, `${forTerminal(said, 1000)}\n`);
  });
}
