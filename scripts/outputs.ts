/**
 * Writes what a build of trace does with every fixture as files that can be compared: the bodies of all requests, the
 * JSON of checks and plans, reports, and exports.
 *
 *     node scripts/outputs.ts OUT [CHECKOUT]                   writes them for the build in CHECKOUT (default: this one)
 *     node scripts/outputs.ts --compare OUT OTHER [--words]    lists the differences; --words ignores messages
 *
 * Identifiers, times, addresses and folders differ from run to run. They are replaced by names, and progress lines are
 * removed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** The batches, each with the commands that follow its import. FILES stands for its files. */
const BATCHES: Readonly<Record<string, readonly string[]>> = {
  batch: ['batch/maison-aurore.xlsx'],
  'batch-fr': ['fournisseurs', 'emballages', 'produits', 'composants'].map((name) => `batch-fr/${name}.csv`),
  broken: ['broken/maison-aurore.xlsx'],
  v3: ['v3/maison-aurore-v3.xlsx'],
};
/** One request at a time, so that the mock creates identifiers in the same order. */
const SENDING = ['--env', 'sandbox', '--concurrency', '1', '--rate', '0', '--settle', '0'];
const READING = ['--env', 'sandbox', '--concurrency', '1', '--rate', '0'];
const EXPORTS: Readonly<Record<string, readonly string[][]>> = {
  v2: [
    ['studies', 'export', '--out', 'studies', '--format', 'csv'],
    ['studies', 'export', '--out', 'studies.json', '--format', 'json'],
    ['products', 'export', '--out', 'products', '--format', 'csv'],
    ['packaging', 'export', '--out', 'packaging', '--format', 'csv'],
  ],
  v3: [
    ['brand-products', 'export', '--out', 'brand-products', '--format', 'csv'],
    ['fec', 'export', '--out', 'fec', '--format', 'csv'],
  ],
};

const HERE = resolve(import.meta.dirname, '..');
async function writeOutputs(out: string, checkout: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  for (const [name, files] of Object.entries(BATCHES)) {
    const folder = join(out, name);
    mkdirSync(folder, { recursive: true });
    const work = mkdtempSync(join(tmpdir(), 'trace-outputs-'));
    await batchOutputs(checkout, folder, work, name === 'v3' ? 'v3' : 'v2', files);
    rmSync(work, { recursive: true, force: true });
    process.stdout.write(`${name}: ${readdirSync(folder).length} files\n`);
  }
}

