import type { z } from 'zod';
import type { InterfaceName } from '../../contract/kind.ts';
import type { Language } from '../../contract/v2/study-lists.ts';
import { TraceError } from '../../errors.ts';
import { nearestSentence } from '../../nearest.ts';
import type { Answered } from '../../service/read-record.ts';
import type { Found, Reads } from '../../service/reads.ts';
import type { V3List } from '../../service/v3-reads.ts';
import type { CellValue, Column } from '../tables/table.ts';
import type { Item, Place } from './item.ts';
import type { Problem } from './problem.ts';
import type { FilterValues, Sort } from './product-lists.ts';
import type { Question } from './question.ts';

/**
 * What `list`, `show` and `export` need to know about something that the service lets us read. Each is a row of
 * `RESOURCES`; `Listed` is an item of its list.
 */
export interface Resource<Listed = unknown> {
  /** Names the export's files, and the resource in a spool. */
  readonly name: string;
  readonly nouns: Nouns;
  /** The command that lists and exports it. */
  readonly command: string;
  /** The words of the command that shows one, before its id. */
  readonly show: readonly string[];
  readonly interface: InterfaceName;
  /** The list of v3 that it is read from, with the filters of that list. */
  readonly v3List?: V3List;
  /** The schema of one record: an export reports the fields that it lacks. */
  readonly record: z.ZodType;
  /** The names of its tables, in their order. */
  readonly grains: readonly string[];
  tables(languages: readonly Language[]): readonly ExportTable[];
  readonly list: ResourceList<Listed>;
  /** The flags of `export` beside those of every export. */
  readonly exportFlags: readonly FlagGroup[];
  /** What an export fetches, and what kept some of it from being found. An item may come twice. */
  items(
    reads: Reads,
    question: Question,
    seen: FilterValues | undefined,
    note: (text: string) => void,
  ): AsyncGenerator<Item | Problem>;
  /** Reads one item whole; missing where the list gives whole records. */
  fetch?(reads: Reads, item: Item, languages: readonly Language[]): Promise<Found>;
  /** Where a record stands in the order of the rows. */
  place(record: Answered, item: Item): Place;
}

/** What one of it is called, and several. */
export interface Nouns {
  readonly one: string;
  readonly many: string;
}

/** Flags that belong together: `v3` are the filters of a v3 list, `wait` waits until the list is up to date. */
export type FlagGroup = 'study' | 'search' | 'sort' | 'languages' | 'v3' | 'wait';

/** How `list` shows a resource. */
interface ResourceList<Listed> {
  readonly flags: readonly FlagGroup[];
  /** The columns of the table on a terminal; the first is what the next command needs. */
  readonly columns: readonly ListColumn<Listed>[];
  /** `type` of a line of JSON. */
  readonly type: string;
  /** The fields of a line of JSON after `type`; those of the item where it is missing. */
  fields?(item: Listed): object;
  /** For an empty list: a sentence to add, and the words of the command to type next. */
  readonly emptyHint?: string;
  readonly emptyNext?: readonly string[];
  read(
    reads: Reads,
    question: Question,
    sort: Sort,
    note: (text: string) => void,
  ): AsyncGenerator<ListEntry<Listed>>;
}

interface ListColumn<Listed> {
  readonly header: string;
  cell(item: Listed): string;
}

/** An item of a list of the service, or what is wrong with the list. */
export type ListEntry<Listed = Answered> = { readonly item: Listed } | { readonly problem: Problem };

/** A table of an export: how a record and its place become rows. */
export interface ExportTable {
  readonly name: string;
  readonly columns: readonly Column[];
  rows(record: Answered, place: Place): Iterable<readonly CellValue[]>;
}

/**
 * The tables of a resource, or those of the named grains, in the order of the contract.
 * @throws TraceError `grain-unknown`, with the grains there are.
 */
export function tablesOf(
  resource: Pick<Resource, 'name' | 'grains' | 'tables'>,
  grains: readonly string[],
  languages: readonly Language[],
): readonly ExportTable[] {
  const known = resource.grains;
  for (const grain of grains) {
    if (known.includes(grain)) continue;
    throw new TraceError(
      'usage',
      'grain-unknown',
      `--grain "${grain}": there is no such grain of ${resource.name}.${nearestSentence(grain, known)}`,
      `Grains: ${known.join(', ')}.`,
    );
  }
  const all = resource.tables(languages);
  return grains.length === 0 ? all : all.filter(({ name }) => grains.includes(name));
}
