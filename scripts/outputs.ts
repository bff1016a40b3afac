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
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, parse, resolve, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { openPromise } from 'yauzl';

/** A batch of fixtures, and the commands that are run after it was imported twice. */
interface Batch {
  readonly interface: 'v2' | 'v3';
  readonly files: readonly string[];
  /** The map file, and what it takes besides. */
  readonly map?: readonly string[];
  /** Flags of the import, such as those that a mapped export lacks. */
  readonly importing?: readonly string[];
  /** FILES stands for its files, MAP for its map file and flags. What `--out` and `--annotate` name is kept. */
  readonly commands: readonly (readonly string[])[];
  /** The number of the create whose response is lost, counted from 1. */
  readonly lost?: number;
}

/** One request at a time, so that the mock creates identifiers in the same order. */
const SENDING = ['--env', 'sandbox', '--concurrency', '1', '--rate', '0', '--settle', '0'];
const READING = ['--env', 'sandbox', '--concurrency', '1', '--rate', '0'];
const FRENCH = ['--lang', 'fr'];
const of = (folder: string, ...names: readonly string[]) => names.map((name) => `${folder}/${name}`);
const AURORE = ['batch/maison-aurore.xlsx'];
const FRENCH_FILES = of('batch-fr', 'fournisseurs.csv', 'emballages.csv', 'produits.csv', 'composants.csv');

/** What each batch of v2 is read and handed back as. */
const HANDED_BACK: readonly (readonly string[])[] = [
  ['check', 'FILES', '--annotate', 'annotated.xlsx'],
  ['check', 'FILES', ...FRENCH],
  ['fix', 'FILES', '--out', 'fixed.xlsx'],
];
/** How an export that nobody mapped is understood. */
const MAPPED: readonly (readonly string[])[] = [
  ['check', 'FILES'],
  ['map', 'FILES', '--yes', '--out', 'made.map.yaml'],
  ['map', 'FILES', '--accept', 'likely', '--out', 'likely.map.yaml'],
  ['map', 'FILES', '--json'],
  ['check', 'FILES', 'MAP', '--annotate', 'annotated.xlsx', ...FRENCH],
  ['fix', 'FILES', 'MAP', '--out', 'fixed.xlsx'],
];
const mapped = (name: string, ...files: readonly string[]): Batch => ({
  interface: 'v2',
  files: of(`mapped/${name}`, ...files),
  map: ['--map', `mapped/${name}.map.yaml`],
  importing: ['--family', 'STANDARD', '--batch', 'AURORE'],
  commands: MAPPED,
});

const BATCHES: Readonly<Record<string, Batch>> = {
  batch: {
    interface: 'v2',
    files: AURORE,
    commands: [
      ['studies', 'export', '--out', 'studies', '--format', 'csv', ...READING],
      ['studies', 'export', '--out', 'studies.json', '--format', 'json', ...READING],
      ['studies', 'export', '--out', 'studies.ndjson', '--format', 'ndjson', ...READING],
      ['studies', 'export', '--out', 'studies.xlsx', '--format', 'xlsx', ...READING],
      ['studies', 'export', '--out', 'etudes.xlsx', '--excel', 'fr', ...READING],
      ['products', 'export', '--out', 'products', '--format', 'csv', ...READING],
      ['packaging', 'export', '--out', 'packaging', '--format', 'csv', ...READING],
      ['studies', 'report', '--out', 'page.html', ...READING],
      ['studies', 'report', '--out', 'page-fr.html', ...READING, ...FRENCH],
      ['runs', 'list'],
      ['runs', 'show'],
      ['runs', 'undo', '--out', 'undo.csv'],
      ['template', '--out', 'template.xlsx'],
      ['template', '--out', 'modele.xlsx', ...FRENCH],
      ['template', '--onto', 'FILES', '--out', 'onto.xlsx'],
      ...HANDED_BACK,
    ],
  },
  'batch-fr': { interface: 'v2', files: FRENCH_FILES, commands: HANDED_BACK },
  broken: {
    interface: 'v2',
    files: ['broken/maison-aurore.xlsx'],
    importing: ['--skip-invalid'],
    commands: [...HANDED_BACK, ['check', 'FILES', '--all'], ['check', 'FILES', '--strict']],
  },
  v3: {
    interface: 'v3',
    files: ['v3/maison-aurore-v3.xlsx'],
    commands: [
      ['brand-products', 'export', '--out', 'brand-products', '--format', 'csv', ...READING],
      ['fec', 'export', '--out', 'fec', '--format', 'csv', ...READING],
      ['brand-products', 'qrcodes', '--out', 'codes', ...READING],
      ['brand-products', 'qrcodes', '--out', 'labels.xlsx', ...READING],
      ['check', 'FILES', '--annotate', 'annotated.xlsx'],
      ['template', '--interface', 'v3', '--out', 'template.xlsx'],
    ],
  },
  sap: mapped('sap', 'Kreditoren.txt', 'Materialstamm.txt', 'Packmittel.txt', 'Stueckliste.txt'),
  odoo: mapped(
    'odoo',
    ...['Contact (res.partner).csv', 'Packaging (stock.package.type).csv'],
    ...['Product Variant (product.product).csv', 'Bill of Material (mrp.bom).csv'],
  ),
  plm: mapped('plm', 'bom-export.xlsx'),
  'erp-fr': mapped('erp-fr', 'FOURNISSEURS.csv', 'EMBALLAGES.csv', 'ARTICLES.csv', 'NOMENCLATURES.csv'),
  lost: {
    interface: 'v2',
    files: AURORE,
    lost: 7,
    commands: [
      ['resolve'],
      ['resolve', '--sent'],
      ['resume', '--settle', '0', '--concurrency', '1'],
      ['runs', 'show', '--json'],
    ],
  },
};

