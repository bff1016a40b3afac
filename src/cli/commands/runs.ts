import type { Command } from 'commander';
import { command as advised } from '../../advice.ts';
import { colorLevel, write } from '../../context.ts';
import { flagError } from '../../errors.ts';
import {
  findingFrom,
  recordsWithAttempts,
  reportedFinding,
  reportParts,
} from '../../import/report/report-parts.ts';
import { nearestSentence } from '../../nearest.ts';
import { say, stateText } from '../../say.ts';
import { blockText, OUTCOMES, type Outcome } from '../../send/push/outcome.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { flags, helpNote, type OptionsOf, shared, subcommand } from '../flags/help.ts';
import { CONFIG_FLAGS, TRUST_FLAG } from '../flags/input-flags.ts';
import { foundRun, openLedger, placeFlagsOf } from '../run/earlier-run.ts';
import { isActive, runHead } from '../run/run-head.ts';
import { type RunRecordRow, runLines, runRecordLines } from '../view/runs-view.ts';
import { terminalWidth, wrapIndented } from '../view/wrap.ts';

const ALL_FLAGS = [
  ...CONFIG_FLAGS,
  ['--all-machines', 'allMachines', { variable: false }],
  shared('env', 'ofAllMachines'),
  TRUST_FLAG,
] as const;
const LIST_FLAGS = [...ALL_FLAGS, shared('json'), ['--last <number>', 'last']] as const;
const COMPARE_FLAGS = [...CONFIG_FLAGS, shared('json')] as const;
const SHOW_FLAGS = [
  ...ALL_FLAGS,
  shared('json'),
  ['--outcome <name>', 'outcome'],
  ['--attempts', 'attempts'],
] as const;
const REPORT_FLAGS = [
  ...ALL_FLAGS,
  ['--out <file>', 'reportOut', { variable: false }],
  ['--html <file>', 'html', { variable: false }],
  ['--rows <file>', 'rows', { variable: false }],
  shared('force', 'forceOtherFile'),
] as const;
const PRUNE_FLAGS = [
  ...CONFIG_FLAGS,
  ['--keep <days>', 'keepDays', { variable: false }],
  ['--keep-last <number>', 'keepLast', { variable: false }],
  ['--keep-reports <days>', 'keepReports', { variable: false }],
  ['--dry-run', 'pruneDryRun', { variable: false }],
  shared('json'),
] as const;
export type PruneOptions = OptionsOf<typeof PRUNE_FLAGS>;
const UNDO_FLAGS = [
  ...CONFIG_FLAGS,
  ['--out <file>', 'undoOut', { variable: false }],
  shared('force', 'forceFile'),
] as const;

const EVIDENCE_FLAGS = [
  ...CONFIG_FLAGS,
  ['--out <file>', 'evidenceOut', { variable: false }],
  shared('force', 'forceFile'),
] as const;

