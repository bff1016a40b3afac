import { say } from '../../say.ts';
import { Damage } from '../damage.ts';
import type { Input } from '../input.ts';
import type { Limits } from '../source.ts';
import { Archive, type ListedEntry } from '../xlsx/archive.ts';
import { type Relation, relationsOf, relationsPartOf, workbookPartOf } from '../xlsx/relations.ts';
import { ArchiveCopy, type OutFile } from './archive-copy.ts';
import { type NoteStyle, NotesPart, notesDrawing } from './notes.ts';
import { type ListedSheet, namespacesOf, Relations, sheetsIn, withContentTypes } from './package-parts.ts';
import { rawPart, rawPieces } from './parts.ts';
import { editedSheet, type SheetEditor } from './sheet-scanner.ts';
import type { RawXml } from './tags.ts';

const CONTENT_TYPES = '[Content_Types].xml';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const VML_TYPE = 'application/vnd.openxmlformats-officedocument.vmlDrawing';

/** A sheet to edit, with its relations and the parts of its notes. */
export interface NotedSheet {
  readonly part: string;
  readonly relationsPart: string;
  readonly relations: Relations;
  /** The relations of the sheet in the input. */
  readonly related: readonly Relation[];
  readonly notes: NotesPart;
  readonly notesPart: string | undefined;
  /** The drawing of its notes; undefined until `newDrawing` determines it. */
  drawing: { readonly part: string; readonly isNew: boolean } | undefined;
}

/** Copies a workbook entry by entry. Entries that are not edited are copied without being decompressed. */
export class WorkbookCopy {
  readonly archive: Archive;
  /** The workbook part, its sheets, its relations, and its namespaces. */
  readonly part: string;
  readonly workbook: RawXml;
  readonly listed: readonly ListedSheet[];
  readonly related: readonly Relation[];
  readonly workbookRelations: Relations;
  readonly main: string;
  readonly relationsNamespace: string;
  private readonly copy: ArchiveCopy;
  private readonly entries: ReadonlyMap<string, ListedEntry>;
  private readonly names: Set<string>;
  /** The new XML of parts that `end` writes, by the name of the part in lower case. */
  private readonly changed = new Map<string, { name: string; xml: RawXml }>();
  private readonly types = new Map<string, string>();
  private readonly extensions = new Map<string, string>();
  /** Names of parts that `copyEntries` left out because they may change; `end` copies those that did not. */
  private waiting: ReadonlySet<string> = new Set();
  private readonly dropped = new Set<string>();
  private blocks = 1;

  private constructor(
    archive: Archive,
    copy: ArchiveCopy,
    own: { part: string; workbook: RawXml; related: readonly Relation[]; relations: Relations },
  ) {
    this.archive = archive;
    this.copy = copy;
    this.entries = new Map(archive.listed.map((entry) => [keyOf(entry.name), entry]));
    this.names = new Set(this.entries.keys());
    this.part = own.part;
    this.workbook = own.workbook;
    this.related = own.related;
    this.workbookRelations = own.relations;
    this.listed = sheetsIn(own.workbook);
    ({ main: this.main, relations: this.relationsNamespace } = namespacesOf(own.workbook));
  }

  /** @throws Damage if the archive has no workbook */
  static async open(input: Input, limits: Limits, out: OutFile): Promise<WorkbookCopy> {
    const archive = await Archive.open(input, limits);
    const part = await workbookPartOf(archive);
    if (part === undefined) throw new Damage(say().copy.noWorkbook());
    const name = relationsPartOf(part);
    return new WorkbookCopy(archive, new ArchiveCopy(out), {
      part,
      workbook: await rawPart(archive, part),
      related: await relationsOf(archive, part),
      relations: new Relations(archive.has(name) ? await rawPart(archive, name) : undefined),
    });
  }

  /** The part of a sheet by its name; undefined if there is none. */
  partOf(name: string | null): string | undefined {
    const sheet = this.listed.find((one) => one.name === name);
    return sheet && this.related.find(({ id }) => id === sheet.relation)?.target;
  }

