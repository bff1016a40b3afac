import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sandboxFolder } from '../cli/commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { runTrace, start } from './harness.ts';

const IMPORT = ['import', 'suppliers.csv', '--env', 'sandbox', '--report', 'r.json'];

it('resume of a killed run reports its outdated records and does not send them', async () => {
  let hold = false;
  const before = () => (hold ? new Promise<never>(() => {}) : null);
  const { mock, cwd } = await sandboxFolder({}, { before });
  const put = (names: readonly string[]) => {
    const bodies = names.map((name, at) => supplierBody(`FRN-${at}`, { name }));
    return writeFile(path.join(cwd, 'suppliers.csv'), csvOf(supplier, bodies));
  };
  await put(['a', 'b']);
  expect((await runTrace(IMPORT, cwd)).code).toBe(0);
  await put(['A', 'b', 'c']);
  hold = true;
  const running = start(IMPORT, cwd);
  await running.saysOnStderr('wave 1');
  running.child.kill('SIGKILL');
  await running.done;
  hold = false;
  const resumed = await runTrace(['resume', '--env', 'sandbox'], cwd);
  expect(resumed.stderr).toContain('outdated: supplier FRN-0 (suppliers.csv › A2): name: "a" → "A"');
  expect([5, 6]).toContain(resumed.code);
  expect(mock.stats().received).toMatchObject({ 'supplier|STANDARD|FRN-0': 1 });
});
