import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { Program } from '../advice/program.ts';
import { folderWith, printed } from '../cli/commands/harness.ts';
import { postgres } from '../postgres.ts';
import { runBinary, start } from './harness.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const database = postgres();
const pageOf = (name: string) => readFile(path.join(ROOT, name), 'utf8');

interface Service {
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

test('each command of compose.yaml works, without a container', async () => {
  const text = await pageOf('compose.yaml');
  const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
  const folder = await folderWith();
  const memory = await database.newDatabase();
  /** A word of the file on this machine: with ports that are free, and a folder of the container. */
  const here = (word: string, container: string) =>
    word.replace(/^(4010|946\d)$/, '0').replace(/^\/data\//, `${path.join(folder, container)}-`);
  const started = async (name: string, environment: object, said: string) => {
    const { command, environment: own } = services[name]!;
    const env = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, here(value, name)]));
    const process = start(
      command!.map((word) => here(word, name)),
      ROOT,
      { ...env, TRACE_MEMORY: memory, ...environment },
    );
    let stdout = '';
    process.child.stdout.on('data', (chunk: string) => {
      stdout += chunk;
    });
    await process.saysOnStderr(said);
    return { env, stdout: () => stdout };
  };
  const mock = await started('mock', { TRACE_CONFIG: '' }, 'listens');
  const configuration = await pageOf('examples/compose.config.yaml');
  const address = mock.stdout().trim();
  const machine = await folderWith({
    'trace.config.yaml': configuration.replace('http://127.0.0.1:4010', address),
  });
  const config = { TRACE_CONFIG: path.join(machine, 'trace.config.yaml') };
  const [{ env }] = await Promise.all([
    started('worker-1', config, 'health:'),
    started('worker-2', config, 'health:'),
  ]);
  const typed = [...text.matchAll(/^# {3}docker compose run --rm trace (.*)$/gm)].map(([, words]) =>
    words!.split(' '),
  );
  const own = { ...env, ...config, TRACE_MEMORY: memory, TRACE_STATE_DIR: path.join(folder, 'typed') };
  expect(typed.length).toBe(2);
  for (const words of typed) {
    const ran = await runBinary(words, ROOT, own);
    expect(ran.code, ran.stderr).toBe(0);
  }
  for (;;) {
    const [job] = await printed('jobs list --env compose --json', { cwd: machine, env: own });
    if (job.attempts[0]?.exitCode === 0) break;
    expect(job.state).not.toBe('dead-letter');
    await pause(200);
  }
});

test('the arguments of the Kubernetes example are those of a worker', async () => {
  const documents = parseAllDocuments(await pageOf('examples/kubernetes-workers.yaml'));
  const [{ data }, { spec }] = documents.map((document) => document.toJS());
  const { containers, volumes } = spec.template.spec;
  expect(Object.keys(data)).toEqual(['trace.config.yaml']);
  expect(volumes.map(({ name }: { name: string }) => name)).toEqual(['config', 'state']);
  const program = await Program.load();
  expect(await program.fault(containers[0].args)).toBeNull();
});
