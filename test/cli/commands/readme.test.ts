import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { documentWith } from '../../contract/document/generate.ts';
import { folderWith, trace } from './harness.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');

test('the commands that the README shows for interface v3 succeed one after the other', async () => {
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  const block = readme.split('```').find((text) => text.startsWith('sh\ntrace template --interface v3'))!;
  const lines = block
    .split('\n')
    .slice(1)
    .flatMap((line) => line.replace(/ +#.*$/, '') || []);
  expect(lines.length).toBeGreaterThan(5);
  const document = documentWith({
    '/suppliers': { type: 'object', properties: { uniqueIdentifier: { type: 'string' } } },
  });
  const cwd = await folderWith({
    'changes.csv': 'uniqueIdentifier,purchaseOrder\nAURORE-PURCHASE-0001,PO-NEW\n',
    'openapi.yaml': JSON.stringify(document),
  });
  for (const line of lines) {
    const [, ...argv] = line.split(' ');
    const { code, stderr } = await trace(argv, { cwd });
    expect([line, code, stderr]).toEqual([line, 0, stderr]);
    if (argv[0] === 'template') {
      const fixture = path.join(root, 'fixtures/v3/maison-aurore-v3.xlsx');
      await copyFile(fixture, path.join(cwd, 'v3.xlsx'));
    }
  }
});
