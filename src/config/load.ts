import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { cosmiconfig, defaultLoaders } from 'cosmiconfig';
import type { z } from 'zod';
import { didYouMean } from '../findings/nearest.ts';
import { TraceError } from '../errors.ts';
import { type Config, configSchema } from './schema.ts';

export interface LoadedConfig {
  readonly config: Config;
  /** The file it came from; null when there is none. */
  readonly file: string | null;
  /** Relative paths in the file start here. */
  readonly folder: string;
}

/** Static formats only: a file found in a folder never executes. */
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
const json = defaultLoaders['.json'];
const yaml = defaultLoaders['.yaml'];
const LOADERS = { '.json': json, '.yaml': yaml, '.yml': yaml, noExt: yaml };

/**
 * Reads the configuration: the file named, or one of the fixed names in `cwd`, nowhere above.
 * Throws TraceError when it cannot be read or holds what it may not.
 */
export async function loadConfig(cwd: string, named: string | undefined): Promise<LoadedConfig> {
  const explorer = cosmiconfig('trace', {
    searchPlaces: PLACES,
    loaders: LOADERS,
    searchStrategy: 'none',
    cache: false,
  });
  const path = named === undefined ? undefined : resolve(cwd, named);
  if (path !== undefined && !existsSync(path)) {
    throw new TraceError(
      'usage',
      'config-missing',
      `There is no configuration file ${path}.`,
      'Check --config (or TRACE_CONFIG).',
    );
  }
  if (path !== undefined && !/\.(json|ya?ml)$|[\\/]\.tracerc$/.test(path)) {
    throw new TraceError(
      'usage',
      'config-format',
      `${path} is not a configuration of trace: .json and .yaml are read.`,
    );
  }
  let found: Awaited<ReturnType<typeof explorer.search>>;
  try {
    found = path === undefined ? await explorer.search(cwd) : await explorer.load(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new TraceError(
      'usage',
      'config-unreadable',
      `The configuration cannot be read: ${reason}`,
      undefined,
      error,
    );
  }
  if (!found || found.isEmpty) return { config: {}, file: found?.filepath ?? null, folder: cwd };
  const parsed = configSchema.safeParse(found.config);
  if (!parsed.success) throw configError(found.filepath, parsed.error.issues);
  return { config: parsed.data, file: found.filepath, folder: dirname(found.filepath) };
}

/** Every wrong key of the file in one paragraph, with the nearest right one. */
function configError(file: string, issues: readonly z.core.$ZodIssue[]): TraceError {
  const lines = issues.flatMap((issue) => {
    const at = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => {
        const near = didYouMean(key, keysAt(issue.path.length)).suggestion;
        return `${[at, key].filter(Boolean).join('.')} is not a key${near ? `, ${near}` : ''}`;
      });
    }
    return [`${at} ${issue.message}`];
  });
  return new TraceError(
    'usage',
    'config-invalid',
    `${file}: ${lines.join('; ')}.`,
    'trace env show prints every key and where its value comes from.',
  );
}

const ENVIRONMENT_KEYS = [
  'baseUrl',
  'tokenEnv',
  'tokenFile',
  'tokenCommand',
  'interface',
  'family',
  'rate',
  'concurrency',
  'settle',
  'inDoubt',
  'timeout',
];

function keysAt(depth: number): string[] {
  return depth === 0 ? ['stateDir', 'environments', 'families'] : [...ENVIRONMENT_KEYS, 'projectType'];
}
