import { columnPath, isQuantity } from '../../contract/field.ts';
import { cleanText, cut } from '../../recognise/text.ts';
import { numberedPath } from '../../records/column-paths.ts';
import type { Column, Layout, ReportProblem } from '../../records/record.ts';
import { say } from '../../say.ts';
import type { MapEntry } from './entry.ts';
import type { NamedColumns } from './named-columns.ts';
import { fieldNamed } from './targets.ts';
import type { FoundColumn } from './templates.ts';

/** How the rows of a sheet become records, as an entry describes it. */
export class RowLayout {
  readonly #entry: MapEntry;
  readonly #add = new Set<string>();
  readonly #first = new Set<string>();

  constructor(entry: MapEntry, columns: NamedColumns) {
    this.#entry = entry;
    const { groupBy = [], fillDown = [], addUp = [], takeFirst = [], rows = {} } = entry.keys;
    for (const name of [...groupBy, ...fillDown, ...Object.keys(rows)])
      if (!fieldNamed(entry.kind, name)) columns.addUsed(cleanText(name));
    for (const name of addUp) {
      const meaning = entry.field(['addUp'], name);
      if (!meaning) continue;
      const { path, value } = meaning.field;
      if (value.type !== 'number' || path.includes('[]'))
        entry.fault(['addUp'], say().mapFile.notAdded({ field: columnPath(path) }));
      this.#add.add(path);
    }
    for (const name of takeFirst) {
      const path = entry.field(['takeFirst'], name)?.field.path;
      if (path?.includes('[]'))
        entry.fault(['takeFirst'], say().mapFile.notTaken({ field: columnPath(path) }));
      else if (path !== undefined) this.#first.add(path);
    }
    for (const key of ['addUp', 'takeFirst'] as const)
      if (entry.keys[key] !== undefined && groupBy.length === 0)
        entry.fault([key], say().mapFile.withoutGroup());
  }

  /** The layout of a sheet; undefined if each row is a record. Columns that it does not have are reported. */
  of(
    columns: readonly Column[],
    columnOf: (header: string) => FoundColumn | undefined,
    report: ReportProblem,
  ): Layout | undefined {
    const { groupBy = [], fillDown = [], rows = {} } = this.#entry.keys;
    if (groupBy.length + fillDown.length + Object.keys(rows).length === 0) return undefined;
    const indexes = (key: 'groupBy' | 'fillDown' | 'rows', names: readonly string[]) =>
      names.flatMap((name) => {
        const found = this.#column(cleanText(name), columns, columnOf);
        const column = 'index' in found && columns.find(({ index }) => index === found.index);
        const isRepeated = key === 'fillDown' && column && isQuantity(column.field.value);
        if ('index' in found && !isRepeated) return [found.index];
        const problem = 'problem' in found ? found.problem : say().mapFile.quantity();
        report(name, problem, this.#entry.lines.adviceToCorrect(key));
        return [];
      });
    const by = indexes('groupBy', groupBy);
    const own = Object.entries(rows).flatMap(([name, texts]) =>
      indexes('rows', [name]).map((index) => ({ index, texts: new Set(texts.map(cleanText)) })),
    );
    return {
      ...(own.length > 0 && { rows: own }),
      fillDown: indexes('fillDown', fillDown),
      // No group if the sheet lacks one of its columns: rows of different records would be joined.
      ...(groupBy.length > 0 &&
        by.length === groupBy.length && {
          group: { by, add: this.#add, first: this.#first, unclear: this.#unclear() },
        }),
    };
  }

  /** Without `addUp`: the quantities, which may be one or parts of a total if the rows of a record have equal ones. */
  #unclear(): ReadonlySet<string> {
    const { keys, kind } = this.#entry;
    if (keys.addUp !== undefined) return new Set();
    return new Set(kind.fields.flatMap(({ path, value }) => (isQuantity(value) ? [path] : [])));
  }

  #column(
    name: string,
    columns: readonly Column[],
    columnOf: (header: string) => FoundColumn | undefined,
  ): FoundColumn {
    const found = columnOf(name);
    if (found) return found;
    const meaning = fieldNamed(this.#entry.kind, name);
    const path = meaning && numberedPath(meaning, new Set());
    const column = columns.find((one) => one.path === path);
    if (column) return { index: column.index };
    return { problem: say().mapFile.noColumn({ name: JSON.stringify(cut(name, 60)) }) };
  }
}
