import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, sandboxConfig } from '../cli/commands/harness.ts';
import { dataOf } from '../data.ts';
import { FORMATS, plainRequests, requestsOf } from './formats.ts';
import { runTrace } from './harness.ts';
import { type Answer, answered, entriesOf, isProposed, MOST_ANSWERS, questions } from './map-answers.ts';

/** What a person answers to the questions of `trace map --yes`, by format. */
const ANSWERS = dataOf<Record<string, readonly Answer[]>>(import.meta.dirname, 'map-proposed-answers.yaml');

const MATERIALS = path.join(import.meta.dirname, '..', '..', 'fixtures', 'mapped', 'materials.txt');

/** Columns that the proposed map reads otherwise than the one written by hand. Open ones are not wrong. */
function wrongColumns(proposed: string, byHand: string): string[] {
  const own = entriesOf(proposed);
  return entriesOf(byHand).flatMap(({ kind, columns = {} }) => {
    const targets = own.find((entry) => entry.kind === kind)?.columns ?? {};
    return Object.entries(columns).flatMap(([header, target]) => {
      const got = (targets as Record<string, string>)[header] ?? '?';
      return got === '?' || got === target
        ? []
        : [`${String(kind)}: ${header}: ${got}, not ${String(target)}`];
    });
  });
}

test.each(FORMATS)(
  'the export "$name", with the proposed map and at most five answers, sends the same bytes as the batch',
  async (format) => {
    const files = await format.files();
    const cwd = await folderWith({ ...files, 'materials.txt': readFileSync(MATERIALS) });
    writeFileSync(path.join(cwd, 'trace.config.yaml'), sandboxConfig('http://127.0.0.1:9'));
    // Words only get values that the service is known to have.
    const added = await runTrace(['taxonomy', 'add', 'materials', 'materials.txt', '--env', 'sandbox'], cwd);
    expect(added.code, added.stderr).toBe(0);
    const names = Object.keys(files);
    const proposal = await runTrace(['map', ...names, '--yes', '--env', 'sandbox'], cwd);
    expect([0, 3], proposal.stderr).toContain(proposal.code);
    const mapFile = path.join(cwd, 'trace.map.yaml');
    // Columns that are all named like their fields need no map file.
    const text = existsSync(mapFile) ? readFileSync(mapFile, 'utf8') : readFileSync(format.map, 'utf8');
    expect.soft(wrongColumns(text, readFileSync(format.map, 'utf8'))).toEqual([]);
    const answers = ANSWERS[format.name]!;
    if (answers.length > 0) writeFileSync(mapFile, answered(text, answers));
    const mapped = await requestsOf(names, format.flags, cwd);
    expect(mapped.code, `${questions(text).join('\n')}\n${mapped.stderr.slice(-2000)}`).toBe(0);
    const plain = await plainRequests(format);
    expect(mapped.bodies.filter((body) => !plain.bodies.includes(body)).slice(0, 2)).toEqual([]);
    expect(mapped.bodies).toHaveLength(plain.bodies.length);
    const needed = answers.filter((answer) => !isProposed(text, answer));
    const lines = needed.map(({ of, line, value }) => `${of}: ${line.join(' › ')}: ${value}`);
    expect(needed.length, `${lines.join('\n')}\n`).toBeLessThanOrEqual(MOST_ANSWERS);
  },
);
