import type { Language } from '../../contract/v2/study-lists.ts';
import { TraceError } from '../../errors.ts';
import { nearestSentence } from '../../nearest.ts';
import type { Answered } from '../../service/read-record.ts';
import { brandProductTable } from '../tables/brand-product.ts';
import { declaredFecTable } from '../tables/declared-fec.ts';
import { GRAINS, type Grain } from '../tables/grain.ts';
import { packagingTable } from '../tables/packaging.ts';
import { productTables } from '../tables/product.ts';
import { showcaseTables } from '../tables/showcase.ts';
import { studyTables } from '../tables/study.ts';
import type { Table } from '../tables/table.ts';
import type { Place, Subject } from './item.ts';

/** A table of an export: how an answer and its place become rows. */
export interface ExportTable {
  readonly name: string;
  readonly columns: Table<unknown>['columns'];
  rows(answer: Answered, place: Place): Iterable<readonly (string | number | boolean | null)[]>;
}

/**
 * The tables of a subject, or those of the grains that are named, in the order of the contract.
 * @throws TraceError `grain-unknown`, with the grains there are.
 */
export function tablesOf(
  subject: Subject,
  grains: readonly string[],
  languages: readonly Language[],
): readonly ExportTable[] {
  const all = allTables(subject, languages);
  const names = all.map(({ name }) => name);
  for (const grain of grains) {
    if (names.includes(grain)) continue;
    throw new TraceError(
      'usage',
      'grain-unknown',
      `--grain "${grain}": there is no such grain of ${subject}.${nearestSentence(grain, names)}`,
      `Grains: ${names.join(', ')}.`,
    );
  }
  return grains.length === 0 ? all : all.filter(({ name }) => grains.includes(name));
}

function allTables(subject: Subject, languages: readonly Language[]): ExportTable[] {
  switch (subject) {
    case 'studies':
      return studyTables(GRAINS as readonly Grain[], { languages }).map(plain);
    case 'showcases':
      return showcaseTables(GRAINS as readonly Grain[], { languages }).map((table) => ({
        name: table.name,
        columns: table.columns,
        rows: (showcase, place) => table.rows({ studyId: place[3], showcase }),
      }));
    case 'products':
      return productTables().map(plain);
    case 'packaging':
      return [plain(packagingTable())];
    case 'brand-products':
      return [plain(brandProductTable())];
    case 'declared-fecs':
      return [plain(declaredFecTable())];
  }
}

function plain(table: Table<unknown>): ExportTable {
  return { name: table.name, columns: table.columns, rows: (answer) => table.rows(answer) };
}
