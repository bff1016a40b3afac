import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, sandboxConfig, sandboxFolder, TOKEN } from '../cli/commands/harness.ts';
import { csvOf, SMALL_BATCH, smallBatch, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { httpSide } from '../service/far-side.ts';
import { runTrace } from './harness.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox'];

describe('the real binary and the token', () => {
  test.each([301, 302, 303, 307, 308, 421])('a %d sends nothing to where it points', async (status) => {
    const other = await httpSide((response) => response.end('{}'));
    const service = await httpSide((response) => {
      response.writeHead(status, { location: `${other.baseUrl}/v2/suppliers` }).end();
    });
    const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': sandboxConfig(service.baseUrl) });
    for (const argv of [IMPORT, ['env', 'check', 'sandbox']]) {
      const { code, stderr } = await runTrace(argv, cwd);
      expect([2, 5, 6]).toContain(code);
      expect(stderr).not.toContain(TOKEN);
    }
    expect(other.seen).toEqual([]);
    expect(service.seen.some(({ headers }) => headers.authorization?.includes(TOKEN))).toBe(true);
  });

  test('a proxy of the environment is not asked', async () => {
    const proxy = await httpSide((response) => response.end('{}'));
    const { cwd } = await sandboxFolder(smallBatch());
    const env = { HTTP_PROXY: proxy.baseUrl, http_proxy: proxy.baseUrl, ALL_PROXY: proxy.baseUrl };
    expect((await runTrace(IMPORT, cwd, env)).code).toBe(0);
    expect(proxy.seen).toEqual([]);
  });

  test('it stands in no output, file, or command line, whatever is typed or answered', async () => {
    const echo = `Bearer ${TOKEN}`;
    const bodies = Array.from({ length: 12 }, (_, at) => supplierBody(`FRN-${at}`));
    const { cwd } = await sandboxFolder(
      { 'suppliers.csv': csvOf(supplier, bodies) },
      {
        before: ({ n }) =>
          n % 2 === 0
            ? Response.json({ statusCode: 500, message: [echo], error: echo }, { status: 500 })
            : null,
      },
    );
    const outputs: string[] = [];
    for (const argv of [
      ['import', 'suppliers.csv', '--env', 'sandbox', '--json-lines'],
      ['import', 'suppliers.csv', '--env', 'sandbox', '--json'],
      ['plan', 'suppliers.csv', '--env', 'sandbox', '--json'],
      ['check', 'suppliers.csv', '--env', 'sandbox', '--json'],
      ['runs', 'list', '--json'],
      ['runs', 'show', '--json'],
      ['runs', 'show'],
      ['runs', 'report'],
      ['env', 'show', 'sandbox', '--json'],
      ['env', 'check', 'sandbox'],
      ['env', 'trust', 'sandbox'],
      ['taxonomy', 'list'],
      ['import', 'none.csv', '--env', 'sandbox'],
      ['import', 'suppliers.csv', '--env', 'sandbox', '--timeout', 'x'],
    ]) {
      const { stdout, stderr } = await runTrace(argv, cwd, { TRACE_HOME: path.join(cwd, 'home') });
      outputs.push(stdout, stderr);
    }
    for (const entry of await readdir(cwd, { recursive: true, withFileTypes: true })) {
      if (entry.isFile())
        outputs.push((await readFile(path.join(entry.parentPath, entry.name))).toString('latin1'));
    }
    const spellings = [TOKEN, Buffer.from(TOKEN).toString('base64').replace(/=+$/, ''), TOKEN.toUpperCase()];
    expect(outputs.filter((output) => spellings.some((spelling) => output.includes(spelling)))).toEqual([]);
    expect(outputs.some((output) => output.includes('[redacted]'))).toBe(true);
  });
});
