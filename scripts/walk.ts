import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Lists the files that a reader opens to follow one component from its cell to the report: `npm run walk [-- --most N]`.
 *
 * It imports one component, and then two, into the mock, and compares how often each function was called. A file
 * with a function that the second component called is on the path of a row. Ends with 1 if there are more than N files.
 * What the build made of the texts of a language is left out: nobody opens it, since the texts are read in their YAML files.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const sources = join(root, 'src');
const madeByBuild = join(sources, 'language', 'compiled');
const fixtures = join(root, 'fixtures', 'batch-fr');
const folder = mkdtempSync(join(tmpdir(), 'trace-walk-'));

/** Calls of each function of a file, by the offset at which it starts. */
type Calls = Map<number, number>;

/** V8 reports the function at offset 0 for the module itself. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { startOffset: number; count: number }[] }[];
  }[];
}

const program = [
  '--input-type=module',
  '--eval',
  `await (await import(${JSON.stringify(pathToFileURL(join(sources, 'main.ts')).href)})).main()`,
  '--',
  'trace',
];

/** Runs trace from its sources in `cwd`; a `coverage` folder gets the calls of its functions. */
async function trace(cwd: string, args: readonly string[], coverage = ''): Promise<void> {
  const state = { XDG_STATE_HOME: join(cwd, 'home'), WALK_TOKEN: 'any', NODE_NO_WARNINGS: '1' };
  const env = { ...process.env, ...state, NODE_V8_COVERAGE: coverage };
  const run = spawn(process.execPath, [...program, ...args], { cwd, stdio: 'ignore', env });
  const [code] = await once(run, 'exit');
  if (code !== 0) throw new Error(`trace ${args.join(' ')} ended with ${code}`);
}

/** Imports suppliers, packaging and products, then `count` components; returns the calls of the second import. */
async function callsFor(count: number, service: string): Promise<Map<string, Calls>> {
  const cwd = join(folder, String(count));
  mkdirSync(cwd);
  const environment = { baseUrl: service, tokenEnv: 'WALK_TOKEN', settle: '0s' };
  writeFileSync(
    join(cwd, 'trace.config.yaml'),
    JSON.stringify({ environments: { [`walk${count}`]: environment } }),
  );
  const options = ['--env', `walk${count}`, '--external-refs', '--yes-trust'];
  const others = ['fournisseurs', 'emballages', 'produits'].map((name) => join(fixtures, `${name}.csv`));
  await trace(cwd, ['import', ...others, ...options]);
  const lines = readFileSync(join(fixtures, 'composants.csv'), 'utf8').split('\r\n');
  writeFileSync(join(cwd, 'components.csv'), `${lines.slice(0, 1 + count).join('\r\n')}\r\n`);
  const coverage = join(cwd, 'coverage');
  await trace(cwd, ['import', 'components.csv', ...options], coverage);

  const calls = new Map<string, Calls>();
  for (const file of readdirSync(coverage)) {
    const { result } = JSON.parse(readFileSync(join(coverage, file), 'utf8')) as Coverage;
    for (const { url, functions } of result) {
      if (!url.startsWith(pathToFileURL(sources).href)) continue;
      if (url.startsWith(pathToFileURL(madeByBuild).href)) continue;
      const ofFile: Calls = calls.get(url) ?? new Map();
      calls.set(url, ofFile);
      for (const { ranges } of functions) {
        const [{ startOffset, count: times }] = ranges as [{ startOffset: number; count: number }];
        if (startOffset > 0) ofFile.set(startOffset, times);
      }
    }
  }
  return calls;
}

/** One service for each count, so that the second import finds none of the records of the first. */
async function walked(count: number): Promise<Map<string, Calls>> {
  const data = join(folder, `service-${count}.db`);
  const mock = spawn(process.execPath, [...program, 'mock', '--port', '0', '--data', data], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [address] = (await once(mock.stdout, 'data')) as [Buffer];
    return await callsFor(count, address.toString().trim());
  } finally {
    mock.kill();
    await once(mock, 'exit');
  }
}

try {
  const [one, two] = [await walked(1), await walked(2)];
  const more = (url: string, calls: Calls): boolean =>
    [...calls].some(([offset, times]) => times > (one.get(url)?.get(offset) ?? 0));
  const files = [...two]
    .filter(([url, calls]) => more(url, calls))
    .map(([url]) => relative(sources, fileURLToPath(url)).replaceAll('\\', '/'))
    .sort();
  process.stdout.write(`${files.join('\n')}\n${files.length} files on the path of a component\n`);
  const limit = process.argv.indexOf('--most');
  const most = process.argv[limit + 1];
  if (limit > 0 && files.length > Number(most)) {
    process.stderr.write(
      `more than ${most}: a reader of this path has to open each. If all are needed, raise the number in package.json.\n`,
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
