import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/findings/finding.ts';
import type { ValueCounts } from '../../../src/import/input/read-context.ts';
import type { InputSettings } from '../../../src/import/input/settings.ts';
import { checkAcrossRecords } from '../../../src/import/staged/check-across.ts';
import { makePlan } from '../../../src/import/staged/make-plan.ts';
import { stagedRecords } from '../../../src/import/staged/staged-records.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import {
  component,
  type Given,
  INPUT,
  keyOfGiven,
  packaging,
  product,
  pushed,
  rowsOf,
  stageRun,
  supplier,
} from '../../send/push/harness.ts';

function judged(
  records: readonly Given[],
  more: Partial<InputSettings> = {},
  ledger = Ledger.temporary(null),
  announced: ValueCounts = new Map(),
) {
  const run = stageRun(ledger, records);
  const findings: Finding[] = [];
  const settings = { ...INPUT, ...more };
  checkAcrossRecords(
    stagedRecords({ ledger, run }, settings),
    { stage: ledger.stage(run), settings, findingGroups: { add: (finding) => findings.push(finding) } },
    { valueCounts: announced, sharedTables: new Set(), records: records.length },
  );
  const { plan } = makePlan({ ledger, run, settings });
  return {
    plan,
    ledger,
    run,
    findings,
    codes: findings.map(({ code, severity, origin }) => [code, severity, origin.row]),
    ends: rowsOf(ledger, run).map(({ key, outcome, status }) => [key, outcome ?? status]),
  };
}

describe('two rows with the same key', () => {
  it('two rows with the same key and content are one record, sent once', () => {
    const { codes, ends } = judged([supplier('S'), supplier('S'), { ...supplier('S'), batch: 'W2' }]);
    expect(codes.map(([code, , row]) => [code, row])).toEqual([
      ['duplicate-identical', 3],
      ['duplicate-identical', 4],
    ]);
    expect(ends).toEqual([['S', 'new']]);
  });

  it('two rows with the same key and different content are both invalid, and block records that refer to them', () => {
    const { codes, ends } = judged([
      supplier('S', { name: 'a' }),
      supplier('S', { name: 'b' }),
      product('P/C/RED', { supplierRef: 'S' }),
    ]);
    expect(codes).toEqual([
      ['duplicate-different', 'error', 2],
      ['duplicate-different', 'error', 3],
    ]);
    expect(ends).toEqual([
      ['S', 'invalid'],
      ['S', 'invalid'],
      ['P / C / RED', 'blocked'],
    ]);
  });

  it('two rows with the same key in two families are two records', () => {
    const { codes, ends } = judged([supplier('S'), { ...supplier('S'), family: 'AGEC' }]);
    expect(codes).toEqual([]);
    expect(ends).toEqual([
      ['S', 'new'],
      ['S', 'new'],
    ]);
  });
});

describe('a reference', () => {
  it('a reference to an unknown record is an error, or a warning with externalRefs', () => {
    const records = [supplier('FRN-1'), product('P/C/RED', { supplierRef: 'FRN-2', packagingRefs: ['X'] })];
    const strict = judged(records);
    expect(strict.codes).toEqual([
      ['reference-unknown', 'error', 3],
      ['reference-unknown', 'error', 3],
    ]);
    expect(strict.findings.map(({ field }) => field)).toEqual(['packagingRefs', 'supplierRef']);
    // Another number is another record.
    expect(strict.findings[1]!.suggestion).toBeUndefined();
    expect(strict.ends[1]).toEqual(['P / C / RED', 'invalid']);
    const external = judged(records, { externalRefs: true });
    expect(external.codes.map(([code, severity]) => [code, severity])).toEqual([
      ['reference-external', 'warning'],
      ['reference-external', 'warning'],
    ]);
    expect(external.ends[1]).toEqual(['P / C / RED', 'new']);
  });

  it('a reference to a record that an earlier run sent is valid, but not if that run had another target', async () => {
    const { ledger } = await pushed([supplier('S'), packaging('E')]);
    const records = [product('P/C/RED', { supplierRef: 'S', packagingRefs: ['E'] })];
    expect(judged(records, {}, ledger).codes).toEqual([]);
    const elsewhere = await pushed([supplier('S')], { target: 'production https://x.example' });
    expect(judged(records, {}, elsewhere.ledger).codes).toHaveLength(2);
  });

  it('a reference of a component without a colour fits any colour of its product, and no other product', () => {
    const { findings, ends } = judged([
      product('P/C/RED'),
      component('M1', 'P/C'),
      component('M2', 'P/D'),
      component('M3', 'P/C/BLUE'),
    ]);
    expect(findings.map(({ origin, value }) => [origin.row, value])).toEqual([
      [4, 'P / D'],
      [5, 'P / C / BLUE'],
    ]);
    expect(ends.map(([, end]) => end)).toEqual(['new', 'new', 'invalid', 'invalid']);
  });
});

