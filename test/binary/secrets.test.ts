import { readdir, readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { folderWith, sandboxConfig, sandboxFolder, TOKEN } from '../cli/commands/harness.ts';
import { csvOf, SMALL_BATCH, smallBatch, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { runTrace } from './harness.ts';

const IMPORT = ['import', ...SMALL_BATCH, '--env', 'sandbox'];

async function serverOf(answer: RequestListener) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(JSON.stringify(request.headers));
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('the real binary and the token', () => {
  test.each([301, 302, 303, 307, 308, 421])('a %d sends nothing to where it points', async (status) => {
    const other = await serverOf((_, response) => response.end('{}'));
    const service = await serverOf((_, response) => {
      response.writeHead(status, { location: `${other.url}/v2/suppliers` }).end();
    });
    const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': sandboxConfig(service.url) });
    for (const argv of [IMPORT, ['env', 'check', 'sandbox']]) {
      const { code, stderr } = await runTrace(argv, cwd);
      expect([2, 5, 6]).toContain(code);
      expect(stderr).not.toContain(TOKEN);
    }
    expect(other.seen).toEqual([]);
    expect(service.seen.some((headers) => headers.includes(TOKEN))).toBe(true);
  });

  test('a proxy of the environment is not asked', async () => {
    const proxy = await serverOf((_, response) => response.end('{}'));
    const { cwd } = await sandboxFolder(smallBatch());
    const env = { HTTP_PROXY: proxy.url, http_proxy: proxy.url, ALL_PROXY: proxy.url };
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
