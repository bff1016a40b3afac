import type { z } from 'zod';
import type { InterfaceName } from '../../contract/kind.ts';
import type { Language } from '../../contract/v2/study-lists.ts';
import { usage } from '../../errors.ts';
import { nearestSentence } from '../../nearest.ts';
import { say } from '../../say.ts';
import type { Answered } from '../../service/read-record.ts';
import type { Found, Reads } from '../../service/reads.ts';
import type { V3ListName } from '../../service/v3-reads.ts';
import type { CellValue, ExportColumn } from '../tables/table.ts';
import type { Item, ItemOrder } from './item.ts';
import type { Problem } from './problem.ts';
import type { FilterValues, Sort } from './product-lists.ts';
import type { Selection } from './selection.ts';

/**
 * A resource that the commands `list`, `show` and `export` read from the service. Each resource is a row of
 * `RESOURCES`. `Listed` is the type of an item of its list.
 */
export interface Resource<Listed = unknown> {
  /** The name in file names and in spools. */
  readonly name: string;
  readonly nouns: Nouns;
  /** The command that lists and exports it. */
  readonly command: string;
  /** The words of the command that shows one record, without the id. */
  readonly show: readonly string[];
  readonly interface: InterfaceName;
  /** The v3 list from which it is read, and whose filters it has. */
  readonly v3List?: V3ListName;
  /** The schema of a record. An export reports fields that are not in it. */
  readonly record: z.ZodType;
  /** The names of its tables, in order. */
  readonly grains: readonly string[];
  tables(languages: readonly Language[]): readonly ExportTable[];
  readonly list: ResourceList<Listed>;
  /** The flags of its `export`, in addition to those that every export has. */
  readonly exportFlags: readonly FlagGroup[];
  /** Yields the items to fetch, and a problem for each that could not be found. An item may occur twice. */
  items(
    reads: Reads,
    selection: Selection,
    seen: FilterValues | undefined,
    note: (text: string) => void,
  ): AsyncGenerator<ListEntry<Item>>;
  /** Reads a complete item. Not needed if the list contains complete records. */
  fetch?(reads: Reads, item: Item, languages: readonly Language[]): Promise<Found>;
  /** The sort key of a record. */
  place(record: Answered, item: Item): ItemOrder;
}

/** The nouns for one item and for several in messages. */
export interface Nouns {
  readonly one: string;
  readonly many: string;
}

/** Flags that belong together. `v3`: the filters of a v3 list. `wait`: waits until the list is up to date. */
export type FlagGroup = 'study' | 'search' | 'sort' | 'languages' | 'v3' | 'wait';

/** How `list` shows a resource. */
interface ResourceList<Listed> {
  readonly flags: readonly FlagGroup[];
  /** The columns of the table on a terminal. The first one is the argument of the next command. */
  readonly columns: readonly ListColumn<Listed>[];
  /** The `type` of a line of JSON. */
  readonly type: string;
  /** The fields of a line of JSON after `type`; by default the fields of the item. */
  fields?(item: Listed): object;
  /** For an empty list: a sentence to add, and the next command to run. */
  emptyHint?(): string;
  readonly emptyNext?: readonly string[];
  read(
    reads: Reads,
    selection: Selection,
    sort: Sort,
    note: (text: string) => void,
  ): AsyncGenerator<ListEntry<Listed>>;
}

interface ListColumn<Listed> {
  header(): string;
  cell(item: Listed): string;
  /** Whether cells are never truncated, such as ids: a column that does not fit is omitted. */
  readonly isWhole?: true;
}

/** An item of a list of the service, or a problem with the list. */
export type ListEntry<Listed = Answered> = { readonly item: Listed } | { readonly problem: Problem };

/** A table of an export, and how a record becomes rows of it. */
export interface ExportTable {
  readonly name: string;
  /** The name of its sheet; by default the name. */
  readonly heading?: string;
  readonly columns: readonly ExportColumn[];
  rows(record: Answered, place: ItemOrder): Iterable<readonly CellValue[]>;
}

/**
 * The tables of a resource, or of the named grains, in the order of the contract.
 *
 * @throws TraceError `grain-unknown`
 */
export function tablesOf(
  resource: Pick<Resource, 'name' | 'grains' | 'tables'>,
  grains: readonly string[],
  languages: readonly Language[],
): readonly ExportTable[] {
  const known = resource.grains;
  for (const grain of grains) {
    if (known.includes(grain)) continue;
    throw usage(
      'grain-unknown',
      say().exports.grain({ grain, resource: resource.name, near: nearestSentence(grain, known) }),
      say().exports.grains({ names: known.join(', ') }),
    );
  }
  const all = resource.tables(languages);
  return grains.length === 0 ? all : all.filter(({ name }) => grains.includes(name));
}
