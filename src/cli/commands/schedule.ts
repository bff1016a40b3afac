import { existsSync, globSync, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isSea } from 'node:sea';
import type { Command } from 'commander';
import { isPastable, operands } from '../../advice.ts';
import { isLoopback, isWithin } from '../../config/address.ts';
import { approvalCode, requireApproval } from '../../config/approval.ts';
import type { Environment } from '../../config/environment.ts';
import { secretVariables } from '../../config/secret-files.ts';
import { write } from '../../context.ts';
import { EXIT_CODES, type Exit, flagError } from '../../errors.ts';
import { networkOf } from '../../import/connection.ts';
import { DEFAULT_LANGUAGE, language, orText, say } from '../../say.ts';
import { VERSION } from '../../version.ts';
import type { Session } from '../command.ts';
import { flags, isPathFlag, subcommand } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import { inputFlags } from '../flags/input-flags.ts';
import { SCHEDULERS, type ScheduledJob, type Scheduler, UNITS } from '../view/schedule-units.ts';
import { lineFor } from '../view/wrap.ts';
import { type ImportOptions, SENDING_FLAGS } from './import.ts';
import { defineScheduleJobs } from './schedule-jobs.ts';

interface PrintOptions extends ImportOptions {
  readonly at?: string;
}

export function define(command: Command, session: Session): void {
  defineScheduleJobs(command, session);
  const print = subcommand(command, 'schedule print', [
    '<unit>',
    say().helpArguments.scheduler({ names: SCHEDULERS.join(', ') }),
  ]);
  inputFlags(print);
  // A unit prints nothing that a program reads.
  const sending = SENDING_FLAGS.filter(([text]) => !text.startsWith('--json'));
  flags(print, [['--at <time>', 'at', { variable: false }], ...sending]);
  print.action(async (format: string, files: string[], options: PrintOptions) => {
    const scheduler = SCHEDULERS.find((name) => name === format);
    if (scheduler === undefined)
      throw flagError(say().schedule.format({ name: format, names: orText(SCHEDULERS) }));
    const { context } = session;
    const { job, warnings } = await jobOf(scheduler, files, options, print, session);
    await write(context.stdout, await UNITS[scheduler](job));
    for (const warning of warnings) await write(context.stderr, lineFor(context.stderr, warning));
  });
}

/** Flags of the command that prints, or whose values are added to the job otherwise. */
const OWN_FLAGS: ReadonlySet<string> = new Set(['at', 'env', 'config', 'stateDir', 'yesTrust', 'quiet']);

