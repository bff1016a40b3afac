import { fieldsOf } from '../../contract/v2/read-shapes.ts';
import { columnOf } from './columns.ts';
import type { Grain } from './grain.ts';
import { type Plan, plain } from './level.ts';
import { levelsOf, type TableOptions, tablesOf } from './study.ts';
import type { Table } from './table.ts';

/** A showcase, and the id of its study, which the showcase itself does not contain. */
export interface ShowcaseOf {
  readonly studyId: string;
  readonly showcase: unknown;
}

/**
 * The tables of a showcase (interface 2.7), in the order of `grains`. The table `study` describes the showcase itself.
 */
export function showcaseTables(grains: readonly Grain[], { languages }: TableOptions): Table<ShowcaseOf>[] {
  return tablesOf(SHOWCASE, grains, languages, ['impacts', 'grades']).map(withStudyId);
}

const SHOWCASE: Plan = {
  top: 'study',
  fields: fieldsOf('showcase'),
  keys: [['sku'], ['color'], ['name']],
  levels: levelsOf(['category'], ['ref']),
};

function withStudyId({ name, columns, rows }: Table<unknown>): Table<ShowcaseOf> {
  const studyId = plain(columnOf({ name: 'studyId' }, () => null));
  return {
    name,
    columns: [studyId, ...columns],
    *rows({ studyId: id, showcase }) {
      for (const row of rows(showcase)) yield [id, ...row];
    },
  };
}
