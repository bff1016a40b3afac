import { join, resolve } from 'node:path';
import { command as advised, operands } from '../advice.ts';
import { requireState } from '../config/approval.ts';
import type { Environment } from '../config/environment.ts';
import { type Context, colorLevel, write } from '../context.ts';
import type { Language } from '../contract/v2/study-lists.ts';
import { EXIT_CODES, TraceError } from '../errors.ts';
import { EMBEDDED, originOf, targetOf } from '../import/place.ts';
import { noTotals } from '../import/push/outcome.ts';
import { systemDisk } from '../read/export/disk.ts';
import { type Exported, runExport } from '../read/export/export.ts';
import type { Subject } from '../read/export/item.ts';
import { keepHeapSmall } from '../read/export/memory.ts';
import { type Outputs, outputsOf, type Page, pageOutputs } from '../read/export/outputs.ts';
import type { SpoolHead } from '../read/export/spool.ts';
import { tablesOf } from '../read/export/tables.ts';
import { forgetOld, unfinishedExports } from '../read/export/unfinished.ts';
import type { Session } from './command.ts';
import type { ExportOptions } from './flags/export.ts';
import { filled, questionOf } from './flags/filters.ts';
import { v3QuestionOf } from './flags/v3.ts';
import { environmentOf, placeOf, reading, screenOf } from './reads.ts';
import { count } from './view/pace.ts';
import { safeScreen } from './view/safe-screen.ts';
import { colors, verdictText } from './view/sentences.ts';

/** Runs an export with its listener; its last line is the verdict and what to type next. */
export async function exporting(
  command: readonly string[],
  subject: Subject,
  ids: readonly string[],
  options: ExportOptions,
  session: Session,
  page?: PageOf,
): Promise<void> {
  const { context } = session;
  if (options.resume) {
    const left = await leftBehind(command, ids, options, context);
    return exporting(command, left.subject, left.ids, left.options, session, page);
  }
  const generation = options.v3 ? 'v3' : 'v2';
  const environment = await environmentOf(options, context, generation);
  await requireState(environment, context.env);
  const question = options.v3
    ? v3QuestionOf(subject, options.v3)
    : questionOf(subject, ids, options, environment, context);
  const outputs = outputsFor(subject, options, question.languages, context, page);
  const folder = exportsIn(environment.stateDir.value);
  keepHeapSmall();
  await forgetOld(folder, context.now(), systemDisk);
  const verdict = await reading(
    options,
    session,
    async ({ reads, listener }) => {
      const origin = originOf(environment);
      listener.on({ type: 'export-started', subject, environment: environment.name, origin });
      try {
        const exported = await runExport({
          reads,
          question,
          outputs,
          folder,
          target: readTarget(environment),
          formerTarget: `${environment.name} ${environment.baseUrl.value?.replace(/\/+$/, '') ?? EMBEDDED}`,
          environment: environment.name,
          asked: JSON.stringify(invocationOf(command, subject, ids, options, context)),
          fresh: options.fresh === true,
          force: options.force === true,
          changedOnly: options.changedSinceLast === true,
          now: context.now,
          tell: listener.on,
          stdout: screenOf(context.stdout) ? safeScreen(context.stdout) : context.stdout,
        });
        for (const text of remarks(exported)) listener.on({ type: 'note', text });
        return verdictOf(subject, exported, outputs, options, environment);
      } catch (error) {
        throw goOn(error, command, options, environment);
      }
    },
    generation,
  );
  await write(context.stderr, `${verdictText(verdict, colors(colorLevel(context)))}\n`);
  session.exit(verdict.exitCode);
}

/** Makes a page of studies, for one that is no table. */
export type PageOf = (languages: readonly Language[], options: ExportOptions) => Page;

function outputsFor(
  subject: Subject,
  options: ExportOptions,
  languages: readonly Language[],
  { cwd }: Context,
  page: PageOf | undefined,
): Outputs {
  const out = filled('--out', options.out);
  if (page) return pageOutputs(out ?? 'trace-report.html', cwd, page(languages, options));
  const grains = (filled('--grain', options.grain) ?? '').split(',').flatMap((name) => name.trim() || []);
  return outputsOf({
    subject,
    out,
    format: options.format,
    byGrain: grains.length > 0,
    tables: tablesOf(subject, grains, languages),
    excel: options.excel,
    raw: options.raw === true,
    cwd,
  });
}

const exportsIn = (stateDir: string): string => join(stateDir, 'exports');