async function jobOf(
  scheduler: Scheduler,
  files: readonly string[],
  options: PrintOptions,
  print: Command,
  session: Session,
): Promise<{ job: ScheduledJob; warnings: readonly string[] }> {
  const { context } = session;
  const { cwd, env } = context;
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(options.at ?? '02:00') ?? [];
  if (hour === undefined) throw flagError(say().schedule.time({ value: `${options.at}` }));
  if (files.includes('-')) throw flagError(say().schedule.stdin());
  const { environment } = await inputOf(files, options, session);
  await requireApproval(environment, env);
  const { origin, name } = environment;
  const folder = origin.file === null ? cwd : dirname(origin.file);
  const stateDir = environment.stateDir.value;
  // Its annotated copies are beside it: in the folder of the exports, a pattern such as `*.xlsx` would name them.
  const report = resolve(cwd, options.report ?? join(stateDir, 'trace-import.json'));
  const log = resolve(cwd, options.logFile ?? environment.log.file ?? join(folder, 'trace-import.log'));
  const map = options.map === undefined ? [] : [resolve(cwd, options.map)];
  const inputs = files.map((file) => resolve(cwd, file));
  const place = [
    ...['--env', name, ...(origin.file === null ? [] : ['--config', origin.file]), '--state-dir', stateDir],
    ...(options.report === undefined ? ['--report', report] : []),
    ...(options.logFile === undefined ? ['--log-file', log] : []),
    ...['--quiet', ...(name === 'production' && !options.yes ? ['--yes'] : [])],
    ...(language() === DEFAULT_LANGUAGE ? [] : ['--lang', language()]),
  ];
  const words = ['import', ...operands(inputs, [...typedFlags(print, cwd), ...place])];
  const variables = variablesOf(environment);
  const bad = [...words, folder].find((word) => !isPastable(word));
  if (bad !== undefined) throw flagError(say().schedule.unprintable({ word: bad }));
  const texts = say().schedule;
  const file = join(folder, 'trace.env');
  const secrets = secretVariables(environment);
  const { secretInFile, secretInSecret, secretOfUser } = texts;
  const how = { schtasks: secretOfUser, k8s: secretInSecret }[scheduler as string] ?? secretInFile;
  const warnings = secrets.map((one) => how({ ...one, file }));
  for (const [key, source] of [
    ['tokenCommand', environment.token.value],
    ['proxyAuthCommand', environment.network.proxyAuth],
    ['memoryCommand', environment.memory],
  ] as const)
    if (source?.type === 'command' && !isAbsolute(source.command[0]!))
      warnings.push(texts.tokenCommand({ key, program: source.command[0]! }));
  const codes = Object.entries(EXIT_CODES).map(
    ([exit, { code }]) => `${String(code).padStart(5)}  ${say().exitCodes[exit as Exit]()}`,
  );
  const { proxy, from, caFiles } = networkOf(environment, env);
  const ofShell = [...(proxy === null ? [] : [from]), ...caFiles.map((one) => one.from)].filter(
    (one) => one in env,
  );
  if (ofShell.length > 0 && environment.baseUrl.value?.startsWith('https:'))
    warnings.push(texts.networkOfShell({ variables: ofShell.join(', '), environment: name }));
  const notes = [
    ...[texts.again(), texts.leaves({ report, log }), texts.codes(), ...codes, texts.lock()],
    ...(name === 'production' ? [texts.production()] : []),
    ...warnings,
  ];
  const missing = files.filter(
    (file, at) => !existsSync(inputs[at]!) && globSync(file, { cwd }).length === 0,
  );
  if (missing.length > 0) warnings.push(texts.noFile({ files: missing.join(', '), count: missing.length }));
  if (options.env === undefined && environment.configured.length > 0) {
    const others = environment.configured.map((one) => one.name).join(', ');
    warnings.push(texts.intoMock({ names: others }));
  }
  const time = { hour: Number(hour), minute: Number(minute) };
  const title = texts.title({ environment: name, time: `${hour.padStart(2, '0')}:${minute}` });
  const job = {
    ...{ program: programOf(), words, variables, folder, user: userInfo().username, time, title, notes },
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    secrets: secrets.length === 0 ? null : { names: secrets.map(({ variable }) => variable), file },
    folders: outermost([folder, stateDir, ...[...inputs, report, log, ...map].map(dirname)]),
    image: `supply-trace:${VERSION}`,
  };
  return { job, warnings };
}

/** The flags that were typed or set by variables, which the job does not have, with absolute paths. */
function typedFlags(print: Command, cwd: string): string[] {
  return print.options.flatMap((option) => {
    const name = option.attributeName();
    const given = print.getOptionValue(name) as string | string[] | boolean | undefined;
    if (given === undefined || print.getOptionValueSource(name) === 'default' || OWN_FLAGS.has(name))
      return [];
    if (typeof given === 'boolean') return given === option.negate ? [] : [option.long!];
    return [given]
      .flat()
      .flatMap((value) => [option.long!, isPathFlag(option) ? resolve(cwd, value) : value]);
  });
}

/** What a job without the home folder of the user needs: the approval of the configuration, and where the token may go. */
function variablesOf({ origin, baseUrl }: Environment): Record<string, string> {
  const { file, toApprove, needsApproval } = origin;
  const url = baseUrl.value === null ? null : new URL(baseUrl.value);
  return {
    ...(needsApproval && file && toApprove ? { TRACE_APPROVED: approvalCode(file, toApprove) } : {}),
    ...(url && !isLoopback(url.hostname) ? { TRACE_TOKEN_ORIGIN: url.origin } : {}),
  };
}

/** This program: the executable itself, or Node and its script. */
const programOf = (): string[] =>
  isSea() ? [process.execPath] : [process.execPath, realpathSync(process.argv[1]!)];

const outermost = (folders: readonly string[]): string[] =>
  [...new Set(folders)].filter((one) => !folders.some((other) => other !== one && isWithin(one, other)));