  /** Whether a part exists and is a sheet with cells, not one with only a chart. */
  isWorksheet(part: string): boolean {
    return (
      this.archive.has(part) &&
      this.related.some(({ kind, target }) => kind === 'worksheet' && target === part)
    );
  }

  /** Opens a sheet and its notes. */
  async openSheet(part: string, style: NoteStyle): Promise<NotedSheet> {
    const relationsPart = relationsPartOf(part);
    const related = await relationsOf(this.archive, part);
    const notesPart = related.find(({ kind }) => kind === 'comments')?.target;
    const existing = notesPart === undefined ? undefined : await this.existing(notesPart);
    return {
      ...{ part, relationsPart, related, drawing: undefined },
      relations: new Relations(await this.existing(relationsPart)),
      notes: new NotesPart(existing, this.main, style),
      notesPart: existing === undefined ? undefined : notesPart,
    };
  }

  /**
   * Copies the entries in their order. `write` copies a sheet of `sheets`. The entries of `parts` are left to `end`.
   * `otherSheet` changes the beginning of each sheet that is not in `sheets`.
   */
  async copyEntries<Sheet extends { readonly part: string }>(
    sheets: readonly Sheet[],
    parts: readonly string[],
    write: (sheet: Sheet, entry: ListedEntry) => Promise<void>,
    otherSheet?: (head: RawXml) => RawXml,
  ): Promise<void> {
    const byKey = new Map(sheets.map((sheet) => [keyOf(sheet.part), sheet]));
    const waiting = new Set(parts.map(keyOf));
    const others = new Set(this.listed.map(({ name }) => keyOf(this.partOf(name) ?? '')));
    for (const entry of this.archive.listed) {
      const sheet = byKey.get(keyOf(entry.name));
      if (sheet) await write(sheet, entry);
      else if (waiting.has(keyOf(entry.name))) continue;
      else if (otherSheet && others.has(keyOf(entry.name)) && (await this.changesHead(entry, otherSheet)))
        await this.copy.write(entry.name, this.withHead(entry, otherSheet), entry.entry);
      else await this.copy.copy(this.archive, entry);
    }
    this.waiting = waiting;
  }

  /** The names of parts that may change when notes or a sheet are added. */
  notedParts(sheets: readonly NotedSheet[]): string[] {
    const ofSheets = sheets.flatMap((sheet) => [
      ...[sheet.relationsPart, sheet.notesPart ?? ''],
      // Drawings of notes, and those of pictures in headers and footers, which have the same kind.
      ...sheet.related.flatMap(({ kind, target }) => (kind === 'vmlDrawing' ? target : [])),
    ]);
    return [CONTENT_TYPES, this.part, relationsPartOf(this.part), ...ofSheets];
  }

  private async changesHead({ name }: ListedEntry, change: (head: RawXml) => RawXml): Promise<boolean> {
    for await (const piece of rawPieces(this.archive, name)) return change(piece) !== piece;
    return false;
  }

  private async *withHead({ name }: ListedEntry, change: (head: RawXml) => RawXml): AsyncGenerator<Buffer> {
    let isFirst = true;
    for await (const piece of rawPieces(this.archive, name)) {
      yield Buffer.from(isFirst ? change(piece) : piece, 'latin1');
      isFirst = false;
    }
  }

  /** The part with the order in which formulas are computed, and those that name it. */
  calculationParts(): string[] {
    const part = this.related.find(({ kind }) => kind === 'calcChain')?.target;
    return part === undefined ? [] : [part, relationsPartOf(this.part)];
  }

  /**
   * Leaves out the order in which formulas are computed. Spreadsheet programs refuse one that names a cell without a
   * formula, and make a new one if there is none. Its parts must be among those that `copyEntries` left to `end`.
   */
  dropCalculationOrder(): void {
    const [part] = this.calculationParts();
    if (part === undefined) return;
    this.dropped.add(keyOf(part));
    this.workbookRelations.remove('calcChain');
  }

  /** Copies a sheet with the changes of an editor, piece by piece. */
  async writeEdited(part: string, entry: ListedEntry, editor: SheetEditor): Promise<void> {
    await this.copy.write(entry.name, editedSheet(this.archive, part, editor), entry.entry);
  }

