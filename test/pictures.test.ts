import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { unbalanced } from './page/browser.ts';

const root = path.join(import.meta.dirname, '..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const shown = [...readme.matchAll(/<img src="([^"]+)" alt="([^"]+)">/g)].map(([, file, alt]) => ({
  alt,
  name: file!,
}));

test('README shows three pictures', () => expect(shown).toHaveLength(3));

test.each(shown)(
  '$name is small, is XML, needs no network, and has the alt text of README',
  ({ name, alt }) => {
    const picture = readFileSync(path.join(root, name), 'utf8');
    expect(picture.length).toBeLessThan(100_000);
    expect(unbalanced(picture.replace(/<style>.*?<\/style>/s, ''))).toEqual([]);
    expect(picture.match(/<(?:br|col|hr|img|wbr)\b[^>]*(?<!\/)>|&(?!(?:amp|lt|gt|quot|#\d+);)/g)).toBeNull();
    expect(picture.match(/<(?:image|script|link)\b|url\(|@import/g)).toBeNull();
    expect(/aria-label="([^"]*)"/.exec(picture)?.[1]).toBe(alt);
    // Both grounds are in the file, and the page around it chooses.
    expect(picture).toContain('prefers-color-scheme:dark');
  },
);
