import type { Field } from '../contract/field.ts';
import { type Body, type Json, oncePer } from '../contract/kind.ts';
import { remembered } from '../contract/remembered.ts';
import { CATALOGUE } from '../findings/catalogue.ts';
import type { Finding, Origin } from '../findings/finding.ts';
import { type Coerced, type OnCellFinding, UNREADABLE } from '../recognise/coercion.ts';
import { cellText, cut } from '../recognise/text.ts';
import type { Cell, PlacedCell, Row } from '../sheets/cell.ts';
import { columnByPath, ItemPaths, movedPath } from './column-paths.ts';
import { ColumnReader, checkedReader, type Readings } from './column-reader.ts';
import {
  filledValue,
  followingFills,
  keyFinding,
  type NoTextReason,
  noteOfPart,
  partReader,
  withFollowing,
} from './fill.ts';
import { convertFractions, type ShareColumns, shareColumns } from './fractions.ts';
import type { CellPart, Column, Draft, Fill, SheetMap } from './record.ts';
import { quoteFinding, widthFindings } from './row-widths.ts';
import { joinDrafts } from './several-rows.ts';
import { type BodyShape, bodyShapeOf, type Group, type Items, type List } from './shape.ts';
import { type OriginColumns, originColumns, setOrigins } from './whole-origin.ts';

/**
 * Reads a row into a draft. Each cell is read by the type of its field, and the values form a body. Changed and
 * unreadable values become findings. Never throws because of the content of a cell.
 */
export function readRow(map: SheetMap, row: Row): Draft {
  const reader = readerOf(map);
  const draft =
    row.more === undefined
      ? reader.read(row)
      : joinDrafts(
          [row, ...row.more].map((one) => reader.read(one)),
          map.layout?.group ?? DEFAULT_JOIN_RULES,
        );
  return reader.followings.reduce(withFollowing, draft);
}

const readerOf = oncePer((map: SheetMap) => new RowReader(map));

const NO_FINDINGS: readonly Finding[] = [];
const NONE: ReadonlySet<string> = new Set();
const DEFAULT_JOIN_RULES = { add: NONE, first: NONE, unclear: NONE };

/** Reads the rows of a sheet. Prepares everything that the rows share only once. */
class RowReader {
  readonly #map: SheetMap;
  /** The columns, and behind them the labels. */
  readonly #all: readonly Column[];
  readonly #columns: readonly ColumnReader[];
  readonly #fills: readonly Fill[];
  readonly followings: ReturnType<typeof followingFills>;
  readonly #readPart: ReturnType<typeof partReader>;
  readonly #shares: readonly ShareColumns[];
  /** Those that had fractions in a row above. */
  readonly #fractions = new Set<ShareColumns>();
  readonly #shape: Group;
  /** The places of the values of whole compositions and of the column with their origin. */
  readonly #origin: OriginColumns | undefined;
  readonly #columnAt: (path: string) => Column | undefined;
  readonly #columnOf: Draft['columnOf'];
  readonly #values: Coerced[];
  readonly #width: number;
  #row: Row = { row: 0, cells: [] };
  #quoteNoted = false;
  #findings: Finding[] = [];

