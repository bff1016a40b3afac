import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import config, { options } from '../tsdown.config.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds trace, and the programs that it is compared with, as it is built for users: none of them pays for types. */
export async function buildAll(): Promise<void> {
  const programs = readdirSync(at('programs')).filter((name) => name.endsWith('.ts'));
  const shared = { cwd: at('..'), config: false as const, logLevel: 'error' as const };
  for (const one of config) await build({ ...one, ...shared });
  await build({
    ...options,
    ...shared,
    format: 'esm',
    fixedExtension: false,
    entry: programs.map((name) => at(`programs/${name}`)),
    outDir: at('dist'),
    deps: { onlyBundle: false },
    clean: true,
  });
}

/** The built file of a program. */
export const program = (name: string): string => at(`dist/${name}.js`);
export const TRACE: string = at('../bin/trace.js');
export const PYTHON_PEERS: string = at('programs/peers.py');
