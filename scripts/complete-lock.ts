/**
 * Adds an entry to package-lock.json for every optional dependency that it names. A registry without the builds for
 * other systems leaves them out when packages are added, and `npm ci` then refuses the lock file. An entry that is
 * added here has no integrity, because no registry gave one, and the tests refuse it: choose a version of the tool
 * whose builds the registry has. Run it after adding a package. With `--check` it only reports.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [rest: string]: unknown;
}
export interface Lock {
  packages: Record<string, Entry>;
}

const SYSTEMS = [
  'android',
  'darwin',
  'linux',
  'win32',
  'freebsd',
  'netbsd',
  'openbsd',
  'openharmony',
  'aix',
  'sunos',
];
const PROCESSORS = [
  'arm64',
  'x64',
  'arm',
  'ia32',
  'riscv64',
  'ppc64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
];

/** The entries that are named and missing, by their path in the lock file. */
export function missingEntries(lock: Lock): Map<string, Entry> {
  const missing = new Map<string, Entry>();
  for (const { optionalDependencies, dev } of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
      const path = `node_modules/${name}`;
      const words = name.split(/[/_.-]/);
      const system = SYSTEMS.find((word) => words.includes(word));
      const processor = PROCESSORS.find((word) => words.some((part) => part.startsWith(word)));
      if (lock.packages[path] || !/^\d/.test(version) || !processor) continue;
      missing.set(path, {
        version,
        cpu: [processor],
        ...(dev ? { dev } : {}),
        ...(words.includes('musl') ? { libc: ['musl'] } : words.includes('gnu') ? { libc: ['glibc'] } : {}),
        optional: true,
        ...(system ? { os: [system] } : {}),
      });
    }
  }
  return missing;
}

/** The entries whose download npm would not verify, by their path in the lock file. */
export function unverified(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([path, { integrity = '' }]) => path !== '' && !integrity.startsWith('sha512-'))
    .map(([path]) => path);
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const file = new URL('../package-lock.json', import.meta.url);
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock;
  const missing = missingEntries(lock);
  if (process.argv.includes('--check')) {
    if (missing.size > 0)
      process.stdout.write(`missing in package-lock.json: ${[...missing.keys()].join(', ')}\n`);
    process.exitCode = missing.size > 0 ? 1 : 0;
  } else if (missing.size > 0) {
    const packages = { ...lock.packages, ...Object.fromEntries(missing) };
    lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
    process.stdout.write(`${missing.size} entries added\n`);
  }
  const bare = unverified(lock);
  if (bare.length > 0) {
    process.stdout.write(`without integrity in package-lock.json: ${bare.join(', ')}\n`);
    process.exitCode = 1;
  }
}
