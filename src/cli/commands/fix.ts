import { createReadStream } from 'node:fs';
import { join, parse, relative } from 'node:path';
import type { Command } from 'commander';
import { command as advised, fileOperand } from '../../advice.ts';
import { write } from '../../context.ts';
import { writeFileWhole } from '../../drafts.ts';
import { TraceError, usage } from '../../errors.ts';
import { fixFiles } from '../../handback/fix/fix-files.ts';
import { say } from '../../say.ts';
import { Damage } from '../../sheets/damage.ts';
import { invocationOf, type Session } from '../command.ts';
import { flags, type OptionsOf, shared } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import { type InputOptions, inputFlags } from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { type CopyNames, copyTargets, stdinRefused } from '../run/annotating.ts';
import { readInput } from '../run/inspecting.ts';
import { temporaryFolder } from '../run/temporary-folder.ts';
import { fixLines } from '../view/fix-view.ts';
import { terminalWidth } from '../view/wrap.ts';

const FLAGS = [
  ['--out <file>', 'fixedCopy', { variable: false }],
  ['--all', 'allRepairs', { variable: false }],
  shared('force', 'forceOut'),
] as const;

const NAMES: CopyNames = { flag: '--out', copy: 'fixed' };

export function define(command: Command, session: Session): void {
  inputFlags(command);
  flags(command, FLAGS);
  command.action(async (named: string[], options: InputOptions & OptionsOf<typeof FLAGS>) => {
    const { context } = session;
    const { out } = options;
    const files = namedFiles(named, context.cwd);
    if (out === undefined && files.includes('-')) throw stdinRefused(NAMES);
    if (out === undefined)
      throw usage(
        'flag-missing',
        say().fix.outMissing(),
        say().fix.use({
          command: advised('fix', ...files.map(fileOperand), '--out', say().fix.outExample()),
        }),
      );
    if (options.strict) throw usage('flags-exclude', say().fix.noStrict(), say().fix.noStrictHow());
    const invocation = invocationOf(files, command, ['--all']);
    const input = await inputOf(invocation.files, { ...options, offline: true }, session);
    const targets = await copyTargets(
      { annotate: out, force: options.force === true },
      input.settings.files,
      context.cwd,
      [],
      NAMES,
    );
    const unread = input.settings.files.find((file) => !targets.some((target) => target.file === file));
    if (unread !== undefined)
      throw new TraceError(
        'invalid',
        'fix-unwritten',
        say().fix.unread({ file: unread }),
        say().fix.reason({ command: advised('check', fileOperand(unread)) }),
      );
    await using folder = await temporaryFolder('fix');
    try {
      const fixed = await readInput(input, invocation, session, (job) =>
        fixFiles(job, targets, folder.path, ({ path }, copy) =>
          writeFileWhole(path, { replace: options.force === true }, (file) =>
            file.writeFile(createReadStream(copy)),
          ),
        ),
      );
      const width = terminalWidth(context.stdout);
      const annotate = (path: string) => {
        const copy = relative(context.cwd, path);
        const { dir, name, ext } = parse(copy);
        const again = join(dir, `${name}-${say().fix.annotatedEnd()}${ext}`);
        return advised('check', fileOperand(copy), ...invocation.flags, '--annotate', again);
      };
      for (const line of fixLines(fixed, targets, { all: options.all === true, width, annotate }))
        await write(context.stdout, `${line}\n`);
      session.exit(0);
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      throw new TraceError('invalid', 'fix-unwritten', error.message, error.suggestion);
    }
  });
}
