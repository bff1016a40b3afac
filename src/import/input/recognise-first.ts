import type { KindSpec } from '../../contract/kind.ts';
import { CATALOGUE, entryOf } from '../../findings/catalogue.ts';
import type { Finding } from '../../findings/finding.ts';
import type { BoundEntry } from '../../map/map-file/bind.ts';
import type { SheetProposal } from '../../map/proposal.ts';
import { yamlText } from '../../recognise/text.ts';
import { aboveFinding, besideFinding, recordAboveFinding } from '../../records/layout/other-tables.ts';
import { recogniseSheet } from '../../records/recognise.ts';
import type { SheetMap } from '../../records/record.ts';
import { withMapAdvice } from '../../records/unmapped-columns.ts';
import { numberText, say } from '../../say.ts';
import type { Row } from '../../sheets/cell.ts';
import type { SheetHandle, Source } from '../../sheets/source.ts';
import { contractIn, type InputSettings, kindsIn } from './settings.ts';

/** Number of first rows from which a sheet is recognised: its headers, decimal marks, and order of day and month. */
const FIRST_ROWS = 1000;
/** Maximum number of cells in the first rows, because a row can be very wide. */
const FIRST_CELLS = 500_000;

/** A sheet of the input, and how the user says to read it. */
export interface SheetToRead {
  readonly source: Source;
  readonly sheet: SheetHandle;
  /** The kind that `--sheet` names. */
  readonly asKind: KindSpec | undefined;
  readonly mapped: MappedSheet | undefined;
}

/** A sheet and its map file; `mapping` is null if no entry of the file matches the sheet. */
export interface MappedSheet {
  readonly file: string;
  readonly sha256: string;
  readonly mapping: BoundEntry | null;
  /** The entries of the other tables with the same header row. */
  readonly beside?: readonly BoundEntry[];
}

/** The rows from which a sheet is recognised. */
export async function firstRowsOf(rows: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  for await (const first of joinFirstRows(rows)) return first;
  return [];
}

/** Yields the same rows, with those from which the sheet is recognised in the first batch. */
export async function* joinFirstRows(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  let first: Row[] | undefined = [];
  let cells = 0;
  for await (const batch of batches) {
    let at = 0;
    while (first && at < batch.length) {
      const row = batch[at++]!;
      cells += row.cells.length;
      if (first.push(row) < FIRST_ROWS && cells < FIRST_CELLS) continue;
      yield first;
      first = undefined;
    }
    if (!first && at < batch.length) yield at === 0 ? batch : batch.slice(at);
  }
  if (first && first.length > 0) yield first;
}

/** Whether a table can be recognised from these rows: more are not used. */
export const areFirstRows = (rows: readonly Row[]): boolean =>
  rows.length >= FIRST_ROWS || rows.reduce((sum, { cells }) => sum + cells.length, 0) >= FIRST_CELLS;

/** Recognises a sheet from its first rows: its kind, header row and columns. */
export async function recogniseFirst(
  settings: InputSettings,
  { source, sheet, asKind, mapped }: SheetToRead,
  firstRows: readonly Row[],
): Promise<ReturnType<typeof recogniseSheet>> {
  const updated = kindsIn(settings).find(({ name }) => name === settings.updates);
  const input = {
    ...sheetToRecognise(settings, source, sheet, firstRows),
    ...(asKind ? { asKind } : {}),
    options: {
      ...mapped?.mapping?.defaults,
      ...(settings.decimal ? { decimal: settings.decimal } : {}),
      ...(settings.dateOrder ? { dateOrder: settings.dateOrder } : {}),
      ...(mapped?.mapping && { mapping: mapped.mapping }),
      ...(mapped?.beside && { beside: mapped.beside }),
      ...(source.date1904 && { date1904: source.date1904 }),
      ...(settings.ignore ? { ignore: settings.ignore } : {}),
      ...(settings.extra ? { extra: settings.extra.names } : {}),
    },
  };
  const recognised = recogniseSheet(input);
  const codes = recognised.findings.map(({ code }) => code);
  if (codes.some((code) => entryOf(code).isForeign) && !asKind && !mapped && !updated) {
    const { kind } = await exportProposal(input);
    const meant = input.kinds.find(({ name }) => name === kind);
    if (meant && meant !== recognised.map?.kind) {
      const other = recogniseSheet({ ...input, asKind: meant });
      if (other.map) return other;
    }
  }
  // In an update, the kind is known: a sheet that names no other kind contains rows of this kind.
  return updated && codes.includes('sheet-unknown')
    ? recogniseSheet({ ...input, asKind: updated })
    : recognised;
}

