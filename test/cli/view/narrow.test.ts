import { afterEach, describe, expect, it, test } from 'vitest';
import { checkLines } from '../../../src/cli/view/check-view.ts';
import { briefFindingLines } from '../../../src/cli/view/findings.ts';
import { planLines } from '../../../src/cli/view/plan-view.ts';
import { colors } from '../../../src/cli/view/sentences.ts';
import { textWidth } from '../../../src/cli/view/table.ts';
import { lineFor, paintedLines } from '../../../src/cli/view/wrap.ts';
import type { Finding } from '../../../src/findings/finding.ts';
import { FindingGroups } from '../../../src/findings/group.ts';
import { LANGUAGES, useLanguage } from '../../../src/say.ts';
import { FakeTerminal, verdict } from './events.ts';

const FILE = "Données fournisseurs - été 2027 (version d'Amélie, à vérifier) finale v3.xlsx";
const WIDTH = 80;

/** Findings of each severity in more cells than are listed, of a file with a long name. */
function manyFindings(): FindingGroups {
  const groups = new FindingGroups();
  const about = {
    origin: { file: FILE, sheet: 'Produits', column: 'F' },
    kind: 'product',
    field: 'category',
  };
  for (let row = 2; row < 60; row += 2) {
    const origin = { ...about.origin, row };
    const cells = { ...about, origin, value: `v${row}` };
    const found: Finding[] = [
      { ...cells, code: 'not-in-list', severity: 'error', message: 'm', suggestion: 's' },
      { ...cells, code: 'text-trimmed', severity: 'fixed', message: 'm' },
    ];
    for (const one of found) groups.add(one);
  }
  return groups;
}

const plan = {
  schemaVersion: 1,
  waves: ['supplier', 'packaging', 'product', 'component'].map((kind, at) => ({
    wave: at + 1,
    kinds: [kind],
    groups: [
      {
        ...{ kind, family: 'STANDARD', importationBatch: 'SS27-1' },
        counts: {
          new: 1_200_000,
          changed: 12,
          unchanged: 120_000,
          outdated: 999,
          'in-doubt': 12,
          existing: 0,
        },
      },
    ],
    toSend: 1_200_000,
  })),
} as unknown as Parameters<typeof planLines>[0];

afterEach(() => useLanguage('en'));

describe.each(LANGUAGES)('in a window of 80 columns and the language %s', (language) => {
  it.each<[string, () => Iterable<string>]>([
    ['a check', () => checkLines(manyFindings(), 1_234_567, { ...verdict, next: null }, 0, WIDTH)],
    ['the findings of an import', () => briefFindingLines(manyFindings().groups(), colors(0), WIDTH)],
    ['the end of a plan', () => [...planLines(plan, 0, true, WIDTH)].slice(-3)],
  ])('the output of %s has no line that is wider than the window', async (_, lines) => {
    await useLanguage(language);
    const all = [...lines()];
    expect(all.length).toBeGreaterThan(2);
    expect(all.filter((line) => textWidth(line) > WIDTH)).toEqual([]);
  });
});

test('a sentence on a terminal is wrapped at spaces, also if it has colours', () => {
  const terminal = Object.assign(new FakeTerminal(), { columns: 40 });
  expect(lineFor(terminal, 'copie annotée : un nom de fichier très long pour voir.xlsx')).toBe(
    'copie annotée : un nom de fichier très\n  long pour voir.xlsx\n',
  );
  const red = '\u001b[31mrejected\u001b[39m';
  expect(paintedLines(red, 10)).toEqual([red]);
  expect(paintedLines(`${red}: ${'word '.repeat(12).trim()}`, 44)).toEqual([
    'rejected: word word word word word word',
    '  word word word word word word',
  ]);
});
