import { join, resolve } from 'node:path';
import { command as advised, operands } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import type { Context } from '../../context.ts';
import type { InterfaceName } from '../../contract/kind.ts';
import { TraceError, usage } from '../../errors.ts';
import { targetOf } from '../../import/state/target.ts';
import type { Resource } from '../../read/export/resource.ts';
import { RESOURCES } from '../../read/export/resources.ts';
import type { SpoolHeader } from '../../read/export/spool.ts';
import { unfinishedExports } from '../../read/export/unfinished-exports.ts';
import { DEFAULT_LANGUAGE, type Language, say } from '../../say.ts';
import type { ExportOptions } from '../flags/export.ts';
import { environmentFlags, environmentOf } from './open.ts';

/** Flags that may change when an export is resumed: they set where and how to write, and how fast to read. */
const FREE_FLAGS = [
  ...(['out', 'format', 'grain', 'excel', 'dataHeaders', 'raw', 'title', 'force'] as const),
  ...(['config', 'stateDir', 'rate', 'concurrency', 'timeout'] as const),
];
/** Flags that select records. `--resume` rejects a value that differs from the saved one. */
const SELECTING_FLAGS = [
  ...(['collection', 'productRef', 'color', 'state', 'batch', 'run', 'since', 'search', 'limit'] as const),
  ...(['dataLang', 'showcase', 'changedSinceLast'] as const),
];

interface SavedExport {
  readonly resource: Resource;
  readonly ids: readonly string[];
  readonly options: ExportOptions;
}

/** An interrupted export, and the language in which it began. */
type InterruptedExport = SavedExport & { readonly language: Language };

/** The JSON that a spool stores about its command. It contains no secret and no approval. */
interface SavedJson {
  readonly command: string;
  readonly subject: keyof typeof RESOURCES;
  readonly ids: readonly string[];
  readonly options: ExportOptions;
}

/** An export and its flags as text, so that `--resume` can repeat it. */
export function savedText(
  { command, resource, ids, options }: SavedExport & { readonly command: readonly string[] },
  { cwd }: Context,
): string {
  const { resume: _, fresh: __, yesTrust: ___, ...kept } = options;
  const { out, config, stateDir } = kept;
  const paths = {
    ...(out !== undefined && { out: out === '-' ? out : absolute(out, cwd) }),
    ...(config !== undefined && { config: resolve(cwd, config) }),
    ...(stateDir !== undefined && { stateDir: resolve(cwd, stateDir) }),
  };
  const subject = resource.name;
  return JSON.stringify({ command: nameOf(command), subject, ids, options: { ...kept, ...paths } });
}

/** The name of a command as a saved export stores it, without the flag of the language. */
const nameOf = (words: readonly string[]): string => ['trace', ...words].join(' ');

/** Makes a path absolute. A slash at the end stays, because it marks a folder. */
const absolute = (path: string, cwd: string): string => resolve(cwd, path) + (/[/\\]$/.test(path) ? '/' : '');

/**
 * The latest interrupted export of the command. Flags of `FREE_FLAGS` that were typed now replace the saved ones.
 *
 * @throws TraceError `export-none-left`; `flags-exclude` for flags that select other records
 */
