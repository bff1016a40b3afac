import { fieldsOf } from '../../contract/v2/read-shapes.ts';
import type { Language } from '../../contract/v2/study-lists.ts';
import { claimTable } from './claim.ts';
import { columnOf } from './columns.ts';
import { impactTable } from './impact.ts';
import { type Level, levelTable, type Plan, partsOf, plain, topTable } from './level.ts';
import type { Grain, Table } from './table.ts';

interface TableOptions {
  /** The languages of claims, texts and translations; empty for all. */
  readonly languages: readonly Language[];
}

/**
 * The tables of a study (interface 2.6), in the order of `grains`. Each row has the study's id, product, collection and
 * colour.
 */
export function studyTables(grains: readonly Grain[], { languages }: TableOptions): Table<unknown>[] {
  return tablesOf(STUDY, grains, languages, ['results']);
}

/** The lists that studies and showcases have in common. */
function levelsOf(componentKeys: readonly string[], packagingKeys: readonly string[]): Level[] {
  const component: Level = { grain: 'component', path: ['components'], keys: componentKeys };
  const material: Level = {
    grain: 'material',
    path: [...component.path, 'composition'],
    above: component,
    keys: ['raw_material', 'percentage'],
  };
  const step: Level = {
    grain: 'step',
    path: [...material.path, 'traceability_steps'],
    above: material,
    keys: ['name'],
  };
  return [component, material, step, { grain: 'packaging', path: ['packaging'], keys: packagingKeys }];
}

const STUDY: Plan = {
  top: 'study',
  fields: fieldsOf('study'),
  keys: [['id', 'studyId'], ['productRef'], ['brandCollectionName'], ['colorCode']],
  levels: levelsOf(['ref', 'name'], ['packagingRef']),
};

/**
 * The tables of these grains.
 *
 * @param impacts the objects of the record that contain its figures
 */
function tablesOf(
  plan: Plan,
  grains: readonly Grain[],
  languages: readonly Language[],
  impacts: readonly string[],
): Table<unknown>[] {
  const parts = partsOf(plan, languages);
  return grains.map((grain) => {
    if (grain === 'study') return topTable(parts);
    if (grain === 'claim') return claimTable(parts);
    if (grain === 'impact') return impactTable(parts, impacts);
    return levelTable(plan.levels.find((level) => level.grain === grain)!, parts);
  });
}

/** A showcase, and the id of its study, which the showcase itself does not contain. */
interface ShowcaseOf {
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