/** What `--resume` needs to ask the same again. No flag holds a secret, and no approval is kept: it is the person's. */
interface AskedAgain {
  readonly command: string;
  readonly subject: Subject;
  readonly ids: readonly string[];
  readonly options: ExportOptions;
}

function invocationOf(
  command: readonly string[],
  subject: Subject,
  ids: readonly string[],
  { resume: _, fresh: __, yesTrust: ___, ...options }: ExportOptions,
  { cwd }: Context,
): AskedAgain {
  const { out, config, stateDir } = options;
  const places = {
    ...(out !== undefined && { out: out === '-' ? out : absolute(out, cwd) }),
    ...(config !== undefined && { config: resolve(cwd, config) }),
    ...(stateDir !== undefined && { stateDir: resolve(cwd, stateDir) }),
  };
  return { command: advised(...command), subject, ids, options: { ...options, ...places } };
}

/** A slash at the end says that it is a folder. */
const absolute = (path: string, cwd: string): string => resolve(cwd, path) + (/[/\\]$/.test(path) ? '/' : '');

/** What goes on may be written elsewhere and otherwise; what is asked for is what was fetched. */
const WHERE = ['out', 'format', 'grain', 'excel', 'raw', 'title', 'force', 'config', 'stateDir'] as const;
const PACE = ['rate', 'concurrency', 'timeout'] as const;
const ASKED = [
  ...(['collection', 'productRef', 'color', 'state', 'batch', 'run', 'since', 'search', 'limit'] as const),
  ...(['lang', 'showcase', 'changedSinceLast'] as const),
];

/** What names the answers of an environment: what a token shows is another's business where no account is named. */
function readTarget(environment: Environment): string {
  const { account, tokenSource } = environment;
  const target = targetOf(environment);
  return account.value === null ? `${target} token=${tokenSource}` : target;
}

const isOf = (head: SpoolHead, environment: Environment): boolean =>
  head.target === undefined ? head.environment === environment.name : head.target === readTarget(environment);

async function leftBehind(
  command: readonly string[],
  ids: readonly string[],
  options: ExportOptions,
  context: Context,
): Promise<AskedAgain> {
  const environment = await environmentOf(options, context);
  const heads = await unfinishedExports(exportsIn(environment.stateDir.value));
  const asked = heads
    .filter((head) => options.env === undefined || isOf(head, environment))
    .map((head) => JSON.parse(head.asked) as AskedAgain)
    .find((one) => one.command === advised(...command));
  if (asked) {
    const other = ASKED.some((name) => options[name] !== undefined && options[name] !== asked.options[name]);
    if (other || asksOtherwise(options, asked.options) || ids.length > 0) {
      throw new TraceError(
        'usage',
        'flags-exclude',
        '--resume goes on with what was asked for then: it takes no ids, and no filters but the same.',
        `Leave them out, or leave out --resume: ${advised(...command)} with these flags begins an export of its own.`,
      );
    }
    const given = [...WHERE, ...PACE].filter((name) => options[name] !== undefined);
    const newer = Object.fromEntries(given.map((name) => [name, options[name]]));
    const place = options.env === undefined ? {} : { env: options.env };
    const approved = { yesTrust: options.yesTrust === true };
    return { ...asked, options: { ...asked.options, ...newer, ...place, ...approved } };
  }
  throw new TraceError(
    'usage',
    'export-none-left',
    'No export waits to be gone on with.',
    `Begin one: ${advised(...command, '--out', 'FILE', ...placeOf(environment))}, with a name of yours for FILE`,
  );
}

/** Whether flags of a v3 list, read again with their files, ask for something else than what was asked for then. */
function asksOtherwise({ v3, all }: ExportOptions, { v3: then }: ExportOptions): boolean {
  if (!v3 || !then) return false;
  const differs = (given: unknown, before: unknown) =>
    given !== undefined && JSON.stringify(given) !== JSON.stringify(before);
  return (
    Object.entries(v3.params).some(([name, value]) => differs(value, then.params[name])) ||
    differs(v3.limit, then.limit) ||
    differs(v3.offset, then.offset) ||
    (all === true && (then.limit ?? then.offset) !== undefined)
  );
}