export async function savedExport(
  command: readonly string[],
  generation: InterfaceName,
  ids: readonly string[],
  options: ExportOptions,
  context: Context,
): Promise<InterruptedExport> {
  const environment = await environmentOf(options, context, generation);
  const headers = await unfinishedExports(join(environment.stateDir.value, 'exports'));
  const saved = headers
    .filter((header) => options.env === undefined || isOfEnvironment(header, environment))
    .map((header) => ({
      ...renamed(JSON.parse(header.asked) as SavedJson),
      language: header.language ?? DEFAULT_LANGUAGE,
    }))
    .find((one) => one.command === nameOf(command) && Object.hasOwn(RESOURCES, one.subject));
  if (!saved) {
    throw usage(
      'export-none-left',
      say().exports.noneLeft(),
      say().exports.startOne({
        command: advised(...command, '--out', say().placeholders.file(), ...environmentFlags(environment)),
      }),
    );
  }
  const differs = SELECTING_FLAGS.some(
    (name) => options[name] !== undefined && options[name] !== saved.options[name],
  );
  if (differs || v3Differs(options, saved.options) || ids.length > 0) {
    throw usage(
      'flags-exclude',
      say().exports.resumeAlone(),
      say().exports.resumeAloneHow({ command: advised(...command) }),
    );
  }
  const given = FREE_FLAGS.filter((name) => options[name] !== undefined);
  const newer = Object.fromEntries(given.map((name) => [name, options[name]]));
  const env = options.env === undefined ? {} : { env: options.env };
  const approved = { yesTrust: options.yesTrust === true };
  return {
    resource: RESOURCES[saved.subject],
    ids: saved.ids,
    language: saved.language,
    options: { ...saved.options, ...newer, ...env, ...approved },
  };
}

/** An export that an earlier version saved, in which `--data-lang` was called `--lang`. */
function renamed(saved: SavedJson): SavedJson {
  const { lang, ...options } = saved.options as ExportOptions & { readonly lang?: string };
  return lang === undefined ? saved : { ...saved, options: { ...options, dataLang: lang } };
}

/** Whether the flags of a v3 list, with their files read again, select other records. */
function v3Differs({ v3, all }: ExportOptions, { v3: saved }: ExportOptions): boolean {
  if (!v3 || !saved) return false;
  const differs = (given: unknown, before: unknown) =>
    given !== undefined && JSON.stringify(given) !== JSON.stringify(before);
  return (
    Object.entries(v3.params).some(([name, value]) => differs(value, saved.params[name])) ||
    differs(v3.limit, saved.limit) ||
    differs(v3.offset, saved.offset) ||
    (all === true && (saved.limit ?? saved.offset) !== undefined)
  );
}

/**
 * The target of an environment. Without an account it includes the source of the token, as another token may show other
 * records.
 */
export function readTarget(environment: Environment): string {
  const { account, tokenSource } = environment;
  const target = targetOf(environment);
  return account.value === null ? `${target} token=${tokenSource}` : target;
}

const isOfEnvironment = (header: SpoolHeader, environment: Environment): boolean =>
  header.target === undefined
    ? header.environment === environment.name
    : header.target === readTarget(environment);

/** If the spool was kept, adds a hint to the error: the command that resumes the export. */
export function withResumeHint(
  error: unknown,
  command: readonly string[],
  { env }: ExportOptions,
  { name, place }: Environment,
): unknown {
  if (!(error instanceof TraceError)) return error;
  const isKept =
    ['interrupted', 'unreachable', 'token'].includes(error.exit) || error.code === 'wrong-address';
  const needsOtherPath = error.code === 'export-replaces-whole';
  if (!isKept && !needsOtherPath && error.code !== 'export-unwritable') return error;
  const words = [...(env === undefined ? [] : ['--env', env]), ...place];
  if (needsOtherPath) {
    const changes = advised(...command, '--resume', '--out', say().placeholders.file(), ...words);
    const hint = say().exports.keptChanges({ hint: `${error.hint}`, command: changes });
    return new TraceError(error.exit, error.code, error.message, hint, error.cause);
  }
  const next = advised(...command, '--resume', ...words);
  const check = advised('env', 'check', ...operands([name], place));
  const { keptAgain, kept: keptOnly, keptCheck, keptNext } = say().exports;
  const kept = error.exit === 'unreachable' ? keptAgain() : keptOnly();
  const then =
    error.exit === 'token' ? keptCheck({ kept, check, command: next }) : keptNext({ kept, command: next });
  const hint = `${error.hint ? `${error.hint} ` : ''}${then}`;
  return new TraceError(error.exit, error.code, error.message, hint, error.cause);
}
