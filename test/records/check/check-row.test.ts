import { describe, expect, test } from 'vitest';
import { FAMILY_NAMES, projectTypeOf } from '../../../src/contract/family.ts';
import { checked } from './rows.ts';

const projectTypes = { E360: 'E360_TYPE', AGEC: 'AGEC_TYPE' };

describe('the family of a row', () => {
  test.each(FAMILY_NAMES)('sets the project type of the body: %s', (family) => {
    const without = checked('supplier', { projectType: undefined }, { family, projectTypes });
    expect([without.told, without.body.projectType]).toEqual([[], projectTypeOf(family, projectTypes)]);
    const own = checked('supplier', { projectType: family }, { family: 'STANDARD', projectTypes });
    expect([own.told, own.body.projectType]).toEqual([[], projectTypeOf(family, projectTypes)]);
  });

  test('the family of a row may be given as the configured project type', () => {
    const { told, body } = checked('supplier', { projectType: 'E360_TYPE' }, { projectTypes });
    expect([told, body.projectType]).toEqual([[], 'E360_TYPE']);
  });

  test('a family in another spelling is corrected and reported', () => {
    const { told, body } = checked('supplier', { projectType: 'standard' });
    expect([told, body.projectType]).toEqual([['fixed list-spelling A projectType'], 'STANDARD']);
  });

  test('a missing family is a finding of the row, at its blank cell if there is one', () => {
    const missing = (column: string) => [`error family-missing ${column} projectType`];
    expect(checked('supplier', { projectType: undefined }).told).toEqual(missing('-'));
    expect(checked('supplier', { projectType: null }).told).toEqual(missing('A'));
    expect(checked('supplier', { projectType: null }, { family: 'STANDARD' }).told).toEqual([]);
  });

  test('a family that does not exist is an error, and the family of the run is not used instead', () => {
    const { told, findings } = checked('supplier', { projectType: 'PREMIUM' }, { family: 'STANDARD' });
    expect(told).toEqual(['error family-unknown A projectType']);
    expect(findings[0]!.message).toContain('STANDARD, MODULE360_AGEC');
  });

  test('a family without a public project type is an error that names the key of the configuration', () => {
    const { findings, body } = checked('supplier', { projectType: 'AGEC' });
    expect(findings).toMatchObject([
      { code: 'family-project-type', suggestion: expect.stringContaining('families.AGEC.projectType') },
    ]);
    expect(body).not.toHaveProperty('projectType');
  });

  test('a family in an unreadable cell is only one finding', () => {
    expect(checked('supplier', { projectType: '#REF!' }).told).toEqual(['error cell-error A projectType']);
  });
});

describe('the importation batch', () => {
  test('the batch of the configuration fills rows that have none, and replaces no other', () => {
    const batches = (change: Parameters<typeof checked>[1], settings: object) =>
      checked('supplier', change, { defaultBatch: 'C1', ...settings }).body.importationBatch;
    expect(batches({}, {})).toBe('W1');
    expect(batches({ importationBatch: undefined }, {})).toBe('C1');
    expect(batches({ importationBatch: '' }, {})).toBe('C1');
    expect(batches({ importationBatch: undefined }, { batch: 'W9' })).toBe('W9');
  });

  test('the batch of the run replaces that of the row, with a notice if they differ', () => {
    expect(checked('supplier', {}, { batch: 'W9' })).toMatchObject({
      body: { importationBatch: 'W9' },
      told: ['notice batch-replaced D importationBatch'],
    });
    expect(checked('supplier', {}, { batch: 'W1' }).told).toEqual([]);
    expect(checked('supplier', {}).body.importationBatch).toBe('W1');
    expect(checked('supplier', { importationBatch: undefined }, { batch: 'W9' }).told).toEqual([]);
  });

  test.each<[cell: string | undefined, ...told: string[]]>([
    [undefined, 'error batch-missing - importationBatch'],
    ['#N/A!'],
    ['#REF!', 'error cell-error D importationBatch'],
  ])(
    'a missing batch is one finding, and none if its cell is unreadable: %s',
    (importationBatch, ...told) => {
      expect(checked('supplier', { importationBatch }).told).toEqual(told);
    },
  );
});