describe('components with the same reference', () => {
  it('components with the same reference and different content get a warning at each row that differs from the first', () => {
    const { codes, ends } = judged([
      product('P/C/RED'),
      product('Q/C/RED'),
      component('M', 'P/C/RED', { type: 'TEXTILE' }),
      component('M', 'Q/C/RED', { type: 'LEATHER' }),
      component('N', 'P/C/RED', { type: 'TEXTILE' }),
      component('N', 'Q/C/RED', { type: 'TEXTILE', lotReferences: ['L2'] }),
    ]);
    expect(codes).toEqual([['shared-ref-differs', 'warning', 5]]);
    expect(ends.slice(2).map(([, end]) => end)).toEqual(['new', 'new', 'new', 'new']);
  });
});

describe('a run of some kinds only', () => {
  it('a run of some kinds only has no findings about the other kinds and sends none of them', () => {
    const { codes, ends, plan } = judged(
      [
        { ...supplier('S', { name: 'a' }), ending: 'not-attempted' },
        { ...supplier('S', { name: 'b' }), ending: 'not-attempted' },
        packaging('E'),
      ],
      { only: ['packaging'] },
    );
    expect(codes).toEqual([]);
    expect(ends).toEqual([
      ['S', 'not-attempted'],
      ['S', 'not-attempted'],
      ['E', 'new'],
    ]);
    expect(plan.waves.map(({ wave, kinds, toSend }) => [wave, kinds, toSend])).toEqual([
      [1, ['packaging'], 1],
    ]);
  });
});

describe('findings across records', () => {
  it('findings across records are stored in the ledger and reported', () => {
    const { ledger, run, findings } = judged([supplier('S'), supplier('S')]);
    expect([...ledger.history(run).findings()].map(({ code }) => code)).toEqual(
      findings.map(({ code }) => code),
    );
  });

  it('findings across records include a notice with the distinct collections, the most frequent first', () => {
    const announced: ValueCounts = new Map([
      ['SS27', { field: 'productCollectionRef', rows: 3 }],
      ['AW27', { field: 'productCollectionRef', rows: 9 }],
    ]);
    const { findings } = judged([], {}, undefined, announced);
    expect(findings).toMatchObject([
      {
        code: 'collections',
        severity: 'notice',
        message:
          '2 collections: AW27 (9 rows), SS27 (3 rows); a name that the service does not know creates a new collection',
      },
    ]);
  });

  it('findings across records are all stored, also if there are 2,500', () => {
    // Two commits of a thousand, and a rest.
    const many = Array.from({ length: 2500 }, (_, at) => product(`P${at}/C/RED`, { supplierRef: 'NONE' }));
    const { findings, ledger, run, ends } = judged(many);
    expect(findings).toHaveLength(2500);
    expect(ledger.history(run).findingCounts()).toEqual([{ severity: 'error', count: 2500 }]);
    expect(ends.every(([, end]) => end === 'invalid')).toBe(true);
    expect(keyOfGiven(many[0]!)).toBe(ends[0]![0]);
  });
});
