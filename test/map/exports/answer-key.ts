import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Body, Json } from '../../../src/contract/kind.ts';

/** A place in an export: the base name of its file; the sheet is null in a text file. */
interface Place {
  readonly file: string;
  readonly sheet: string | null;
}

/** A column, and the field that it fills, with items of lists counted from 0; null if it fills none. */
export interface KeyColumn extends Place {
  readonly column: string;
  readonly header: string;
  readonly field: string | null;
  /** The kind, in a sheet whose rows have several. */
  readonly kind?: string;
  /** `lenient`: another field is right, too. */
  readonly mark: 'strict' | 'lenient';
}

export interface KeyRecord {
  readonly kind: string;
  readonly origin: Place & { readonly rows: readonly number[] };
  /** `either`: sending the body and holding the record are both right. */
  readonly expect: 'send' | 'hold' | 'either';
  readonly body: Body;
  /** The decisions of a person without which the record must be held. */
  readonly needs?: readonly string[];
  /** Other right values by path; null for none, `*` for any. `strict`: there must be a value. */
  readonly lenient?: Readonly<
    Record<string, { readonly accept: readonly (Json | '*')[]; readonly strict?: boolean }>
  >;
}

/** What an export means: `samples/exports/README.md` describes the answer keys. */
export interface AnswerKey {
  readonly name: string;
  /** The folder with the files, and their paths in it. */
  readonly folder: string;
  readonly files: readonly string[];
  readonly run: { readonly family: string; readonly batch: string; readonly flags: readonly string[] };
  /** What the files do not tell, and only a person knows. */
  readonly decisions: readonly {
    readonly field: string;
    readonly to: string;
    readonly value?: string;
    readonly column?: string;
  }[];
  readonly sheets: readonly (Place & {
    readonly kind: string | null;
    readonly headerRows: readonly number[];
    readonly use: boolean;
  })[];
  readonly columns: readonly KeyColumn[];
  readonly findings: readonly {
    readonly severity: string;
    readonly at: readonly (Place & { readonly row: number | null })[];
  }[];
  readonly records: readonly KeyRecord[];
}

/** The exports of this folder, and the twenty of the samples; undefined without samples. */
export const STRANGERS = path.join(import.meta.dirname, 'strangers');
export const NEWCOMERS = path.join(import.meta.dirname, 'newcomers');
export const LATECOMERS = path.join(import.meta.dirname, 'latecomers');
export const ARRIVALS = path.join(import.meta.dirname, 'arrivals');
export const GUESTS = path.join(import.meta.dirname, 'guests');
export const VISITORS = path.join(import.meta.dirname, 'visitors');
export const NEIGHBOURS = path.join(import.meta.dirname, 'neighbours');
export const CALLERS = path.join(import.meta.dirname, 'callers');
export const WANDERERS = path.join(import.meta.dirname, 'wanderers');
export const EXPLORERS = path.join(import.meta.dirname, 'explorers');
export const TRAVELLERS = path.join(import.meta.dirname, 'travellers');
export const PILGRIMS = path.join(import.meta.dirname, 'pilgrims');
export const WAYFARERS = path.join(import.meta.dirname, 'wayfarers');
export const SETTLERS = path.join(import.meta.dirname, 'settlers');
export const ROAMERS = path.join(import.meta.dirname, 'roamers');
export const SOJOURNERS = path.join(import.meta.dirname, 'sojourners');
export const VOYAGERS = path.join(import.meta.dirname, 'voyagers');
export const PIONEERS = path.join(import.meta.dirname, 'pioneers');
export const NOMADS = path.join(import.meta.dirname, 'nomads');
export const DRIFTERS = path.join(import.meta.dirname, 'drifters');
export const RAMBLERS = path.join(import.meta.dirname, 'ramblers');
export const ROVERS = path.join(import.meta.dirname, 'rovers');
export const SAMPLES =
  process.env.TRACE_SAMPLES === undefined ? undefined : path.join(process.env.TRACE_SAMPLES, 'exports');

/** The answer keys in a folder, in which a file is named by its path or by its index. */
export function keysIn(folder: string | undefined): AnswerKey[] {
  const names = folder === undefined ? [] : readdirSync(path.join(folder, 'keys'));
  return names.map((name) => {
    const key = JSON.parse(readFileSync(path.join(folder!, 'keys', name), 'utf8'));
    // Screens call a sheet as its file if sheets of several files have its name.
    const filesOf = Map.groupBy(key.sheets as Place[], ({ sheet }) => sheet);
    const isShared = (sheet: string | null) => new Set(filesOf.get(sheet)?.map(({ file }) => file)).size > 1;
    const placed = <Of extends { file: string | number | null; sheet?: string | null }>(one: Of) => ({
      ...one,
      file:
        one.file === null ? '' : path.basename(typeof one.file === 'number' ? key.files[one.file] : one.file),
      ...(one.sheet !== undefined && { sheet: isShared(one.sheet) ? null : one.sheet }),
    });
    return {
      ...key,
      ...{ name: path.basename(name, '.json'), folder: path.join(folder!, 'files') },
      ...{ sheets: key.sheets.map(placed), columns: key.columns.map(placed) },
      findings: key.findings.map((one: { at: [] }) => ({ ...one, at: one.at.map(placed) })),
      records: key.records.map((one: { origin: Place }) => ({ ...one, origin: placed(one.origin) })),
    };
  });
}

/** The name by which screens call the sheet of a place. */
export const sheetName = ({ file, sheet }: Place): string => sheet ?? path.parse(file).name;
