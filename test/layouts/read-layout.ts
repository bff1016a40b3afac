import { Readable } from 'node:stream';
import type { Body } from '../../src/contract/kind.ts';
import { kindsOf } from '../../src/contract/registry.ts';
import type { Finding } from '../../src/findings/finding.ts';
import { BoundMap } from '../../src/import/input/map-in-force.ts';
import type { ReadContext, ReadResult } from '../../src/import/input/read-context.ts';
import { readFile } from '../../src/import/input/read-file.ts';
import type { InputSettings } from '../../src/import/input/settings.ts';
import { type RowRecord, type StageOfInput, stagedRecord } from '../../src/import/input/staged-record.ts';
import type { StagedRecord } from '../../src/ledger/stage.ts';
import { parseMap } from '../../src/map/map-file/map-file.ts';
import { type Cell, columnLetters, type Row } from '../../src/sheets/cell.ts';
import { mergedCells } from '../../src/sheets/damage.ts';
import { STAND_IN } from '../mock/sound-body.ts';
import type { Grid } from './grid.ts';

const FILE = 'sheet.xlsx';

const SETTINGS: InputSettings = {
  ...{ files: [FILE], interface: 'v2', family: 'STANDARD', projectTypes: STAND_IN, batch: null, only: [] },
  ...{ sheets: new Map(), strict: false, externalRefs: true, allowEmpty: true, stdin: Readable.from([]) },
};

export interface ReadLayout {
  /** The bodies that an import would send, in their order. */
  readonly bodies: readonly Body[];
  readonly errors: readonly Finding[];
  /** Whether the import stops with nothing sent. */
  readonly isBlocked: boolean;
}

/** Reads a sheet as an import does, until its records are staged, without files and without a ledger. */
export async function readLayout(
  grid: Grid,
  map?: string,
  { batch = null }: Partial<Pick<InputSettings, 'batch'>> = {},
): Promise<ReadLayout> {
  const findings: Finding[] = [];
  const records: StagedRecord[] = [];
  const invalid = new Set<number>();
  let sheets = 0;
  const stage = {
    isAccepted: () => false,
    addFile: () => {},
    addSheet: () => ++sheets,
    addRecord: (record: RowRecord) => void records.push(stagedRecord(record)),
    addFinding: (finding: Finding) => void findings.push(finding),
    addIgnoredColumn: () => {},
    invalidateSheet: (sheet: number) => void invalid.add(sheet),
  };
  const context: ReadContext = {
    stage: stage as unknown as StageOfInput,
    settings: { ...SETTINGS, batch },
    emit: () => {},
    findingGroups: { add: () => {} },
    signal: new AbortController().signal,
  };
  const source = {
    ...({ file: FILE, format: 'xlsx', description: 'xlsx', sha256: '' } as const),
    sheets: [handleOf(grid)],
  };
  const result: ReadResult = {
    ...{ records: 0, valueCounts: new Map(), sheetNames: new Map(), ignoredHeaders: new Set() },
    ...{ usedHeaders: new Set(), interrupted: false },
    ...{ unsentRows: new Map(), sharedTables: new Set(), tables: new Map() },
  };
  const bound = map === undefined ? undefined : boundMap(map);
  await readFile(context, { ...source, close: async () => {} }, result, bound);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const conflicts = conflictsIn(records);
  const sent = records.filter(
    (record) => record.ending === null && !invalid.has(record.sheetId) && !conflicts.has(keyOf(record)),
  );
  const once = new Map(sent.map((record) => [keyOf(record), record.body]));
  return {
    bodies: [...once.values()].map((body) => JSON.parse(body) as Body),
    errors,
    isBlocked: errors.length > 0 || conflicts.size > 0,
  };
}

const keyOf = ({ kind, family, key }: StagedRecord): string => `${kind}\n${family}\n${key}`;

/** The keys that different records have: rules across records report them. A record that is repeated is sent once. */
function conflictsIn(records: readonly StagedRecord[]): Set<string> {
  const hashes = new Map<string, string>();
  const conflicts = new Set<string>();
  for (const record of records) {
    const key = keyOf(record);
    if (record.key !== '' && (hashes.get(key) ?? record.hash) !== record.hash) conflicts.add(key);
    hashes.set(key, record.hash);
  }
  return conflicts;
}

function boundMap(text: string): BoundMap {
  const parsed = parseMap(text);
  if (!('lineOf' in parsed)) throw new Error(`${parsed.map(({ problem }) => problem).join('; ')}\n${text}`);
  const read = { ...parsed, file: 'trace.map.yaml', sha256: '', copies: new Map() };
  return new BoundMap(read, 'v2', kindsOf('v2'));
}

function handleOf({ name, rows, merges = [], hidden = [], isHidden = undefined as true | undefined }: Grid) {
  const origin = { file: FILE, sheet: name };
  const read = rows.flatMap((cells, at): Row[] =>
    cells.every((cell) => cell === null || cell === '')
      ? []
      : [{ row: at + 1, cells: trimmed(cells), ...(hidden.includes(at) && { hidden: true as const }) }],
  );
  return {
    name,
    hidden: isHidden === true,
    async *rows(onFinding: (finding: Finding) => void) {
      yield read;
      for (const [row, column, lastRow] of merges)
        if (lastRow > row) onFinding(mergedCells(origin, columnLetters(column), row + 1, lastRow + 1));
    },
  };
}

const trimmed = (cells: readonly Cell[]): Cell[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== null && cell !== '') + 1);
