import { ADDED_COLUMNS, ANSWERED } from './own-names.ts';
import { cellsOf, rowNumber, type SheetEditor } from './sheet-scanner.ts';
import type { AddedColumns } from './skip-added.ts';
import { attribute, edited, type RawXml } from './tags.ts';

/**
 * Removes the statuses and messages of an earlier annotation from a sheet that is not annotated now, before `editor` edits
 * it. The headers stay for the next annotation, and so do the ids and links of the service.
 */
export class WithoutStaleTexts implements SheetEditor {
  private readonly editor: SheetEditor;
  private readonly headerRow: number;
  private readonly columns: ReadonlySet<number | null>;
  private prefix = '';
  private rowBefore = 0;

  constructor(editor: SheetEditor, { headerRow, columns }: AddedColumns) {
    this.editor = editor;
    this.headerRow = headerRow;
    this.columns = new Set(columns.filter((_, at) => !ANSWERED.has(ADDED_COLUMNS[at]!)));
  }

  head(xml: RawXml, prefix: string): RawXml {
    this.prefix = prefix;
    return this.editor.head(xml, prefix);
  }

  row(xml: RawXml, tag: RawXml): RawXml {
    this.rowBefore = rowNumber(xml, tag, this.prefix, this.rowBefore);
    return this.editor.row(this.rowBefore > this.headerRow ? this.without(xml, tag) : xml, tag);
  }

  tail(xml: RawXml): RawXml {
    return this.editor.tail(xml);
  }

  private without(xml: RawXml, tag: RawXml): RawXml {
    const cells = cellsOf(xml, this.prefix);
    const stale = cells.filter(({ column }) => this.columns.has(column));
    if (stale.length === 0) return xml;
    // A cell without an address stands where the cells before it put it.
    const isAddressed = [tag, ...cells.map((cell) => cell.tag)].every((one) => attribute(one, 'r'));
    const text = isAddressed ? '' : `<${this.prefix}c/>`;
    return edited(
      xml,
      stale.map(({ start, end }) => ({ start, end, text })),
    );
  }
}
