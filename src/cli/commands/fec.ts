import type { Command } from 'commander';
import { RESOURCES } from '../../read/export/resources.ts';
import type { Session } from '../command.ts';
import { showLookup } from '../flags/deprecated.ts';
import { flags, helpTail } from '../flags/help.ts';
import { shared } from '../flags/shared.ts';
import { type ReadOptions, readFlags } from '../read/open.ts';
import { defineExport, defineList } from '../read/resource-commands.ts';

const declaredFecs = RESOURCES['declared-fecs'];

export function define(command: Command, session: Session): void {
  defineList(command, session, declaredFecs, {
    description: 'list declared French environmental costs, one per brand product',
    examples: [
      'trace fec list --env sandbox',
      'trace fec list --fec gte:1000 --sort-by frenchEnvironmentalCost --order-by desc',
      'trace fec list --unique-identifier-file products.txt --json',
    ],
  });

  const show = command
    .command('show')
    .description('show the cost of one brand product (deprecated by the service)')
    .argument('<id>', 'id of the service or your unique identifier');
  readFlags(show);
  flags(show, [
    ['--calculated', 'show the calculated cost with its scores, instead of the declared cost'],
    shared('json', ', also on a terminal'),
  ]);
  helpTail(show, [
    'trace fec show AURORE-BP-2041-ECRU-SS27 --env sandbox',
    'trace fec show AURORE-BP-2041-ECRU-SS27 --calculated --json',
  ]);
  show.action(
    (id: string, options: ReadOptions & { readonly json?: boolean; readonly calculated?: boolean }) =>
      showLookup(options.calculated ? 'calculatedFec' : 'declaredFec', id, options, session),
  );

  defineExport(command, session, declaredFecs, {
    description: 'export declared costs as a table or as JSON',
    argument: ['[ids...]', 'ids of the service or your unique identifiers (default: all that match)'],
    examples: [
      'trace fec export --out costs.xlsx',
      'trace fec export --collections SS27 --excel fr --out costs.csv',
    ],
  });
  helpTail(command, ['trace fec list', 'trace fec show AURORE-BP-2041-ECRU-SS27', 'trace fec export']);
}
