import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeContract } from '../../../src/config/contract-file.ts';
import { noCompletion } from '../../../src/contract/completion.ts';
import { folderWith, trace } from './harness.ts';

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
