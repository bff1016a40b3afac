import type { Command } from 'commander';
import { colorLevel, write } from '../../context.ts';
import { contractOf } from '../../import/input/settings.ts';
import { changesOf } from '../../import/report/changes.ts';
import { totalsOf } from '../../import/report/run-result.ts';
import { environmentLabel, verdictOf } from '../../import/report/verdict.ts';
import { say } from '../../say.ts';
import type { PlanSummary } from '../../send/plan/plan.ts';
import { jsonText } from '../../terminal-text.ts';
import { type Invocation, invocationOf, type Session } from '../command.ts';
import { flags, shared } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import { type InputOptions, inputFlags, TRUST_FLAG, UPDATE_FLAG } from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { dryOutput } from '../run/dry-run.ts';
import { sentBefore } from '../run/earlier-run.ts';
import { planInput } from '../run/inspecting.ts';
import type { SendingOptions } from '../run/sending.ts';
import type { RecordChange } from '../view/document-schema.ts';
import { briefFindingLines, findingLines, shownGroups } from '../view/findings.ts';
import { changeLines, planLines } from '../view/plan-view.ts';
import { colors, verdictText } from '../view/sentences.ts';
import { lineFor, terminalWidth } from '../view/wrap.ts';

interface PlanOptions extends InputOptions, SendingOptions {
  readonly skipInvalid?: boolean;
  /**
   * The dry run of `import` or `update`: `--json`, `--json-lines` and `--report` then have the format of a run that
   * sends.
   */
  readonly dryRun?: boolean;
}

export function define(command: Command, session: Session): void {
  inputFlags(command);
  flags(command, [UPDATE_FLAG, shared('skipInvalid'), TRUST_FLAG, shared('json', 'plan'), shared('quiet')]);
  command.action(async (files: string[], options: PlanOptions) =>
    session.exit(
      await runPlan(invocationOf(namedFiles(files, session.context.cwd), command), options, session),
    ),
  );
}

/**
 * Runs a plan, or the dry run of an import or update. For an update, `input` reads its flags and `updates` is the
 * plural of the kind.
 */
export async function runPlan(
  invocation: Invocation,
  options: PlanOptions,
  session: Session,
  { input = inputOf, updates }: { input?: typeof inputOf; updates?: string } = {},
): Promise<number> {
  const { context } = session;
  const { environment, settings } = await input(invocation.files, options, session);
  const level = colorLevel(context);
  const dry = options.dryRun
    ? await dryOutput(options, settings.files, environment.stateDir.value, session)
    : null;
  const job = { environment, settings };
  const inspection = await planInput(job, invocation, options, session, dry?.lines);
  using ledger = inspection.ledger;
  const { findingGroups, run, runId } = inspection;
  const history = ledger.history(run);
  const plan = inspection.plan ?? NO_PLAN;
  const counts = findingGroups.counts();
  const totals = totalsOf(ledger, run);
  const toSend = plan.waves.reduce((sum, wave) => sum + wave.toSend, 0);
  const verdict = verdictOf({
    command: 'plan',
    run: runId,
    updates,
    environment: environment.name,
    label: environmentLabel(environment, options.env !== undefined),
    ...invocation,
    totals,
    selected: inspection.records - history.notChosen(),
    ignored: history.ignoredColumns(),
    partlyRead: history.partlyRead(),
    errors: options.skipInvalid ? 0 : counts.error,
    warnings: counts.warning,
    skipInvalid: options.skipInvalid === true,
    stop: context.signal.aborted ? { exit: 'interrupted', reason: say().records.interrupted() } : null,
    updatable: ledger.outdated.countUpdatable(run),
    toSend,
  });
  const isInvalid = counts.error > 0 && !options.skipInvalid;
  let { exitCode } = verdict;
  session.exit(exitCode);
  const kinds = contractOf(environment)[inspection.interface];
  const changed = Iterator.from(inspection.plan ? changesOf(ledger, run, kinds) : []);
  const changes: Iterable<RecordChange> = changed.map(({ kind, key, outdated, changes: fields }) => ({
    ...{ kind, key, outdated },
    changes: fields(),
  }));
  const isData = options.json || options.jsonLines;
  if (options.json && !dry) {
    await write(
      context.stdout,
      `${jsonText({ ...plan, environment: environment.name, findings: counts, ignoredColumns: history.ignoredColumns(), changes: [...changes], exitCode: verdict.exitCode })}\n`,
    );
  } else {
    const isUpdate = updates !== undefined || settings.update === true;
    const findingsOf = isUpdate ? findingLines : briefFindingLines;
    const width = terminalWidth(context.stderr);
    const groups = shownGroups(findingGroups.groups(), options.quiet);
    for (const line of findingsOf(groups, colors(level), width)) await write(context.stderr, `${line}\n`);
    // The plan goes to standard error if JSON is printed on standard output.
    const out = isData ? context.stderr : context.stdout;
    for (const line of inspection.plan && !options.quiet
      ? planLines(plan, level, isInvalid, terminalWidth(out))
      : [])
      await write(out, `${line}\n`);
    for await (const line of changeLines(options.quiet ? [] : changes)) await write(out, lineFor(out, line));
    for (const line of sentBefore({ ledger, run }, options.quiet))
      await write(context.stderr, lineFor(context.stderr, line));
    if (dry) exitCode = await dry.end(inspection, verdict);
    if (!options.quiet || exitCode !== 0 || groups.length > 0)
      await write(context.stderr, `${verdictText(verdict, colors(level), terminalWidth(context.stderr))}\n`);
  }
  session.info.reported = true;
  return exitCode;
}

/** The plan if the input was not read to its end. */
const NO_PLAN: PlanSummary = { schemaVersion: 1, waves: [] };
