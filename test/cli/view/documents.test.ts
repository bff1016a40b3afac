import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENTS } from '../../../src/cli/view/document-schema.ts';
import { updatableKinds } from '../../../src/contract/registry.ts';
import { Program } from '../../advice/program.ts';

/** Their `--json` prints the report of a run (docs/report.schema.json). */
const RUNS = ['import', 'resume', ...updatableKinds().map(({ plural }) => `${plural} update`)];

const program = await Program.load();

test('every --json has a published schema', async () => {
  const file = path.join(import.meta.dirname, '..', '..', '..', 'docs', 'documents.schema.json');
  const { $defs } = JSON.parse(await readFile(file, 'utf8')) as { $defs: object };
  const described = [...Object.keys($defs), ...RUNS.map((words) => words.replace(' ', '-'))];
  const commands = program.withFlag('--json').map((words) => words.replace(' ', '-'));
  expect(commands.filter((words) => !described.includes(words))).toEqual([]);
  expect(commands.length).toBeGreaterThan(RUNS.length);
});

test('every schema of a JSON document belongs to a command', () => {
  for (const words of Object.keys(DOCUMENTS))
    expect(program.named(words.split(' '))?.rest, words).toEqual([]);
});
