/**
 * Profiles one run of trace: `npm run profile -- check FILE`, or any other command line of trace. Builds trace with
 * source maps, runs it with V8's profiler, and prints the functions with the most self time by file and line, and the
 * totals of each folder. Native code counts for the function that calls it. The profiles stay in `.profile/`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsdown';
import config from '../tsdown.config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.profile');
const built = join(folder, 'dist');
const INTERVAL_US = 250;
const MOST_ROWS = 30;
const LEAST_SHARE = 0.001;
/** A call made by V8 itself, such as the garbage collector. */
const OWN = /^\(.*\)$/;

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}
interface Node {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
}
interface Profile {
  readonly nodes: readonly Node[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Self time in microseconds. */
type Times = Map<string, number>;

const sourceMaps = new Map<string, SourceMap | null>();

/** The source map of a built file, if it has one. */
function sourceMapOf(url: string): SourceMap | null {
  let map = sourceMaps.get(url);
  if (map === undefined) {
    const file = fileURLToPath(url);
    // The file of the bundler's own functions has none.
    const isMapped = file.startsWith(built) && existsSync(`${file}.map`);
    map = isMapped ? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))) : null;
    sourceMaps.set(url, map);
  }
  return map;
}

/** Where a function is written: `src/main.ts:38`, `node_modules/zod`, `node:fs`. */
function placeOf({ url, lineNumber, columnNumber }: CallFrame): string {
  if (!url.startsWith('file:')) return url;
  const entry = sourceMapOf(url)?.findEntry(lineNumber, columnNumber);
  const isMapped = entry && 'originalSource' in entry;
  const file = isMapped ? resolve(dirname(fileURLToPath(url)), entry.originalSource) : fileURLToPath(url);
  if (!isMapped && file.startsWith(built)) return 'the top level of modules';
  const path = relative(root, file).replaceAll('\\', '/');
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  if (name !== undefined) return `node_modules/${name}`;
  return `${path}:${(isMapped ? entry.originalLine : lineNumber) + 1}`;
}

/** The folder of a place: at most two levels of `src`, a package, or Node. */
function folderOf(place: string): string {
  if (!place.startsWith('src/')) return place.startsWith('node:') ? 'node' : place.replace(/:\d+$/, '');
  const folders = place.split('/').slice(0, -1);
  return folders.length === 1 ? 'src' : folders.slice(0, 3).join('/');
}

/** Adds the self time of a profile to the functions and the folders. Returns the time that the thread was not idle. */
function addTimes({ nodes, samples, timeDeltas }: Profile, functions: Times, folders: Times): number {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const selfOf = new Map<number, number>();
  for (const [at, id] of samples.entries()) selfOf.set(id, (selfOf.get(id) ?? 0) + timeDeltas[at]!);
  let busy = 0;
  for (const [id, time] of selfOf) {
    const { functionName, url } = byId.get(id)!.callFrame;
    if (functionName === '(idle)') continue;
    busy += time;
    const isOwn = OWN.test(functionName);
    let caller = byId.get(id)!;
    while (!isOwn && caller.callFrame.url === '' && parents.has(caller.id))
      caller = byId.get(parents.get(caller.id)!)!;
    const place = isOwn ? '' : placeOf(caller.callFrame);
    const name = functionName || '(anonymous)';
    add(functions, isOwn ? name : `${name}${url === '' ? ', native, called' : ''} in ${place}`, time);
    add(folders, isOwn ? name : folderOf(place), time);
  }
  return busy;
}

const add = (times: Times, key: string, time: number) => times.set(key, (times.get(key) ?? 0) + time);

function tableOf(title: string, times: Times, total: number): string {
  const rows = [...times]
    .sort(([, one], [, other]) => other - one)
    .filter(([, time]) => time / total >= LEAST_SHARE)
    .slice(0, MOST_ROWS);
  const share = (time: number) => `${((time / total) * 100).toFixed(1)} %`;
  const lines = rows.map(
    ([key, time]) => `| ${share(time)} | ${(time / 1000).toFixed(0)} | ${key.replaceAll('|', '\\|')} |\n`,
  );
  return `| share | ms | ${title} |\n| ---: | ---: | --- |\n${lines.join('')}\n`;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const one of config) {
  const outDir = join(built, relative('dist', one.outDir ?? 'dist'));
  await build({ ...one, cwd: root, config: false, logLevel: 'error', outDir, clean: false, sourcemap: true });
}
const profiling = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${INTERVAL_US}`];
const program = `await (await import(${JSON.stringify(pathToFileURL(join(built, 'main.cjs')).href)})).main()`;
const args = ['--input-type=module', '--eval', program, '--', 'trace', ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, [...profiling, ...args], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: ['inherit', 'ignore', 'inherit'],
});

const functions: Times = new Map();
const folders: Times = new Map();
let busy = 0;
const profiles = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
for (const name of profiles) {
  busy += addTimes(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile, functions, folders);
}
process.stdout.write(tableOf('self time of functions', functions, busy));
process.stdout.write(tableOf('self time of folders', folders, busy));
process.stderr.write(`trace ended with ${status}; ${profiles.length} profiles of threads in ${folder}\n`);
process.exitCode = status ?? 1;