export function define(command: Command, session: Session): void {
  const list = subcommand(command, 'runs list');
  flags(list, LIST_FLAGS);
  list.action(async (options: OptionsOf<typeof LIST_FLAGS>) => {
    if (options.allMachines)
      return (await import('./runs-shared.ts')).listSharedRuns(options, limitOf(options.last), session);
    using ledger = await openLedger(options, session.context);
    const rows = ledger.runs.list(limitOf(options.last));
    const runs = rows.map((run) => ({ ...runHead(ledger, run), command: run.command }));
    const lines = options.json
      ? [jsonText(runs)]
      : runLines(runs, colorLevel(session.context), terminalWidth(session.context.stdout));
    for (const line of lines) await write(session.context.stdout, `${line}\n`);
  });

  const show = subcommand(command, 'runs show', ['[run]', say().helpArguments.run(), 'latest']);
  flags(show, SHOW_FLAGS);
  show.action(async (id: string, options: OptionsOf<typeof SHOW_FLAGS>) => {
    const outcome = options.outcome === undefined ? null : outcomeNamed(options.outcome);
    if (options.allMachines) {
      const { showSharedRun } = await import('./runs-shared.ts');
      return showSharedRun(id, { ...options, ...(outcome && { outcome }) }, session);
    }
    using ledger = await openLedger(options, session.context);
    const run = foundRun(ledger, id, placeFlagsOf(options));
    const active = isActive(ledger, run);
    const { head } = reportParts(ledger, run, active);
    const rows = (function* (): Iterable<RunRecordRow> {
      for (const record of recordsWithAttempts(ledger, run, active)) {
        if (outcome !== null && record.outcome !== outcome) continue;
        const blocked = record.blockedBy ? [blockText(JSON.stringify(record.blockedBy))] : [];
        const { file, sheet, row } = record.origin;
        const origin = { file, ...(sheet === null ? {} : { sheet }), ...(row === null ? {} : { row }) };
        yield { ...record, origin, messages: [...record.messages, ...blocked] };
      }
    })();
    const errors = outcome === null ? ledger.history(run.run).errorsOfSheets() : [];
    if (options.json) {
      for (const error of errors)
        await write(session.context.stdout, `${jsonText({ type: 'finding', ...reportedFinding(error) })}\n`);
      for (const row of rows)
        await write(session.context.stdout, `${jsonText({ type: 'record', ...row })}\n`);
      return;
    }
    const view = {
      allAttempts: options.attempts ?? false,
      errors: Iterator.from(errors).map(findingFrom),
      width: terminalWidth(session.context.stdout),
    };
    for await (const line of runRecordLines(runHead(ledger, run), rows, view))
      await write(session.context.stdout, `${line}\n`);
    if (!head.verdict) return;
    const { text } = head.verdict;
    // The verdict of a run with rejected rows suggests `runs show`, which is this command: do not suggest it again.
    const isThis = outcome === null && / runs show (?!.*--outcome)/.test(head.verdict.next ?? '');
    const next = isThis ? null : head.verdict.next;
    // Not truncated, because it contains a command to paste.
    const more =
      next === null ? '' : ` ${say().verdict.next({ advice: forTerminal(next, Number.POSITIVE_INFINITY) })}`;
    const lines = wrapIndented(`${forTerminal(text, 1000)}${more}`, terminalWidth(session.context.stderr));
    await write(session.context.stderr, `${lines.join('\n')}\n`);
  });

  const run = say().helpArguments.run();
  const compare = subcommand(command, 'runs compare', ['<a>', run], ['<b>', run]);
  flags(compare, COMPARE_FLAGS);
  compare.action(async (a: string, b: string, options: OptionsOf<typeof COMPARE_FLAGS>) => {
    const { compareRuns } = await import('./runs-compare.ts');
    using ledger = await openLedger(options, session.context);
    const found = (id: string) => foundRun(ledger, id, placeFlagsOf(options));
    await compareRuns(ledger, [found(a), found(b)], options.json === true, session.context);
  });

  const report = subcommand(command, 'runs report', ['[run]', say().helpArguments.run(), 'latest']);
  flags(report, REPORT_FLAGS);
  report.action(async (id: string, options: OptionsOf<typeof REPORT_FLAGS>) => {
    if (options.allMachines)
      return (await import('./runs-shared.ts')).writeSharedReport(id, options, session);
    using ledger = await openLedger(options, session.context);
    const run = foundRun(ledger, id, placeFlagsOf(options));
    const { reportRun } = await import('./runs-report.ts');
    await reportRun(ledger, run, options, isActive(ledger, run), session.context);
  });

  const evidence = subcommand(command, 'runs evidence', ['[run]', say().helpArguments.run(), 'latest']);
  flags(evidence, EVIDENCE_FLAGS);
  helpNote(evidence, say().helpNotes.runsEvidence());
  evidence.action(async (id: string, options: OptionsOf<typeof EVIDENCE_FLAGS>) => {
    const { writeEvidence } = await import('./runs-evidence.ts');
    using ledger = await openLedger(options, session.context);
    const place = placeFlagsOf(options);
    const run = foundRun(ledger, id, place);
    const { out = `evidence-${run.id}.zip`, force = false } = options;
    await writeEvidence(ledger, run, { out, force, place }, session.context);
  });

  const pruning = subcommand(command, 'runs prune');
  flags(pruning, PRUNE_FLAGS);
  helpNote(pruning, say().helpNotes.runsPrune({ command: advised('runs', 'report') }));
  pruning.action(async (options: PruneOptions) => {
    const { pruneRuns } = await import('./runs-prune.ts');
    await pruneRuns(options, session);
  });

  const undo = subcommand(command, 'runs undo', ['[run]', say().helpArguments.run(), 'latest']);
  flags(undo, UNDO_FLAGS);
  helpNote(undo, say().helpNotes.runsUndo());
  undo.action(async (id: string, { out, force = false, ...options }: OptionsOf<typeof UNDO_FLAGS>) => {
    const { listForUndo } = await import('./runs-undo.ts');
    using ledger = await openLedger(options, session.context);
    const flagsOfPlace = placeFlagsOf(options);
    const run = foundRun(ledger, id, flagsOfPlace);
    const how = { force, place: flagsOfPlace, active: isActive(ledger, run) };
    await listForUndo(ledger, run, { ...how, ...(out !== undefined && { out }) }, session.context);
  });
}

function limitOf(text = '20'): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw flagError(say().usage.fromOne({ flag: '--last', value: text }));
}

/** The outcome with this name, which may also be the word that the list prints in the language of the command. */
function outcomeNamed(name: string): Outcome {
  const found = OUTCOMES.find((outcome) => outcome === name || stateText(outcome) === name);
  if (found) return found;
  throw flagError(
    say().runs.outcome({ name, nearest: nearestSentence(name, OUTCOMES) }),
    say().runs.outcomes({ names: OUTCOMES.join(', ') }),
  );
}
