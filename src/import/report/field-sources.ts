import { parentsOf } from '../../contract/body.ts';
import { type Body, type InterfaceName, isObject, type Json, keyText } from '../../contract/kind.ts';
import { findKind } from '../../contract/registry.ts';
import { remembered } from '../../contract/remembered.ts';
import { fieldText } from '../../findings/finding.ts';
import type { Ledger, RunRow } from '../../ledger/ledger.ts';
import type { NamedKey, ProvenanceRow } from '../../ledger/provenance.ts';
import {
  leafPaths,
  type MapLine,
  type SheetSources,
  type TableSources,
  tableSources,
  valueAt,
} from '../../records/sheet-sources.ts';
import type { Outcome } from '../../send/push/outcome.ts';
import { attemptsOf, messageTexts } from './report-parts.ts';

/** A value that trace changed when it read it. */
interface Repair {
  readonly row: number;
  readonly column: string;
  readonly code: string;
  readonly message: string;
}

/** Where the value of a sent field comes from. */
export interface FieldSource {
  /** The field, with items numbered from 1. */
  readonly field: string;
  readonly value: Json;
  /**
   * `cell`: the named cells. `template`: a text of the map file with these cells. `constant`: the map file. `field`: follows from
   * the field in `of`. `setting`: a setting of the run. `id`: the id that the service gave to the record in `of`. `unknown`: the run
   * is of an older version.
   */
  readonly from: 'cell' | 'template' | 'constant' | 'field' | 'setting' | 'id' | 'unknown';
  /** See `from`; for a cell that has another field of the record that it refers to: that field. */
  readonly of: string | null;
  /** Such as `F17`. */
  readonly cells: string[];
  readonly header: string | null;
  readonly mapLine: MapLine | null;
  /** The lines of the map file that give this value to words: the cell has one of them, or the value itself. */
  readonly words: (MapLine & { readonly word: string })[];
  readonly repairs: { readonly code: string; readonly message: string }[];
}

/** The records of a run that were staged, with the sources of all values that were sent. */
export function* provenanceOf(ledger: Ledger, run: RunRow, only?: NamedKey) {
  const history = ledger.history(run.run);
  const provenance = ledger.provenance(run.run);
  // The records of a table share them.
  const sourcesOf = remembered((hash: string) => {
    return tableSources(JSON.parse(provenance.sources(hash)) as SheetSources);
  }, Infinity);
  for (const row of provenance.records(only)) {
    const sources = row.sources === null ? undefined : sourcesOf(row.sources);
    const { kind, key, family, file, sha256, sheet, rows, outcome, attempts } = row;
    const origin = { file, sha256, sheet, row: row.row, ...(rows && { rows: JSON.parse(rows) as number[] }) };
    const answer = JSON.parse(row.answer ?? '{}') as { readonly id?: string };
    yield {
      ...{ kind, key: keyText(key), family: family || null },
      ...{ run: run.id, environment: run.environment, target: run.target, startedAt: run.startedAt, origin },
      map: sources?.map ?? null,
      ...{ outcome: outcome as Outcome, id: answer.id ?? null, messages: messageTexts(row.messages) },
      tries: attemptsOf(history, { id: row.id, attempts }),
      fields: attempts === 0 ? [] : fieldSources(row, run.interface as InterfaceName, sources),
    };
  }
}

/** The sources of the values that were sent last for a record. */
function fieldSources(
  row: ProvenanceRow,
  interfaceName: InterfaceName,
  sources: TableSources | undefined,
): FieldSource[] {
  const body = JSON.parse(row.body) as Body;
  const sent = row.sent === null ? body : (JSON.parse(row.sent) as Body);
  const own = JSON.parse(row.cells ?? '{}') as Record<string, string>;
  const repairs = JSON.parse(row.repairs ?? '[]') as Repair[];
  const ids = idFields(row, body, interfaceName);
  const batchField = findKind(interfaceName, row.kind)?.batchField;
  return leafPaths(sent).map((path): FieldSource => {
    const value = valueAt(sent, path);
    const filledFrom = ids.get(path);
    const isId = filledFrom !== undefined && valueAt(body, path) !== value;
    const staged = isId ? filledFrom.path : path;
    const { columns = [], fill } = sources?.find(staged) ?? {};
    const usual = (fill ? (fill.cells ?? []) : columns).map(({ column }) => `${column}${row.row}`);
    const isSetting = path === batchField && repairs.some(({ code }) => code === 'batch-replaced');
    const cells = isSetting ? [] : (own[staged]?.split(' ') ?? usual);
    // An item of a list may be in the column of another one.
    const letters = cells[0]?.replace(/\d+$/, '');
    const isColumn = (one: { readonly path: string; readonly column: string }) =>
      one.column === letters && unnumbered(one.path) === unnumbered(staged);
    const column = isSetting || fill ? undefined : (sources?.columns.find(isColumn) ?? columns[0]);
    const from = isId
      ? 'id'
      : column
        ? 'cell'
        : fill?.cells
          ? 'template'
          : fill?.follows
            ? 'field'
            : fill
              ? 'constant'
              : sources
                ? 'setting'
                : 'unknown';
    return {
      ...{ field: fieldText(path), value, from },
      of: isId ? filledFrom.of : (fill?.follows ?? column?.names ?? null),
      ...{ cells, header: column?.header ?? null },
      mapLine: fill?.line ?? column?.line ?? null,
      words: (column?.words ?? []).flatMap((one) =>
        one.value === value ? [{ word: one.word, ...one.line }] : [],
      ),
      repairs: repairs
        .filter((one) => cells.includes(`${one.column}${one.row}`))
        .map(({ code, message }) => ({ code, message })),
    };
  });
}

const unnumbered = (path: string): string => path.replace(/\.\d+(?=\.|$)/g, '');

/** The paths that get the id of another record before a record is sent: the path and the text of its reference. */
function idFields(
  { kind }: ProvenanceRow,
  body: Body,
  interfaceName: InterfaceName,
): Map<string, { readonly path: string; readonly of: string }> {
  const references = findKind(interfaceName, kind)?.references ?? [];
  return new Map(
    references.flatMap(({ fills, fields }) => {
      if (fills === undefined) return [];
      const target = fills.split('.').at(-1)!;
      return [...parentsOf(body, fields[0]!)].flatMap(({ parent, name, place }) => {
        const text = isObject(parent) ? parent[name] : undefined;
        const path = [...place.split('.').slice(0, -1), target].join('.');
        return typeof text === 'string' ? [[path, { path: place, of: keyText(text) }] as const] : [];
      });
    }),
  );
}
