import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeContract } from '../../../src/config/contract-file.ts';
import { noCompletion } from '../../../src/contract/completion.ts';
import { expectEnd, folderWith, trace } from './harness.ts';

const CONFIG = `environments:
  sandbox:
    baseUrl: https://sandbox.example.com
    interface: v3
    hints: false
v3:
  updatePaths:
    brand-product: { byId: '/products/{id}' }
`;

describe('env show', () => {
  test('shows who is notified without secrets, and all else when the variable of the proxy is invalid', async () => {
    const hook = 'https://hooks.example.com/services/secret-path';
    const notify = `notify: { webhooks: [{ url: ${hook} }, { urlEnv: HOOK }] }\n`;
    const cwd = await folderWith({ 'trace.config.yaml': CONFIG + notify });
    const env = { HTTPS_PROXY: 'http://' };
    const shown = await trace('env show sandbox', { cwd, env });
    expectEnd(shown, 2, 'HTTPS_PROXY is not the address of a proxy');
    expect(shown.stdout).toMatch(/^notify +failures; https:\/\/hooks\.example\.com \w+; variable HOOK/m);
    expect(shown.stdout).toMatch(/^proxy +HTTPS_PROXY is not the address of a proxy\. +HTTPS_PROXY$/m);
    expect(shown.stdout).not.toContain('secret-path');
    const json = await trace('env show sandbox --json', { cwd, env: { HTTPS_PROXY: 'proxy.corp:8080' } });
    expect([json.code, JSON.parse(json.stdout).proxy.value]).toEqual([0, 'http://proxy.corp:8080']);
  });

  test('names the contract in force and the paths of updates, each with its source', async () => {
    const cwd = await folderWith({ 'trace.config.yaml': CONFIG });
    const show = async (...argv: string[]) =>
      JSON.parse((await trace(['env', 'show', 'sandbox', '--json', ...argv], { cwd })).stdout);
    const before = await show();
    expect(before.contract).toEqual({ value: null, from: 'default' });
    expect(before.hints).toMatchObject({ value: 'no', from: expect.stringContaining('trace.config.yaml') });
    expect(before['updatePaths.brand-product']).toEqual({
      value: '/products/{id}, /brand-products/by-unique-identifier/{uniqueIdentifier}',
      from: 'v3.updatePaths.brand-product',
    });
    expect(before['updatePaths.purchased-item'].from).toBe('default');

    const file = path.join(cwd, 'trace.contract.sandbox.json');
    writeContract(file, noCompletion());
    expect((await show()).contract).toEqual({ value: file, from: expect.stringContaining('trace taxonomy') });
    const { stdout } = await trace(['env', 'show', 'sandbox'], { cwd });
    expect(stdout).toMatch(/^contract +.*trace\.contract\.sandbox\.json/m);
    expect((await trace(['env', 'show', 'mock'], { cwd })).stdout).toMatch(/^contract +none +default/m);

    const v2 = await show('--interface', 'v2');
    expect(Object.keys(v2).filter((key) => key.startsWith('updatePaths'))).toEqual([
      'updatePaths.brand-product',
    ]);
  });
});
