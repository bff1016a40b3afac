import type { Body, KindSpec } from '../../contract/kind.ts';
import { templateColumns } from '../../contract/template/columns.ts';
import { exampleRows } from '../../contract/template/example-rows.ts';
import type { Finding } from '../../findings/finding.ts';
import type { Cell } from '../../sheets/cell.ts';
import { rowFinding } from '../check/rule.ts';
import { readRow } from '../records/read.ts';
import { recogniseSheet } from '../records/recognise.ts';
import type { Draft } from '../records/record.ts';

/** An error if the row is an example row of `trace template`. */
export function exampleFinding(draft: Draft): Finding | undefined {
  const { kind } = draft.map;
  const isOne = examplesOf(kind).some((example) => isExample(kind, example, draft.body));
  if (!isOne) return undefined;
  const message = 'this is the example row of the template: delete it';
  return rowFinding(draft, 'example-row', 'error', kind.key[0]!, message, {
    value: draft.body[kind.key[0]!],
  });
}

const bodiesOfKinds = new WeakMap<KindSpec, readonly Body[]>();

/** The bodies of the example rows of a kind, as read from a sheet. */
function examplesOf(kind: KindSpec): readonly Body[] {
  let bodies = bodiesOfKinds.get(kind);
  if (!bodies) {
    const columns = templateColumns(kind, undefined);
    const headers = { row: 1, cells: columns.map(({ header }) => header) };
    const rows = exampleRows(kind, columns).map((row, at) => ({
      row: at + 2,
      cells: columns.map(({ header }): Cell => row[header] ?? null),
    }));
    const { map } = recogniseSheet({
      interfaceName: kind.interface,
      file: 'template',
      sheet: kind.plural,
      firstRows: [headers, ...rows],
      kinds: [kind],
      others: [],
      asKind: kind,
      options: {},
    });
    bodies = map === null ? [] : rows.map((row) => readRow(map, row).body);
    bodiesOfKinds.set(kind, bodies);
  }
  return bodies;
}

/**
 * Whether a row is an example row: it has the key of the example, at least half of its values, and
 * no different value. Not all values are needed, because the user may have deleted columns. The
 * family and the batch are not compared, because the user fills them in.
 */
function isExample(kind: KindSpec, example: Body, body: Body): boolean {
  if (body[kind.key[0]!] === undefined || body[kind.key[0]!] !== example[kind.key[0]!]) return false;
  const names = Object.keys(example).filter((name) => name !== 'projectType' && name !== kind.batchField);
  const both = names.filter((name) => body[name] !== undefined);
  if (both.length * 2 < names.length) return false;
  return both.every((name) => JSON.stringify(body[name]) === JSON.stringify(example[name]));
}
