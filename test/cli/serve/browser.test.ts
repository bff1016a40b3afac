import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { browser } from '../../page/browser.ts';
import { openBrowser, spoken } from '../../page/open-browser.ts';
import { folderWith, sandboxFolder, trace } from '../commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../commands/sheets.ts';
import { serving } from './harness.ts';

const BAD = csvOf(supplier, [supplierBody('A', { category: 'WEAVNG' })]);
const isTooWide = 'document.documentElement.scrollWidth > innerWidth';
const title = 'document.querySelector("h1").textContent';

describe.skipIf(browser === undefined)('the pages in a browser', () => {
  test('files are checked with the keyboard alone, or dropped, and a screen reader gets names', async () => {
    const site = await serving(await folderWith());
    const file = path.join(await folderWith({ 'batch.csv': BAD }), 'batch.csv');
    const window = await openBrowser();
    await window.open(site.link);
    expect(await window.value('location.href')).toBe(`${site.origin}${site.root}/`);
    const focused = 'document.activeElement.id || document.activeElement.getAttribute("href")';
    const tabTo = async (wanted: string) => {
      for (let presses = 0; (await window.value(focused)) !== wanted; presses++) {
        expect(presses).toBeLessThan(20);
        await window.press('Tab');
      }
    };
    await tabTo(`${site.root}/check`);
    const form = window.next('Page.loadEventFired');
    await window.press('Enter');
    await form;
    const before = await spoken(window);
    expect(before.faults).toEqual([]);
    expect(before.nodes).toEqual(
      expect.arrayContaining([
        'heading: Check files',
        'navigation: Pages',
        'button: Check',
        expect.stringMatching(/^status/),
        expect.stringMatching(/^button: Files to check/),
      ]),
    );
    expect(await window.value(isTooWide)).toBe(false);
    await tabTo('files');
    await window.send('Page.setInterceptFileChooserDialog', { enabled: true });
    const chooser = window.next('Page.fileChooserOpened');
    await window.press('Enter');
    const { backendNodeId } = await chooser;
    await window.send('DOM.setFileInputFiles', { files: [file], backendNodeId });
    const result = window.next('Page.loadEventFired');
    await window.press('Tab');
    await window.press('Enter');
    await result;
    expect(await window.value(title)).toBe('Check of batch.csv');
    const after = await spoken(window);
    expect(after.faults).toEqual([]);
    expect(after.nodes).toEqual(
      expect.arrayContaining([
        'link: batch-annotated.xlsx',
        'heading: Findings by row',
        'rowheader: batch.csv › C2',
      ]),
    );
    expect(await window.value(isTooWide)).toBe(false);

    await window.open(`${site.origin}${site.root}/check`);
    const dropped = window.next('Page.loadEventFired');
    const data = { items: [], files: [file], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'])
      await window.send('Input.dispatchDragEvent', { type, x: 200, y: 700, data });
    await dropped;
    expect(await window.value(title)).toBe('Check of batch.csv');
  });

  test('a list of runs that is open shows a new run, and keeps the focus', async () => {
    const { cwd } = await sandboxFolder({ 's.csv': csvOf(supplier, [supplierBody('A'), supplierBody('B')]) });
    const run = ['import', 's.csv', '--env', 'sandbox'];
    await trace(run, { cwd });
    const site = await serving(cwd);
    const window = await openBrowser();
    await window.open(site.link);
    await window.value('document.querySelector("[data-live] a").focus()');
    await trace(run, { cwd });
    await window.until('document.querySelectorAll("[data-live] tbody tr").length === 2');
    expect(await window.value('document.activeElement.localName')).toBe('a');
    expect((await spoken(window)).faults).toEqual([]);
    expect(await window.value(isTooWide)).toBe(false);
    await site.stop();
    await window.until('document.getElementById("said").textContent.includes("connection is lost")');
  });
});
