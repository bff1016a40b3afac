import { createReadStream } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { command as advised, fileOperand } from '../../advice.ts';
import { write } from '../../context.ts';
import { writeFileWhole } from '../../drafts.ts';
import { EXIT_CODES, TraceError, usage } from '../../errors.ts';
import { say } from '../../say.ts';
import { Damage } from '../../sheets/damage.ts';
import { invocationOf, type Session } from '../command.ts';
import { flags, type OptionsOf, shared } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import { type InputOptions, inputFlags } from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { type CopyNames, copyTargets } from '../run/annotating.ts';
import { readInput } from '../run/inspecting.ts';
import { temporaryFolder } from '../run/temporary-folder.ts';
import { mergedJson, mergedLines } from '../view/forms-view.ts';
import { terminalWidth } from '../view/wrap.ts';

const FLAGS = [
  ['--into <file>', 'mergeInto', { collect: true, variable: false }],
  ['--out <file>', 'mergedCopy', { variable: false }],
  shared('json', 'answers'),
  ['--all', 'allRepairs', { variable: false }],
  shared('force', 'forceOut'),
] as const;

const NAMES: CopyNames = { flag: '--out', copy: 'plain' };
/** The flags of this command that a check of the copy does not have. */
const OWN_FLAGS = ['--into', '--out', '--json', '--all', '--force'];

export function define(command: Command, session: Session): void {
  command.argument('<forms...>', say().helpArguments.forms());
  inputFlags(command, 'records', 'none');
  flags(command, FLAGS);
  command.action(async (named: string[], options: InputOptions & OptionsOf<typeof FLAGS>) => {
    const { context } = session;
    const text = say().forms;
    const { out, into = [] } = options;
    const use = (files: readonly string[]) => {
      const both = [...files.flatMap((file) => ['--into', file]), '--out', out ?? text.mergedExample()];
      return text.use({ command: advised('merge', ...named.map(fileOperand), ...both) });
    };
    if (into.length === 0) throw usage('flag-missing', text.intoMissing(), use([text.intoExample()]));
    if (out === undefined) throw usage('flag-missing', text.mergeOutMissing(), use(into));
    const forms = namedFiles(named, context.cwd).map((name) => ({ name, path: resolve(context.cwd, name) }));
    const invocation = invocationOf(namedFiles(into, context.cwd), command, OWN_FLAGS);
    const input = await inputOf(invocation.files, { ...options, offline: true }, session);
    const targets = await copyTargets(
      { annotate: out, force: options.force === true },
      input.settings.files,
      context.cwd,
      forms.map(({ path }) => path),
      NAMES,
    );
    await using folder = await temporaryFolder('merge');
    try {
      const { readForms } = await import('../../handback/forms/read-forms.ts');
      const { mergeForms } = await import('../../handback/forms/merge-forms.ts');
      const { signal } = context;
      const { stdin, limits } = input.settings;
      const read = await readForms(forms, { signal, settings: { stdin, ...(limits && { limits }) } });
      const merged = await readInput(input, invocation, session, (job) =>
        mergeForms(job, read, targets, folder.path, ({ path }, copy) =>
          writeFileWhole(path, { replace: options.force === true }, (file) =>
            file.writeFile(createReadStream(copy)),
          ),
        ),
      );
      const copies = targets.length === 1 ? [out] : targets.map(({ path }) => relative(context.cwd, path));
      const next = advised('check', ...copies.map(fileOperand), ...invocation.flags);
      const isClean = merged.conflicts.length + merged.problems.length === 0;
      const wrong = merged.merged.some(({ errors }) => errors.length > 0);
      const exit = isClean && !wrong ? 'done' : 'invalid';
      session.exit(EXIT_CODES[exit].code);
      const about = { targets, next, exitCode: EXIT_CODES[exit].code };
      if (options.json) await write(context.stdout, mergedJson(merged, about));
      else
        for (const line of mergedLines(merged, about, {
          all: options.all === true,
          width: terminalWidth(context.stdout),
        }))
          await write(context.stdout, `${line}\n`);
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      throw new TraceError('invalid', 'merge-unwritten', error.message, error.suggestion);
    }
  });
}
