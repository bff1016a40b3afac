import type { Command } from 'commander';
import type { Environment } from '../../config/environment.ts';
import { asUpdate } from '../../contract/v3/update.ts';
import type { UpdatableKind } from '../../contract/v3/update-paths.ts';
import { contractIn } from '../../import/contract.ts';
import type { InputSettings } from '../../import/input.ts';
import { askedOf } from '../asked.ts';
import type { Session } from '../command.ts';
import { CONFIRM_FLAGS } from '../confirm.ts';
import { flags, helpNote, helpTail } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import { type InputOptions, inputFlags, settingFlags, TRUST_FLAG } from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { shared } from '../flags/shared.ts';
import { LEDGER_FLAGS, REPORT_FLAGS } from '../sending.ts';
import { type ImportOptions, runImport } from './import.ts';
import { runPlan } from './plan.ts';

const TEXTS: Readonly<Record<UpdatableKind, string>> = {
  'purchased-item':
    'A row names its purchased item by uniqueIdentifier or id. Only fields that differ from the accepted values are sent. Blank cells and missing columns do not change a field; (clear) empties an order, its date, a quantity or a list, or removes one entry (transports.2.name) of a list whose other entries the row gives. Once collection has started for an item, the service refuses updates of it: the row is rejected as "locked".',
  'brand-product':
    'A row names its brand product by uniqueIdentifier or id. Only fields that differ from the accepted values are sent. Blank cells and missing columns do not change a field; (clear) empties a list.',
};

/** Adds `update FILE...` to the command of a kind. */
export function defineUpdate(command: Command, session: Session, kind: UpdatableKind): void {
  const noun = kind.replace('-', ' ');
  const update = command.command('update').description(`send changes of ${noun}s (PATCH)`);
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
    session.exit(await run(askedOf(namedFiles(files, session.context.cwd), update), options, session, how));
  });
}

/** Flags as those of an import that reads one kind, each row an update. */
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
