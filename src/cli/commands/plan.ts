import type { Command } from 'commander';
import { colorLevel, write } from '../../context.ts';
import { jsonText } from '../../terminal-text.ts';
import { type Invocation, invocationOf, type Session } from '../command.ts';
import { flags, shared } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import { type InputOptions, inputFlags, TRUST_FLAG, UPDATE_FLAG } from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { dryOutput } from '../run/dry-run.ts';
import { sentBefore } from '../run/earlier-run.ts';
import { planInput } from '../run/inspecting.ts';
import { changesIn, planDocument } from '../run/plan-document.ts';
import type { SendingOptions } from '../run/sending.ts';
import { planVerdict } from '../run/verdicts.ts';
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
  const { findingGroups, run } = inspection;
  const skipInvalid = options.skipInvalid === true;
  const { signal } = context;
  const isNamed = options.env !== undefined;
  const verdict = planVerdict(inspection, { environment, isNamed, invocation, signal, skipInvalid, updates });
  const isInvalid = findingGroups.counts().error > 0 && !skipInvalid;
  let { exitCode } = verdict;
  session.exit(exitCode);
  const isData = options.json || options.jsonLines;
  if (options.json && !dry) {
    const document = planDocument(inspection, environment, exitCode);
    await write(context.stdout, `${jsonText(document)}\n`);
  } else {
    const isUpdate = updates !== undefined || settings.update === true;
    const findingsOf = isUpdate ? findingLines : briefFindingLines;
    const width = terminalWidth(context.stderr);
    const groups = shownGroups(findingGroups.groups(), options.quiet);
    for (const line of findingsOf(groups, colors(level), width)) await write(context.stderr, `${line}\n`);
    // The plan goes to standard error if JSON is printed on standard output.
    const out = isData ? context.stderr : context.stdout;
    const { plan } = inspection;
    for (const line of plan && !options.quiet ? planLines(plan, level, isInvalid, terminalWidth(out)) : [])
      await write(out, `${line}\n`);
    for await (const line of changeLines(options.quiet ? [] : changesIn(inspection, environment)))
      await write(out, lineFor(out, line));
    for (const line of sentBefore({ ledger, run }, options.quiet))
      await write(context.stderr, lineFor(context.stderr, line));
    if (dry) exitCode = await dry.end(inspection, verdict);
    if (!options.quiet || exitCode !== 0 || groups.length > 0)
      await write(context.stderr, `${verdictText(verdict, colors(level), terminalWidth(context.stderr))}\n`);
  }
  session.info.reported = true;
  return exitCode;
}
