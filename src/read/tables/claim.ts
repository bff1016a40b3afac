import { LANGUAGES, type Language } from '../../contract/v2/study-lists.ts';
import { columnOf } from './columns.ts';
import { chainOf, itemsOf, keyColumns, type Level, type Parts } from './level.ts';
import { isByLanguage, type RecordShape, shapeAt } from './shape.ts';
import type { CellValue, ExportRow, Table } from './table.ts';
import { isObject, readable, valueAt } from './value.ts';

const LANGUAGE_CODES: readonly string[] = LANGUAGES;

/**
 * A table with one row for each text and language: claims, descriptions, translations. Unknown languages are included.
 */
export function claimTable(parts: Parts): Table<unknown> {
  const { plan, shape, keys, languages } = parts;
  const stops = new Set(plan.levels.map(({ path }) => path.join('.')));
  const subjects = subjectsOf(shape, [], [], stops);
  const levels = plan.levels.map((level) => {
    const path = level.path;
    const chain = chainOf(level);
    const names = chain.map((one) => keyColumns(one, parts)[0]);
    const item = shapeAt(shape, path);
    return { level, chain, names, subjects: item ? subjectsOf(item, [], path, stops) : [] };
  });
  const columns = [
    ...keys,
    ...['subject', 'of'].map((name) => columnOf({ name, names: 'field' })),
    ...['item', 'language', 'text'].map((name) => columnOf({ name })),
  ];
  return {
    name: 'claim',
    columns,
    *rows(record) {
      const first = keys.map((key) => key.cell(record));
      for (const path of subjects) {
        yield* rowsOf([...first, path.join('.'), plan.table, null], valueAt(record, path), languages);
      }
      for (const { level, chain, names, subjects: ownSubjects } of levels) {
        if (ownSubjects.length === 0) continue;
        for (const items of itemsOf(record, chain)) {
          const itemName = items.map(({ item }, at) => readable(names[at]?.cell(item))).join(' › ');
          for (const path of ownSubjects) {
            const lead = [...first, `${level.grain}.${path.join('.')}`, level.grain, itemName];
            yield* rowsOf(lead, valueAt(items.at(-1)!.item, path), languages);
          }
        }
      }
    },
  };
}

/** The paths of the objects with texts by language. */
function subjectsOf(
  shape: RecordShape,
  path: readonly string[],
  above: Level['path'],
  stops: ReadonlySet<string>,
): (readonly string[])[] {
  if (isByLanguage(shape)) return [path];
  if (shape.type !== 'object' || (path.length > 0 && stops.has([...above, ...path].join('.')))) return [];
  return [...shape.children].flatMap(([name, child]) => subjectsOf(child, [...path, name], above, stops));
}

function* rowsOf(
  lead: readonly CellValue[],
  texts: unknown,
  languages: readonly Language[],
): Generator<ExportRow> {
  if (texts === undefined || texts === null) return;
  if (!isObject(texts)) {
    yield [...lead, null, readable(texts)];
    return;
  }
  const others = Object.keys(texts).filter((language) => !LANGUAGE_CODES.includes(language));
  for (const language of [...languages, ...others]) {
    const text = Object.hasOwn(texts, language) ? texts[language] : undefined;
    if (text !== undefined && text !== null) yield [...lead, language, readable(text)];
  }
}
