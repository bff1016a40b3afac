/**
 * Gives every optional dependency that package-lock.json names an entry of its own. A registry that does not hold the
 * builds for other systems leaves them out when packages are added, and `npm ci` then refuses the lock. An entry made
 * here has no integrity, as no registry gave one, and the tests refuse it: pick a version of the tool whose builds the
 * registry has. Run it after adding a package; `--check` only reports.
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

/** The entries that are named and missing, by their path in the lock. */
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

/** The entries, by their path in the lock, whose download npm would not verify. */
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
