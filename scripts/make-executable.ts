/**
 * Writes `trace` as one file that needs nothing else: `npm run executable` for this system, `npm run executable --
 * win-x64` for one whose Node the registry has, and `npm run executable -- darwin-arm64=FILE` with the program of Node
 * in FILE, of the version that runs this. Beside it are SHA256SUMS and the bill of materials. Why it is made so:
 * docs/decisions/0072-executable.md.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
// @ts-expect-error It has no types.
import postject from 'postject';
import { build, type Rolldown } from 'tsdown';
import { options, program } from '../tsdown.config.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const OUT = path.join(ROOT, 'build');
const PARTS = path.join(OUT, 'parts');
const BIN = path.join(ROOT, 'bin');
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const VERSION = process.versions.node;

/** This system, as packages of Node name it. */
const OWN_SYSTEM = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const isWindows = (system: string) => system.startsWith('win-');

/** pdfkit finds its fonts when it runs; here they are files of the program. */
const fontsOfPdf: Rolldown.Plugin = {
  name: 'fonts-of-pdf',
  transform: (code, id) =>
    /pdfkit\.node\.mjs$/.test(id)
      ? code
          .replace('const require$1 = createRequire(import.meta.url);', '')
          .replaceAll('require$1(', 'require(')
      : null,
};

/** Builds the program with all its packages. Returns the names of its files in PARTS. */
async function makeParts(): Promise<string[]> {
  await build({
    ...program,
    cwd: ROOT,
    entry: { main: 'src/main.ts', child: 'src/sheets/old-excel/child.ts' },
    plugins: [fontsOfPdf, program.plugins],
    deps: { ...options.deps, alwaysBundle: [/./] },
    outDir: PARTS,
    clean: true,
    config: false,
    logLevel: 'error',
  });
  copyFileSync(path.join(BIN, 'trace.js'), path.join(PARTS, 'trace.js'));
  const names = readdirSync(PARTS);
  for (const name of names) {
    const file = path.join(PARTS, name);
    const code = readFileSync(file, 'latin1').replace(/^#!.*/, '');
    const asFunction = `(function (exports, require, module, __filename) {${code}\n})`;
    writeFileSync(file, asFunction, 'latin1');
    writeFileSync(`${file}.compiled`, new Script(asFunction, { filename: name }).createCachedData());
    writeFileSync(`${file}.none`, '');
  }
  return names;
}

/** What is added to the program of Node. Compiled code fits only the Node that made it: `none` is for other systems. */
function blobOf(names: readonly string[], compiled: 'compiled' | 'none'): Buffer {
  const config = path.join(PARTS, 'sea.json');
  const output = path.join(PARTS, 'sea.blob');
  const main = path.join(BIN, 'executable.js');
  const files = names.flatMap((name) => [
    [name, path.join(PARTS, name)],
    [`${name}.compiled`, path.join(PARTS, `${name}.${compiled}`)],
  ]);
  const assets = { ...Object.fromEntries(files), 'executable.js': main };
  writeFileSync(config, JSON.stringify({ main, output, assets, disableExperimentalSEAWarning: true }));
  execFileSync(process.execPath, ['--experimental-sea-config', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return readFileSync(output);
}

/** Runs npm and returns what it prints. */
const npm = (...words: string[]): string =>
  execFileSync('npm', words, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' });

/** The program of Node of a system. */
function nodeOf(system: string): string {
  if (system === OWN_SYSTEM) return process.execPath;
  const folder = path.join(OUT, `node-${system}`);
  npm('install', '--prefix', folder, '--no-save', '--force', '--ignore-scripts', `node-${system}@${VERSION}`);
  return path.join(folder, 'node_modules', `node-${system}`, 'bin', isWindows(system) ? 'node.exe' : 'node');
}

/** Writes the executable of a system. */
async function writeExecutable(system: string, node: string, blob: Buffer): Promise<void> {
  const name = `trace-${system}${isWindows(system) ? '.exe' : ''}`;
  const file = path.join(OUT, name);
  copyFileSync(node, file);
  chmodSync(file, 0o755);
  const isMac = system.startsWith('darwin-');
  const canSign = isMac && process.platform === 'darwin';
  if (canSign) execFileSync('codesign', ['--remove-signature', file]);
  const segment = isMac ? { machoSegmentName: 'NODE_SEA' } : {};
  await postject.inject(file, 'NODE_SEA_BLOB', blob, { sentinelFuse: FUSE, ...segment });
  if (canSign) execFileSync('codesign', ['--sign', '-', file]);
  else if (isMac) process.stderr.write(`On a Mac, before it can start: codesign --force --sign - ${name}\n`);
}

interface Bill {
  readonly metadata: { readonly component: { readonly 'bom-ref': string } };
  components: { readonly 'bom-ref': string; readonly properties?: readonly { readonly name: string }[] }[];
  dependencies: { readonly ref: string; dependsOn: string[] }[];
}

/**
 * The packages of the executable and its Node, as CycloneDX. `npm sbom --omit dev` is not enough: it leaves out packages
 * that packages for development need too.
 */
function billOfMaterials(): string {
  const bill: Bill = JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx'));
  const isUsed = ({ properties = [] }: Bill['components'][number]) =>
    !properties.some(({ name }) => name === 'cdx:npm:package:development');
  bill.components = bill.components.filter(isUsed);
  const refs = new Set(bill.components.map((component) => component['bom-ref']));
  const isListed = (ref: string) => refs.has(ref);
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => isListed(ref) || ref === bill.metadata.component['bom-ref'])
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isListed) }));
  const purl = `pkg:generic/node@${VERSION}`;
  const node = { 'bom-ref': purl, type: 'platform', name: 'node', version: VERSION, purl };
  bill.components.push(node);
  return `${JSON.stringify(bill, null, 2)}\n`;
}

mkdirSync(OUT, { recursive: true });
const parts = await makeParts();
writeFileSync(path.join(OUT, 'sbom.cdx.json'), billOfMaterials());
for (const argument of process.argv.length > 2 ? process.argv.slice(2) : [OWN_SYSTEM]) {
  const [system = '', node = nodeOf(system)] = argument.split('=');
  await writeExecutable(system, node, blobOf(parts, system === OWN_SYSTEM ? 'compiled' : 'none'));
}
rmSync(PARTS, { recursive: true });
const sum = (name: string) =>
  createHash('sha256')
    .update(readFileSync(path.join(OUT, name)))
    .digest('hex');
const names = readdirSync(OUT).filter((name) => /^(?:trace-|sbom\.)/.test(name));
writeFileSync(path.join(OUT, 'SHA256SUMS'), names.map((name) => `${sum(name)}  ${name}\n`).join(''));
process.stdout.write(`${names.map((name) => path.join(OUT, name)).join('\n')}\n`);
