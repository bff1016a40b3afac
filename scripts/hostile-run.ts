import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readXlsx } from 'hucre/xlsx';

const BINARY = fileURLToPath(new URL('../bin/trace.js', import.meta.url));

/** Limits for one file. */
export interface Bounds {
  readonly seconds: number;
  /** Maximum resident memory; measured only on Linux. */
  readonly megabytes: number;
}

export const BOUNDS: Bounds = { seconds: 10, megabytes: 512 };

/** How `trace check FILE --json` handled one file. */
export interface Examined {
  readonly exit: number | NodeJS.Signals | null;
  readonly seconds: number;
  /** Peak resident memory; null if unknown. */
  readonly megabytes: number | null;
  /** Number of findings; null if standard output was not one JSON document. */
  readonly findings: number | null;
  readonly rows: number | null;
  /** The code of the first error, or the message on standard error. */
  readonly first: string;
  /** What trace did wrong; empty if nothing. */
  readonly faults: readonly string[];
}

interface Document {
  readonly findings: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
  }[];
  readonly files: readonly { readonly rows: number }[];
}

/** Output beyond this is counted and not kept, because no report of one file is that long. */
const KEPT_CHARACTERS = 256 * 1024 ** 2;
/** Maximum size of workbooks whose cells a second reader counts: it is not made for hostile files. */
const COUNTED_BYTES = 4 * 1024 ** 2;
const POLL_MS = 20;

/** Runs the real binary on a file, in a process and a folder of its own, and checks the result. */
export async function examine(file: string, bounds: Bounds = BOUNDS): Promise<Examined> {
  const cwd = await mkdtemp(join(tmpdir(), 'trace-hostile-'));
  try {
    const ran = await run(file, cwd, bounds);
    const document = documentOf(ran.stdout);
    const faults = faultsOf(ran, document, bounds);
    if (document && faults.length === 0 && silent(document)) {
      const cells = await cellsOf(file);
      if (cells > 0) faults.push(`read as empty, but ${cells} cells are there`);
    }
    const error = document?.findings.find(({ severity }) => severity === 'error') ?? document?.findings[0];
    return {
      exit: ran.signal ?? ran.code,
      seconds: ran.seconds,
      megabytes: ran.megabytes,
      findings: document?.findings.length ?? null,
      rows: document?.files.reduce((sum, { rows }) => sum + rows, 0) ?? null,
      first: error ? `${error.code}: ${error.message}` : (ran.stderr.trim().split('\n').at(-1) ?? ''),
      faults,
    };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  readonly megabytes: number | null;
  readonly overdue: boolean;
}

function run(file: string, cwd: string, bounds: Bounds): Promise<Ran> {
  const started = performance.now();
  const child = spawn(process.execPath, [BINARY, 'check', file, '--json'], {
    cwd,
    env: { PATH: process.env.PATH, TMPDIR: cwd, TEMP: cwd },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out: string[] = [];
  let size = 0;
  let stderr = '';
  let peak: number | null = null;
  let overdue = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    size += text.length;
    if (size <= KEPT_CHARACTERS) out.push(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < 1_000_000) stderr += text;
  });
  const watch = setInterval(() => {
    peak = Math.max(peak ?? 0, peakOf(child.pid!) ?? 0) || null;
    overdue ||= performance.now() - started > bounds.seconds * 1000;
    if (overdue) child.kill('SIGKILL');
  }, POLL_MS);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearInterval(watch);
      const seconds = (performance.now() - started) / 1000;
      resolve({ code, signal, stdout: out.join(''), stderr, seconds, megabytes: peak, overdue });
    });
  });
}

/** The peak memory of a process, as Linux reports it. */
function peakOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

function documentOf(stdout: string): Document | undefined {
  try {
    return JSON.parse(stdout) as Document;
  } catch {
    return undefined;
  }
}

function faultsOf(ran: Ran, document: Document | undefined, bounds: Bounds): string[] {
  const faults: string[] = [];
  if (ran.overdue) faults.push(`over ${bounds.seconds} s`);
  else if (ran.signal !== null) faults.push(`ended by ${ran.signal}`);
  else if (ran.code === 1 || (ran.code ?? 0) > 8) faults.push(`exit ${ran.code}`);
  if ((ran.megabytes ?? 0) > bounds.megabytes) faults.push(`over ${bounds.megabytes} MB`);
  if (/^\s+at .+[:)]\d*/m.test(ran.stderr) || /bug in trace/.test(ran.stderr)) faults.push('a stack');
  if (document ? !tells(document) : !ran.overdue && !/^trace: .+\n$/m.test(ran.stderr)) {
    faults.push('neither findings, nor rows, nor an error');
  }
  return faults;
}

const tells = ({ findings, files }: Document): boolean =>
  findings.length > 0 || files.some(({ rows }) => rows > 0);

/** Whether the only finding is that the input is empty. */
function silent({ findings, files }: Document): boolean {
  return (
    files.every(({ rows }) => rows === 0) &&
    findings.every(({ code, message }) => code === 'file-empty' || / is empty$/.test(message))
  );
}

/** Number of cells that another reader finds in a workbook; 0 if it finds none or cannot read it. */
async function cellsOf(file: string): Promise<number> {
  if ((await stat(file)).size > COUNTED_BYTES) return 0;
  try {
    const { sheets } = await readXlsx(readFileSync(file));
    const filled = (cell: unknown) => cell !== null && cell !== undefined && String(cell).trim() !== '';
    return sheets.reduce((sum, { rows }) => sum + rows.flat().filter(filled).length, 0);
  } catch {
    return 0;
  }
}
