import type { Command } from 'commander';
import { colorLevel, write, writeAll } from '../../context.ts';
import { type Invocation, invocationOf, type Session } from '../command.ts';
import { flags, shared } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import { ANNOTATE_FLAG, type InputOptions, inputFlags } from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { type AnnotateOptions, copiesOfCheck, copyTargets, HeaderRows } from '../run/annotating.ts';
import { copiedMap } from '../run/copied-map.ts';
import { checkFiles } from '../run/inspecting.ts';
import { checkParts, checkVerdict } from '../run/verdicts.ts';
import { checkJson, checkLines } from '../view/check-view.ts';
import { lineFor, terminalWidth } from '../view/wrap.ts';

interface CheckOptions extends InputOptions, AnnotateOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly all?: boolean;
}

/** Flags that `trace map` has too. */
const FLAGS_OF_MAP = [
  ...['--sheet', '--interface', '--config', '--state-dir'],
  ...['--encoding', '--delimiter', '--file-limit'],
];

/** Flags that the next command, a plan or an import, does not have. */
const OWN_FLAGS = ['--all'];

export function define(command: Command, session: Session): void {
  inputFlags(command);
  flags(command, [
    shared('json', 'findings'),
    shared('quiet'),
    ['--all', 'all', { variable: false }],
    ANNOTATE_FLAG,
    shared('force', 'forceAnnotate'),
  ]);
  command.action(async (typed: string[], options: CheckOptions) => {
    const files = namedFiles(typed, session.context.cwd);
    const others = command.options.map(({ long }) => long!).filter((name) => !FLAGS_OF_MAP.includes(name));
    const again = {
      check: invocationOf(files, command, OWN_FLAGS),
      map: invocationOf(files, command, others),
    };
    session.exit(await runCheck(again, options, session));
  });
}

/** `again`: the files and flags that the next command repeats. */
async function runCheck(
  again: { readonly check: Invocation; readonly map: Invocation },
  options: CheckOptions,
  session: Session,
): Promise<number> {
  const invocation = again.check;
  const { context } = session;
  const read = await inputOf(invocation.files, { ...options, offline: true }, session);
  const allPlaces = options.all === true;
  const input = { ...read, settings: { ...read.settings, allPlaces } };
  const targets = await copyTargets(options, input.settings.files, context.cwd);
  const headers = new HeaderRows();
  using checked = await checkFiles(input, invocation, options, session, headers);
  const { findingGroups, records } = checked;
  const { mapSuggestion } = findingGroups.counts().error === 0 ? {} : await import('../map/understood.ts');
  const foreign = await mapSuggestion?.(checked, input.settings, again.map, context.signal);
  const { environment } = input;
  const ended = checkVerdict(checked, { environment, invocation, signal: context.signal });
  const verdict = foreign ? { ...ended, next: foreign.command } : ended;
  session.exit(verdict.exitCode);
  if (options.json) {
    await writeAll(context.stdout, checkJson({ ...checkParts(checked), all: allPlaces }));
  } else {
    const width = terminalWidth(context.stdout);
    if (foreign) await write(context.stdout, `${lineFor(context.stdout, foreign.sentence, 2000)}\n`);
    const level = colorLevel(context);
    for (const line of checkLines(findingGroups, records, verdict, level, width, options.quiet))
      await write(context.stdout, `${line}\n`);
  }
  const copied = {
    checked,
    verdict: verdict.text,
    settings: input.settings,
    targets,
    headers,
    options,
    context,
    map:
      targets.length > 0
        ? await copiedMap({ settings: input.settings, groups: findingGroups.groups(), options, context })
        : null,
  };
  for (const line of await copiesOfCheck(copied)) await write(context.stderr, lineFor(context.stderr, line));
  return verdict.exitCode;
}
