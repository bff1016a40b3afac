import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Prompts } from '../../../src/cli/map/prompts.ts';
import { folderWith, trace } from '../../cli/commands/harness.ts';
import { SLOW } from '../../effort.ts';
import { type AnswerKey, Person } from './person.ts';

const person: { current?: Person } = {};

vi.mock('../../../src/cli/map/prompts.ts', () => ({
  clackPrompts: async (): Promise<Prompts> => person.current!,
}));

const FOLDER = path.join(process.env.TRACE_SAMPLES ?? '', 'exports');
const CASES = existsSync(path.join(FOLDER, 'keys'))
  ? readdirSync(path.join(FOLDER, 'keys')).map((name) => name.replace('.json', ''))
  : [];

/** What the scorer of the samples counts. */
interface Score {
  readonly records: { readonly send: number; readonly right: number; readonly wrong: number };
}

/** The service of the samples, which takes everything and writes it to a file. */
async function sink(file: string): Promise<string> {
  const child = spawn(process.execPath, [path.join(FOLDER, 'sink.mjs'), '--out', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const [text] = (await new Promise((resolve) => child.stdout.once('data', (data) => resolve([data])))) as [
    Buffer,
  ];
  return /http:\S+/.exec(text.toString())![0];
}

/** How many records of an export arrive as its answer key says, with a person who answers five questions. */
async function scoreOf(name: string): Promise<Score> {
  const key = JSON.parse(readFileSync(path.join(FOLDER, 'keys', `${name}.json`), 'utf8')) as AnswerKey;
  const cwd = await folderWith();
  for (const file of key.files)
    cpSync(path.join(FOLDER, 'files', file), path.join(cwd, file), { recursive: true });
  const bodies = path.join(cwd, 'bodies.ndjson');
  const url = await sink(bodies);
  const config = `environments:\n  sink: { baseUrl: "${url}", tokenEnv: SANDBOX_TOKEN, interface: v2, settle: 0 }\n`;
  writeFileSync(path.join(cwd, 'trace.config.yaml'), config);
  const materials = path.join(FOLDER, 'materials.txt');
  await trace(['taxonomy', 'add', 'materials', materials, '--env', 'sink'], { cwd });
  person.current = new Person(key, ANSWERS);
  await trace(['map', ...key.files, '--env', 'sink'], { cwd, canAnswer: true });
  const report = path.join(cwd, 'report.json');
  const flags = [...key.run.flags, '--env', 'sink', '--yes', '--report', report];
  await trace(['import', ...key.files, ...flags], { cwd });
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...[path.join(FOLDER, 'score.mjs'), '--key', path.join(FOLDER, 'keys', `${name}.json`)],
    ...['--bodies', bodies, '--report', report, '--json'],
  ]);
  return JSON.parse(stdout) as Score;
}

/** Answers of a person for each export: a screen that is accepted counts as one. */
const ANSWERS = 5;
const FEW_CASES = 3;
/** Minimum share of the records that arrive as the answer key says. */
const MIN_RIGHT = 0.83;

describe.skipIf(CASES.length === 0)(
  'exports of other systems, with a person who gives five answers for each',
  () => {
    test('most records arrive as their answer keys say', {
      timeout: 600_000,
      tags: ['sampled'],
    }, async () => {
      let [right, all] = [0, 0];
      const lines: string[] = [];
      for (const name of SLOW ? CASES : CASES.slice(0, FEW_CASES)) {
        const { records } = await scoreOf(name);
        right += records.right;
        all += records.send;
        lines.push(`${name}: ${records.right} of ${records.send}, wrong ${records.wrong}`);
      }
      expect(right / all, lines.join('\n')).toBeGreaterThanOrEqual(MIN_RIGHT);
    });
  },
);
