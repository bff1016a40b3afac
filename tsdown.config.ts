import { fileURLToPath } from 'node:url';
import { defineConfig, type Rolldown } from 'tsdown';

/**
 * What commands load at their start, or to send their first request: a package of many modules costs more to find than
 * to read.
 */
const BUNDLED = [
  ...[
    'chalk',
    'commander',
    'fastest-levenshtein',
    'p-limit',
    'undici',
    'yaml',
    'yauzl',
    'yocto-queue',
    'zod',
    /^@messageformat\/runtime/,
  ],
  /^@bomb\.sh\/tab/, // as CommonJS, its default export would be missing
  ...[/^hono(?:\/|$)/, /^@hono\//, /^i18n-iso-countries\//],
];

/** The options of every program, without its entry. */
export const options = defineConfig({
  platform: 'node',
  target: 'node24',
  dts: false,
  sourcemap: false,
  deps: { alwaysBundle: BUNDLED, onlyBundle: false },
});

/**
 * Modules that are read together, each in one file: what these modules import statically. A start pays for each file
 * that it reads. The first group that a module belongs to has it.
 */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  start: ['src/main.ts'],
  check: ['src/cli/commands/check.ts', 'src/sheets/csv.ts'],
  xlsx: ['src/sheets/archives.ts', 'src/sheets/xlsx/workbook.ts'],
};

interface Graph {
  getModuleInfo(module: string): { readonly importedIds: readonly string[] } | null;
}

const members = new Map<string, ReadonlySet<string>>();

/** The name of the group of a module; null if it has none. */
function groupOf(module: string, graph: Graph): string | null {
  for (const [name, roots] of Object.entries(GROUPS)) {
    let group = members.get(name);
    if (!group) {
      group = reachedFrom(roots, graph);
      members.set(name, group);
    }
    if (group.has(module)) return name;
  }
  return null;
}

function reachedFrom(roots: readonly string[], graph: Graph): ReadonlySet<string> {
  const reached = new Set(roots.map((root) => fileURLToPath(new URL(root, import.meta.url))));
  for (const module of reached)
    for (const next of graph.getModuleInfo(module)?.importedIds ?? []) reached.add(next);
  return reached;
}

/** commander starts programs only for commands in files of their own, which trace has not; loading this takes long. */
const noPrograms: Rolldown.Plugin = {
  name: 'no-programs',
  resolveId: (id, importer = '') =>
    id === 'node:child_process' && /[\\/]commander[\\/]/.test(importer) ? '\0no-programs' : null,
  load: (id) => (id === '\0no-programs' ? 'export default {}' : null),
};

/** `process` is a global variable. As a module, the build would copy all its properties, which takes long; the prompts need two. */
const globalProcess: Rolldown.Plugin = {
  name: 'global-process',
  resolveId: (id, importer = '') =>
    id === 'node:process' && !/[\\/]@clack[\\/]/.test(importer) ? '\0global-process' : null,
  load: (id) => (id === '\0global-process' ? 'export default process' : null),
};

/** chalk asks the terminal for its colours when it is loaded. trace decides on them itself (`colorLevel`). */
const noColorSupport: Rolldown.Plugin = {
  name: 'no-color-support',
  resolveId: (id) => (id === '#supports-color' ? '\0no-color-support' : null),
  load: (id) => (id === '\0no-color-support' ? 'export default {}' : null),
};

/**
 * undici and zod keep their settings in global variables, which a program that imports trace would share: its requests
 * would use the undici of trace. In the build, these are variables of their modules.
 */
const ownGlobals: Rolldown.Plugin = {
  name: 'own-globals',
  transform: {
    filter: {
      id: /[\\/]node_modules[\\/](?:undici[\\/]lib[\\/]global|zod[\\/]v4[\\/]core[\\/](?:core|registries))\.js$/,
    },
    handler: (code) => `const ownGlobals = {};\n${code.replaceAll('globalThis', 'ownGlobals')}`,
  },
};

/** Escapes all characters but ASCII: Node then reads a file as it is, and keeps it in half the memory. */
const ascii: Rolldown.Plugin = {
  name: 'ascii',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escaped(file.code);
  },
};

const escaped = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * The program, split at each dynamic import, so that a command's code is read only when that command runs.
 *
 * It is CommonJS: Node starts it with less work. The names of its files are stable, for stack traces and for the compile
 * cache of Node, if NODE_COMPILE_CACHE names one.
 */
export const program = defineConfig({
  ...options,
  entry: { main: 'src/main.ts', library: 'src/library/index.ts' },
  format: 'cjs',
  plugins: [noPrograms, globalProcess, noColorSupport, ownGlobals, ascii],
  outDir: 'dist',
  clean: ['dist/*.{cjs,js}'],
  checks: { legacyCjs: false },
  fixedExtension: true,
  outputOptions: {
    chunkFileNames: '[name].cjs',
    // A file costs less with require() than with import().
    dynamicImportInCjs: false,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: groupOf, debugName: 'read together' }],
    },
  },
});

/** Leaves out the code of the library: only its types are read and written. The program has a file of the same name. */
const onlyTypes: Rolldown.Plugin = {
  name: 'only-types',
  resolveId: (id, importer = '') =>
    importer !== '' && !/\.d\.[cm]?ts$/.test(importer) ? { id, external: true } : null,
  generateBundle(_, bundle) {
    for (const name of Object.keys(bundle)) if (!/\.d\.[cm]?ts$/.test(name)) delete bundle[name];
  },
};

/** The types of the library, in one file without imports. */
const types = defineConfig({
  ...options,
  entry: { library: 'src/library/index.ts' },
  format: 'cjs',
  outDir: 'dist',
  clean: ['dist/*.d.cts'],
  plugins: [onlyTypes],
  dts: { emitDtsOnly: true, oxc: true },
});

/** The program of the process that reads old workbooks, with their parser: it may read no other files. */
const reader = defineConfig({
  ...options,
  deps: { alwaysBundle: [...BUNDLED, /^xlsx(?:\/|$)/], onlyBundle: false },
  entry: { child: 'src/sheets/old-excel/child.ts' },
  format: 'esm',
  outDir: 'dist/old-excel',
  clean: true,
  fixedExtension: true,
  outputOptions: { chunkFileNames: '[name].mjs' },
});

export default [program, reader, types];
