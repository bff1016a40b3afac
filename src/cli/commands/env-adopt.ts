import { existsSync } from 'node:fs';
import { requireState } from '../../config/approval.ts';
import { loadConfig } from '../../config/load.ts';
import { resolveEnvironment, settingIn } from '../../config/resolve-environment.ts';
import { account as accountName } from '../../config/schema.ts';
import { type Context, write } from '../../context.ts';
import { usage } from '../../errors.ts';
import { refuseLostLedger } from '../../import/state/ledger-faults.ts';
import { moveOwnRecords } from '../../import/state/move-records.ts';
import { ownershipOf } from '../../import/state/ownership.ts';
import { stateFiles } from '../../import/state/state-files.ts';
import { targetOf } from '../../import/state/target.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { takeLock } from '../../ledger/lock.ts';
import { say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { OptionsOf } from '../flags/help.ts';
import { CONFIG_FLAGS } from '../flags/input-flags.ts';
import { isConfirmed } from '../run/confirm.ts';
import { lineFor } from '../view/wrap.ts';

export const ADOPT_FLAGS = [
  ...CONFIG_FLAGS,
  ['--account <name>', 'account'],
  ['--yes', 'adoptYes', { variable: false }],
  ['--no-input', 'noInput'],
] as const;
export type AdoptOptions = OptionsOf<typeof ADOPT_FLAGS>;

/**
 * Assigns ledger rows to the account of an environment: the rows that were sent to its address before the account was
 * configured.
 */
export async function adopt(name: string, options: AdoptOptions, context: Context): Promise<void> {
  const loaded = await loadConfig(context.cwd, options.config);
  const environment = await resolveEnvironment(loaded, { ...options, env: name }, context.cwd);
  await requireState(environment, context.env);
  const account =
    options.account === undefined
      ? environment.account.value
      : settingIn(accountName, '--account', options.account);
  const files = stateFiles(environment.stateDir.value);
  const print = (text: string) => write(context.stdout, lineFor(context.stdout, text));
  refuseLostLedger(files);
  if (!existsSync(files.ledger)) return print(say().environments.adoptNothingSent());
  using _lock = takeLock(files.lock(targetOf(environment)));
  using ledger = Ledger.open(files.ledger);
  const { refusal } = ownershipOf(environment, ledger.targets.list());
  if (refusal === null) return await print(say().environments.adoptAssigned({ name }));
  if (refusal.code !== 'account-unclear') throw refusal;
  const owner = account === null ? name : say().environments.account({ name: account });
  await confirm(refusal.message, owner, options, context);
  const at = context.now().toISOString();
  moveOwnRecords(ledger, environment, { at, use: 'send', adoption: { account } });
  await print(say().environments.adopted({ owner }));
}

async function confirm(
  question: string,
  owner: string,
  options: AdoptOptions,
  context: Context,
): Promise<void> {
  if (!options.yes) await write(context.stderr, lineFor(context.stderr, question));
  const { adopt: prompt, adoptUnasked, adoptUndone, confirmYes, notAdopted } = say().environments;
  const unasked = () => usage('adopt-unconfirmed', adoptUnasked(), confirmYes());
  const how = { unasked, undone: adoptUndone() };
  if (await isConfirmed(forTerminal(prompt({ owner }), 1000), options, context, how)) return;
  throw usage('adopt-unconfirmed', notAdopted());
}
