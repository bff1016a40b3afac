import type { Command } from 'commander';
import { colorLevel, write } from '../context.ts';
import { type Body, keyText, notContent } from '../contract/kind.ts';
import { History } from '../ledger/history.ts';
import { changedRows } from '../ledger/planning.ts';
import { type Change, diff } from '../plan/diff.ts';
import type { PlanSummary } from '../plan/plan.ts';
import { briefFindingLines } from '../report/findings-view.ts';
import { changeLines, planLines, type RecordChange } from '../report/plan-view.ts';
import { colors, verdictText } from '../report/sentences.ts';
import { jsonText } from '../report/terminal-text.ts';
import { type Contract, contractOf } from '../run/contract.ts';
import { totalsOf } from '../run/end.ts';
import type { Inspection } from '../run/inspect.ts';
import { targetOf } from '../run/place.ts';
import { verdictOf } from '../run/verdict.ts';
import type { Session } from './command.ts';
import { flags, helpTail } from './help.ts';
import { type Asked, askedOf, type InputOptions, inputFlags, inputOf, UPDATE_FLAG } from './input.ts';
import { inspecting } from './inspecting.ts';

interface PlanOptions extends InputOptions {
  readonly json?: boolean;
  readonly skipInvalid?: boolean;
}

export function define(command: Command, session: Session): void {
  inputFlags(command);
  flags(command, [
    UPDATE_FLAG,
    ['--skip-invalid', 'plan the sound rows though others are invalid'],
    ['--json', 'print the plan as JSON'],
  ]);
  helpTail(command, ['trace plan batch.xlsx --env sandbox', 'trace plan batch.xlsx --env production --json']);
  command.action(async (files: string[], options: PlanOptions) =>
    session.exit(await runPlan(askedOf(files, command), options, session)),
  );
}

/**
 * Also what `import --dry-run` does: the same way as an import, up to the plan. `how`: an update's flags mean something
 * else, and `updates` is the plural of what it updates.
 */
export async function runPlan(
  asked: Asked,
  options: PlanOptions,
  session: Session,
  { input = inputOf, updates }: { input?: typeof inputOf; updates?: string } = {},
): Promise<number> {
  const { context } = session;
  const { environment, settings } = await input(asked.files, options, session);
  const level = colorLevel(context);
  const inspection = await inspecting('plan', { environment, settings }, asked, options, session);
  using ledger = inspection.ledger;
  const { groups, run, runId } = inspection;
  const plan = inspection.plan ?? NO_PLAN;
  const counts = groups.counts();
  const verdict = verdictOf({
    command: 'plan',
    run: runId,
    updates,
    environment: environment.name,
    ...asked,
    totals: totalsOf(ledger, run),
    ignored: new History(ledger, run).ignored(),
    errors: options.skipInvalid ? 0 : counts.error,
    warnings: counts.warning,
    skipInvalid: options.skipInvalid === true,
    stop: context.signal.aborted ? { exit: 'interrupted', reason: 'interrupted' } : null,
    toSend: plan.waves.reduce((sum, wave) => sum + wave.toSend, 0),
  });
  session.exit(verdict.exitCode);
  const changes = inspection.plan
    ? changesOf(inspection, targetOf(environment), contractOf(environment))
    : [];
  if (options.json) {
    await write(
      context.stdout,
      `${jsonText({ ...plan, environment: environment.name, findings: counts, ignoredColumns: new History(ledger, run).ignored(), changes: [...changes], exitCode: verdict.exitCode })}\n`,
    );
  } else {
    for (const line of briefFindingLines(groups.groups(), colors(level)))
      await write(context.stderr, `${line}\n`);
    for (const line of inspection.plan ? planLines(plan, level) : [])
      await write(context.stdout, `${line}\n`);
    for await (const line of changeLines(changes)) await write(context.stdout, `${line}\n`);
    await write(context.stderr, `${verdictText(verdict, colors(level))}\n`);
  }
  return verdict.exitCode;
}

/** Of an input that was not read to its end. */
const NO_PLAN: PlanSummary = { version: 1, waves: [] };

/** What an update changes: fields that it does not name stay. */
function changesIn(before: Body, set: Body): Change[] {
  const named = Object.entries(before).filter(([name]) => Object.hasOwn(set, name));
  return diff(Object.fromEntries(named), set);
}

function* changesOf(
  { ledger, run, interface: interfaceName }: Inspection,
  target: string,
  contract: Contract,
): Iterable<RecordChange> {
  const kinds = contract[interfaceName];
  for (const { kind, key, before, after, patch } of changedRows(ledger, run, target, interfaceName)) {
    const spec = kinds.find(({ name }) => name === kind)!;
    const was = JSON.parse(before) as Body;
    const changes =
      patch === null
        ? diff(was, JSON.parse(after) as Body, notContent(spec))
        : changesIn(was, JSON.parse(patch) as Body);
    yield { kind, key: keyText(key), changes };
  }
}
