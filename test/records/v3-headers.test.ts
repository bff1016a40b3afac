import { describe, expect, it } from 'vitest';
import { wireBody } from '../../src/contract/body.ts';
import { columnPath } from '../../src/contract/field.ts';
import { columnNames } from '../../src/contract/labels.ts';
import { kindsOf } from '../../src/contract/registry.ts';
import { bodySchema } from '../../src/contract/schema.ts';
import { headerAliases } from '../../src/records/headers.ts';
import { readRow } from '../../src/records/read.ts';
import type { Cell } from '../../src/sheets/cell.ts';
import { recognised, rowsOf } from './sheet.ts';

describe.each(kindsOf('v3').map((kind) => [kind.name, kind] as const))('headers of a v3 %s', (_, kind) => {
  const read = (heads: readonly string[], cells: readonly Cell[]) => {
    const head = rowsOf(heads, cells);
    const { map } = recognised(head, { interfaceName: 'v3', asKind: kind });
    return { map: map!, draft: readRow(map!, head[1]!) };
  };

  it('never mean two fields', () => {
    const owners = new Map<string, string>();
    for (const { key, field } of headerAliases(kind)) {
      expect([key, owners.get(key) ?? field.path]).toEqual([key, field.path]);
      owners.set(key, field.path);
    }
  });

  it('include the path as a template writes it, and every name of every field', () => {
    for (const field of kind.fields) {
      for (const head of [columnPath(field.path), ...columnNames(kind, field)]) {
        expect([head, read([head], ['x']).map.columns[0]?.field.path]).toEqual([head, field.path]);
      }
    }
  });

  it('over the examples of their fields give a body that the service accepts', () => {
    const fields = kind.fields.filter(({ example }) => example !== undefined);
    const examples = fields.map(({ example }) => example!);
    for (const heads of [
      fields.map(({ path }) => columnPath(path)),
      fields.map((field) => columnNames(kind, field).at(-1) ?? columnPath(field.path)),
    ]) {
      const { draft } = read(heads, examples);
      expect(draft.findings.filter(({ severity }) => severity !== 'fixed')).toEqual([]);
      const wire = wireBody(kind, draft.body, () => 'an-id-of-the-service').body;
      expect(bodySchema(kind, null, { openLists: false }).safeParse(wire).error).toBeUndefined();
    }
  });
});
