import type { Command } from 'commander';
import type { Environment } from '../../config/environment.ts';
import { asUpdate } from '../../contract/v3/update.ts';
import type { UpdatableKind } from '../../contract/v3/update-paths.ts';
import { contractIn, type InputSettings } from '../../import/input.ts';
import type { Session } from '../command.ts';
import { CONFIRM_FLAGS } from '../confirm.ts';
import { flags, helpNote, helpTail } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import { type InputOptions, inputFlags, settingFlags, TRUST_FLAG } from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { shared } from '../flags/shared.ts';
import { invocationOf } from '../invocation.ts';
import { LEDGER_FLAGS, REPORT_FLAGS } from '../sending.ts';
import { type ImportOptions, runImport } from './import.ts';
import { runPlan } from './plan.ts';

const TEXTS: Readonly<Record<UpdatableKind, string>> = {
  'purchased-item':
    'Each row names a purchased item by uniqueIdentifier or id. Only fields that differ from the values that trace sent last are sent; the service is not read. To send all fields again, use an empty ledger (--state-dir). Blank cells and missing columns change nothing. (clear) empties a purchase order, its date, a quantity or a list; in a field of one list entry (transports.2.name) it removes that entry, if the row gives the other entries. Once data collection has started for an item, the service rejects updates of it as "locked".',
  'brand-product':
    'Each row names a brand product by uniqueIdentifier or id. Only fields that differ from the values that trace sent last are sent; the service is not read. To send all fields again, use an empty ledger (--state-dir). Blank cells and missing columns change nothing. (clear) empties a list, or removes one entry (gtins.2) if the row gives the other entries.',
};

/** Adds the subcommand `update FILE...` for a kind. */
export function defineUpdate(command: Command, session: Session, kind: UpdatableKind): void {
  const noun = kind.replace('-', ' ');
  const update = command
    .command('update')
    .description(`update ${noun}s with the changed fields of spreadsheets (PATCH)`);
  inputFlags(update, 'updates');
  flags(update, [shared('dryRun'), shared('skipInvalid')]);
  settingFlags(update, ['rate', 'concurrency', 'settle', 'timeout']);
  flags(update, [...REPORT_FLAGS, ...LEDGER_FLAGS, ...CONFIRM_FLAGS, TRUST_FLAG]);
  helpNote(update, TEXTS[kind]);
  helpTail(update, [
    `trace ${kind}s update changes.xlsx --env sandbox --dry-run`,
    `trace ${kind}s update changes.csv --env production --yes --report report.json`,
  ]);
  update.action(async (files: string[], options: ImportOptions) => {
    const run = options.dryRun ? runPlan : runImport;
    const how = { input: inputAs(kind), updates: `${kind}s` };
    session.exit(
      await run(invocationOf(namedFiles(files, session.context.cwd), update), options, session, how),
    );
  });
}

/** Reads the flags as those of an import of one kind, with each row an update. */
const inputAs =
  (kind: UpdatableKind) =>
  async (
    files: readonly string[],
    options: InputOptions,
    session: Session,
  ): Promise<{ environment: Environment; settings: InputSettings }> => {
    const { environment, settings } = await inputOf(
      files,
      { ...options, interface: 'v3', only: kind },
      session,
    );
    const { v2, v3 } = contractIn(settings);
    const contract = { v2, v3: v3.map((spec) => (spec.name === kind ? asUpdate(spec) : spec)) };
    return { environment, settings: { ...settings, contract, updates: kind } };
  };
