import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';

/** Elements of a page that are opened and not closed, or closed and not open, except void elements and comments. */
export function unbalanced(html: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  const voids = new Set(['meta', 'br', 'col', '!doctype']);
  for (const [, slash, name = '', own] of html.matchAll(/<(\/?)([a-z!][\w-]*)(?:"[^"]*"|[^">])*?(\/?)>/gi)) {
    const tag = name.toLowerCase();
    if (own === '/' || voids.has(tag)) continue;
    if (slash !== '/') open.push(tag);
    else if (open.pop() !== tag) wrong.push(tag);
  }
  return [...wrong, ...open];
}

/** The browser of this machine; undefined if it has none. */
export const browser = (process.env.PATH ?? '')
  .split(path.delimiter)
  .flatMap((folder) =>
    ['chromium', 'chromium-browser', 'google-chrome'].map((name) => path.join(folder, name)),
  )
  .find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** The document that a browser builds from a page after `script` ran in it. */
export async function shown(html: string, width: number, script = ''): Promise<string> {
  const folder = await folderWith();
  const file = path.join(folder, 'page.html');
  const open = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
  await writeFile(file, script === '' ? html : open.replace('</body>', `<script>${script}</script></body>`));
  const { stdout } = await promisify(execFile)(
    browser!,
    [
      ...['--headless', '--no-sandbox', '--disable-gpu', `--window-size=${width},2000`],
      ...[`--user-data-dir=${path.join(folder, 'profile')}`, '--dump-dom', pathToFileURL(file).href],
    ],
    { maxBuffer: 1e8 },
  );
  return stdout;
}

/** The number of A4 pages that a browser prints. */
export async function printedPages(html: string): Promise<number> {
  const folder = await folderWith();
  const [file, pdf] = [path.join(folder, 'page.html'), path.join(folder, 'page.pdf')];
  await writeFile(file, html);
  await promisify(execFile)(browser!, [
    ...['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer'],
    `--user-data-dir=${path.join(folder, 'profile')}`,
    `--print-to-pdf=${pdf}`,
    pathToFileURL(file).href,
  ]);
  const printed = (await readFile(pdf)).toString('latin1');
  expect(printed).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  return printed.match(/\/Type \/Page\b/g)!.length;
}

/** Writes into the page which texts of its pictures are truncated or overlap, and whether it is too wide. */
export const FAULTS = `
const faults = [];
let seen = 0;
for (const chart of document.querySelectorAll('svg.chart')) {
  const frame = chart.getBoundingClientRect();
  const boxes = [...chart.querySelectorAll('text')].map((text) => [text.firstChild.data, text.getBoundingClientRect()]);
  for (const [at, [words, box]] of boxes.entries()) {
    seen++;
    if (box.left < frame.left - 0.5 || box.right > frame.right + 0.5 || box.top < frame.top - 0.5 || box.bottom > frame.bottom + 0.5)
      faults.push('cut: ' + words);
    for (const [others, other] of boxes.slice(at + 1)) {
      // Line boxes of two lines of a name may touch.
      if (box.left < other.right && other.left < box.right && box.top + 2 < other.bottom && other.top + 2 < box.bottom)
        faults.push('overlap: ' + words + ' / ' + others);
    }
  }
}
for (const item of document.querySelectorAll('.legend li')) {
  seen++;
  if (item.scrollWidth > item.clientWidth + 1 || item.getBoundingClientRect().right > innerWidth) faults.push('cut: ' + item.textContent);
}
if (document.documentElement.scrollWidth > innerWidth) faults.push('page wider than the window');
document.body.innerHTML = '<pre id="faults">' + seen + ' ' + JSON.stringify(faults).replaceAll('<', '') + '</pre>';
`;
