import { basename } from 'node:path';
import type { Body } from '../../contract/kind.ts';
import type { InputSettings } from '../../import/input/settings.ts';
import { type Inspection, type InspectJob, inspect } from '../../import/inspect.ts';
import { type Repair, repairsOf } from './row-repairs.ts';

export type FixJob = Omit<InspectJob, 'command' | 'skipInvalid'>;

/** A copy of an input file. `names`: the name of each sheet in the copy, by its name in the file; empty if none differs. */
export interface WrittenCopy {
  readonly file: string;
  readonly copy: string;
  readonly names: ReadonlyMap<string, string>;
}

/** A row for which the copy would send something else than the input, or a cell that a second fix would repair again. */
export interface Difference {
  readonly file: string;
  readonly sheet: string;
  readonly row: number;
  /** The column of the cell that would be repaired again, from 0. */
  readonly column?: number;
  /** Names of the fields of the body that differ; undefined if they are not known. */
  readonly fields?: ReadonlySet<string>;
}

/** Reads the copies, and compares what they would send with what the input would send. */
export async function differencesIn(
  job: FixJob,
  before: Inspection,
  copies: readonly WrittenCopy[],
  repairs: readonly Repair[],
): Promise<Difference[]> {
  const again: Repair[] = [];
  const settings = {
    ...settingsOfCopies(job.settings, copies),
    onRow: (...row: Parameters<typeof repairsOf>) => {
      again.push(...repairsOf(...row).filter(({ isOfPlainCopy }) => !isOfPlainCopy));
    },
  };
  const after = await inspect({ ...job, settings, emit: () => {}, command: 'check' });
  try {
    return [
      ...bodyDifferences(before, after, copies),
      ...errorDifferences(before, after, copies),
      ...repairedAgain(
        repairs,
        again.map((repair) => inInput(repair, copies)),
      ),
    ];
  } finally {
    after.ledger.close();
  }
}

/** The settings with which the copies are read as the input was. */
export function settingsOfCopies(
  { encoding: _, delimiter: __, ...rest }: InputSettings,
  copies: readonly WrittenCopy[],
): InputSettings {
  const sheets = new Map(rest.sheets);
  for (const { file, copy, names } of copies)
    for (const key of [file, basename(file)].map((name) => name.toLowerCase())) {
      const kind = sheets.get(key);
      if (kind === undefined || !sheets.delete(key)) continue;
      for (const name of names.size > 0 ? names.values() : [basename(copy)])
        sheets.set(name.toLowerCase(), kind);
    }
  const copyOf = (file: string) => copies.find((one) => one.file === file)?.copy ?? file;
  return {
    ...{ ...rest, sheets, files: rest.files.map(copyOf) },
    maps: new Map([...(rest.maps ?? [])].map(([file, map]) => [copyOf(file), map])),
  };
}

function bodyDifferences(
  before: Inspection,
  after: Inspection,
  copies: readonly WrittenCopy[],
): Difference[] {
  const differences: Difference[] = [];
  const others = after.ledger.history(after.run).contents()[Symbol.iterator]();
  for (const { file, sheet, row, kind, body } of before.ledger.history(before.run).contents()) {
    const { value: other } = others.next();
    if (other?.row !== row || other.kind !== kind) differences.push({ file, sheet, row });
    else if (other.body !== body)
      differences.push({ file, sheet, row, fields: differentFields(body, other.body) });
  }
  // Records that only the copies would send.
  for (let next = others.next(); !next.done; next = others.next()) {
    const { file, sheet, row } = next.value;
    differences.push({ ...placeInInput({ file, sheet }, copies), row });
  }
  return differences;
}

function differentFields(one: string, other: string): ReadonlySet<string> {
  const [before, after] = [one, other].map((body) => JSON.parse(body) as Body);
  const names = Object.keys({ ...before, ...after });
  return new Set(names.filter((name) => JSON.stringify(before![name]) !== JSON.stringify(after![name])));
}

/** The sheets whose errors differ between input and copy, in code, field or number. Row 0 means the whole sheet. */
function errorDifferences(
  before: Inspection,
  after: Inspection,
  copies: readonly WrittenCopy[],
): Difference[] {
  const counts = new Map<string, { file: string; sheet: string; field?: string; count: number }>();
  const count = (inspection: Inspection, step: 1 | -1, placed: typeof placeInInput) => {
    for (const group of inspection.findingGroups.groups()) {
      if (group.severity !== 'error') continue;
      const { file, sheet } = placed({ file: group.file, sheet: group.sheet ?? '' }, copies);
      const field = group.rest === 'code' ? undefined : group.field?.split('.')[0];
      const key = [file, sheet, group.code, field].join('\n');
      const known = counts.get(key) ?? { file, sheet, ...(field && { field }), count: 0 };
      counts.set(key, { ...known, count: known.count + step * group.count });
    }
  };
  count(before, 1, (place) => place);
  count(after, -1, placeInInput);
  return [...counts.values()].flatMap(({ file, sheet, field, count: more }) =>
    more === 0 ? [] : { file, sheet, row: 0, ...(field !== undefined && { fields: new Set([field]) }) },
  );
}

/** A repair of a cell of a copy, with the file and sheet of the input. */
const inInput = (repair: Repair, copies: readonly WrittenCopy[]): Repair => ({
  ...repair,
  ...placeInInput(repair, copies),
});

/** The sheet of the input from which a sheet of a copy was made. */
function placeInInput(
  { file, sheet }: { readonly file: string; readonly sheet: string },
  copies: readonly WrittenCopy[],
): { file: string; sheet: string } {
  const copy = copies.find((one) => one.copy === file);
  if (!copy) return { file, sheet };
  const name = [...copy.names].find(([, own]) => own === sheet)?.[0];
  return { file: copy.file, sheet: name ?? sheet };
}

const keyOf = ({ file, sheet, row, column }: Repair): string => [file, sheet, row, column].join('\n');

function repairedAgain(repairs: readonly Repair[], again: readonly Repair[]): Difference[] {
  const keys = new Set(again.map(keyOf));
  return repairs.filter((repair) => keys.has(keyOf(repair)));
}
