import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importsOf } from '../../import-rules.ts';

const src = path.resolve(import.meta.dirname, '../../../src');

/** The files and packages that are loaded before a module runs: by all static imports, not by dynamic ones. */
function loadedWith(entry: string): { files: string[]; packages: Set<string> } {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const open = [path.join(src, entry)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const code = readFileSync(file, 'utf8').replace(/\bimport\s*\(/g, 'later(');
    for (const { specifier, typesOnly } of importsOf(code)) {
      if (typesOnly) continue;
      if (!specifier.startsWith('.')) packages.add(specifier);
      else if (specifier.endsWith('.ts')) open.push(path.resolve(path.dirname(file), specifier));
    }
  }
  return { files: [...seen].map((file) => path.relative(src, file).replaceAll(path.sep, '/')), packages };
}

test('trace check starts without the packages that only some checks need', () => {
  const { packages } = loadedWith('cli/commands/check.ts');
  expect(packages).toContain('fastest-levenshtein');
  for (const name of [
    ...['zod', 'cosmiconfig', 'listr2', 'js-yaml', 'yaml', 'iconv-lite', 'undici', 'hono', 'yauzl'],
    '@clack/prompts',
    '@bomb.sh/tab',
  ])
    expect(packages).not.toContain(name);
});

test.each(['check', 'plan', 'import'])(
  'trace %s starts without the code that proposes and writes map files',
  (name) => {
    const { files } = loadedWith(`cli/commands/${name}.ts`);
    expect(files.length).toBeGreaterThan(50);
    expect(
      files.filter((file) => /^cli\/map\/|^map\/(?:propose|headers\/)|map-file\/write/.test(file)),
    ).toEqual([]);
  },
);

test('main.ts loads no package', () => {
  expect([...loadedWith('main.ts').packages].filter((name) => !name.startsWith('node:'))).toEqual([]);
});