const HERE = resolve(import.meta.dirname, '..');
async function writeOutputs(out: string, checkout: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  for (const [name, batch] of Object.entries(BATCHES)) {
    const folder = join(out, name);
    mkdirSync(folder, { recursive: true });
    const work = mkdtempSync(join(tmpdir(), 'trace-outputs-'));
    await batchOutputs(checkout, folder, work, batch);
    rmSync(work, { recursive: true, force: true });
    process.stdout.write(`${name}: ${readdirSync(folder).length} files\n`);
  }
}

async function batchOutputs(
  checkout: string,
  folder: string,
  work: string,
  { interface: generation, files, map = [], importing = [], commands, lost }: Batch,
): Promise<void> {
  const bin = join(checkout, 'bin', 'trace.js');
  // Both builds get the fixtures of this checkout. A fixture that changed would hide changes of the program.
  const fixture = (name: string) => (/\//.test(name) ? join(HERE, 'fixtures', name) : name);
  // A map file beside the files would be read: they are copied.
  const inputs = files.map((file) => basename(file));
  for (const file of files) copyFileSync(fixture(file), join(work, basename(file)));
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
  const recorder = await recording(port, bodies, lost);
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
  const mapping = [...map.map(fixture), ...importing.filter((flag) => flag !== '--skip-invalid')];
  const reading = [...inputs, ...mapping];
  await trace('check', ['check', ...reading, '--json']);
  await trace('plan', ['plan', ...reading, '--env', 'sandbox', '--json']);
  for (const time of lost === undefined ? (['first', 'again'] as const) : (['first'] as const)) {
    const argv = ['import', ...inputs, ...map.map(fixture), ...importing, ...SENDING];
    await trace(`import-${time}`, [...argv, '--report', `${time}.json`]);
    keep(`report-${time}.json`, readFileSync(join(work, `${time}.json`), 'utf8'));
  }
  for (const [at, args] of commands.entries()) {
    const argv = args.flatMap((word) => (word === 'FILES' ? inputs : word === 'MAP' ? mapping : [word]));
    const command = args.slice(0, 2).filter((word) => /^[a-z]/.test(word));
    await trace([at + 1, ...command].join('-'), argv);
    const flag = args.findIndex((word) => word === '--out' || word === '--annotate');
    if (flag < 0) continue;
    for (const [name, text] of await filesOf(work, args[flag + 1]!)) keep(`${at + 1}-${name}`, text);
  }
  keep('requests.ndjson', bodies.map((line) => `${line}\n`).join(''));
  recorder.close();
  recorder.closeAllConnections();
  mock.kill();
  await once(mock, 'close');
  if (generation === 'v3' && bodies.length === 0) throw new Error('nothing was sent');
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
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '<time>')
      .replaceAll(/^wave \d+: .*\n|^ +(?:\d+ studies written|écriture : .*)\n/gm, '')
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

/** A proxy in front of the mock that records each request that creates or updates, and loses one response. */
async function recording(port: number, bodies: string[], lost?: number) {
  let creates = 0;
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (incoming.method !== 'GET') bodies.push(`${incoming.method} ${incoming.url} ${body.toString('utf8')}`);
    const { url: path, method, headers } = incoming;
    const onward = request(
      { port, host: '127.0.0.1', path, method, headers: { ...headers, host: `127.0.0.1:${port}` } },
      (response) => {
        if (method === 'POST' && ++creates === lost) return void incoming.socket.destroy();
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

/** Images of codes: they contain identifiers that the mock draws. */
const IMAGE = /\.(?:png|svg)$/;

/** The files that a command wrote: as they are, and workbooks as their parts. With several inputs, a name has parts. */
async function filesOf(work: string, written: string): Promise<[name: string, text: string][]> {
  const { name: start, ext } = parse(written);
  const found = readdirSync(work, { recursive: true, encoding: 'utf8' })
    .filter((file) => file === written || file.startsWith(join(written, sep)) || isOf(file, start, ext))
    .filter((file) => statSync(join(work, file)).isFile())
    .sort();
  const all: [string, string][] = [];
  for (const file of found) {
    const name = file.replaceAll(sep, '-');
    const path = join(work, file);
    if (/\.xlsx$/.test(file))
      for (const [part, text] of await partsOf(path)) all.push([`${name}-${part}`, text]);
    else all.push([name, IMAGE.test(file) ? '<image>\n' : readFileSync(path, 'utf8')]);
  }
  return all;
}

/** Whether a file is one of several that `--annotate` or `--out` made of a name, such as `out-products.xlsx`. */
const isOf = (file: string, start: string, extension: string): boolean =>
  extension !== '' && file.startsWith(`${start}-`) && file.endsWith(extension);

/** The parts of a workbook as texts. */
async function partsOf(file: string): Promise<[name: string, text: string][]> {
  const archive = await openPromise(file);
  const parts: [string, string][] = [];
  for await (const entry of archive.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    const text = IMAGE.test(entry.fileName) ? '<image>\n' : Buffer.concat(chunks).toString('utf8');
    parts.push([entry.fileName.replaceAll('/', '-'), text]);
  }
  return parts.sort(([one], [other]) => (one < other ? -1 : 1));
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
    process.stdout.write(`${name}:${shown + 1}\n  ${cut(before![shown])}\n  ${cut(after![shown])}\n`);
  }
  process.stdout.write(`${all.length} files, ${differ} differ\n`);
  process.exitCode = differ === 0 && all.length > 0 ? 0 : 1;
}

const cut = (line: string | undefined): string => line?.slice(0, 500) ?? '(ends)';

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
