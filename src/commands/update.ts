import type { Command } from 'commander';
import type { Environment } from '../config/environment.ts';
import { asUpdate } from '../contract/v3/update.ts';
import type { UpdatableKind } from '../contract/v3/update-paths.ts';
import { contractIn, type InputSettings } from '../run/input.ts';
import type { Session } from './command.ts';
import { flags, helpTail } from './help.ts';
import { type ImportOptions, runImport } from './import.ts';
import { askedOf, type InputOptions, inputFlags, inputOf, settingFlags, TRUST_FLAG } from './input.ts';
import { runPlan } from './plan.ts';
import { CONFIRM_FLAGS, LEDGER_FLAGS, REPORT_FLAGS } from './sending.ts';

const TEXTS: Readonly<Record<UpdatableKind, string>> = {
  'purchased-item':
    '\nA row names its purchased item by uniqueIdentifier or id. Only fields that differ from what was accepted are sent;' +
    '\nblank cells and missing columns leave a field as it is; (clear) empties an order, its date, a quantity or a list.' +
    '\nOnce collection is launched for an item, the service takes no update of it: such a row ends as rejected, "locked".',
  'brand-product':
    '\nA row names its brand product by uniqueIdentifier or id. Only fields that differ from what was accepted are sent;' +
    '\nblank cells and missing columns leave a field as it is; (clear) empties a list.',
};

/** Adds `update FILE...` to the command of a kind. */
export function defineUpdate(command: Command, session: Session, kind: UpdatableKind): void {
  const noun = kind.replace('-', ' ');
  const update = command.command('update').description(`send what changed of ${noun}s (PATCH)`);
  inputFlags(update, 'updates');
  flags(update, [
    ['--dry-run', 'show what would be sent, and send nothing'],
    ['--skip-invalid', 'send the sound rows though others are invalid'],
  ]);
  settingFlags(update, ['rate', 'concurrency', 'settle', 'timeout']);
  flags(update, [...REPORT_FLAGS, ...LEDGER_FLAGS, ...CONFIRM_FLAGS, TRUST_FLAG]);
  update.addHelpText('after', TEXTS[kind]);
  helpTail(update, [
    `trace ${kind}s update changes.xlsx --env sandbox --dry-run`,
    `trace ${kind}s update changes.csv --env production --yes --report report.json`,
  ]);
  update.action(async (files: string[], options: ImportOptions) => {
    const run = options.dryRun ? runPlan : runImport;
    const how = { input: inputAs(kind), updates: `${kind}s` };
    session.exit(await run(askedOf(files, update), options, session, how));
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
