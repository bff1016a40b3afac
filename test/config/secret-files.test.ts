import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { resolveEnvironment } from '../../src/config/resolve-environment.ts';
import { openSecretFiles } from '../../src/config/secret-files.ts';
import { folderWith } from '../cli/commands/harness.ts';

const CONFIG = `environments:
  sandbox:
    baseUrl: https://example.com
    tokenFile: token
    proxy: http://proxy.example.com
    proxyAuthFile: proxy
    clientCert: cert
    clientKey: key
notify: { webhooks: [{ urlFile: hook }], mail: { urlFile: gone, from: a@example.com, to: [b@example.com] } }
`;

test.skipIf(process.platform === 'win32')(
  'secret files that other users can read are the token, the password of the proxy, the key and addresses',
  async () => {
    const cwd = await folderWith({ 'trace.config.yaml': CONFIG });
    const names = ['token', 'proxy', 'key', 'hook'];
    const write = (mode: number) =>
      Promise.all([...names, 'cert'].map((name) => writeFile(path.join(cwd, name), 'x', { mode })));
    const environment = await resolveEnvironment(await loadConfig(cwd, undefined), { env: 'sandbox' }, cwd);
    await write(0o644);
    expect(openSecretFiles(environment)).toEqual(names.map((name) => path.join(cwd, name)));
  },
);

test('secret files that only their owner can read are not named', async () => {
  const cwd = await folderWith({ 'trace.config.yaml': CONFIG });
  for (const name of ['token', 'proxy', 'key', 'hook'])
    await writeFile(path.join(cwd, name), 'x', { mode: 0o600 });
  const environment = await resolveEnvironment(await loadConfig(cwd, undefined), { env: 'sandbox' }, cwd);
  expect(openSecretFiles(environment)).toEqual([]);
});
