import { expect, test } from 'vitest';
import { doubtLines } from '../../../src/cli/view/doubt-view.ts';
import { outdatedList } from '../../../src/cli/view/outdated-view.ts';
import { textWidth } from '../../../src/cli/view/table.ts';
import { commandHelp, terminalWidth, wrapSentence, wrapWhole } from '../../../src/cli/view/wrap.ts';

const RUN = '20261121-021304-3f9a';
const outdated = {
  kind: 'component',
  key: 'CMP-1 / ROB-2041',
  origin: { file: 'components.csv', sheet: 'components', row: 12 },
  messages: ['changed', ...[1, 2, 3].map((at) => `composition.${at}.percentage: 95 → 97`)],
};
const inDoubt = {
  ...outdated,
  family: null,
  importationBatch: null,
  outcome: 'in-doubt' as const,
  sentAt: null,
  absenceCountsFrom: null,
  attempts: 1,
  ways: ['verify', 'resend', 'sent'],
};

test('a sentence is wrapped at the width of a terminal, and not without a terminal', () => {
  const text = 'word '.repeat(40).trim();
  expect(wrapSentence(text, undefined)).toEqual([text]);
  const lines = wrapSentence(text, 80);
  expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(80);
  expect(lines.map((line) => line.trim()).join(' ')).toBe(text);
  expect(lines.slice(1).every((line) => line.startsWith('  w'))).toBe(true);
});

test('a command to paste is never split', () => {
  const command = `trace resolve ${RUN} --config /srv/trace/trace.config.yaml --state-dir /srv/trace/state --keep`;
  const [first, ...others] = commandHelp(command, 'accept the new content as known', 80);
  expect([first, others]).toEqual([`  ${command}`, ['      accept the new content as known']]);
  expect(commandHelp('trace resolve', 'list', 80, 20)).toEqual([`  trace resolve${' '.repeat(7)}  list`]);
});

test('a command with quoted words is never split, whatever the quotes contain', () => {
  const command = `trace check "Données - été (version d'Amélie, à vérifier); finale.xlsx" --annotate 'a "b" (c).xlsx'`;
  const text = `corrigez les lignes ci-dessus, puis ${command}; ou recommencez`;
  expect(wrapWhole(text, 60)).toEqual([
    'corrigez les lignes ci-dessus, puis',
    `${command};`,
    'ou recommencez',
  ]);
  const inside = 'indiquez environments.sandbox.baseUrl (trace env show sandbox --lang fr), puis trace plan';
  expect(wrapWhole(inside, 50)).toEqual([
    'indiquez environments.sandbox.baseUrl',
    '(trace env show sandbox --lang fr), puis',
    'trace plan',
  ]);
});

test('a French sentence is never broken before its punctuation or inside a quoted value', () => {
  const text = `aucun entrepôt de ce nom : ENT-03 (vouliez-vous dire "Entrepôt nord"\u00a0?)\u00a0; corrigez`;
  for (let width = 40; width < 90; width++) {
    const lines = wrapWhole(text, width);
    expect(lines.join(' ')).toBe(text);
    for (const line of lines) expect(line).not.toMatch(/^[?;)]|"Entrepôt$/);
  }
});

test('outdated records and the advice of resolve fit 80 columns', () => {
  const advice = { place: [], update: null, width: 80 };
  for (const line of outdatedList(RUN, [outdated, outdated], advice))
    expect(textWidth(line)).toBeLessThanOrEqual(80);
  const place = ['--config', 'trace.config.yaml'];
  const lines = [...doubtLines(RUN, [inDoubt], 0, { place, width: 80 })].slice(2);
  expect(lines.join('\n')).toContain(`trace resolve ${RUN} --config trace.config.yaml --resend`);
  for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(80);
});

test('only a stream that is a terminal with columns has a width', () => {
  expect(
    [{ isTTY: true, columns: 80 }, { isTTY: true, columns: 0 }, { columns: 80 }, {}].map(terminalWidth),
  ).toEqual([80, undefined, undefined, undefined]);
});
