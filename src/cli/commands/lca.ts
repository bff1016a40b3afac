import type { Command } from 'commander';
import { say } from '../../say.ts';
import type { Session } from '../command.ts';
import { showLookup } from '../flags/deprecated.ts';
import { flags, shared, subcommand } from '../flags/help.ts';
import { READ_FLAGS } from '../flags/input-flags.ts';
import type { ReadOptions } from '../read/open.ts';

export function define(command: Command, session: Session): void {
  const show = subcommand(command, 'lca show', ['<id>', say().helpArguments.product()]);
  flags(show, [...READ_FLAGS, shared('json', 'alsoTerminal')]);
  show.action((id: string, options: ReadOptions & { readonly json?: boolean }) =>
    showLookup('lifecycleAssessment', id, options, session),
  );
}
