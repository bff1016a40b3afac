import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createsOf, expectEnd, findingsIn, sandboxFolder, trace } from './harness.ts';
import { csvOf, supplier, supplierBody } from './sheets.ts';

const suppliers = (count: number, prefix = 'FRN', without?: string) =>
  csvOf(
    supplier,
    Array.from({ length: count }, (_, at) => {
      const { [without ?? '']: _left, ...body } = supplierBody(`${prefix}-${at}`);
      return body;
    }),
  );

/** A folder in which the suppliers of a night are imported from a dated file. */
async function nights(...config: string[]) {
  const { mock, cwd } = await sandboxFolder({}, { config });
  const write = (day: number, text: string) =>
    writeFile(path.join(cwd, `suppliers-2026-11-${day}.csv`), text);
  const importing = async (day: number, text: string, ...flags: string[]) => {
    await write(day, text);
    return trace(['import', `suppliers-2026-11-${day}.csv`, '--env', 'sandbox', '--json', ...flags], { cwd });
  };
  return { mock, cwd, write, importing };
}

const drifts = ({ stdout }: { stdout: string }) =>
  findingsIn(stdout)
    .filter(({ code }) => code === 'drift')
    .map(({ severity, message, suggestion }) => [severity, message, suggestion]);

test('a file that differs from that of the last night is sent with a warning that has both figures', async () => {
  const { mock, cwd, write, importing } = await nights();
  const first = await importing(10, suppliers(30));
  expect([first.code, drifts(first)]).toEqual([0, []]);
  const { run } = JSON.parse(first.stdout) as { run: string };
  await write(11, suppliers(20));
  const fewer = [['warning', `20 rows, 30 in run ${run}`, `to see that run: trace runs show ${run}`]];
  const planned = await trace(['plan', 'suppliers-2026-11-11.csv', '--env', 'sandbox'], { cwd });
  expectEnd(planned, 0);
  expect(`${planned.stdout}${planned.stderr}`).toContain(`20 rows, 30 in run ${run}`);
  const second = await importing(11, suppliers(20));
  expect([second.code, drifts(second)]).toEqual([0, fewer]);
  expect(drifts(await importing(12, suppliers(20)))).toEqual([]);
  expect(createsOf(mock)).toBe(30);
});

test('drift: error sends nothing, also with --skip-invalid, until a person accepts it', async () => {
  const { mock, importing } = await nights('drift: error');
  const first = await importing(10, suppliers(30));
  const { run } = JSON.parse(first.stdout) as { run: string };
  const other = suppliers(30, 'NEW');
  for (const flags of [[], ['--skip-invalid']]) {
    const stopped = await importing(11, other, ...flags);
    expect(stopped.code, stopped.stderr).not.toBe(0);
    expect(drifts(stopped)).toEqual([
      [
        'error',
        `0 % of the keys are known from earlier runs, 100 % in run ${run}`,
        expect.stringContaining('--severity drift=warning'),
      ],
    ]);
  }
  expect(createsOf(mock)).toBe(30);
  const accepted = await importing(11, other, '--severity', 'drift=warning');
  expectEnd(accepted, 0);
  expect(drifts(accepted)).toEqual([
    ['warning', expect.anything(), `to see that run: trace runs show ${run}`],
  ]);
  expect(createsOf(mock)).toBe(60);
});

test('columns and blank fields are compared as the configuration says', async () => {
  const { cwd, importing } = await nights('drift: { blank: 90, rows: 100 }');
  const full = suppliers(30);
  expectEnd(await importing(10, full), 0);
  const [header, ...rows] = full.trimEnd().split('\n');
  const changed = [`${header},Notes`, ...rows.slice(0, 12).map((row) => `${row},x`)].join('\n');
  const ran = await importing(11, changed, '--ignore-columns', 'Notes');
  expect(drifts(ran).map(([, message]) => message)).toEqual([
    expect.stringMatching(/^the column "Notes" is new: \d+ columns, \d+ in run /),
  ]);
  await writeFile(
    path.join(cwd, 'trace.config.yaml'),
    (await readFile(path.join(cwd, 'trace.config.yaml'), 'utf8')).replace(/drift: .*/, 'drift: { rows: 0 }'),
  );
  expectEnd(await trace(['env', 'show', 'sandbox'], { cwd }), 2, 'drift');
});
