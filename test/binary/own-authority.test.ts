import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished, test } from 'vitest';
import { expectEnd, folderWith, mockService, sandboxConfig } from '../cli/commands/harness.ts';
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from '../cli/commands/sheets.ts';
import { runBinary } from './harness.ts';

const fileOf = (name: string) =>
  fileURLToPath(new URL(`../fixtures/own-authority/${name}.pem`, import.meta.url));

test('an untrusted certificate is an error that names NODE_EXTRA_CA_CERTS, with which the import succeeds', async () => {
  const mock = await mockService();
  const { port } = new URL(mock.url);
  const [key, cert] = await Promise.all([readFile(fileOf('key')), readFile(fileOf('certificate'))]);
  const server = createServer({ key, cert }, (from, to) => {
    const { url: path, method, headers } = from;
    const onward = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (answer) =>
      answer.pipe(to.writeHead(answer.statusCode!, answer.headers)),
    );
    from.pipe(onward);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  onTestFinished(() => void server.closeAllConnections());
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': sandboxConfig(url) });
  const check = ['env', 'check', 'sandbox'];
  expectEnd(await runBinary(check, cwd), 7, 'set NODE_EXTRA_CA_CERTS=FILE');
  const argv = ['import', ...SMALL_BATCH, '--env', 'sandbox'];
  const trusted = await runBinary(argv, cwd, { NODE_EXTRA_CA_CERTS: fileOf('certificate') });
  expectEnd(trusted, 0, `${SMALL_SIZE} created`);
});
