import { type Body, type KindSpec, oncePer } from '../../contract/kind.ts';
import { EXAMPLE_TEXTS, withoutExampleMark } from '../../contract/labels/labels.ts';
import { templateColumns } from '../../contract/template/columns.ts';
import { exampleRows } from '../../contract/template/example-rows.ts';
import type { Finding } from '../../findings/finding.ts';
import { say } from '../../say.ts';
import type { Cell, Row } from '../../sheets/cell.ts';
import { rowFinding as draftFinding } from '../check/rule.ts';
import { readRow } from '../read.ts';
import { recogniseSheet } from '../recognise.ts';
import type { Draft, SheetMap } from '../record.ts';
import { cleanText, cut, quoted } from '../../recognise/text.ts';
import { LONGEST_TEXT, type OddRow, rowFinding, skipped } from './odd-row.ts';

/** The bodies of the example rows of a kind, as read from a sheet, with the free texts of templates in each language. */
const exampleBodies = oncePer((kind: KindSpec): readonly Body[] => {
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
    return { ...skipped(map, row, marked, 'example', true), isExample: true };
  const finding = rowFinding(map, row, 'example-row', {
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

/** An error if the row is an example row of `trace template` without its mark. */
export function exampleFinding(draft: Draft): Finding | undefined {
  const { kind } = draft.map;
  const key = draft.body[kind.key[0]!];
  if (key === undefined || !exampleTexts(kind).has(String(key))) return undefined;
  if (!exampleBodies(kind).some((example) => isExample(kind, example, draft.body))) return undefined;
  const message = say().input.exampleRow();
  return draftFinding(draft, 'example-row', 'error', kind.key[0]!, message, {
    value: key,
    suggestion: say().input.exampleRowAdvice(),
  });
}

/** All values in the example rows of a kind, as texts. Reading these rows as a sheet takes longer than a small file. */
const exampleTexts = oncePer((kind: KindSpec): ReadonlySet<string> => {
  const values = [
    ...kind.fields.map(({ example }) => example),
    ...(kind.examples ?? []).flatMap(Object.values),
  ];
  return new Set(values.map((value) => cleanText(String(value))));
});

/**
 * Whether a row is an example row: it has the key of the example, at least half of its values, and
 * no different value. Not all values are needed, because the user may have deleted columns. The
 * family and the batch are not compared, because the user fills them in.
 */
function isExample(kind: KindSpec, example: Body, body: Body): boolean {
  if (body[kind.key[0]!] !== example[kind.key[0]!]) return false;
  const names = Object.keys(example).filter((name) => name !== 'projectType' && name !== kind.batchField);
  const both = names.filter((name) => body[name] !== undefined);
  if (both.length * 2 < names.length) return false;
  return both.every((name) => JSON.stringify(body[name]) === JSON.stringify(example[name]));
}
