import { LANGUAGES, type Language } from '../../contract/v2/study-lists.ts';
import { leavesOf, reading } from './columns.ts';
import { chainOf, itemsOf, keyColumns, type Level, type Parts, plain } from './level.ts';
import { isByLanguage, type Shape, shapeAt } from './shape.ts';
import type { CellValue, Row, Table } from './table.ts';
import { isObject, reach, readable } from './value.ts';

const KNOWN: readonly string[] = LANGUAGES;

/** One row a text and language: claims, descriptions, translations. Languages nobody knows of come along. */
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
  const covers = [...subjects, ...levels.flatMap((one) => one.subjects)].flatMap((one) => one.covers);
  const columns = [
    ...keys,
    reading({ name: 'subject' }, () => null),
    reading({ name: 'of' }, () => null),
    reading({ name: 'item' }, () => null),
    reading({ name: 'language' }, () => null),
    reading({ name: 'text', covers }, () => null),
  ];
  return {
    name: 'claim',
    columns: columns.map(plain),
    *rows(answer) {
      const first = keys.map((key) => key.cell(answer));
      for (const { path } of subjects) {
        yield* rowsOf([...first, path.join('.'), plan.top, null], reach(answer, path), languages);
      }
      for (const { level, chain, names, subjects: own } of levels) {
        if (own.length === 0) continue;
        for (const items of itemsOf(answer, chain)) {
          const called = items.map(({ item }, at) => readable(names[at]?.cell(item))).join(' › ');
          for (const { path } of own) {
            const lead = [...first, `${level.grain}.${path.join('.')}`, level.grain, called];
            yield* rowsOf(lead, reach(items.at(-1)!.item, path), languages);
          }
        }
      }
    },
  };
}

interface Subject {
  readonly path: readonly string[];
  readonly covers: readonly string[];
}

function subjectsOf(
  shape: Shape,
  path: readonly string[],
  above: Level['path'],
  stops: ReadonlySet<string>,
): Subject[] {
  if (isByLanguage(shape)) return [{ path, covers: leavesOf(shape).map((field) => field.path) }];
  if (shape.is !== 'object' || (path.length > 0 && stops.has([...above, ...path].join('.')))) return [];
  return [...shape.children].flatMap(([name, child]) => subjectsOf(child, [...path, name], above, stops));
}

function* rowsOf(lead: readonly CellValue[], texts: unknown, languages: readonly Language[]): Generator<Row> {
  if (texts === undefined || texts === null) return;
  if (!isObject(texts)) {
    yield [...lead, null, readable(texts)];
    return;
  }
  const others = Object.keys(texts).filter((language) => !KNOWN.includes(language));
  for (const language of [...languages, ...others]) {
    const text = Object.hasOwn(texts, language) ? texts[language] : undefined;
    if (text !== undefined && text !== null) yield [...lead, language, readable(text)];
  }
}
