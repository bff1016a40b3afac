import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { fileOperand, inLanguage, operands } from '../../advice.ts';
import { requireApproval, requireState } from '../../config/approval.ts';
import { settingIn } from '../../config/resolve-environment.ts';
import { duration } from '../../config/schema.ts';
import { type Context, write } from '../../context.ts';
import { EXIT_CODES, usage } from '../../errors.ts';
import { stateFiles } from '../../import/state/state-files.ts';
import { say } from '../../say.ts';
import { hashOf } from '../../sheets/bytes.ts';
import { type Move, noInfo, type RunInfo, type Session, typedFlags } from '../command.ts';
import { flags, type OptionsOf, shared } from '../flags/help.ts';
import { inputOf } from '../flags/input.ts';
import { type InputOptions, inputFlags, PACE_FLAGS, TRUST_FLAG, UPDATE_FLAG } from '../flags/input-flags.ts';
import { CONFIRM_FLAGS, unconfirmed } from '../run/confirm.ts';
import { moveBack, moveWithReport, newPath, stateOf, WatchedFolder } from '../run/watched-folder.ts';
import { lineFor } from '../view/wrap.ts';

const OWN_FLAGS = [
  ['--stable <time>', 'stable'],
  ['--poll <time>', 'poll'],
  ['--retry <time>', 'retry'],
] as const;
const [YES_FLAG] = CONFIRM_FLAGS;

type WatchOptions = InputOptions & OptionsOf<readonly [...typeof OWN_FLAGS, typeof YES_FLAG]>;

export function define(command: Command, session: Session): void {
  command.argument('<folder>', say().helpArguments.watched());
  inputFlags(command, 'records', 'none');
  flags(command, [
    ...OWN_FLAGS,
    ...[shared('skipInvalid'), UPDATE_FLAG, ['--json-lines', 'jsonLines'], YES_FLAG, TRUST_FLAG],
    ...PACE_FLAGS,
  ] as const);
  command.action(async (typed: string, options: WatchOptions) => {
    const own = OWN_FLAGS.map(([text]) => text.split(' ')[0]!);
    session.exit(await runWatch(typed, options, typedFlags(command, own), session));
  });
}

/** Endings that say nothing about the file: it stays, and is tried again. */
const NOT_OF_FILE: ReadonlySet<number> = new Set(
  (['usage', 'token', 'unreachable', 'locked'] as const).map((exit) => EXIT_CODES[exit].code),
);

/** @param given the flags of each import, as words */
async function runWatch(
  typed: string,
  options: WatchOptions,
  given: readonly string[],
  session: Session,
): Promise<number> {
  const { context } = session;
  const { cwd, env, signal, stderr } = context;
  const tell = (text: string) => write(stderr, lineFor(stderr, text));
  const time = (flag: string, text: string) => settingIn(duration, flag, text);
  const settings = {
    stableMs: time('--stable', options.stable ?? '2s'),
    pollMs: options.poll === undefined ? null : time('--poll', options.poll),
    retryMs: time('--retry', options.retry ?? '1m'),
    onOther: (path: string) => void tell(say().watch.other({ file: basename(path) })),
    onEmpty: (path: string) => void tell(say().watch.empty({ file: basename(path) })),
  };
  if (!statSync(resolve(cwd, typed), { throwIfNoEntry: false })?.isDirectory())
    throw usage('folder-missing', say().watch.noFolder({ folder: typed }));
  const folder = realpathSync(resolve(cwd, typed));
  const { environment } = await inputOf([], options, session);
  await requireState(environment, env);
  await requireApproval(environment, env);
  if (environment.name === 'production' && !options.yes) throw unconfirmed();
  await using watched = new WatchedFolder(folder, settings);
  await tell(say().watch.watches({ folder: typed, environment: environment.name }));
  /** Takes a moved file back if its writer was not done: it is the same file with other content. */
  const lookAgain = async (path: string, state: string, content: string | null) => {
    const texts = { path: join(typed, relative(folder, path)), folder: typed };
    try {
      const now = stateOf(path);
      if (now === null || now === state || now.split(' ')[0] !== state.split(' ')[0]) return;
      if ((await hashOf(path)) === content) return;
      await moveBack(path, folder);
      await tell(say().watch.back(texts));
    } catch (error) {
      await tell(say().watch.notBack({ ...texts, reason: `${(error as NodeJS.ErrnoException).code}` }));
    }
  };
  for await (const path of watched.files(signal)) {
    const file = basename(path);
    const before = stateOf(path);
    const content = await hashOf(path);
    const operand = join(typed, file);
    const movesAfter = (code: number): Move[] | null => {
      if (code === EXIT_CODES.unreachable.code) return null;
      if (NOT_OF_FILE.has(code)) return [];
      const to = join(typed, relative(folder, newPath(path, join(folder, folderOf(code)))));
      return [
        [operand, to],
        [resolve(cwd, operand), resolve(cwd, to)],
      ];
    };
    const info = { ...noInfo(context.now()), movesAfter };
    const words = inLanguage(['import', ...operands([fileOperand(operand)], given)]);
    const code = await within(context, (own) => session.run(words, own, info));
    if (code === EXIT_CODES.interrupted.code) return code;
    const after = stateOf(path);
    if (before === null || after === null || (after !== before && (await hashOf(path)) !== content)) {
      // The folder reports it when it is complete.
      await tell(say().watch.changed({ file }));
      watched.retry(path);
    } else if (NOT_OF_FILE.has(code)) {
      await tell(say().watch.stays({ file, code: `${code}` }));
      watched.retry(path);
    } else {
      const into = folderOf(code);
      try {
        const moved = await moveWithReport(path, reportOf(info), join(folder, into));
        watched.later(() => lookAgain(moved, after, content));
        const texts = { file, path: join(typed, relative(folder, moved)), folder: typed };
        await tell(say().watch.moved(texts));
      } catch (error) {
        const { code: reason } = error as NodeJS.ErrnoException;
        if (reason === undefined) throw error;
        await tell(say().watch.notMoved({ file, folder: join(typed, into), reason }));
        watched.retry(path);
      }
    }
  }
  await tell(say().watch.stopped({ folder: typed }));
  return EXIT_CODES.done.code;
}

const folderOf = (code: number): 'done' | 'failed' => (code === EXIT_CODES.done.code ? 'done' : 'failed');

/** Calls `work` with a signal of its own: what it leaves behind is not called when the command stops. */
async function within<Result>(context: Context, work: (own: Context) => Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  const abort = () => stop.abort(context.signal.reason);
  context.signal.addEventListener('abort', abort, { once: true });
  if (context.signal.aborted) abort();
  try {
    return await work(Object.create(context, { signal: { value: stop.signal } }) as Context);
  } finally {
    context.signal.removeEventListener('abort', abort);
  }
}

/** The report of a run in its state folder; null if there is none. */
function reportOf({ run }: RunInfo): string | null {
  const path = run && join(stateFiles(dirname(run.ledger)).reports, `${run.id}.json`);
  return path !== null && existsSync(path) ? path : null;
}
