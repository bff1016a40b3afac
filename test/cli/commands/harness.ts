import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { expect, onTestFinished, vi } from 'vitest';
import { type ReportFinding, runReport } from '../../../src/cli/view/report-schema.ts';
import { run } from '../../../src/main.ts';
import { type RunningMock, type StartOptions, startMock } from '../../../src/mock/listen.ts';
import { STAND_IN } from '../../mock/sound-body.ts';
import { faultsOfOutputs } from '../../outputs.ts';

/** The token of every mock that a test starts: a canary that no output may contain. */
export const TOKEN = 'canary-7f3e9b2c51d84a06';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Outside {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** A terminal on which questions can be asked; `stdin` is what the user types. */
  readonly canAnswer?: boolean;
  readonly signal?: AbortSignal;
  /** The clock of trace. */
  readonly now?: () => Date;
  /** The width of a terminal that errors are written to. */
  readonly columns?: number;
  /** Receives what trace writes to standard error, to be read while trace runs. */
  readonly stderr?: Text;
}

/** Runs trace in this process, like `trace ...words` in the folder `cwd`. All its JSON output is validated. */
export async function trace(words: readonly string[] | string, outside: Outside): Promise<Ran> {
  const argv = typeof words === 'string' ? words.split(' ') : words;
  // Retries do not wait: a random time between 0 and a limit is 0.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const stdout = new Text();
  const stderr = outside.stderr ?? new Text();
  if (outside.columns) Object.assign(stderr, { isTTY: true, columns: outside.columns });
  const code = await run(argv, {
    stdin: Readable.from(outside.stdin === undefined ? [] : [Buffer.from(outside.stdin)]),
    stdout,
    stderr,
    isTTY: false,
    canAnswer: outside.canAnswer ?? false,
    env: { SANDBOX_TOKEN: TOKEN, TRACE_YES_TRUST: '1', ...outside.env },
    cwd: outside.cwd,
    now: outside.now ?? (() => new Date()),
    signal: outside.signal ?? new AbortController().signal,
  });
  const ran = { code, stdout: stdout.text, stderr: stderr.text };
  expect(await faultsOfOutputs({ argv, cwd: outside.cwd, ...ran })).toEqual([]);
  return ran;
}

/** What trace prints as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers
export const printed = async <T = any>(...of: Parameters<typeof trace>): Promise<T> =>
  JSON.parse((await trace(...of)).stdout);

/** The findings in the JSON of a check, or in the report of a run. */
export const findingsIn = (stdout: string): readonly ReportFinding[] => JSON.parse(stdout).findings;

/** Expects that the output contains each text and matches each pattern. */
export function expectSaid(said: string, ...parts: readonly (string | RegExp)[]): void {
  for (const part of parts) {
    if (typeof part === 'string') expect(said).toContain(part);
    else expect(said).toMatch(part);
  }
}

/** Expects the exit code of a run, and texts or patterns in its standard error. */
export function expectEnd(
  ran: { readonly code: number | null; readonly stderr: string },
  code: number,
  ...parts: readonly (string | RegExp)[]
) {
  expect(ran.code, ran.stderr).toBe(code);
  expectSaid(ran.stderr, ...parts);
}

/** A stream that keeps what is written to it. */
export class Text extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** A folder with files that is removed after the test. */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trace-command-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(path.join(folder, name), text)));
  return folder;
}

/** A mock on its own port, stopped after the test. */
export async function mockService(options: Partial<StartOptions> = {}): Promise<RunningMock> {
  const mock = await startMock({ dataFile: null, token: TOKEN, projectTypes: STAND_IN, ...options });
  onTestFinished(() => mock.close());
  return mock;
}

/** A configuration with `sandbox` at an address, without pauses; `more` are further lines of the environment. */
export function sandboxConfig(url: string, ...more: readonly string[]): string {
  const lines = [
    `baseUrl: ${url}`,
    ...(more.some((line) => /^token/.test(line)) ? [] : ['tokenEnv: SANDBOX_TOKEN']),
  ];
  for (const [name, value] of Object.entries({ settle: 0, absence: 0, rate: 1000 })) {
    if (!more.some((line) => line.startsWith(name))) lines.push(`${name}: ${value}`);
  }
  return [
    'environments:',
    '  sandbox:',
    ...[...lines, ...more].map((line) => `    ${line}`),
    'families:',
    ...Object.entries(STAND_IN).map(([family, type]) => `  ${family}: { projectType: ${type} }`),
    '',
  ].join('\n');
}

/** A mock, and a folder with files and with its configuration; `config` are further lines of the environment. */
export async function sandboxFolder(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  { config = [], ...options }: Partial<StartOptions> & { config?: readonly string[] } = {},
): Promise<{ mock: RunningMock; cwd: string }> {
  const mock = await mockService(options);
  const cwd = await folderWith({ 'trace.config.yaml': sandboxConfig(mock.url, ...config), ...files });
  return { mock, cwd };
}

/** The report of a run in a folder. */
export const reportIn = async (cwd: string, name = 'r.json') =>
  runReport.parse(JSON.parse(await readFile(path.join(cwd, name), 'utf8')));

/** The records that a mock accepted, in order. */
export async function journalOf(
  mock: RunningMock,
): Promise<{ kind: string; family: string; key: string; id: string; body: unknown }[]> {
  const response = await fetch(`${mock.url}/__mock/journal`);
  type Entry = { kind: string; family: string; key: string; id: string; body: unknown };
  return ((await response.json()) as { data: Entry[] }).data;
}

/** The number of create requests for a kind that a mock received, whatever its response. */
export function createsOf(mock: RunningMock, kind?: string): number {
  const answers = Object.entries(mock.stats().answers).filter(([name]) =>
    kind === undefined ? name !== 'other' : name === kind,
  );
  return answers.reduce((sum, [, by]) => sum + Object.values(by).reduce((all, count) => all + count, 0), 0);
}
