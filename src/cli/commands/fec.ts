import type { Command } from 'commander';
import { RESOURCES } from '../../read/export/resources.ts';
import { say } from '../../say.ts';
import type { Session } from '../command.ts';
import { showLookup } from '../flags/deprecated.ts';
import { flags, shared, subcommand } from '../flags/help.ts';
import { READ_FLAGS } from '../flags/input-flags.ts';
import type { ReadOptions } from '../read/open.ts';
import { defineExport, defineList } from '../read/resource-commands.ts';

const declaredFecs = RESOURCES['declared-fecs'];

export function define(command: Command, session: Session): void {
  defineList(command, session, declaredFecs);

  const show = subcommand(command, 'fec show', ['<id>', say().helpArguments.product()]);
  flags(show, [...READ_FLAGS, ['--calculated', 'calculated'], shared('json', 'alsoTerminal')]);
  show.action(
    (id: string, options: ReadOptions & { readonly json?: boolean; readonly calculated?: boolean }) =>
      showLookup(options.calculated ? 'calculatedFec' : 'declaredFec', id, options, session),
  );

  defineExport(command, session, declaredFecs, {
    argument: ['[ids...]', say().helpArguments.brandProducts()],
  });
}
