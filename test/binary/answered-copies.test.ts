import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, sandboxConfig } from '../cli/commands/harness.ts';
import { type Filled, filledCopy, questionPart } from '../cli/map/filled-sheets.ts';
import { dataOf } from '../data.ts';
import { SLOW } from '../effort.ts';
import { FORMATS, plainRequests, requestsOf } from './formats.ts';
import { runTrace } from './harness.ts';
import type { Answer } from './map-answers.ts';

/** What a person answers to the questions of `trace map --yes`, by format. */
const ANSWERS = dataOf<Record<string, readonly Answer[]>>(import.meta.dirname, 'map-proposed-answers.yaml');
const MATERIALS = path.join(import.meta.dirname, '..', '..', 'fixtures', 'mapped', 'materials.txt');
/** Rounds of questions: what depends on an answer is asked in the next copy. */
const MOST_ROUNDS = 3;

/** Answers the questions of a workbook as a person would who knows these lines of the map file, and accepts the proposals. */
const knowing =
  (answers: readonly Answer[]): Filled =>
  ([type, sheet, subject]) => {
    if (type === 'accept') return 'yes';
    const [first, word] = String(subject).split('\n');
    const steps = {
      column: ['columns', subject],
      separator: ['separators', subject],
      word: ['values', first, word],
      setting: [first],
      field: ['constants', subject],
    }[type as string];
    const own = answers.find(
      ({ of, line }) => String(sheet).startsWith(of) && JSON.stringify(line) === JSON.stringify(steps),
    );
    return typeof own?.value === 'string' ? own.value : undefined;
  };

const ASKED = FORMATS.filter(({ name }) => ANSWERS[name]!.length > 0 && (name !== 'sap') === SLOW);

test.each(ASKED)(
  'the export "$name" sends the same bytes as the batch after its questions were answered in annotated copies',
  { tags: ['sampled'] },
  async ({ name, ...format }) => {
    const files = await format.files();
    const cwd = await folderWith({ ...files, 'materials.txt': readFileSync(MATERIALS) });
    writeFileSync(path.join(cwd, 'trace.config.yaml'), sandboxConfig('http://127.0.0.1:9'));
    await runTrace(['taxonomy', 'add', 'materials', 'materials.txt', '--env', 'sandbox'], cwd);
    const run = (command: string, of: readonly string[], ...flags: string[]) =>
      runTrace([command, ...of, ...flags, '--env', 'sandbox'], cwd);
    let inputs = Object.keys(files);
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      const checked = await run('check', inputs, ...format.flags, '--annotate', `round${round}.xlsx`);
      inputs = [...checked.stderr.matchAll(/^annotated copy: (.*?\.xls[xm])/gm)].map(([, file]) =>
        path.basename(file!),
      );
      if (!checked.stderr.includes('in the sheet "Questions"')) break;
      for (const input of inputs) {
        const copy = path.join(cwd, input);
        const bytes = readFileSync(copy);
        if (questionPart(bytes)) writeFileSync(copy, filledCopy(bytes, knowing(ANSWERS[name]!)));
      }
      const mapped = await run('map', inputs, '--yes');
      expect(mapped.stderr, mapped.stderr).not.toMatch(/^error: /m);
      expect(existsSync(path.join(cwd, 'trace.map.yaml')), mapped.stderr).toBe(true);
      if (mapped.code === 0) break;
    }
    const sent = await requestsOf(inputs, format.flags, cwd);
    expect(
      sent.code,
      `${sent.stderr.slice(-3000)}\n${readFileSync(path.join(cwd, 'trace.map.yaml'), 'utf8')}`,
    ).toBe(0);
    const plain = await plainRequests({ name, ...format });
    expect(sent.bodies.filter((body) => !plain.bodies.includes(body)).slice(0, 2)).toEqual([]);
    expect(sent.bodies).toHaveLength(plain.bodies.length);
  },
);
