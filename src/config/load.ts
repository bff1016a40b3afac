import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { TraceError } from '../errors.ts';
import { noteSettings, readWhole } from '../pipe.ts';
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

const FILE_NAMES = [
  'trace.config.yaml',
  'trace.config.yml',
  'trace.config.json',
  '.tracerc',
  '.tracerc.json',
  '.tracerc.yaml',
  '.tracerc.yml',
  'package.json',
];

/**
 * The formats of a configuration file by extension. Only static formats are read, because a configuration found in
 * a folder must never run code. A file without an extension is YAML.
 */
const FORMATS: Readonly<Record<string, 'json' | 'yaml'>> = {
  '.json': 'json',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '': 'yaml',
};

/**
 * Reads the configuration: the file that `--config` names, or the first of the standard names in `cwd` (not in its
 * parents). Throws a TraceError if the file is unreadable or invalid, or the reason of `signal` when aborted.
 */
export async function loadConfig(
  cwd: string,
  named: string | undefined,
  signal?: AbortSignal,
): Promise<LoadedConfig> {
  if (named !== undefined) {
    const path = resolve(cwd, named);
    if (!existsSync(path)) {
      throw new TraceError(
        'usage',
        'config-missing',
        say().configuration.missing({ path }),
        say().configuration.missingHow(),
      );
    }
    if (FORMATS[extname(path).toLowerCase()] === undefined) {
      throw new TraceError('usage', 'config-format', say().configuration.format({ path }));
    }
    const content = await contentOf(path, signal);
    return { ...(await validated(path, content)), named, approved: isApproved(path, cwd) };
  }
  for (const name of FILE_NAMES) {
    const path = join(cwd, name);
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    const content = isFile ? await contentOf(path) : undefined;
    if (content !== undefined) return validated(path, content);
  }
  return { config: {}, file: null, folder: cwd };
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

async function validated(file: string, content: unknown): Promise<LoadedConfig> {
  const { configSchema } = await import('./schema.ts');
  const parsed = configSchema.safeParse(content ?? {});
  if (!parsed.success) {
    const { configError } = await import('./config-error.ts');
    throw configError(file, parsed.error.issues);
  }
  const config = withHome(parsed.data);
  noteSettings(file, 'configuration');
  for (const { tokenFile } of Object.values(config.environments ?? {}))
    if (tokenFile !== undefined) noteSettings(resolve(dirname(file), tokenFile), 'token');
  return { config, file, folder: dirname(file) };
}

/** Expands `~/` in the paths of the configuration. */
function withHome(config: Config): Config {
  const environments = Object.entries(config.environments ?? {}).map(([name, own]) => [
    name,
    own.tokenFile === undefined ? own : { ...own, tokenFile: fromHome(own.tokenFile) },
  ]);
  return {
    ...config,
    ...(config.stateDir === undefined ? {} : { stateDir: fromHome(config.stateDir) }),
    ...(config.environments === undefined ? {} : { environments: Object.fromEntries(environments) }),
  };
}

/** Parses a file. Returns undefined if it is empty, or a package.json without a `trace` key. */
async function contentOf(path: string, signal?: AbortSignal): Promise<unknown> {
  try {
    const text = textOf(await readWhole(path, signal));
    if (text.replace(/^\s*#.*$/gm, '').trim() === '') return undefined;
    const content = await parsed(text, FORMATS[extname(path).toLowerCase()]!);
    if (basename(path) !== 'package.json') return content ?? undefined;
    return (content as { trace?: unknown } | null)?.trace;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TraceError) throw error;
    throw new TraceError(
      'usage',
      'config-unreadable',
      say().configuration.unreadable({ path, why: reasonOf(error) }),
      undefined,
      error,
    );
  }
}

async function parsed(text: string, format: 'json' | 'yaml'): Promise<unknown> {
  if (format === 'json') return JSON.parse(text);
  const { load } = await import('js-yaml');
  return load(text);
}

/** Decodes UTF-8, and UTF-16 with a byte order mark, which Windows tools write. */
function textOf(bytes: Buffer): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(utf16 ? 'utf-16le' : 'utf-8').decode(bytes);
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
