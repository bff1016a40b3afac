import { describe, expect, test } from 'vitest';
import { withoutHints } from '../../src/contract/completion-apply.ts';
import { isRequired, type KindSpec } from '../../src/contract/kind.ts';
import { kindsOf } from '../../src/contract/registry.ts';
import { type Need, withRequired } from '../../src/contract/required-sets.ts';
import { bodySchema } from '../../src/contract/schema.ts';
import { TraceError } from '../../src/errors.ts';

const with2 = (sets: Record<string, Record<string, Need>>) => withRequired(kindsOf('v2'), sets);
const with3 = (sets: Record<string, Record<string, Need>>) => withRequired(kindsOf('v3'), sets);
const fieldOf = (kinds: readonly KindSpec[], kind: string, path: string) =>
  kinds.find(({ name }) => name === kind)!.fields.find((field) => field.path === path);
const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof TraceError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'nothing';
};

describe('the required fields of an environment', () => {
  test('loosen and tighten fields for all families or for some; other fields stay as they were', () => {
    const kinds = with2({
      component: { type: false, componentWeight: true, supplierRef: ['STANDARD', 'E360'] },
      products: { 'certifications.type': false },
    });
    expect(fieldOf(kinds, 'component', 'type')!.required).toBeUndefined();
    expect(fieldOf(kinds, 'component', 'componentWeight')!.required).toBe('always');
    const supplierRef = fieldOf(kinds, 'component', 'supplierRef')!;
    expect(isRequired(supplierRef, 'STANDARD')).toBe(true);
    expect(isRequired(supplierRef, 'MODULE360_AGEC')).toBe(false);
    expect(fieldOf(kinds, 'product', 'certifications[].type')!.required).toBeUndefined();
    expect(kinds.find(({ name }) => name === 'packaging')).toBe(kindsOf('v2')[1]);
    expect(fieldOf(kinds, 'component', 'category')).toBe(fieldOf(kindsOf('v2'), 'component', 'category'));
  });

  test('the required fields are required by the schema of bodies, which the mock checks', () => {
    const kind = with3({ supplier: { siteName: true, 'siteAddress.city': 'within', audited: true } })[0]!;
    const schema = bodySchema(kind, null, { openLists: true });
    const site = { uniqueIdentifier: 'AURORE-SITE-0001', siteName: 'Mill', audited: false };
    expect(schema.safeParse(site).success).toBe(true);
    expect(schema.safeParse({ ...site, siteName: undefined }).success).toBe(false);
    expect(schema.safeParse({ ...site, audited: undefined }).success).toBe(false);
    expect(schema.safeParse({ ...site, siteAddress: { country: 'FR' } }).success).toBe(false);
  });

  test('the required fields can be fields that are hints, also when hints are off', () => {
    const bare = kindsOf('v3').map((kind) => withoutHints(kind));
    const kinds = withRequired(bare, { suppliers: { siteName: true, siteRole: false, nowhere: false } });
    expect(fieldOf(kinds, 'supplier', 'siteName')).toMatchObject({ required: 'always', names: ['siteName'] });
    expect(fieldOf(kinds, 'supplier', 'nowhere')).toBeUndefined();
  });

  test('the required fields are an error if they name an unknown kind or field, or change a key or another fixed field', () => {
    expect(codeOf(() => with2({ componant: { type: false } }))).toMatch(
      /^required-unknown: .*componant.*"component"/,
    );
    expect(codeOf(() => with2({ component: { tipe: false } }))).toMatch(/^required-unknown: .*tipe.*"type"/);
    for (const [kind, path, need] of [
      ['component', 'componentRef', false],
      ['component', 'productRef', ['STANDARD']],
      ['component', 'importationBatch', false],
      ['component', 'projectType', false],
      ['component', 'componentWeight', 'within'],
    ] as const)
      expect(codeOf(() => with2({ [kind]: { [path]: need } }))).toMatch(/^required-fixed: .*component\./);
  });
});
