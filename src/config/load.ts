import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { TraceError } from '../errors.ts';
import { readWhole } from '../pipe.ts';
import { isWithin } from './address.ts';
import { fromHome } from './home.ts';
import type { Config } from './schema.ts';

export interface LoadedConfig {
  readonly config: Config;
  /** The file; null if there is none. */
  readonly file: string | null;
  /** Base of relative paths in the file. */
  readonly folder: string;
  /** The value of `--config`, if given. */
  readonly named?: string;
  /** Whether `--config` counts as approval: see `isChosen`. */
  readonly chosen?: boolean;
}

const PLACES = [
  'trace.config.yaml',
  'trace.config.yml',
  'trace.config.json',
  '.tracerc',
  '.tracerc.json',
  '.tracerc.yaml',
  '.tracerc.yml',
  'package.json',
];

/** Static formats only: a configuration found in a folder must never execute. A file without an extension is YAML. */
const FORMATS: Readonly<Record<string, 'json' | 'yaml'>> = {
  '.json': 'json',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '': 'yaml',
};

/**
 * Reads the configuration: the named file, or the first of the standard names in `cwd`, not in its parents. Throws
 * TraceError if it is unreadable or invalid, and the reason of `signal` when aborted.
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
        `There is no configuration file ${path}.`,
        'Check --config (or TRACE_CONFIG).',
      );
    }
    if (FORMATS[extname(path).toLowerCase()] === undefined) {
      throw new TraceError(
        'usage',
        'config-format',
        `${path} has an unsupported configuration format. Use .json or .yaml.`,
      );
    }
    const content = await contentOf(path, signal);
    return { ...(await loaded(path, content)), named, chosen: isChosen(path, cwd) };
  }
  for (const place of PLACES) {
    const path = join(cwd, place);
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    const content = isFile ? await contentOf(path) : undefined;
    if (content !== undefined) return loaded(path, content);
  }
  return { config: {}, file: null, folder: cwd };
}

/**
 * Whether naming a file with `--config` approves it: it must be neither below the working folder nor in a parent of
 * it, so a cloned folder cannot approve its own configuration.
 */
function isChosen(path: string, cwd: string): boolean {
  const here = realpathSync(cwd);
  const written = dirname(resolve(cwd, path));
  const places = [realpathSync(dirname(path)), dirname(realpathSync(path))];
  if (isWithin(written, resolve(cwd)) || isWithin(resolve(cwd), written)) return false;
  return !places.some((place) => isWithin(place, here) || isWithin(here, place));
}

async function loaded(file: string, content: unknown): Promise<LoadedConfig> {
  const { configSchema } = await import('./schema.ts');
  const parsed = configSchema.safeParse(content ?? {});
  if (!parsed.success) {
    const { configFault } = await import('./fault.ts');
    throw configFault(file, parsed.error.issues);
  }
  return { config: withHome(parsed.data), file, folder: dirname(file) };
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

/** The parsed content of a file; undefined if it is empty, or a package.json without a `trace` key. */
async function contentOf(path: string, signal?: AbortSignal): Promise<unknown> {
  try {
    const text = textOf(await readWhole(path, signal));
    if (text.replace(/^\s*#.*$/gm, '').trim() === '') return undefined;
    const content = await parsed(text, FORMATS[extname(path).toLowerCase()]!);
    if (basename(path) !== 'package.json') return content ?? undefined;
    return (content as { trace?: unknown } | null)?.trace;
  } catch (error) {
    signal?.throwIfAborted();
    throw new TraceError(
      'usage',
      'config-unreadable',
      `The configuration ${path} cannot be read: ${reasonOf(error)}.`,
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

/** Decodes text; Windows tools write UTF-16 and byte order marks. */
function textOf(bytes: Buffer): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(utf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** Why a file cannot be read, without its content: it may contain a token. */
function reasonOf(error: unknown): string {
  const { code, reason, mark, message } = error as {
    code?: string;
    reason?: string;
    mark?: { line: number };
    message?: string;
  };
  if (code !== undefined) return code;
  if (reason !== undefined) return `invalid YAML in line ${(mark?.line ?? 0) + 1}`;
  const line = /\(line (\d+)/.exec(message ?? '')?.[1];
  return line === undefined ? 'invalid JSON' : `invalid JSON in line ${line}`;
}
