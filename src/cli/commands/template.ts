import { type FileHandle, lstat } from 'node:fs/promises';
import { format, parse, resolve } from 'node:path';
import type { Command } from 'commander';
import { command as advised, fileOperand, flag } from '../../advice.ts';
import { settingIn } from '../../config/resolve-environment.ts';
import { family as familySchema, interfaceName as interfaceSchema } from '../../config/schema.ts';
import { write } from '../../context.ts';
import { findKind, interfaceNamed, kindWords } from '../../contract/registry.ts';
import { templateWorkbook } from '../../contract/template/template.ts';
import { OPEN_MODE, otherFileType, writeFileWhole } from '../../drafts.ts';
import { flagError, TraceError, usage } from '../../errors.ts';
import { nearestSentence } from '../../nearest.ts';
import { language, say } from '../../say.ts';
import { writeWorkbook } from '../../sheets/workbook-writer.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { flags, helpNote, shared } from '../flags/help.ts';
import { contractFlags, MAP_FLAG, SHEET_FLAG } from '../flags/input-flags.ts';
import type { OntoOptions } from '../run/own-workbook.ts';
import { amount } from '../view/sentences.ts';
import { lineFor } from '../view/wrap.ts';
import { contractOfEnvironment } from './taxonomy-environment.ts';

interface TemplateOptions extends OntoOptions {
  readonly onto?: string;
  readonly kinds?: string;
}

/** Flags about the workbook of `--onto`. */
const ONTO_FLAGS = ['map', 'sheet'];

export function define(command: Command, session: Session): void {
  const { context } = session;
  command.argument('[kinds...]', say().helpArguments.kinds());
  flags(command, [
    ['--out <file>', 'templateOut', { variable: false }],
    ['--onto <file>', 'templateOnto', { variable: false }],
    MAP_FLAG,
    SHEET_FLAG,
    ['--kinds <list>', 'kinds', { variable: false }],
    shared('interface', 'defaultOfKinds'),
    shared('family'),
    shared('env', 'defaultMock'),
    shared('config'),
    shared('force', 'forceFile'),
  ]);
  helpNote(command, say().helpNotes.template());
  helpNote(command, say().helpNotes.templateOnto());
  command.action(async (operands: string[], options: TemplateOptions) => {
    const names = [...operands, ...namesIn(options.kinds)];
    const { onto, ...others } = options;
    if (onto !== undefined) {
      if (names.length > 0)
        throw usage('flags-exclude', say().template.ontoKinds({ names: names.join(', ') }));
      const { helpOwnWorkbook } = await import('../run/own-workbook.ts');
      await helpOwnWorkbook(onto, others, command, session);
      return;
    }
    for (const name of ONTO_FLAGS)
      if (command.getOptionValueSource(name) === 'cli')
        throw usage('flags-exclude', say().template.needsOnto({ flag: `--${name}` }));
    const given = options.interface ?? interfaceNamed(names);
    const interfaceName = settingIn(interfaceSchema, '--interface', given);
    const place = await contractOfEnvironment(options, context);
    const all = place.contract(place.completion)[interfaceName];
    const plurals = all.map((kind) => kind.plural);
    const words = kindWords(interfaceName);
    const named = names.map((name) => {
      const kind = findKind(interfaceName, name);
      if (kind) return all.find((one) => one.name === kind.name)!;
      throw usage(
        'kind-unknown',
        say().template.unknownKind({ name, near: nearestSentence(name, [...words, ...plurals]) }),
        say().template.kinds({ name: interfaceName, kinds: words.join(', ') }),
      );
    });
    const kinds = [...new Set(named)];
    const family =
      options.family === undefined ? undefined : settingIn(familySchema, '--family', options.family);
    if (family && interfaceName === 'v3') throw usage('flags-exclude', say().template.noFamilies());
    const out = options.out ?? 'trace-template.xlsx';
    if (out !== '-') requireXlsx(out);
    const chosen = all.filter((kind) => kinds.length === 0 || kinds.includes(kind));
    const workbook = templateWorkbook(interfaceName, chosen, { family, language: language() });
    const bytes = await writeWorkbook(workbook);
    if (out === '-') {
      await write(context.stdout, bytes);
      return;
    }
    const path = resolve(context.cwd, out);
    await putInPlace(path, bytes, options.force === true);
    const written = say().template.written({
      path: forTerminal(path, 1000),
      sheets: amount(chosen.length, 'sheet'),
      command: advised('check', fileOperand(out), ...contractFlags(options)),
    });
    await write(context.stderr, lineFor(context.stderr, written, Number.POSITIVE_INFINITY));
  });
}

/** The names in the value of `--kinds`. */
const namesIn = (list = ''): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** Rejects a path that does not end in `.xlsx`: spreadsheet programs would not open the workbook. */
function requireXlsx(out: string): void {
  const { ext, ...place } = parse(out);
  if (ext.toLowerCase() === '.xlsx') return;
  const named = format({ ...place, base: `${place.name || 'trace-template'}.xlsx` });
  throw flagError(say().template.notXlsx({ path: out }), say().copy.use({ flag: flag('--out', named) }));
}

/** Writes the workbook in one step. Links, folders and devices are never replaced. */
async function putInPlace(path: string, bytes: Uint8Array, force: boolean): Promise<void> {
  const there = await lstat(path).catch(() => null);
  if (force && there && !there.isFile()) {
    throw usage(
      'file-unwritable',
      say().copy.isType({ path, type: otherFileType(there) }),
      say().copy.chooseFile({ flag: '--out' }),
    );
  }
  const write = (file: FileHandle) => file.writeFile(bytes);
  await writeFileWhole(path, { replace: force, mode: OPEN_MODE }, write).catch(
    (error: NodeJS.ErrnoException) => {
      if (error instanceof TraceError) throw error;
      const exists = error.code === 'EEXIST';
      throw usage(
        'file-unwritable',
        exists ? say().template.exists({ path }) : say().template.unwritable({ path, code: `${error.code}` }),
        exists ? say().template.existsHow() : undefined,
      );
    },
  );
}
