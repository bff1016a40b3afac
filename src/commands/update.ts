import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Environment } from '../config/environment.ts';
import { colorLevel } from '../context.ts';
import { asUpdate } from '../contract/v3/update.ts';
import type { UpdatableKind } from '../contract/v3/update-paths.ts';
import { leftOf } from '../ledger/unfinished.ts';
import { briefFindingLines } from '../report/findings-view.ts';
import { colors } from '../report/sentences.ts';
import { totalsOf } from '../run/end.ts';
import { type Imported, importFiles } from '../run/import.ts';
import { contractIn, type InputSettings } from '../run/input.ts';
import { verdictOf } from '../run/verdict.ts';
import type { Session } from './command.ts';
import { flags, helpTail } from './help.ts';
import { type Asked, askedOf, type InputOptions, inputFlags, inputOf, settingFlags } from './input.ts';
import { runPlan } from './plan.ts';
import { CONFIRM_FLAGS, REPORT_FLAGS, runSending, type SendingOptions } from './sending.ts';

interface UpdateOptions extends InputOptions, SendingOptions {
  readonly dryRun?: boolean;
  readonly skipInvalid?: boolean;
}

const TEXTS: Readonly<Record<UpdatableKind, string>> = {
  'purchased-item':
    '\nA row names its purchased item by uniqueIdentifier or id. Only fields that differ from what was accepted are sent;' +
    '\nblank cells and missing columns leave a field as it is; (clear) empties an order, its date or a quantity.' +
    '\nOnce collection is launched for an item, the service takes no update of it: such a row ends as rejected, "locked".',
  'brand-product':
    '\nA row names its brand product by uniqueIdentifier or id. Only fields that differ from what was accepted are sent;' +
    '\nblank cells and missing columns leave a field as it is.',
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
  flags(update, [...REPORT_FLAGS, ...CONFIRM_FLAGS]);
  update.addHelpText('after', TEXTS[kind]);
  helpTail(update, [
    `trace ${kind}s update changes.xlsx --env sandbox --dry-run`,
    `trace ${kind}s update changes.csv --env production --yes --report report.json`,
  ]);
  update.action(async (files: string[], options: UpdateOptions) => {
    const asked = askedOf(files, update);
    session.exit(
      options.dryRun
        ? await runPlan(asked, options, session, { input: inputAs(kind), updates: `${kind}s` })
        : await runUpdate(kind, asked, options, session),
    );
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

async function runUpdate(
  kind: UpdatableKind,
  asked: Asked,
  options: UpdateOptions,
  session: Session,
): Promise<number> {
  const { context } = session;
  const { environment, settings } = await inputAs(kind)(asked.files, options, session);
  const skipInvalid = options.skipInvalid === true;
  const reportPath = options.report === undefined ? null : resolve(context.cwd, options.report);
  const updates = `${kind}s`;
  const verdict = ({ ledger, run, runId, groups, stop }: Imported) =>
    verdictOf({
      command: 'update',
      run: runId,
      environment: environment.name,
      updates,
      ...asked,
      totals: totalsOf(ledger, run),
      errors: groups.counts().error,
      warnings: groups.counts().warning,
      skipInvalid,
      left: ledger.findRun(runId)?.stage === 'planned' ? leftOf(ledger, run) : 0,
      stop,
      toSend: 0,
    });
  return runSending(
    {
      environment,
      options,
      reportPath,
      inputs: settings.files,
      sends: true,
      run: (emit) =>
        importFiles({
          command: 'update',
          environment,
          settings,
          skipInvalid,
          env: context.env,
          now: context.now,
          signal: context.signal,
          emit,
          options: JSON.stringify({ ...options, report: reportPath, files: asked.files, updates }),
        }),
      verdict,
      lines: ({ groups }) => briefFindingLines(groups.groups(), colors(colorLevel(context))),
    },
    session,
  );
}
