import { fieldsOf } from '../../contract/v2/read-shapes.ts';
import type { Language } from '../../contract/v2/study-lists.ts';
import { claimTable } from './claim.ts';
import { columnOf, leavesOf } from './columns.ts';
import { shortName } from './headings.ts';
import { type Level, levelTable, type Parts, type Plan, partsOf, topTable } from './level.ts';
import { restOf } from './rest.ts';
import { shapeAt } from './shape.ts';
import type { CellValue, ExportRow, Grain, Table } from './table.ts';
import { isObject, readable, valueAt } from './value.ts';

const NO_STOPS: ReadonlySet<string> = new Set();

/**
 * A table with one row for each indicator: impacts, scores, grades and their inputs. Indicators of the contract come
 * first, in the order of the contract.
 *
 * @param groups the names of the objects that contain them
 */
function impactTable(parts: Parts, groups: readonly string[]): Table<unknown> {
  const { keys, shape } = parts;
  const known = groups.map((group) => {
    const groupShape = shapeAt(shape, [group])!;
    return { group, shape: groupShape, fields: leavesOf(groupShape).filter(({ byLanguage }) => !byLanguage) };
  });
  const fields = known.flatMap((one) => one.fields);
  const columns = [
    ...keys,
    ...[columnOf({ name: 'indicator', names: 'field' }), columnOf({ name: 'unit', names: 'unit' })],
    ...[columnOf({ name: 'value', type: 'number' }), columnOf({ name: 'text', names: 'value' })],
  ];
  return {
    name: 'impact',
    columns,
    *rows(record) {
      const first = keys.map((key) => key.cell(record));
      for (const { path, unit } of fields) {
        yield rowOf(first, path, unit ?? null, valueAt(record, path.split('.')));
      }
      for (const { group, shape: groupShape } of known) {
        const rest = restOf(groupShape, valueAt(record, [group]), NO_STOPS);
        if (rest === undefined) continue;
        for (const [path, value] of scalarsOf(rest, group)) yield rowOf(first, path, null, value);
      }
    },
  };
}

function rowOf(first: readonly CellValue[], path: string, unit: string | null, value: unknown): ExportRow {
  const number = typeof value === 'number';
  const missing = value === undefined || value === null;
  return [...first, shortName(path), unit, number ? value : null, number || missing ? null : readable(value)];
}

function* scalarsOf(value: unknown, path: string): Generator<[string, unknown]> {
  if (!isObject(value)) yield [path, value];
  else for (const [name, inner] of Object.entries(value)) yield* scalarsOf(inner, `${path}.${name}`);
}

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
  table: 'study',
  fields: fieldsOf('study'),
  keys: [['id', 'studyId'], ['productRef'], ['brandCollectionName'], ['colorCode']],
  levels: levelsOf(['ref', 'name'], ['packagingRef']),
};

/**
 * The tables of these grains by a plan.
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
  table: 'study',
  fields: fieldsOf('showcase'),
  keys: [['sku'], ['color'], ['name']],
  levels: levelsOf(['category'], ['ref']),
};

function withStudyId({ name, columns, rows }: Table<unknown>): Table<ShowcaseOf> {
  const studyId = columnOf({ name: 'studyId' });
  return {
    name,
    columns: [studyId, ...columns],
    *rows({ studyId: id, showcase }) {
      for (const row of rows(showcase)) yield [id, ...row];
    },
  };
}
