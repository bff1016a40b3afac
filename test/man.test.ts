import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');

test('the manual page has a section for each command, and no text of the help is a request of roff', () => {
  const lines = read('man/trace.1').split('\n');
  const titles = [...read('docs/commands.md').matchAll(/^## (.+)$/gm)].map(([, title]) =>
    title!.toUpperCase(),
  );
  expect(titles.length).toBeGreaterThan(50);
  const sections = lines.flatMap((line) => /^\.SH "(.*)"$/.exec(line)?.[1]?.replaceAll('\\-', '-') ?? []);
  expect(sections).toEqual(['OVERVIEW', ...titles]);
  const requests = new Set(lines.flatMap((line) => /^[.'][^ ]*/.exec(line)?.[0] ?? []));
  expect([...requests].toSorted()).toEqual(['.SH', '.TH', '.\\"', '.fi', '.nf']);
});
