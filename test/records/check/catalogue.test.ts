import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CATALOGUE, type FindingCode } from '../../../src/findings/catalogue.ts';
import { severityOf } from '../../../src/records/check/check-row.ts';

const CODES = Object.keys(CATALOGUE) as FindingCode[];
/** The warnings that --strict makes errors. */
const RAISED: readonly FindingCode[] = ['not-in-known-list', 'key-looks-alike'];
const text = (folder: URL) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
const own = new URL('.//', import.meta.url);
const source = text(new URL('../../../src/records/check/', import.meta.url));
const given = CODES.filter((code) => source.includes(`'${code}'`));

test.each(given)('a test of the checks mentions the finding %s', (code) => {
  const isTested = new RegExp(`\\b${code}\\b`).test(text(own));
  expect(isTested, `a test in test/records/check has ${code}`).toBe(true);
});

test('the checks give more than 15 kinds of findings', () => {
  expect(given.length).toBeGreaterThan(15);
});

test.each(CODES)('the finding %s keeps its severity, unless --strict raises it', (code) => {
  const { severity } = CATALOGUE[code];
  expect(severityOf(code, false)).toBe(severity);
  const raised = severity === 'fixed' || RAISED.includes(code);
  expect(severityOf(code, true), 'RAISED lists the codes with `strict`').toBe(raised ? 'error' : severity);
});
