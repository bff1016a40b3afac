import type { Command } from 'commander';
import type { Environment } from '../../config/environment.ts';
import type { UpdatableKind } from '../../contract/kind.ts';
import { updatableKinds } from '../../contract/registry.ts';
import { asUpdate } from '../../contract/v3/update.ts';
import { contractIn, type InputSettings } from '../../import/input/settings.ts';
import { type CommandModule, invocationOf, type Session } from '../command.ts';
import { flags, helpNote, shared } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import { type InputOptions, inputFlags, PACE_FLAGS, TRUST_FLAG } from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { CONFIRM_FLAGS } from '../run/confirm.ts';
import { LEDGER_FLAGS, reportFlags } from '../run/sending.ts';
import { type ImportOptions, runImport } from './import.ts';
import { runPlan } from './plan.ts';

/** A command module for a kind whose only subcommand is `update`. */
export const updateCommand = (kindName: string): CommandModule => ({
  define(command, session) {
    defineUpdate(command, session, kindName);
  },
});

/** Adds the subcommand `update FILE...` for a kind. */
export function defineUpdate(command: Command, session: Session, kindName: string): void {
  const kind = updatableKinds().find((one) => one.name === kindName)!;
  const { plural } = kind;
  const update = command.command('update').description(kind.update.summary());
  inputFlags(update, 'updates');
  flags(update, [
    ...[shared('dryRun'), shared('skipInvalid')],
    ...[...PACE_FLAGS, ...reportFlags(), ...LEDGER_FLAGS, ...CONFIRM_FLAGS, TRUST_FLAG],
  ]);
  helpNote(update, kind.update.note());
  update.action(async (files: string[], options: ImportOptions) => {
    const run = options.dryRun ? runPlan : runImport;
    const how = { input: inputAs(kind), updates: plural };
    session.exit(
      await run(invocationOf(namedFiles(files, session.context.cwd), update), options, session, how),
    );
  });
}

/** Converts the flags to those of an import of this kind, in which each row is an update. */
const inputAs =
  ({ name }: UpdatableKind) =>
  async (
    files: readonly string[],
    options: InputOptions,
    session: Pick<Session, 'context'>,
  ): Promise<{ environment: Environment; settings: InputSettings }> => {
    const { environment, settings } = await inputOf(
      files,
      { ...options, interface: 'v3', only: name },
      session,
    );
    const { v2, v3 } = contractIn(settings);
    const contract = { v2, v3: v3.map((spec) => (spec.name === name ? asUpdate(spec) : spec)) };
    return { environment, settings: { ...settings, contract, updates: name, defaultBatch: null } };
  };
