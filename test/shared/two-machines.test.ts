import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  expectEnd,
  folderWith,
  mockService,
  reportIn,
  sandboxConfig,
  trace,
} from '../cli/commands/harness.ts';
import { csvOf, supplier } from '../cli/commands/sheets.ts';
import { SLOW } from '../effort.ts';
import { soundBody } from '../mock/sound-body.ts';
import { postgres } from '../postgres.ts';

const database = postgres();
const SUPPLIERS = csvOf(
  supplier,
  ['Un', 'Deux', 'Trois'].map((name) =>
    soundBody(supplier, 'STANDARD', {
      fill: 'required',
      with: { supplierRef: `F-${name}`, name: `Filature ${name}`, importationBatch: 'W1' },
    }),
  ),
);
const FIXTURES = path.join(import.meta.dirname, '../../fixtures');

/** Folders with own state, as two machines have them, and one service and one memory for both. */
async function machines(...config: readonly string[]) {
  const mock = await mockService();
  const memory = await database.newDatabase();
  const text = sandboxConfig(mock.url, 'memoryEnv: TRACE_TEST_MEMORY', 'timeout: 20s', ...config);
  const machine = async () => {
    const cwd = await folderWith({ 'trace.config.yaml': text });
    const run = (words: string) => trace(words, { cwd, env: { TRACE_TEST_MEMORY: memory } });
    return { cwd, run };
  };
  const stats = async () => (await (await fetch(`${mock.url}/__mock/stats`)).json()) as { requests: number };
  return { stats, memory, one: await machine(), other: await machine() };
}

describe('two machines with one memory', () => {
  it.each(['v2', 'v3'] as const)(
    'knows on the second machine what the first has sent, in %s',
    async (name) => {
      const { stats, one, other } = await machines(`interface: ${name}`);
      const file = name === 'v2' ? 'batch/maison-aurore.xlsx' : 'v3/maison-aurore-v3.xlsx';
      for (const { cwd } of [one, other]) await cp(path.join(FIXTURES, file), path.join(cwd, 'batch.xlsx'));
      const first = await one.run('import batch.xlsx --env sandbox --report r.json');
      expect(first.code, first.stderr).toBe(0);
      const sent = (await stats()).requests;
      const second = await other.run('import batch.xlsx --env sandbox --report r.json');
      expect(second.code, second.stderr).toBe(0);
      const { totals } = await reportIn(other.cwd);
      expect(totals).toMatchObject({
        unchanged: name === 'v2' ? 572 : 215,
        created: 0,
        blocked: 0,
        failed: 0,
      });
      expect((await stats()).requests).toBe(sent);
    },
  );

  it('gives what it knows to an older copy of the memory that was restored beside it, where numbers of transactions go on', async () => {
    const { stats, memory, one, other } = await machines();
    for (const { cwd } of [one, other]) {
      await writeFile(
        path.join(cwd, 'first.csv'),
        `${SUPPLIERS.trimEnd().split('\n').slice(0, 2).join('\n')}\n`,
      );
      await writeFile(path.join(cwd, 's.csv'), SUPPLIERS);
      expectEnd(await (cwd === one.cwd ? one : other).run('import first.csv --env sandbox'), 0);
    }
    const admin = new pg.Client(Object.assign(new URL(memory), { pathname: '/postgres' }).href);
    await admin.connect();
    onTestFinished(() => admin.end());
    const name = new URL(memory).pathname.slice(1);
    await admin.query(`create database ${name}_copy template ${name}`);
    expectEnd(await one.run('import s.csv --env sandbox'), 0, '2 created');
    await admin.query(`alter database ${name} rename to ${name}_lost`);
    await admin.query(`alter database ${name}_copy rename to ${name}`);
    expectEnd(await one.run('import first.csv --env sandbox'), 0, 'unchanged', `/${name} is another one`);
    const sent = (await stats()).requests;
    expectEnd(await other.run('import s.csv --env sandbox'), 0, 'all 3 records are unchanged');
    expect((await stats()).requests).toBe(sent);
  });

  it.runIf(SLOW)(
    'gives what it knows to a memory whose server went back to an earlier moment',
    { tags: ['sampled'] },
    async () => {
      const { stats, one, other } = await machines();
      const first = `${SUPPLIERS.split('\n').slice(0, 2).join('\n')}\n`;
      await writeFile(path.join(other.cwd, 's.csv'), SUPPLIERS);
      for (const [name, text] of Object.entries({ 'first.csv': first, 's.csv': SUPPLIERS }))
        await writeFile(path.join(one.cwd, name), text);
      expectEnd(await one.run('import first.csv --env sandbox'), 0, '1 created');
      await database.goBackAfter(async () => {
        expectEnd(await one.run('import s.csv --env sandbox'), 0, '2 created');
      });
      expectEnd(await one.run('import first.csv --env sandbox'), 0, 'unchanged');
      const sent = (await stats()).requests;
      expectEnd(await other.run('import s.csv --env sandbox'), 0, 'all 3 records are unchanged');
      expect((await stats()).requests).toBe(sent);
    },
  );

  it('plans, refuses and reports changes by what the other machine knows', async () => {
    const { one, other } = await machines();
    for (const { cwd } of [one, other]) await writeFile(path.join(cwd, 's.csv'), SUPPLIERS);
    expectEnd(await other.run('plan s.csv --env sandbox'), 0);
    expectEnd(await one.run('import s.csv --env sandbox'), 0, '3 created');
    const planned = await other.run('plan s.csv --env sandbox --json');
    expect(JSON.parse(planned.stdout).waves[0]).toMatchObject({ wave: 1, toSend: 0 });
    await writeFile(path.join(other.cwd, 's.csv'), SUPPLIERS.replace('Filature Un', 'Filature Une'));
    expectEnd(await other.run('import s.csv --env sandbox --report r.json'), 5, /outdated/);
    const { records } = await reportIn(other.cwd);
    const outdated = records.find(({ outcome }) => outcome === 'outdated');
    expect(outdated?.messages.join()).toMatch(/name.*Filature Un/);
  });

  it('says what is wrong with the address of the memory, and never shows it', async () => {
    const { one, memory } = await machines();
    await writeFile(path.join(one.cwd, 's.csv'), SUPPLIERS);
    const { port, password } = new URL(memory);
    const cases: readonly [address: string, code: number, said: RegExp][] = [
      ['', 2, /TRACE_TEST_MEMORY has no address/],
      ['http://127.0.0.1/trace', 2, /not one of PostgreSQL/],
      [memory.replace(password, 'wrong-secret'), 2, /refuses the access/],
      [memory.replace(/trace_\d+$/, 'none'), 2, /refuses the access/],
      [memory.replace(port, '1'), 7, /cannot be reached/],
      ['postgres://u:wrong-secret@db.example.com/trace?sslmode=disable', 2, /without verified TLS/],
    ];
    for (const [address, code, said] of cases) {
      const ran = await trace('import s.csv --env sandbox', {
        cwd: one.cwd,
        env: { TRACE_TEST_MEMORY: address },
      });
      expectEnd(ran, code, said);
      expect(ran.stdout + ran.stderr).not.toMatch(/wrong-secret|canary-memory/);
    }
  });
});