  /**
   * Determines the drawing for the notes of a sheet; call it when all notes are added. Returns the id of the relation that the
   * sheet must get for a new drawing. `legacyDrawing`: the id of the relation that the sheet has.
   */
  newDrawing(sheet: NotedSheet, legacyDrawing: string | undefined): string | undefined {
    const own = sheet.related.find(({ kind, id }) => kind === 'vmlDrawing' && id === legacyDrawing)?.target;
    if (own !== undefined) sheet.drawing = { part: own, isNew: false };
    if (own !== undefined || sheet.notes.added.length === 0) return undefined;
    const part = this.freeName('xl/drawings/vmlDrawing', '.vml');
    sheet.drawing = { part, isNew: true };
    return sheet.relations.add(`${this.relationsNamespace}/vmlDrawing`, part);
  }

  /** Writes the parts of the notes of a sheet, if they changed. */
  async writeNotes({ notes, drawing, relations, relationsPart, ...sheet }: NotedSheet): Promise<void> {
    if (!notes.changed) return;
    const notesPart = sheet.notesPart ?? this.freeName('xl/comments', '.xml');
    if (sheet.notesPart === undefined) {
      relations.add(`${this.relationsNamespace}/comments`, notesPart);
      this.types.set(notesPart, `${TYPE}.comments+xml`);
    }
    this.set(notesPart, notes.part());
    if (drawing && notes.added.length + notes.removed.length > 0) {
      const existing = drawing.isNew ? undefined : await this.existing(drawing.part);
      this.set(drawing.part, notesDrawing(existing, notes, this.blocks));
      this.blocks += Math.ceil((notes.added.length + 1) / 1024);
      if (drawing.isNew) this.extensions.set('vml', VML_TYPE);
    }
    if (relations.changed) this.set(relationsPart, relations.part());
  }

  /** Adds a part of this kind to the workbook: its content type and its relation, whose id is returned. */
  addPart(part: string, kind: 'worksheet' | 'styles'): string {
    this.types.set(part, `${TYPE}.${kind}+xml`);
    return this.workbookRelations.add(`${this.relationsNamespace}/${kind}`, part);
  }

  /** Adds only the content type of a part, which has a relation already. */
  addType(part: string, kind: 'styles'): void {
    this.types.set(part, `${TYPE}.${kind}+xml`);
  }

  /** Writes the parts that changed, copies waiting parts that did not, and writes the directory in the order of the input. */
  async end(): Promise<void> {
    if (this.workbookRelations.changed) this.set(relationsPartOf(this.part), this.workbookRelations.part());
    if (this.types.size > 0 || this.extensions.size > 0)
      this.set(
        CONTENT_TYPES,
        withContentTypes(await rawPart(this.archive, CONTENT_TYPES), this.types, this.extensions),
      );
    for (const entry of this.archive.listed) {
      const key = keyOf(entry.name);
      if (this.waiting.has(key) && !this.changed.has(key) && !this.dropped.has(key))
        await this.copy.copy(this.archive, entry);
    }
    for (const [key, { name, xml }] of this.changed) {
      const entry = this.entries.get(key);
      await this.copy.write(entry?.name ?? name, [Buffer.from(xml, 'latin1')], entry?.entry);
    }
    await this.copy.end(this.archive.listed.map(({ name }) => name));
  }

  set(name: string, xml: RawXml): void {
    this.changed.set(keyOf(name), { name, xml });
  }

  async existing(part: string): Promise<RawXml | undefined> {
    return this.archive.has(part) ? rawPart(this.archive, part) : undefined;
  }

  /** An unused name for a part: `start`, a number, `end`. */
  freeName(start: string, end: string): string {
    for (let number = 1; ; number++) {
      const name = `${start}${number}${end}`;
      if (this.names.has(keyOf(name))) continue;
      this.names.add(keyOf(name));
      return name;
    }
  }
}

const keyOf = (name: string): string => name.replace(/^\/+/, '').toLowerCase();
