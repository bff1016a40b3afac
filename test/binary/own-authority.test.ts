import { test } from 'vitest';
import { expectEnd, folderWith, mockService, sandboxConfig } from '../cli/commands/harness.ts';
import { SMALL_BATCH, SMALL_SIZE, smallBatch } from '../cli/commands/sheets.ts';
import { pemFile, tlsInFrontOf } from '../service/company-network.ts';
import { runBinary } from './harness.ts';

test('an untrusted certificate is an error that names NODE_EXTRA_CA_CERTS, with which the import succeeds', async () => {
  const mock = await mockService();
  const { port } = await tlsInFrontOf(mock.url);
  const url = `https://127.0.0.1:${port}`;
  const cwd = await folderWith({ ...smallBatch(), 'trace.config.yaml': sandboxConfig(url) });
  const check = ['env', 'check', 'sandbox'];
  expectEnd(await runBinary(check, cwd), 7, 'set NODE_EXTRA_CA_CERTS=FILE');
  const argv = ['import', ...SMALL_BATCH, '--env', 'sandbox'];
  const trusted = await runBinary(argv, cwd, { NODE_EXTRA_CA_CERTS: pemFile('authority') });
  expectEnd(trusted, 0, `${SMALL_SIZE} created`);
});
