import type { Command } from 'commander';
import { RESOURCES } from '../../read/export/resources.ts';
import { say } from '../../say.ts';
import type { Session } from '../command.ts';
import { showLookup } from '../flags/deprecated.ts';
import { flags, helpTail, subcommand } from '../flags/help.ts';
import { READ_FLAGS } from '../flags/input-flags.ts';
import { shared } from '../flags/shared.ts';
import type { ReadOptions } from '../read/open.ts';
import { defineExport, defineList } from '../read/resource-commands.ts';

const declaredFecs = RESOURCES['declared-fecs'];

export function define(command: Command, session: Session): void {
  defineList(command, session, declaredFecs, [
    'trace fec list --env sandbox',
    'trace fec list --fec gte:1000 --sort-by frenchEnvironmentalCost --order-by desc',
    'trace fec list --unique-identifier-file products.txt --json',
  ]);

  const show = subcommand(command, 'fec show', ['<id>', say().helpArguments.product()]);
  flags(show, [...READ_FLAGS, ['--calculated', 'calculated'], shared('json', 'alsoTerminal')]);
  helpTail(show, [
    'trace fec show AURORE-BP-2041-ECRU-SS27 --env sandbox',
    'trace fec show AURORE-BP-2041-ECRU-SS27 --calculated --json',
  ]);
  show.action(
    (id: string, options: ReadOptions & { readonly json?: boolean; readonly calculated?: boolean }) =>
      showLookup(options.calculated ? 'calculatedFec' : 'declaredFec', id, options, session),
  );

  defineExport(command, session, declaredFecs, {
    argument: ['[ids...]', say().helpArguments.brandProducts()],
    examples: [
      'trace fec export --out costs.xlsx',
      'trace fec export --collections SS27 --excel fr --out costs.csv',
    ],
  });
  helpTail(command, ['trace fec list', 'trace fec show AURORE-BP-2041-ECRU-SS27', 'trace fec export']);
}
