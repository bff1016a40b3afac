import type { Command } from 'commander';
import type { Session } from '../command.ts';
import { showLookup } from '../flags/deprecated.ts';
import { flags, helpTail } from '../flags/help.ts';
import { shared } from '../flags/shared.ts';
import { type ReadOptions, readFlags } from '../read/open.ts';

export function define(command: Command, session: Session): void {
  const show = command
    .command('show')
    .description('show the life-cycle assessment of one brand product (deprecated by the service)')
    .argument('<id>', 'id of the service or your unique identifier');
  readFlags(show);
  flags(show, [shared('json', ', also on a terminal')]);
  helpTail(show, ['trace lca show AURORE-BP-2041-ECRU-SS27 --env sandbox']);
  show.action((id: string, options: ReadOptions & { readonly json?: boolean }) =>
    showLookup('lifecycleAssessment', id, options, session),
  );
  helpTail(command, ['trace lca show AURORE-BP-2041-ECRU-SS27']);
}