  constructor(map: SheetMap) {
    this.#map = map;
    const isTextFile = () => this.#row.line !== undefined;
    this.#all = map.labels ? [...map.columns, ...map.labels] : map.columns;
    const { length } = this.#all;
    // Several columns may have the words of one list, such as the materials of a composition.
    const notedIn = remembered((_of: Column | Field): Readings => new Map(), Infinity);
    this.#columns = this.#all.map((column) => {
      const { type } = column.field.value;
      const noted = notedIn(type === 'choice' || type === 'country' ? column.field : column);
      return new ColumnReader(column, map.kind, length, this.#note(column), isTextFile, noted);
    });
    this.#fills = map.fills ?? [];
    this.followings = followingFills(this.#fills);
    this.#readPart = partReader(this.#fills, (column) =>
      checkedReader(column, noteOfPart(this.#note(column)), isTextFile),
    );
    this.#shares = shareColumns(map);
    this.#shape = bodyShapeOf([...this.#all, ...this.#fills]);
    this.#origin = originColumns([...this.#all, ...this.#fills]);
    this.#columnAt = columnByPath(this.#all);
    this.#columnOf = (path) => this.#columnAt(path)?.letters;
    this.#values = [...this.#all, ...this.#fills].map(() => undefined);
    this.#width = map.width ?? Number.POSITIVE_INFINITY;
  }

  read(row: Row): Draft {
    this.#row = row;
    const cells = row.labels ? this.#withLabels(row) : row.cells;
    const values = this.#values;
    let unreadable = false;
    for (let at = 0; at < this.#columns.length; at++) {
      const column = this.#columns[at]!;
      const cell = cells[column.index];
      const value = cell === null || cell === undefined ? undefined : column.read(cell, cells);
      values[at] = value;
      if (value === UNREADABLE) unreadable = true;
    }
    for (let at = 0; at < this.#fills.length; at++) {
      const about = { row: row.row, cells, above: row.above, values };
      const value = filledValue(this.#fills[at]!, about, this.#readPart, this.#noteKey);
      values[this.#columns.length + at] = value;
      if (value === UNREADABLE) unreadable = true;
    }
    if (row.cells.length > this.#width || (row.line !== undefined && row.cells.length < this.#width))
      this.#findings.push(...widthFindings(this.#map, row));
    if (row.quote !== undefined && !this.#quoteNoted) {
      this.#quoteNoted = true;
      this.#findings.push(quoteFinding(this.#map, row, row.quote));
    }

    if (this.#origin) setOrigins(values, this.#origin);
    const keepPlaces = this.#map.kind.partial === true;
    const mode: Mode = { moved: false, keepPlaces };
    const body = assemble(this.#shape, values, mode);
    for (const shares of this.#shares) {
      const first = values[shares.columns[0]!.at];
      // Most shares are percentages, of which the first is 1 or more: there is nothing to convert.
      if (typeof first !== 'number' || first < 1 || (first === 1 && this.#fractions.has(shares)))
        this.#convertFractions(shares, cells, body);
    }
    const itemPaths = mode.moved ? new ItemPaths() : undefined;
    if (itemPaths) assemble(this.#shape, values, { moved: false, keepPlaces, itemPaths });
    let findings = NO_FINDINGS;
    if (this.#findings.length > 0) {
      findings = itemPaths
        ? this.#findings.map((finding) => ({ ...finding, ...inBody(finding, itemPaths) }))
        : this.#findings;
      this.#findings = [];
    }
    const draft = {
      map: this.#map,
      row: row.row,
      line: row.line,
      body,
      findings,
      unreadable: unreadable ? this.#unreadable(itemPaths) : NONE,
      isMoved: itemPaths !== undefined,
      columnOf: itemPaths
        ? (path: string) => this.#columnOf(movedPath(path, itemPaths.byBody))
        : this.#columnOf,
    };
    return row.labels ? this.#withPlaces(draft, row, itemPaths) : draft;
  }

  /** The cells of a row, with the values of the labels to the right of the columns. */
  #withLabels({ cells, labels = [] }: Row): readonly Cell[] {
    const own = Array.from({ length: this.#width }, (_, at) => cells[at] ?? null);
    return [...own, ...labels.map((label) => label?.cell ?? null)];
  }

  /** The value of a column that stands beside a label, with its place. */
  #labelOf({ labels }: Row, column: Column | undefined): PlacedCell | undefined {
    return column && column.index >= this.#width ? labels?.[column.index - this.#width] : undefined;
  }

  /** A draft with values beside labels: their cells are in other rows. */
  #withPlaces(draft: Draft, row: Row, itemPaths: ItemPaths | undefined): Draft {
    const labelAt = (path: string) =>
      this.#labelOf(row, this.#columnAt(itemPaths ? movedPath(path, itemPaths.byBody) : path));
    const others = (row.labels ?? []).flatMap((label) => (label ? [label.row] : []));
    return {
      ...draft,
      isMoved: true,
      rows: [...new Set([row.row, ...others])],
      columnOf: (path) => labelAt(path)?.letters ?? draft.columnOf(path),
      rowOf: (path) => labelAt(path) ?? draft,
    };
  }

  #unreadable(itemPaths: ItemPaths | undefined): ReadonlySet<string> {
    const paths = new Set<string>();
    for (const [at, column] of [...this.#all, ...this.#fills].entries()) {
      if (this.#values[at] !== UNREADABLE) continue;
      const list = column.field.path.endsWith('[]');
      const path = list ? column.path.replace(/\.\d+$/, '') : column.path;
      paths.add(itemPaths ? movedPath(path, itemPaths.byColumn) : path);
    }
    return paths;
  }

  #note(column: Column): OnCellFinding {
    const { path } = column;
    const { file, sheet, kind } = this.#map;
    return (code, cell, message, suggestion) => {
      const text = cellText(cell);
      const { severity } = CATALOGUE[code];
      const label = this.#labelOf(this.#row, column);
      const { row, line } = label ?? this.#row;
      const { letters } = label ?? column;
      const origin: Origin =
        line === undefined
          ? { file, sheet, row, column: letters }
          : { file, sheet, row, line, column: letters };
      if (text === '') {
        const about = { code, severity, origin, kind: kind.name, field: path, message };
        this.#findings.push(suggestion === undefined ? about : { ...about, suggestion });
        return;
      }
      // Object literals are much faster than spreads.
      const value = cut(text, 200);
      this.#findings.push(
        suggestion === undefined
          ? { code, severity, origin, kind: kind.name, field: path, value, message }
          : { code, severity, origin, kind: kind.name, field: path, value, message, suggestion },
      );
    };
  }

  readonly #noteKey = (fill: Fill, part: CellPart | undefined, why: NoTextReason): void => {
    this.#findings.push(keyFinding(this.#map, this.#row, fill, part, why));
  };

  #convertFractions(shares: ShareColumns, cells: readonly Cell[], body: Body): void {
    const converted = convertFractions(shares, cells, this.#values, body, this.#fractions.has(shares));
    if (converted === undefined) return;
    this.#fractions.add(shares);
    const column = this.#all[converted.at]!;
    this.#note(column)('composition-fractions', cells[column.index]!, converted.message);
  }
}

/** The field of a finding, with items numbered as in the body instead of as in the columns. */
const inBody = ({ field }: Finding, itemPaths: ItemPaths): Partial<Finding> =>
  field === undefined ? {} : { field: movedPath(field, itemPaths.byColumn) };

/** How a body is built. */
interface Mode {
  moved: boolean;
  /** Whether blank items before filled ones are kept, as empty objects. */
  readonly keepPlaces?: boolean;
  /** If given, receives the list items whose number changed. */
  readonly itemPaths?: ItemPaths;
}

/** Builds a body from the values of a row. The values are in the order of the columns. */
function assemble(shape: Group, values: readonly Coerced[], mode: Mode): Body {
  const body = buildGroup(shape, values, mode, '', '');
  return body === undefined || body === UNREADABLE ? {} : (body as Body);
}

/**
 * Builds a part of the body. Returns undefined if all its values are blank, and `UNREADABLE` if none could be
 * read.
 */
function build(shape: BodyShape, values: readonly Coerced[], mode: Mode, to: string, from: string): Coerced {
  switch (shape.type) {
    case 'leaf':
      return values[shape.at];
    case 'group':
      return buildGroup(shape, values, mode, to, from);
    case 'list':
      return buildList(shape, values, mode, to, from);
    case 'items':
      return buildItems(shape, values, mode, to, from);
  }
}

function buildGroup(group: Group, values: readonly Coerced[], mode: Mode, to: string, from: string): Coerced {
  let body: { [name: string]: Json } | undefined;
  let isUnreadable = false;
  const { orderedMembers } = group;
  for (let at = 0; at < orderedMembers.length; at++) {
    const { name, shape } = orderedMembers[at]!;
    const value =
      shape.type === 'leaf'
        ? values[shape.at]
        : mode.itemPaths
          ? build(shape, values, mode, dotted(to, name), dotted(from, name))
          : build(shape, values, mode, '', '');
    if (value === undefined) continue;
    if (value === UNREADABLE) isUnreadable = true;
    else {
      body ??= {};
      body[name] = value;
    }
  }
  return body ?? (isUnreadable ? UNREADABLE : undefined);
}

const dotted = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function buildItems(
  { items }: Items,
  values: readonly Coerced[],
  mode: Mode,
  to: string,
  from: string,
): Coerced {
  let list: Json[] | undefined;
  for (const { number, group } of items) {
    const place = mode.keepPlaces ? number : (list?.length ?? 0);
    const item = mode.itemPaths
      ? buildGroup(group, values, mode, dotted(to, `${place}`), dotted(from, `${number}`))
      : buildGroup(group, values, mode, '', '');
    if (item === undefined) continue;
    list ??= [];
    while (list.length < place) list.push({});
    if (number !== place) {
      mode.moved = true;
      mode.itemPaths?.add(dotted(to, `${place}`), dotted(from, `${number}`));
    }
    // Keep the number of an unreadable item, so that the items after it keep their numbers.
    list.push(item === UNREADABLE ? {} : item);
  }
  return list;
}

function buildList(
  { parts }: List,
  values: readonly Coerced[],
  mode: Mode,
  to: string,
  from: string,
): Coerced {
  let list: Json[] | undefined;
  let isUnreadable = false;
  for (const { at, number } of parts) {
    const value = values[at];
    if (value === undefined) continue;
    if (value === UNREADABLE) {
      isUnreadable = true;
      continue;
    }
    const items = value as Json[];
    list ??= [];
    const first = list.length;
    if (number === undefined ? parts.length > 1 : first !== number || items.length > 1) mode.moved = true;
    for (const [offset, item] of items.entries()) {
      if (number !== undefined)
        mode.itemPaths?.add(dotted(to, `${first + offset}`), dotted(from, `${number}`));
      else if (parts.length > 1) mode.itemPaths?.add(dotted(to, `${first + offset}`), from);
      list.push(item);
    }
  }
  return isUnreadable ? UNREADABLE : list;
}
