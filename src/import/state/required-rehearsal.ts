import type { Environment } from '../../config/environment.ts';
import type { RunRow } from '../../ledger/ledger.ts';
import { repeatCommand } from '../report/repeat-command.ts';
import { targetOf } from './target.ts';

/** The rehearsal that an environment requires of the content of a run, with the command for it; undefined if it requires none. */
export const requiredRehearsal = ({ rehearsal }: Pick<Environment, 'rehearsal'>, run: RunRow) =>
  rehearsal === null
    ? undefined
    : {
        name: rehearsal.name,
        target: targetOf(rehearsal),
        command: repeatCommand({ ...run, environment: rehearsal.name }),
      };
