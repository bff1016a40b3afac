import { resolve } from 'node:path';
import type { Command } from 'commander';
import { command as advised, fileOperand } from '../../advice.ts';
import { colorLevel } from '../../context.ts';
import { usage } from '../../errors.ts';
import { sheetHeading } from '../../findings/group-text.ts';
import { importFiles } from '../../import/import.ts';
import { storedMaps } from '../../import/input/map-in-force.ts';
import { dryRunCommand } from '../../import/report/verdict.ts';
import { stateFiles } from '../../import/state/state-files.ts';
import { numberText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import { type Invocation, invocationOf, type Session } from '../command.ts';
import { groupFlags } from '../flags/flag-groups.ts';
import { flags, shared } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import {
  ANNOTATE_FLAG,
  type InputOptions,
  inputFlags,
  PACE_FLAGS,
  TRUST_FLAG,
  UPDATE_FLAG,
} from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { type AnnotateOptions, copiesOfRun, copyTargets, HeaderRows } from '../run/annotating.ts';
import { CONFIRM_FLAGS } from '../run/confirm.ts';
import { outdatedOf, sentBefore } from '../run/earlier-run.ts';
import { importVerdict } from '../run/import-verdict.ts';
import {
  LEDGER_FLAGS,
  type LedgerFlags,
  replacementOf,
  reportFlags,
  runSending,
  type SendingOptions,
} from '../run/sending.ts';
import { briefFindingLines, shownGroups } from '../view/findings.ts';
import { colors } from '../view/sentences.ts';
import { terminalWidth } from '../view/wrap.ts';
import { runPlan } from './plan.ts';

export interface ImportOptions extends InputOptions, SendingOptions, LedgerFlags, AnnotateOptions {
  readonly dryRun?: boolean;
  readonly skipInvalid?: boolean;
}

/** The flags of every import that sends. */
export const SENDING_FLAGS = [
  ...[shared('skipInvalid'), UPDATE_FLAG],
  ...PACE_FLAGS,
  ...reportFlags('forceCopyAndReport'),
  ANNOTATE_FLAG,
  ...CONFIRM_FLAGS,
  TRUST_FLAG,
] as const;

export function define(command: Command, session: Session): void {
  inputFlags(command);
  flags(command, [shared('dryRun'), ...SENDING_FLAGS, ...LEDGER_FLAGS]);
  groupFlags(command);
  command.action(async (files: string[], options: ImportOptions) => {
    if (options.dryRun && options.annotate !== undefined)
      throw usage(
        'flags-exclude',
        say().copy.dryRun(),
        say().copy.dryRunHow({
          command: advised('check', ...files.map(fileOperand), '--annotate', options.annotate),
        }),
      );
    session.exit(
      options.dryRun
        ? await runPlan(invocationOf(namedFiles(files, session.context.cwd), command), options, session)
        : await runImport(invocationOf(namedFiles(files, session.context.cwd), command), options, session),
    );
  });
}

/** Runs an import or an update. For an update, `input` reads its flags and `updates` is the plural of the kind. */
export async function runImport(
  invocation: Invocation,
  options: ImportOptions,
  session: Session,
  { input = inputOf, updates }: { input?: typeof inputOf; updates?: string } = {},
): Promise<number> {
  const { context } = session;
  const { environment, settings } = await input(invocation.files, options, session);
  const { ledger: ledgerFile } = stateFiles(environment.stateDir.value);
  const targets = await copyTargets(options, settings.files, context.cwd, [ledgerFile]);
  const headers = new HeaderRows();
  const command = updates === undefined ? 'import' : 'update';
  const skipInvalid = options.skipInvalid === true;
  const reportPath = options.report === undefined ? null : resolve(context.cwd, options.report);
  const replace = replacementOf(options);
  const judged = { environment, isNamed: options.env !== undefined, invocation, skipInvalid, updates };
  const isUpdate = updates !== undefined || settings.update === true;
  return runSending(
    {
      name: command,
      environment,
      options,
      reportPath,
      inputs: settings.files,
      sends: true,
      headers,
      run: (job) =>
        importFiles({
          ...job,
          ...{ command, settings, skipInvalid, replace },
          // The approval by --yes-trust is valid for one run, so the ledger does not store it.
          options: JSON.stringify({
            ...options,
            yesTrust: undefined,
            report: reportPath,
            files: invocation.files,
            updates,
            maps: storedMaps(settings.maps),
          }),
        }),
      verdict: (imported) => importVerdict(imported, judged, isUpdate),
      copies: (imported, row, { text }, report) =>
        copiesOfRun(
          { imported, row, verdict: text, report },
          { settings, targets, headers, options, context },
        ),
      causes: ({ findingGroups }) =>
        findingGroups
          .groups()
          .filter(({ severity }) => severity === 'error')
          .map((group) => `${sheetHeading(group, forTerminal)}: ${group.code} (${numberText(group.count)})`),
      *lines(imported) {
        const { findingGroups, notUpdated } = imported;
        const shownBy = isUpdate ? dryRunCommand({ ...invocation, updates }, environment.name) : undefined;
        const width = terminalWidth(context.stderr);
        const groups = shownGroups(findingGroups.groups(), options.quiet);
        yield* briefFindingLines(groups, colors(colorLevel(context)), width, shownBy);
        yield* outdatedOf(imported, width);
        yield* sentBefore(imported, options.quiet);
        if (notUpdated > 0)
          yield say().runs.notUpdated({ count: notUpdated, number: numberText(notUpdated) });
      },
    },
    session,
  );
}
