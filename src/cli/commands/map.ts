import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { usage } from '../../errors.ts';
import type { Session } from '../command.ts';
import { flags, helpNote, helpTail } from '../flags/help.ts';
import {
  DELIMITER_FLAG,
  FILE_LIMIT_FLAG,
  filesArgument,
  type InputOptions,
  limitNote,
  MAP_FLAG,
  SHEET_FLAG,
} from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { shared } from '../flags/shared.ts';
import type { MakeOptions } from '../map/make-map.ts';
import { invocationOf } from '../run/invocation.ts';

interface MapOptions extends InputOptions, MakeOptions {
  readonly map?: string;
  readonly check?: boolean;
}

/** Flags of the command that the next command does not repeat: the map file has what they say. */
const NOT_REPEATED: ReadonlySet<string> = new Set(['--map', '--out', '--check', '--sheet']);

export function define(command: Command, session: Session): void {
  filesArgument(command);
  flags(command, [
    ['--yes', 'do not ask: write what is certain, and the questions as comments', { variable: false }],
    [
      '--check',
      'show what does not fit the map file, with the lines to add; write nothing',
      { variable: false },
    ],
    MAP_FLAG,
    ['--out <file>', 'map file to write, if it is another one; - for standard output', { variable: false }],
    shared('force', ' the file of --out'),
    SHEET_FLAG,
    shared('interface', ' (default: detected from the sheets, else v2)'),
    shared('env', ' (default mock)'),
    shared('config'),
    shared('encoding'),
    DELIMITER_FLAG,
    FILE_LIMIT_FLAG,
    ['--no-input', 'never ask for input'],
    shared('json', ': the proposal; writes only with --yes'),
  ]);
  helpNote(
    command,
    'Proposes the kind of each sheet, the field of each column and the value of each word. Names of fields and known words of other languages and systems are certain; anything else is a question. Lines and comments that the map file has are kept.',
  );
  limitNote(command);
  helpTail(command, [
    'trace map export.csv',
    'trace map export.csv --yes',
    'trace map next-export.csv --check',
  ]);
  command.action(async (files: string[], options: MapOptions) => {
    if (options.check && (options.yes || options.out !== undefined))
      throw usage('flags-exclude', `--check writes nothing: remove ${options.yes ? '--yes' : '--out'}.`);
    const { context } = session;
    const [{ inputOf }, { mapPlace }] = await Promise.all([
      import('../flags/input.ts'),
      import('../map/place.ts'),
    ]);
    const { map: named, ...others } = options;
    const isThere = named !== undefined && existsSync(resolve(context.cwd, named));
    const given = { ...others, ...(isThere && { map: named }), offline: true };
    const typed = namedFiles(files, context.cwd);
    const { environment, settings } = await inputOf(typed, given, session);
    const isNew = named !== undefined && !isThere;
    const { maps, ...rest } = settings;
    const own = isNew ? rest : settings;
    const place = mapPlace(own, { named, out: options.out });
    const repeated = repeatedFlags(invocationOf(typed, command).flags);
    if (options.check) {
      const { checkMap } = await import('../map/check-map.ts');
      const flags = [...(named === undefined ? [] : ['--map', named]), ...repeated];
      const job = { settings: own, files: typed, environment, place, flags, json: options.json === true };
      session.exit(await checkMap(job, session));
      return;
    }
    const { makeMap } = await import('../map/make-map.ts');
    session.exit(await makeMap({ settings: own, files: typed, place, options, flags: repeated }, session));
  });
}

/** The flags without those that only this command has; each is followed by its value. */
function repeatedFlags(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const hasValue = words[at + 1] !== undefined && !words[at + 1]!.startsWith('--');
    if (!NOT_REPEATED.has(word)) kept.push(word, ...(hasValue ? [words[at + 1]!] : []));
    if (hasValue) at++;
  }
  return kept;
}
