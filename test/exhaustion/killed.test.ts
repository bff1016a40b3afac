import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { trace } from '../cli/commands/harness.ts';
import { EXHAUSTIVE, SLOW } from '../effort.ts';
import { CONCURRENCY, SIZE } from './batch.ts';
import { configOf, leave, makePlace, type Place, send } from './place.ts';
import { startTrace } from './process.ts';
import { expectSoundReports, IMPORT, sendingOf, settle } from './settle.ts';
import type { KillAt } from './steps.ts';

/** Whether steps inside a transaction are tested too: they leave the same state as its start. */
const INSIDE = EXHAUSTIVE;

/** One in so many steps of an area is tried; the ledger has most of them. */
const PACE = INSIDE
  ? { file: 1, socket: 1, ledger: 1 }
  : SLOW
    ? { file: 1, socket: 1, ledger: 16 }
    : { file: 120, socket: 120, ledger: 120 };

/** What was killed: how often, at which kinds of step, and how many rows a person had to settle. */
interface Tried {
  readonly kills: number;
  readonly at: ReadonlySet<string>;
  readonly inDoubt: number;
}

interface Trial {
  readonly argv: readonly string[];
  readonly prepare: () => Promise<Place>;
  /** Whether steps inside a ledger transaction count: they leave the same state as its start. */
  readonly inside: boolean;
  /** At this interval another import continues instead. */
  readonly importEvery: number;
}

/**
 * Kills a run at the k-th step of the ledger, its sockets and its other files, for every k until a run ends first,
 * and settles each.
 */
async function killAtEveryStep(trial: Trial): Promise<Tried> {
  const kills: string[] = [];
  let inDoubt = 0;
  for (const area of ['file', 'socket', 'ledger'] as const) {
    let last = Number.POSITIVE_INFINITY;
    const pace = PACE[area];
    let k = 1 - pace;
    const lane = async () => {
      for (;;) {
        k += pace;
        const at = k;
        if (at >= last) return;
        const killed = await killAt({ area, at, inside: trial.inside });
        if (killed === null) last = Math.min(last, at);
        else kills.push(killed);
      }
    };
    await Promise.all([lane(), lane()]);
  }
  return { kills: kills.length, at: new Set(kills), inDoubt };

  async function killAt(step: KillAt): Promise<string | null> {
    const place = await trial.prepare();
    const { at, code, stderr } = await startTrace(trial.argv, place.cwd, step).ended;
    try {
      if (at === null) expect(code, stderr).toBe(0);
      await expectSoundReports(place.cwd);
      const out = sendingOf(place.cwd);
      expect(out).toBeLessThanOrEqual(CONCURRENCY);
      inDoubt += await settle(place, out, step.at % trial.importEvery === 0 ? 'import' : 'resume');
    } catch (error) {
      throw new Error(`killed at ${at}, ${JSON.stringify(step)}: ${error}`, { cause: error });
    }
    await leave(place);
    return at;
  }
}

test('an import that is killed at any step loses nothing and sends nothing twice', {
  tags: ['sampled'],
  timeout: 600_000,
}, async () => {
  const trial = { argv: IMPORT, prepare: makePlace, inside: INSIDE, importEvery: 4 };
  const { kills, at, inDoubt } = await killAtEveryStep(trial);
  // Each record is staged, marked, sent, received and ended.
  expect(kills).toBeGreaterThan((SIZE * (INSIDE ? 10 : 8)) / PACE.ledger);
  if (!SLOW) return;
  expect([...at]).toEqual(
    expect.arrayContaining([
      ...(INSIDE
        ? ['ledger: open ledger.db', 'ledger: close', 'ledger: insert records', 'ledger: insert attempts']
        : ['ledger: begin']),
      'ledger: commit',
      'socket: connect',
      'socket: write',
      'socket: bytes arrive',
      'file: appendFile',
      'file: sync',
      'file: rename',
    ]),
  );
  // A supplier with an open request cannot be read back.
  expect(inDoubt).toBeGreaterThan(0);
});

/** An import that lost all responses for packaging and products, although the service stored them. */
async function doubtfulPlace(): Promise<Place> {
  let lose = true;
  const place = await makePlace({
    before: ({ method, path: to }) =>
      lose && method === 'POST' && !to.includes('supplier') ? new Response('gone', { status: 500 }) : null,
  });
  await writeFile(path.join(place.cwd, 'trace.config.yaml'), configOf(place.mock, 'inDoubt: hold'));
  const { code, stderr } = await trace(IMPORT, place);
  expect(code, stderr).toBe(6);
  lose = false;
  using ledger = new DatabaseSync(path.join(place.cwd, '.trace', 'ledger.db'), { readOnly: true });
  const doubtful = ledger
    .prepare("select kind, min(body) as body from records where outcome = 'in-doubt' group by kind")
    .all();
  expect(doubtful.map(({ kind }) => kind)).toEqual(['packaging', 'product']);
  for (const { kind, body } of doubtful) await send(place, String(kind), String(body));
  await writeFile(path.join(place.cwd, 'trace.config.yaml'), configOf(place.mock));
  return place;
}

test('a resume that reads back and is killed at any step loses nothing and sends nothing twice', {
  tags: ['sampled'],
  timeout: 600_000,
}, async () => {
  const trial = {
    argv: ['resume'],
    prepare: doubtfulPlace,
    inside: INSIDE,
    importEvery: Number.POSITIVE_INFINITY,
  };
  const { kills, at, inDoubt } = await killAtEveryStep(trial);
  expect(kills).toBeGreaterThan((SIZE * 4) / PACE.ledger);
  if (!SLOW) return;
  expect([...at]).toEqual(expect.arrayContaining(['ledger: begin', 'ledger: commit', 'socket: write']));
  // All suppliers are known, and the rest can be read back.
  expect(inDoubt).toBe(0);
});