/** An export that was ended keeps what it fetched: the error names the command that goes on. */
function goOn(
  error: unknown,
  command: readonly string[],
  { env }: ExportOptions,
  { name, place }: Environment,
): unknown {
  if (!(error instanceof TraceError)) return error;
  const kept = ['interrupted', 'unreachable', 'token'].includes(error.exit) || error.code === 'wrong-address';
  const isElsewhere = error.code === 'export-replaces-whole';
  if (!kept && !isElsewhere && error.code !== 'export-unwritable') return error;
  const words = [...(env === undefined ? [] : ['--env', env]), ...place];
  if (isElsewhere) {
    const changes = advised(...command, '--resume', '--out', 'FILE', ...words);
    const hint = `${error.hint} What was fetched is kept. Next: ${changes}, with a name of yours for FILE; --force replaces it all the same`;
    return new TraceError(error.exit, error.code, error.message, hint, error.cause);
  }
  const next = advised(...command, '--resume', ...words);
  const check = advised('env', 'check', ...operands([name], place));
  const first = error.exit === 'token' ? `${check}, then ` : '';
  const stays =
    error.exit === 'unreachable' ? 'Run again: what was fetched is kept.' : 'What was fetched is kept.';
  const hint = `${error.hint ? `${error.hint} ` : ''}${stays} Next: ${first}${next}`;
  return new TraceError(error.exit, error.code, error.message, hint, error.cause);
}

function* remarks({ written }: Exported): Generator<string> {
  const sum = (of: 'guarded' | 'cut' | 'plainLinks' | 'misread') =>
    written.reduce((all, each) => all + (each[of] ?? 0), 0);
  const guarded = sum('guarded');
  if (guarded > 0) {
    yield `${count(guarded)} texts could start a formula in a spreadsheet and got an apostrophe where it would start; --raw leaves them as they are.`;
  }
  if (sum('cut') > 0)
    yield `${count(sum('cut'))} texts are longer than a cell holds and were cut; CSV and JSON hold them whole.`;
  if (sum('plainLinks') > 0)
    yield `${count(sum('plainLinks'))} links are plain text: a sheet holds no more that can be clicked.`;
  if (sum('misread') > 0)
    yield `${count(sum('misread'))} texts look like numbers (0101, long codes): Excel changes them when it opens CSV; a workbook (.xlsx) keeps them.`;
}

const NOUNS: Readonly<Record<Subject, readonly [one: string, many: string]>> = {
  studies: ['study', 'studies'],
  showcases: ['showcase', 'showcases'],
  products: ['product', 'products'],
  packaging: ['packaging', 'packagings'],
  'brand-products': ['brand product', 'brand products'],
  'declared-fecs': ['declared FEC', 'declared FECs'],
};

const COMMANDS: Partial<Record<Subject, string>> = { showcases: 'studies', 'declared-fecs': 'fec' };
const commandOf = (subject: Subject): string => COMMANDS[subject] ?? subject;

function verdictOf(
  subject: Subject,
  exported: Exported,
  { name, problems: place }: Outputs,
  options: ExportOptions,
  environment: Environment,
) {
  const { answers, unchanged, problems, left, replaced } = exported;
  const [one, many] = NOUNS[subject];
  const amount = (value: number) => `${value === 0 ? 'no' : count(value)} ${value === 1 ? one : many}`;
  const same = options.changedSinceLast
    ? `, ${count(unchanged)} unchanged since the last export and left out${replaced ? '; the rows of that export are replaced' : ''}`
    : '';
  const listed = exported.problemsFile ? ` listed in ${exported.problemsFile}` : ' named above';
  const failed =
    problems.length === 0
      ? ''
      : `; ${count(problems.length)} ${problems.length === 1 ? 'problem' : 'problems'}${place ? listed : ' named above'}`;
  const again = problems.some((problem) => problem.again);
  const exit = problems.length === 0 ? 'done' : again ? 'unreachable' : 'rows';
  const empty = answers + unchanged + problems.length === 0;
  const show = subject === 'showcases' ? ['studies', 'showcase'] : [commandOf(subject), 'show'];
  const first = problems.find(({ id }) => /^[\w.-]+$/.test(id));
  const there = [...(options.env === undefined ? [] : ['--env', options.env]), ...environment.place];
  const list = advised(commandOf(subject), 'list', ...there);
  const next = problems.length === 0 ? null : first ? advised(...show, ...operands([first.id], there)) : list;
  const gone = exported.taken ? '' : ', until its reader went away';
  return {
    type: 'verdict' as const,
    exitCode: EXIT_CODES[exit].code,
    totals: noTotals(),
    text: left
      ? `nothing changed since the last export: ${name} stays as it is, ${amount(unchanged)} unchanged${failed}${again ? '; run again for what could not be read' : ''}.`
      : `${amount(answers)} ${name === 'standard output' ? 'on' : 'in'} ${name}${gone}${same}${failed}${again ? '; run again for what could not be read' : ''}.`,
    next: empty ? list : next,
  };
}