/** The input of `recogniseSheet` without its options. */
export function sheetToRecognise(
  settings: InputSettings,
  { file }: Source,
  { name: sheet }: SheetHandle,
  firstRows: readonly Row[],
) {
  const contract = contractIn(settings);
  const { interface: interfaceName } = settings;
  const others = contract[interfaceName === 'v2' ? 'v3' : 'v2'];
  return { interfaceName, kinds: contract[interfaceName], others, file, sheet, firstRows };
}

/** What `trace map` would propose for the first rows, or for them as records of a kind, by its name. */
export async function exportProposal(
  { kinds, file, sheet, firstRows: rows }: ReturnType<typeof sheetToRecognise>,
  kind?: string,
): Promise<SheetProposal> {
  const { proposeSheet } = await import('../../map/propose.ts');
  return proposeSheet({ kinds, file, sheet, rows, ...(kind !== undefined && { answers: { kind } }) });
}

/** The findings about tables and records above the header row or beside the columns of a recognised sheet. */
export function otherTables(
  map: SheetMap,
  firstRows: readonly Row[],
  kinds: readonly KindSpec[],
  mapping: BoundEntry | null | undefined,
  findings: readonly Finding[],
): (Finding | undefined)[] {
  const isKnown = mapping?.namesHeaderRow || findings.some(({ code }) => code === 'rows-above-header');
  return [
    isKnown ? undefined : aboveFinding(map, firstRows, kinds),
    mapping?.namesHeaderRow ? recordAboveFinding(map, firstRows) : undefined,
    besideFinding(map, firstRows, kinds, Boolean(mapping)),
  ];
}

/** The findings that say which map file the sheet is read with, and which of its values are doubtful. */
export function mapFindings(
  { file, sha256 }: MappedSheet,
  mapping: BoundEntry,
  { kind, file: input, sheet }: SheetMap,
): Finding[] {
  const about = { origin: { file: input, sheet }, kind: kind.name };
  const message = say().input.mapUsed({ file, line: String(mapping.line), sum: sha256.slice(0, 12) });
  const { severity } = CATALOGUE['map-used'];
  return [{ code: 'map-used', severity, ...about, message }, ...likelyValues(mapping, about)];
}

/** The finding that the map file has no entry for the sheet. */
export function noEntryFinding({ file }: MappedSheet, { kind, file: input, sheet }: SheetMap): Finding {
  return {
    code: 'map-sheet',
    severity: CATALOGUE['map-sheet'].severity,
    origin: { file: input, sheet },
    kind: kind.name,
    message: say().input.mapSheet({ file, sheet }),
    suggestion: withMapAdvice(say().input.mapSheetLine({ file, entry: entryText(sheet, kind.name) }), input),
  };
}

/** If a map file is used, adds to the finding about an unrecognised sheet that the map file needs an entry for it. */
export function withEntry(
  finding: Finding,
  { sheet, mapped }: SheetToRead,
  kinds: readonly KindSpec[],
): Finding {
  if (finding.code !== 'sheet-unknown' || !mapped) return finding;
  const names = kinds.map(({ name }) => name).join(', ');
  const entry = entryText(sheet.name, say().placeholders.kind());
  return {
    ...finding,
    suggestion: withMapAdvice(
      say().input.mapSheetLineKinds({ file: mapped.file, entry, kinds: names }),
      finding.origin.file,
    ),
  };
}

/** Maximum number of values that a message lists. */
const MOST_LISTED = 12;

/** Warnings about the values of a map file that their lists only likely have. */
function likelyValues({ likely }: BoundEntry, { origin, kind }: Pick<Finding, 'origin' | 'kind'>): Finding[] {
  return [...likely].map(([list, values]) => {
    const shown = [...values].slice(0, MOST_LISTED).join(', ');
    const more = values.size - MOST_LISTED;
    const named = more > 0 ? say().cells.andMore({ list: shown, number: numberText(more) }) : shown;
    return {
      ...{ code: 'map-likely', severity: CATALOGUE['map-likely'].severity, origin, ...(kind && { kind }) },
      message: say().input.mapLikely({ list, values: named }),
    } satisfies Finding;
  });
}

/** The entry to add to a map file for a sheet. */
const entryText = (sheet: string, kind: string): string => `- { sheet: ${yamlText(sheet)}, kind: ${kind} }`;
