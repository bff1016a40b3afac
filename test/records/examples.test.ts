import { describe, expect, it } from 'vitest';
import { projectTypeOf } from '../../src/contract/family.ts';
import { columnPath } from '../../src/contract/field.ts';
import { columnNames } from '../../src/contract/labels.ts';
import { kindsOf, type V2Kind } from '../../src/contract/registry.ts';
import { bodySchema } from '../../src/contract/schema.ts';
import { readSheet } from './sheet.ts';

describe.each(kindsOf('v2').map((kind) => [kind.name as V2Kind, kind] as const))('a %s row', (name, kind) => {
  const fields = kind.fields.filter(({ example }) => example !== undefined);
  const examples = fields.map(({ example }) => example!);
  const paths = fields.map(({ path }) => columnPath(path));

  it.each([
    ['typed', examples],
    ['in a text file', examples.map(String)],
  ])('a row with the examples of its fields, %s, gives a body that the service accepts', (_, cells) => {
    const draft = readSheet(name, paths, [cells]).drafts[0]!;
    expect(draft.findings.filter(({ severity }) => severity !== 'fixed')).toEqual([]);
    expect(draft.body.projectType).toBe(projectTypeOf('STANDARD', {}));
    expect(bodySchema(kind, 'STANDARD', { openLists: true }).safeParse(draft.body).error).toBeUndefined();
  });

  it('a row below the French names of its fields is read the same', () => {
    const heads = fields.map((field) => columnNames(kind, field).at(-1) ?? columnPath(field.path));
    const byName = readSheet(name, heads, [examples]).drafts[0]!.body;
    expect(byName).toEqual(readSheet(name, paths, [examples]).drafts[0]!.body);
  });
});
