import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { flagError, usage } from '../../errors.ts';
import { say } from '../../say.ts';
import { invocationOf, type Session } from '../command.ts';
import { flags, helpNote, shared } from '../flags/help.ts';
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
import type { MakeOptions } from '../map/make-map.ts';

interface MapOptions extends InputOptions, MakeOptions {
  readonly map?: string;
  readonly check?: boolean;
}

/** Flags that `trace check` does not have, and `--map`: the written map file may be another one. */
const OWN = ['--map', '--out', '--check', '--learn', '--accept'];

/** The values of `--accept`. */
const ACCEPTED = ['likely', 'everything'];

export function define(command: Command, session: Session): void {
  filesArgument(command, 'optional');
  flags(command, [
    ['--yes', 'mapYes', { variable: false }],
    ['--accept <which>', 'mapAccept', { variable: false }],
    ['--check', 'mapCheck', { variable: false }],
    ['--learn <run>', 'mapLearn', { variable: false }],
    MAP_FLAG,
    ['--out <file>', 'mapOut', { variable: false }],
    shared('force', 'forceOut'),
    SHEET_FLAG,
    shared('interface', 'defaultOfSheets'),
    shared('env', 'defaultMock'),
    shared('config'),
    shared('stateDir'),
    shared('encoding'),
    DELIMITER_FLAG,
    FILE_LIMIT_FLAG,
    ['--no-input', 'noInput'],
    shared('json', 'proposal'),
  ]);
  helpNote(command, say().helpNotes.map());
  helpNote(command, say().helpNotes.mapLearn());
  limitNote(command);
  command.action(async (files: string[], options: MapOptions) => {
    if (options.check && options.learn !== undefined)
      throw usage('flags-exclude', say().mapping.checkExcludes({ flag: '--learn' }));
    const writes = options.yes ? '--yes' : options.accept !== undefined ? '--accept' : '--out';
    if (options.check && (writes !== '--out' || options.out !== undefined))
      throw usage('flags-exclude', say().mapping.checkExcludes({ flag: writes }));
    const { context } = session;
    const { env, learn, accept } = options;
    if (accept !== undefined && !ACCEPTED.includes(accept))
      throw flagError(say().usage.oneOf({ flag: '--accept', value: accept, names: ACCEPTED.join(', ') }));
    const flags = [...invocationOf(files, command, OWN).flags, ...(env === undefined ? [] : ['--env', env])];
    using source = learn === undefined ? undefined : await learnFrom(learn, options, session);
    if (!source && files.length === 0)
      throw usage('arguments', say().mapping.nameFilesOnly(), say().commandLine.seeHelp());
    const [{ inputOf }, { mapPlace }] = await Promise.all([
      import('../flags/input.ts'),
      import('../map/place.ts'),
    ]);
    const { map: named, ...others } = options;
    const isThere = named !== undefined && existsSync(resolve(context.cwd, named));
    const given = { ...others, ...(isThere && { map: named }), offline: true };
    const typed = files.length > 0 ? namedFiles(files, context.cwd) : await source!.files(context.cwd, flags);
    const { environment, settings } = await inputOf(typed, given, session);
    const isNew = named !== undefined && !isThere;
    const { maps, ...rest } = settings;
    const read = isNew ? rest : settings;
    const own = source ? source.settings(read) : read;
    const place = mapPlace(own, { named, out: options.out });
    if (options.check) {
      const { checkMap } = await import('../map/check-map.ts');
      const input = { settings: own, files: typed, environment, place };
      const again = [...(named === undefined ? [] : ['--map', named]), ...flags];
      session.exit(await checkMap({ ...input, flags: again, json: options.json === true }, session));
      return;
    }
    const { makeMap } = await import('../map/make-map.ts');
    const job = { settings: own, files: typed, place, options, flags };
    session.exit(await makeMap({ ...job, ...(source && { run: source }) }, session));
  });
}

/** The run of `--learn`, as the map needs it. */
async function learnFrom(id: string, options: MapOptions, session: Session) {
  const [{ runToLearn }, { RunRecords }] = await Promise.all([
    import('../run/learned-run.ts'),
    import('../map/learn-run.ts'),
  ]);
  const { ledger, run } = await runToLearn(id, options, session);
  return new RunRecords(ledger, run);
}
