import { type Body, type KindSpec, oncePer } from '../../contract/kind.ts';
import { EXAMPLE_TEXTS, withoutExampleMark } from '../../contract/labels.ts';
import { templateColumns } from '../../contract/template/columns.ts';
import { exampleRows } from '../../contract/template/example-rows.ts';
import { cut, quoted } from '../../recognise/text.ts';
import { say } from '../../say.ts';
import type { Cell, Row } from '../../sheets/cell.ts';
import { readRow } from '../read.ts';
import { recogniseSheet } from '../recognise.ts';
import type { SheetMap } from '../record.ts';
import { sheetFinding } from '../sheet-finding.ts';
import { LONGEST_TEXT, type OddRow, skipRow } from './odd-row.ts';

/** The bodies of the example rows of a kind, as read from a sheet, with the free texts of templates in each language. */
export const exampleBodies = oncePer((kind: KindSpec): readonly Body[] => {
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
  if (map === null) return [];
  return EXAMPLE_TEXTS.flatMap((textOf) =>
    rows.map(({ row, cells }) => {
      const shown = cells.map((cell) => (typeof cell === 'string' ? textOf(cell) : cell));
      return readRow(map, { row, cells: shown }).body;
    }),
  );
});

/**
 * A row whose key, in the column `index`, has the mark of an example row: it is skipped. If it has other values than an
 * example, a person may have filled it in, so it is an error.
 */
export function markedExample(map: SheetMap, row: Row, index: number): OddRow | undefined {
  const { kind } = map;
  const marked = row.cells[index];
  if (typeof marked !== 'string') return undefined;
  const key = withoutExampleMark(marked);
  if (key === undefined) return undefined;
  const { body } = readRow(map, { ...row, cells: row.cells.with(index, key) });
  if (exampleBodies(kind).some((example) => isWithin(kind, body, example)))
    return { ...skipRow(map, row, marked, 'example', true), isExample: true };
  const finding = sheetFinding(map, row, 'example-row', {
    value: cut(marked, LONGEST_TEXT),
    message: say().layouts.ownExample({ mark: quoted(cut(marked, 40)) }),
    suggestion: say().layouts.removeMark({ key: quoted(cut(key, 40)) }),
  });
  return { finding, stops: false, continues: true };
}

/** Whether the body has no other values than the example. The family and the batch may differ. */
function isWithin(kind: KindSpec, body: Body, example: Body): boolean {
  return Object.entries(body).every(
    ([name, value]) =>
      name === 'projectType' ||
      name === kind.batchField ||
      JSON.stringify(value) === JSON.stringify(example[name]),
  );
}