async function batchOutputs(
  checkout: string,
  folder: string,
  work: string,
  generation: 'v2' | 'v3',
  files: readonly string[],
): Promise<void> {
  const bin = join(checkout, 'bin', 'trace.js');
  // Both builds get the fixtures of this checkout. A fixture that changed would hide changes of the program.
  const inputs = files.map((file) => join(HERE, 'fixtures', file));
  const names = new Names([
    [work, '<work>'],
    [HERE, '<project>'],
  ]);
  const env = {
    ...process.env,
    HOME: work,
    TRACE_TOKEN: 'outputs',
    COLUMNS: '100',
    NO_COLOR: '1',
    TZ: 'UTC',
  };
  const mock = spawn(process.execPath, [bin, 'mock', '--port', '0', '--data', join(work, 'mock.db')], {
    cwd: work,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const port = await portOf(mock.stdout);
  const bodies: string[] = [];
  const recorder = await recording(port, bodies);
  const address = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`;
  writeFileSync(join(work, 'trace.config.yaml'), `environments:\n  sandbox:\n    baseUrl: ${address}\n`);
  const trace = async (name: string, args: readonly string[]) => {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: work,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed: [string, string] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed[0] += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (printed[1] += text));
    const [code] = (await once(child, 'close')) as [number | null];
    keep(`${name}.stdout`, printed[0]);
    keep(`${name}.stderr`, `${printed[1]}exit ${code}\n`);
  };
  const keep = (name: string, text: string) => writeFileSync(join(folder, name), names.in(text));
  const trust = spawnSync(process.execPath, [bin, 'env', 'trust', '--yes'], {
    cwd: work,
    env,
    encoding: 'utf8',
  });
  if (trust.status !== 0) throw new Error(trust.stderr);
  await trace('check', ['check', ...inputs, '--json']);
  await trace('plan', ['plan', ...inputs, '--env', 'sandbox', '--json']);
  for (const time of ['first', 'again'] as const) {
    const more = generation === 'v2' && files[0]!.startsWith('broken') ? ['--skip-invalid'] : [];
    await trace(`import-${time}`, ['import', ...inputs, ...SENDING, ...more, '--report', `${time}.json`]);
    keep(`report-${time}.json`, readFileSync(join(work, `${time}.json`), 'utf8'));
  }
  keep('requests.ndjson', bodies.map((line) => `${line}\n`).join(''));
  for (const args of EXPORTS[generation]!) {
    const written = args[args.indexOf('--out') + 1]!;
    await trace(`export-${written}`, [...args, ...READING]);
    for (const [name, text] of filesOf(join(work, written))) keep(`${written}-${name}`, text);
  }
  recorder.close();
  recorder.closeAllConnections();
  mock.kill();
  await once(mock, 'close');
}

/** Replaces values that change from run to run with names such as `<run 3>`, numbered by first appearance. */
class Names {
  readonly #fixed: readonly (readonly [string, string])[];
  readonly #seen = new Map<string, string>();

  constructor(fixed: readonly (readonly [string, string])[]) {
    this.#fixed = fixed;
  }

  in(text: string): string {
    let plain = text;
    for (const [from, to] of this.#fixed) plain = plain.replaceAll(from, to);
    return plain
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
        this.#name('id', id),
      )
      .replaceAll(/\b\d{8}-\d{6}-[0-9a-f]{4}\b/g, (run) => this.#name('run', run))
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, '<time>')
      .replaceAll(/^wave \d+: .*\n/gm, '')
      .replaceAll(/127\.0\.0\.1:\d+/g, '<address>')
      .replaceAll(/\b\d+(?:\.\d+)? (?:ms|s|rows\/s|per second)\b/g, '<duration>');
  }

  #name(what: string, value: string): string {
    const known = this.#seen.get(value);
    if (known !== undefined) return known;
    const name = `<${what} ${this.#seen.size}>`;
    this.#seen.set(value, name);
    return name;
  }
}

/** A proxy in front of the mock that records each request that creates or updates. */
async function recording(port: number, bodies: string[]) {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (incoming.method !== 'GET') bodies.push(`${incoming.method} ${incoming.url} ${body.toString('utf8')}`);
    const { url: path, method, headers } = incoming;
    const onward = request(
      { port, host: '127.0.0.1', path, method, headers: { ...headers, host: `127.0.0.1:${port}` } },
      (response) => {
        outgoing.writeHead(response.statusCode!, response.headers);
        response.pipe(outgoing);
      },
    );
    onward.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function portOf(stdout: NodeJS.ReadableStream): Promise<number> {
  for await (const line of createInterface({ input: stdout })) {
    const port = /127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (port !== undefined) {
      stdout.resume();
      return Number(port);
    }
  }
  throw new Error('the mock printed no address');
}

function filesOf(path: string): [name: string, text: string][] {
  const read = (file: string): [string, string] => [basename(file), readFileSync(file, 'utf8')];
  try {
    return readdirSync(path)
      .sort()
      .map((name) => read(join(path, name)));
  } catch {
    return [read(path)];
  }
}

function compare(one: string, other: string, ignoreWords: boolean): void {
  const files = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.\w+$/.test(basename(name)),
    );
  const all = [...new Set([...files(one), ...files(other)])].sort();
  let differ = 0;
  for (const name of all) {
    const [before, after] = [one, other].map((folder) => linesOf(join(folder, name), ignoreWords));
    const at = before!.findIndex((line, index) => line !== after![index]);
    if (at === -1 && before!.length === after!.length) continue;
    differ++;
    const shown = at === -1 ? Math.min(before!.length, after!.length) : at;
    process.stdout.write(
      `${name}:${shown + 1}\n  ${before![shown] ?? '(ends)'}\n  ${after![shown] ?? '(ends)'}\n`,
    );
  }
  process.stdout.write(`${all.length} files, ${differ} differ\n`);
  process.exitCode = differ === 0 && all.length > 0 ? 0 : 1;
}

/**
 * The lines of a file; none if it is missing. With `ignoreWords`, without files for people and without messages in
 * JSON.
 */
function linesOf(file: string, ignoreWords: boolean): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  if (!ignoreWords) return text.split('\n');
  if (file.endsWith('.stderr')) return [/exit .*\n$/.exec(text)?.[0] ?? text];
  return text
    .replaceAll(/"(message|suggestion|text|hint|next|command)":"(?:[^"\\]|\\.)*"/g, '"$1":"<words>"')
    .replaceAll(/"messages":\[[^\]]*\]/g, '"messages":["<words>"]')
    .split('\n');
}

const words = process.argv.slice(2);
if (words[0] === '--compare') compare(words[1]!, words[2]!, words.includes('--words'));
else if (words[0] === undefined) {
  process.stderr.write('Name a folder for the outputs.\n');
  process.exitCode = 2;
} else await writeOutputs(resolve(words[0]), resolve(words[1] ?? HERE));
