import { statSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { command as advised } from '../../advice.ts';
import { write } from '../../context.ts';
import { draftIn } from '../../drafts.ts';
import { flagError, usage } from '../../errors.ts';
import { targetOf } from '../../import/state/target.ts';
import { numberText, say } from '../../say.ts';
import type { JobFile, JobOrder } from '../../shared/jobs.ts';
import type { Postgres } from '../../shared/postgres.ts';
import { jsonText } from '../../terminal-text.ts';
import { type Session, typedFlags } from '../command.ts';
import { type FlagLine, flags, type OptionsOf, shared } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import { type InputOptions, inputFlags, PACE_FLAGS, TRUST_FLAG, UPDATE_FLAG } from '../flags/input-flags.ts';
import { namedFiles } from '../flags/named-files.ts';
import { CONFIRM_FLAGS, unconfirmed } from '../run/confirm.ts';
import { jobsPlace, withJobs } from '../run/open-jobs.ts';
import { SCHEMA_VERSION } from '../view/json-document.ts';
import { lineFor } from '../view/wrap.ts';

export const FOLDER_FLAG = ['--shared-folder <folder>', 'sharedFolder'] as const satisfies FlagLine;

const [YES_FLAG] = CONFIRM_FLAGS;
const OWN_FLAGS = [
  ['--priority <number>', 'priority', { variable: false }],
  FOLDER_FLAG,
] as const satisfies readonly FlagLine[];

/** The flags of every command that defines an import for workers. */
export const ORDER_FLAGS = [
  ...[shared('skipInvalid'), UPDATE_FLAG],
  ...PACE_FLAGS,
  ...OWN_FLAGS,
  ...[YES_FLAG, TRUST_FLAG],
] as const;

export type OrderOptions = InputOptions & OptionsOf<typeof ORDER_FLAGS>;

/** Flags that a job does not have: the worker has its own. */
const NOT_OF_JOB = [
  ...['--env', '--config', '--state-dir', '--map', '--priority', '--shared-folder', '--yes', '--yes-trust'],
  ...['--json', '--cron', '--time-zone', '--quiet'],
];

/** A file of more bytes than this is kept in a shared folder, not in the database. */
const MOST_IN_DATABASE = 64_000_000;
const MOST_PRIORITY = 20;

export function define(command: Command, session: Session): void {
  inputFlags(command);
  flags(command, [...ORDER_FLAGS, shared('json')]);
  command.action(async (typed: string[], options: OrderOptions & { readonly json?: boolean }) => {
    const { context } = session;
    const files = namedFiles(typed, context.cwd);
    const prepared = await prepareOrder(files, options, command, session);
    await withJobs(options, session, async (jobs, { postgres, environment }) => {
      const { retention } = environment;
      const order = await prepared((path, name) =>
        stored(path, name, postgres, options.sharedFolder, session),
      );
      const id = await jobs.submit(order, retention?.keep ?? null);
      await write(
        context.stdout,
        `${options.json ? jsonText({ schemaVersion: SCHEMA_VERSION, job: id }) : id}\n`,
      );
      const show = advised('jobs', 'show', id.slice(0, 8), ...jobsPlace(environment));
      await write(context.stderr, lineFor(context.stderr, say().jobs.submitted({ command: show })));
    });
  });
}

/**
 * Checks the flags and files of an import for workers. Returns a function that makes the order, with `keep` for each of
 * its files: the inputs, and the map file that was found.
 *
 * @throws TraceError for invalid values, a missing file, or a missing confirmation
 */
export async function prepareOrder(
  files: readonly string[],
  options: OrderOptions,
  command: Command,
  session: Session,
  schedule: string | null = null,
): Promise<(keep: (path: string, name: string) => Promise<JobFile>) => Promise<JobOrder>> {
  const { cwd } = session.context;
  const priority = Number(options.priority ?? 0);
  if (!Number.isInteger(priority) || Math.abs(priority) > MOST_PRIORITY)
    throw flagError(say().jobs.priority({ value: `${options.priority}`, most: `${MOST_PRIORITY}` }));
  if (files.includes('-')) throw flagError(say().jobs.stdin());
  const missing = files.find((file) => !statSync(resolve(cwd, file), { throwIfNoEntry: false })?.isFile());
  if (missing !== undefined) throw usage('file-missing', say().jobs.noFile({ file: missing }));
  const { environment, settings } = await inputOf(files, options, session);
  if (environment.name === 'production' && !options.yes) throw unconfirmed();
  const maps = [...new Set([...(settings.maps?.values() ?? [])].map(({ file }) => file))];
  const folders = [...new Set(files.map((file) => dirname(resolve(cwd, file))))];
  const nameOf = (path: string) => {
    const at = folders.indexOf(dirname(path));
    return folders.length < 2 ? basename(path) : join(`${at + 1}`, basename(path));
  };
  return async (keep) => {
    const [inputs, mapPaths] = [files, maps].map((all) => all.map((file) => resolve(cwd, file)));
    const kept: JobFile[] = [];
    for (const path of inputs!) kept.push(await keep(path, nameOf(path)));
    const keptMaps: JobFile[] = [];
    // A worker names the only map file by a flag, and finds several beside their inputs.
    for (const path of mapPaths!)
      keptMaps.push(await keep(path, maps.length === 1 ? 'job.map.yaml' : nameOf(path)));
    return {
      ...{ environment: environment.name, target: targetOf(environment), priority, schedule },
      ...{ files: kept, maps: keptMaps, host: hostname() },
      flags: typedFlags(command, NOT_OF_JOB, ['cli', 'env']),
    };
  };
}

/** Stores a file by its content: in the database or, if it is large, in the shared folder. */
async function stored(
  path: string,
  name: string,
  postgres: Postgres,
  folder: string | undefined,
  { context }: Session,
): Promise<JobFile> {
  const { contentOf, inFolder, isInFolder, storeFile } = await import('../../shared/stored-files.ts');
  const { size } = statSync(path);
  if (size <= MOST_IN_DATABASE) return { ...(await storeFile(postgres, path)), name, in: 'database' };
  if (folder === undefined)
    throw usage(
      'file-too-large',
      say().jobs.tooLarge({ file: path, number: numberText(MOST_IN_DATABASE / 1_000_000) }),
      say().jobs.tooLargeHow(),
    );
  const shared = resolve(context.cwd, folder);
  const content = await contentOf(path);
  if (!(await isInFolder(shared, content, context.now()))) {
    const draft = draftIn(shared, content.hash.slice(0, 16));
    await copyFile(path, draft);
    await rename(draft, inFolder(shared, content));
  }
  return { ...content, name, in: 'folder' };
}
