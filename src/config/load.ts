import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { CosmiconfigResult } from 'cosmiconfig';
import { TraceError, usage } from '../errors.ts';
import { isPipe, noteSettings, readWhole } from '../pipe.ts';
import { say } from '../say.ts';
import { isWithin } from './address.ts';
import { fromHome } from './home.ts';
import type { Config } from './schema.ts';

export interface LoadedConfig {
  readonly config: Config;
  /** The path of the file; null if there is none. */
  readonly file: string | null;
  /** The folder that relative paths in the file start from. */
  readonly folder: string;
  /** The value of `--config`, if given. */
  readonly named?: string;
  /** Whether naming the file with `--config` approves it. */
  readonly approved?: boolean;
}

/**
 * The names of a configuration file, all of static formats: a configuration found in a folder must never run code. A file
 * without an extension is YAML.
 */
const FILE_NAMES = [
  ...['trace.config.yaml', 'trace.config.yml', 'trace.config.json', '.tracerc'],
  ...['.tracerc.json', '.tracerc.yaml', '.tracerc.yml', 'package.json'],
];

/** The paths of an environment, and what is in their files. `map` is resolved where it is read. */
const PATHS = {
  tokenFile: 'token',
  proxyAuthFile: 'token',
  ca: 'certificate',
  clientCert: 'certificate',
  clientKey: 'certificate',
} as const;

/** The name of a configuration in messages that is no file. */
const GIVEN = 'config';

/**
 * Reads the configuration: the file that `--config` names, or the first of the standard names in `cwd` (not in its
 * parents). Throws a TraceError if the file is unreadable or invalid, or the reason of `signal` when aborted. `given`: the
 * content that a program gives instead of a file, which needs no approval.
 */
export async function loadConfig(
  cwd: string,
  named: string | undefined,
  signal?: AbortSignal,
  given?: object,
): Promise<LoadedConfig> {
  if (given !== undefined)
    return { config: await validated(GIVEN, given), file: GIVEN, folder: cwd, approved: true };
  if (named !== undefined) {
    const path = resolve(cwd, named);
    if (!existsSync(path)) {
      throw usage('config-missing', say().configuration.missing({ path }), say().configuration.missingHow());
    }
    if (!/^(?:\.json|\.ya?ml|)$/i.test(extname(path))) {
      throw usage('config-format', say().configuration.format({ path }));
    }
    const config = (await configOf(path, signal)) ?? {};
    return { ...loadedFrom(path, config), named, approved: isApproved(path, cwd) };
  }
  for (const name of FILE_NAMES) {
    const file = join(cwd, name);
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    const config = isFile ? await configOf(file) : undefined;
    if (config !== undefined) return loadedFrom(file, config);
  }
  return { config: {}, file: null, folder: cwd };
}

/** Returns the configuration of a file, and registers the files with settings, so that no output replaces them. */
function loadedFrom(file: string, config: Config): LoadedConfig {
  const folder = dirname(file);
  noteSettings(file, 'configuration');
  for (const own of Object.values(config.environments ?? {}))
    for (const [key, type] of Object.entries(PATHS))
      if (own[key as keyof typeof PATHS] !== undefined)
        noteSettings(resolve(folder, own[key as keyof typeof PATHS]!), type);
  return { config, file, folder };
}

/**
 * Whether naming a file with `--config` approves it: only if it is neither below the working folder nor in a parent of
 * it, so that a cloned folder cannot approve its own configuration.
 */
function isApproved(path: string, cwd: string): boolean {
  const here = realpathSync(cwd);
  const named = dirname(resolve(cwd, path));
  const folders = [realpathSync(dirname(path)), dirname(realpathSync(path))];
  if (isWithin(named, resolve(cwd)) || isWithin(resolve(cwd), named)) return false;
  return !folders.some((folder) => isWithin(folder, here) || isWithin(here, folder));
}

async function validated(file: string, content: unknown): Promise<Config> {
  const { configSchema } = await import('./schema.ts');
  const parsed = configSchema.safeParse(content);
  if (parsed.success) return withHome(parsed.data);
  const { configError } = await import('./config-error.ts');
  throw configError(file, parsed.error.issues);
}

/** Expands `~/` in the paths of the configuration. */
function withHome(config: Config): Config {
  const environments = Object.entries(config.environments ?? {}).map(([name, own]) => {
    const paths = (Object.keys(PATHS) as (keyof typeof PATHS)[]).filter((key) => own[key] !== undefined);
    return [name, { ...own, ...Object.fromEntries(paths.map((key) => [key, fromHome(own[key]!)])) }];
  });
  return {
    ...config,
    ...(config.stateDir === undefined ? {} : { stateDir: fromHome(config.stateDir) }),
    ...(config.log?.file === undefined ? {} : { log: { ...config.log, file: fromHome(config.log.file) } }),
    ...(config.environments === undefined ? {} : { environments: Object.fromEntries(environments) }),
  };
}

/** Reads a file. Returns undefined if it is empty, or a package.json without a `trace` key. */
async function configOf(path: string, signal?: AbortSignal): Promise<Config | undefined> {
  try {
    // cosmiconfig waits for a writer of a pipe, and an interrupt does not end that.
    if (isPipe(path)) return await contentOf(path, String(await readWhole(path, signal)));
    return (await (await explorer()).load(path))?.config;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TraceError) throw error;
    throw usage(
      'config-unreadable',
      say().configuration.unreadable({ path, why: reasonOf(error) }),
      undefined,
      error,
    );
  }
}

/**
 * The class behind the entry of cosmiconfig. The entry also runs `.config/config.js` of the working folder, which may have
 * settings for cosmiconfig.
 */
async function explorer(): Promise<{ load(path: string): Promise<CosmiconfigResult> }> {
  const module: object = await import('cosmiconfig/dist/Explorer.js');
  const { Explorer } = module as { Explorer: new (options: object) => Awaited<ReturnType<typeof explorer>> };
  return new Explorer({
    loaders: { default: contentOf },
    searchPlaces: [],
    packageProp: [],
    cache: false,
    transform: (result: CosmiconfigResult) => result,
  });
}

/**
 * Parses and validates the text of a file, before cosmiconfig looks for an `$import` in it. Undefined if it is empty, or a
 * package.json without a `trace` key.
 */
export async function contentOf(path: string, text: string): Promise<Config | undefined> {
  if (text.replace(/^\s*#.*$/gm, '').trim() === '') return undefined;
  const { loadJson, loadYaml } = await import('cosmiconfig/dist/loaders.js');
  const parse = extname(path).toLowerCase() === '.json' ? loadJson : loadYaml;
  const whole: unknown = parse(path, text.replace(/^\ufeff/, ''));
  const content = basename(path) === 'package.json' ? (whole as { trace?: unknown } | null)?.trace : whole;
  return content === undefined || content === null ? undefined : validated(path, content);
}

/** Why a file cannot be read. The reason never contains text of the file, which may contain a token. */
function reasonOf(error: unknown): string {
  const { code, reason, mark, message } = error as {
    code?: string;
    reason?: string;
    mark?: { line: number };
    message?: string;
  };
  if (code !== undefined) return code;
  if (reason !== undefined) return say().configuration.invalidYaml({ line: String((mark?.line ?? 0) + 1) });
  const line = /\(line (\d+)/.exec(message ?? '')?.[1];
  return line === undefined
    ? say().configuration.invalidJson()
    : say().configuration.invalidJsonLine({ line });
}
