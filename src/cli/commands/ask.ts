import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { command as advised, fileOperand } from '../../advice.ts';
import { type Context, write } from '../../context.ts';
import { OPEN_MODE, writeFileWhole } from '../../drafts.ts';
import { flagError, TraceError, usage } from '../../errors.ts';
import { makeFolder } from '../../folder.ts';
import type { AskedForm } from '../../handback/forms/ask-forms.ts';
import { isLanguage, LANGUAGES, type Language, say } from '../../say.ts';
import { writeWorkbook } from '../../sheets/workbook-writer.ts';
import { systemCause } from '../../system-cause.ts';
import { invocationOf, type Session } from '../command.ts';
import { flags, type OptionsOf, shared } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import { type InputOptions, inputFlags } from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { readInput } from '../run/inspecting.ts';
import { askedJson, askedLines, type WrittenForm } from '../view/forms-view.ts';
import { terminalWidth } from '../view/wrap.ts';

const FLAGS = [
  ['--by <kind>', 'askBy', { variable: false }],
  ['--out <folder>', 'formsOut', { variable: false }],
  ['--until <date>', 'until', { variable: false }],
  [
    '--language <language>',
    () => say().helpFlags.formLanguage({ languages: LANGUAGES.join(', ') }),
    { variable: false },
  ],
  shared('json', 'asked'),
  shared('force', 'forceForms'),
] as const;

/** The flags of this command that the merge of its forms does not have. */
const OWN_FLAGS = ['--by', '--out', '--until', '--language', '--json', '--force'];

/** Months after which a season ends, by default. */
const SEASON = 6;

export function define(command: Command, session: Session): void {
  inputFlags(command);
  flags(command, FLAGS);
  command.action(async (named: string[], options: InputOptions & OptionsOf<typeof FLAGS>) => {
    const { context } = session;
    const text = say().forms;
    const files = namedFiles(named, context.cwd);
    const { out, by = 'supplier' } = options;
    if (out === undefined)
      throw usage(
        'flag-missing',
        text.outMissing(),
        text.use({ command: advised('ask', ...files.map(fileOperand), '--out', text.outExample()) }),
      );
    if (by !== 'supplier') throw flagError(text.by({ value: by }));
    const until = untilOf(options.until, context);
    const language = languageFor(options.language);
    const invocation = invocationOf(files, command, OWN_FLAGS);
    const input = await inputOf(invocation.files, { ...options, offline: true }, session);
    const { askForms } = await import('../../handback/forms/ask-forms.ts');
    const asked = await readInput(input, invocation, session, (job) => askForms({ ...job, until }, language));
    const written = formFiles(asked.forms, out);
    const inputs = input.settings.files.map((file) => resolve(context.cwd, file));
    for (const { path } of written) {
      const target = resolve(context.cwd, path);
      if (existsSync(target) && (options.force !== true || inputs.includes(target)))
        throw usage('file-unwritable', text.exists({ path }), text.existsHow());
    }
    makeFormsFolder(resolve(context.cwd, out));
    for (const { path, workbook } of written)
      await writeFileWhole(resolve(context.cwd, path), { replace: true, mode: OPEN_MODE }, async (file) =>
        file.writeFile(await writeWorkbook(workbook)),
      );
    const into = invocation.files.flatMap((file) => ['--into', file]);
    const commands = {
      check: advised('check', ...invocation.files.map(fileOperand), ...invocation.flags),
      merge: advised(
        'merge',
        join(out, '*.xlsx'),
        ...into,
        '--out',
        text.mergedExample(),
        ...invocation.flags,
      ),
    };
    const { notAsked } = asked;
    if (options.json) await write(context.stdout, askedJson(written, notAsked, commands));
    else
      for (const line of askedLines(written, notAsked, commands, terminalWidth(context.stdout)))
        await write(context.stdout, `${line}\n`);
    session.exit(0);
  });
}

/** @throws TraceError `folder-unmakeable`, for example because a file has that name */
function makeFormsFolder(path: string): void {
  const hint = () => say().exports.chooseOut();
  try {
    makeFolder(path, { hint });
  } catch (error) {
    if (error instanceof TraceError) throw error;
    throw usage(
      'folder-unmakeable',
      say().files.unmakeable({ path, why: systemCause(error) }),
      hint(),
      error,
    );
  }
}

/** The day of `--until`; by default the end of the season. */
function untilOf(typed: string | undefined, { now }: Context): string {
  const day = typed === undefined ? now() : new Date(`${typed}T00:00:00Z`);
  if (typed === undefined) day.setUTCMonth(day.getUTCMonth() + SEASON);
  const iso = Number.isNaN(day.getTime()) ? undefined : day.toISOString().slice(0, 10);
  if (iso === undefined || (typed !== undefined && iso !== typed))
    throw flagError(say().forms.until({ value: typed! }));
  return iso;
}

function languageFor(typed: string | undefined): Language | undefined {
  if (typed === undefined || isLanguage(typed)) return typed;
  throw flagError(say().forms.language({ languages: LANGUAGES.join(', '), value: typed }));
}

/** The forms with their files in the folder. */
function formFiles(forms: readonly AskedForm[], out: string): WrittenForm[] {
  const taken = new Set<string>();
  return forms.map((form) => ({ ...form, path: join(out, `${freeName(form.supplier, taken)}.xlsx`) }));
}

/** Names that Windows keeps for devices. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A name for the file of a supplier that all systems allow, and that no other one has in another case. */
function freeName(supplier: string | null, taken: Set<string>): string {
  const bare = supplier === null ? 'no-supplier' : supplier.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 80);
  const start = bare.replace(/^[.-]+|[.]+$/g, '') || 'supplier';
  const name = DEVICES.test(start) ? `_${start}` : start;
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name}-${number}`;
    if (taken.has(tried.toLowerCase())) continue;
    taken.add(tried.toLowerCase());
    return tried;
  }
}
