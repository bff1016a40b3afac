import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, sandboxConfig } from '../cli/commands/harness.ts';
import { EXHAUSTIVE, SLOW } from '../effort.ts';
import { BATCH_LAYOUTS } from '../layouts/batch-layouts.ts';
import { fileName, writeGrids } from '../layouts/write.ts';
import { requestsOf } from './formats.ts';
import { runBinary, runTrace } from './harness.ts';
import {
  type Answer,
  answered,
  column,
  isProposed,
  MOST_ANSWERS,
  questions,
  setting,
} from './map-answers.ts';
import { plainBodies } from './plain-batch.ts';
import { DOWN, ENTER, hasScript, terminal } from './pseudo-terminal.ts';

/** The weights have headers without a unit. */
const weights = (product: string, component: string): Answer[] => [
  column(product, 'Poids net', 'weight'),
  column(component, 'Poids du composant', 'componentWeight'),
  { of: product, line: ['units', 'Poids net'], value: 'g' },
  { of: component, line: ['units', 'Poids du composant'], value: 'g' },
];

const origins = (sheet: string): Answer[] =>
  [1, 2, 3].map((item) => column(sheet, `Orig. ${item}`, `composition.${item}.origin`));

/** What a person adds to the map file that `trace map --yes` writes, or to none, by layout. */
const ANSWERS: Readonly<Record<string, readonly Answer[]>> = {
  '.xls (BIFF8)': [],
  '.ods': [],
  'SpreadsheetML 2003': [],
  'an HTML table named .xls': [],
  'one row per composition line, with blanks': [],
  'one row per composition line, with repeated values': [],
  'one row per size': [
    setting('Products', 'groupBy', ['productRef', 'productCollectionRef', 'productColorCode']),
    setting('Products', 'addUp', ['producedQuantity']),
  ],
  'French headers on two merged rows, xlsx': weights('Products', 'Components'),
  'French headers on two merged rows, biff8': weights('Products', 'Components'),
  'French headers on two merged rows, html': weights('Table 3', 'Table 4'),
  'French headers on two merged rows, ods': weights('Products', 'Components'),
  'French headers on two merged rows, xlml': weights('Products', 'Components'),
  'a title block above and a total below': [],
  'wide groups': origins('Components'),
  'ten sheets of one layout': [],
  'ten sheets of wide groups': origins('Lot 01'),
  'ten sheets with French headers on two merged rows': weights('Products', 'Lot 01'),
};

// In `npm test`, the merged headers in two formats: the others read merged cells in the same way.
const tried = BATCH_LAYOUTS.filter((_, at) => EXHAUSTIVE || (SLOW ? at % 12 === 0 : at % 6 === 3));

test.each(tried)(
  'the layout "$name", with the proposed map and at most five answers, sends the same bytes as the batch',
  { tags: ['sampled'] },
  async ({ name, format, grids }) => {
    const answers = ANSWERS[name]!;
    const file = fileName(format);
    const cwd = await folderWith({ [file]: writeGrids(grids, format) });
    writeFileSync(path.join(cwd, 'trace.config.yaml'), sandboxConfig('http://127.0.0.1:9'));
    const proposal = await runBinary(['map', file, '--yes', '--env', 'sandbox'], cwd);
    expect(proposal.code, proposal.stderr).toBe(answers.length === 0 ? 0 : 3);
    const mapFile = path.join(cwd, 'trace.map.yaml');
    const text = existsSync(mapFile) ? readFileSync(mapFile, 'utf8') : undefined;
    expect(answers.length).toBeLessThanOrEqual(MOST_ANSWERS);
    if (answers.length > 0) {
      expect(answers.filter((answer) => isProposed(text!, answer))).toEqual([]);
      const early = await runTrace(['check', file, '--env', 'sandbox'], cwd);
      expect([early.code, questions(text!).length > 0], early.stderr).toEqual([3, true]);
      writeFileSync(mapFile, answered(text!, answers));
    } else expect(questions(text ?? '')).toEqual([]);
    const { code, stderr, bodies } = await requestsOf([file], [], cwd);
    expect(code, stderr.slice(-2000)).toBe(0);
    const whole = await plainBodies();
    expect(bodies.filter((body) => !whole.includes(body)).slice(0, 2)).toEqual([]);
    expect(bodies).toEqual(whole);
  },
);

test.skipIf(!hasScript)('on a terminal, map asks for units below French headers on merged rows', async () => {
  const { grids, format } = BATCH_LAYOUTS.find(
    ({ name }) => name === 'French headers on two merged rows, xlsx',
  )!;
  const cwd = await folderWith({ [fileName(format)]: writeGrids(grids, format) });
  const { type, ended, all } = terminal(cwd, ['map', fileName(format)]);
  await type('"Poids net" have?', DOWN, ENTER);
  await type('"Poids du composant" have?', DOWN, ENTER);
  await type('Write ', 'y');
  expect((await ended)[0], all()).toBe(0);
  expect(all()).toContain('headers in rows 1 and 2');
  const { code, stderr, bodies } = await requestsOf([fileName(format)], [], cwd);
  expect(code, stderr.slice(-2000)).toBe(0);
  expect(bodies).toEqual(await plainBodies());
});
