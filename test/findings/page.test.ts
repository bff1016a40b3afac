import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { findingsPage } from '../../scripts/findings-page.ts';
import { CATALOGUE } from '../../src/findings/catalogue.ts';

it('the page of findings names every code once, with its meaning and a cure', async () => {
  const codes = [...(await findingsPage()).matchAll(/^\| `([a-z-]+)` \| .* \| .+ \| .+ \|$/gm)].map(
    ([, code]) => code,
  );
  expect([...codes].sort()).toEqual(Object.keys(CATALOGUE).sort());
});

it('docs/findings.md has the current page of findings', async () => {
  const page = await readFile(new URL('../../docs/findings.md', import.meta.url), 'utf8');
  expect(page.replaceAll('\r\n', '\n')).toBe(await findingsPage());
});
