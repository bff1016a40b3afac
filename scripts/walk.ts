import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Lists the files that a reader opens to follow one component from its cell to the report: `npm run walk [-- --most N]`.
 *
 * It imports one component, and then two, into the embedded mock, and compares how often each function was called. A file
 * with a function that the second component called is on the path of a row. Ends with 1 if there are more than N files.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const sources = join(root, 'src');
const fixtures = join(root, 'fixtures', 'batch-fr');
const folder = mkdtempSync(join(tmpdir(), 'trace-walk-'));

type Calls = Map<string, number>;

/** Calls of each function, by file and offset. Function at offset 0 is the module itself. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { startOffset: number; count: number }[] }[];
  }[];
}

async function trace(cwd: string, coverage: string, args: readonly string[]): Promise<void> {
  const main = pathToFileURL(join(sources, 'main.ts')).href;
  const run = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `await (await import(${JSON.stringify(main)})).main()`,
      '--',
      'trace',
      ...args,
    ],
    {
      cwd,
      stdio: 'ignore',
      env: {
        ...process.env,
        NODE_NO_WARNINGS: '1',
        NODE_V8_COVERAGE: coverage,
        XDG_STATE_HOME: join(cwd, 'state'),
      },
    },
  );
  const [code] = await once(run, 'exit');
  if (code !== 0) throw new Error(`trace ${args.join(' ')} ended with ${code}`);
}

/** Imports suppliers, packaging and products, then `count` components; returns the calls of the second import. */
async function callsFor(count: number): Promise<Map<string, Calls>> {
  const cwd = join(folder, String(count));
  mkdirSync(cwd);
  const options = ['--env', 'mock', '--external-refs', '--settle', '0'];
  const others = ['fournisseurs', 'emballages', 'produits'].map((name) => join(fixtures, `${name}.csv`));
  await trace(cwd, join(cwd, 'before'), ['import', ...others, ...options]);
  const lines = readFileSync(join(fixtures, 'composants.csv'), 'utf8').split('\r\n');
  writeFileSync(join(cwd, 'components.csv'), `${lines.slice(0, 1 + count).join('\r\n')}\r\n`);
  await trace(cwd, join(cwd, 'coverage'), ['import', 'components.csv', ...options]);

  const calls = new Map<string, Calls>();
  for (const file of readdirSync(join(cwd, 'coverage'))) {
    const { result } = JSON.parse(readFileSync(join(cwd, 'coverage', file), 'utf8')) as Coverage;
    for (const { url, functions } of result) {
      if (!url.startsWith(pathToFileURL(sources).href)) continue;
      const ofFile: Calls = calls.get(url) ?? new Map();
      calls.set(url, ofFile);
      for (const { ranges } of functions) {
        const [{ startOffset, count: times }] = ranges as [{ startOffset: number; count: number }];
        if (startOffset > 0) ofFile.set(String(startOffset), times);
      }
    }
  }
  return calls;
}

try {
  const [one, two] = [await callsFor(1), await callsFor(2)];
  const more = (url: string, calls: Calls): boolean =>
    [...calls].some(([offset, times]) => times > (one.get(url)?.get(offset) ?? 0));
  const files = [...two]
    .filter(([url, calls]) => more(url, calls))
    .map(([url]) => relative(sources, fileURLToPath(url)).replaceAll('\\', '/'))
    // The mock is the service, on the other side of the request.
    .filter((file) => !file.startsWith('mock/'))
    .sort();
  process.stdout.write(`${files.join('\n')}\n${files.length} files on the path of a component\n`);
  const limit = process.argv.indexOf('--most');
  if (limit > 0 && files.length > Number(process.argv[limit + 1])) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
