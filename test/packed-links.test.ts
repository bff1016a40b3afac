import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const { files } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { files: string[] };
// npm packs these always.
const packed = [...files, 'README.md', 'package.json'];
const isPacked = (file: string) => packed.some((name) => file === name || file.startsWith(`${name}/`));

const pages = globSync(
  packed.flatMap((name) => [name, `${name}/**`]),
  { cwd: root },
)
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.md'));

test('each relative link of a page in the package names a file of the package', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/install.md', 'docs/mutation/README.md']));
  const links = pages.flatMap((page) =>
    [
      ...readFileSync(path.join(root, page), 'utf8').matchAll(/(?:\]\(|<img src=")(?!\w+:|#)([^)"\s#]+)/g),
    ].map(([, link]) => ({
      page,
      file: path.posix.join(path.posix.dirname(page), link!),
    })),
  );
  expect(links.length).toBeGreaterThan(50);
  const dead = links.filter(
    ({ file }) => !isPacked(file.replace(/\/$/, '')) || !existsSync(path.join(root, file)),
  );
  expect(dead).toEqual([]);
});
