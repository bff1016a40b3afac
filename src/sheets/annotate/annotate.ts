import { Damage } from '../damage.ts';
import type { Input } from '../input.ts';
import type { Limits } from '../source.ts';
import { Archive } from '../xlsx/archive.ts';
import { type Relation, relationsOf } from '../xlsx/relations.ts';
import { ArchiveCopy, OriginalArchive, type OriginalEntry, type OutFile } from './archive-copy.ts';
import type { Annotation, SheetMarks, Unmarked } from './marks.ts';
import { onVisibleCells } from './merged-marks.ts';
import { NotesPart, notesDrawing } from './notes.ts';
import {
  freeSheetName,
  type ListedSheet,
  namespacesOf,
  Relations,
  sheetsIn,
  withActiveSheet,
  withContentTypes,
  withFirstSheet,
  withoutSelection,
} from './package-parts.ts';
import { rawPart, rawPieces } from './parts.ts';
import { resultSheet } from './result-sheet.ts';
import { SheetScanner } from './sheet-scanner.ts';
import { surveyed } from './sheet-survey.ts';
import { SheetWriter } from './sheet-writer.ts';
import { EMPTY_STYLES, Styles } from './styles.ts';
import type { RawXml } from './tags.ts';

const CONTENT_TYPES = '[Content_Types].xml';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const VML_TYPE = 'application/vnd.openxmlformats-officedocument.vmlDrawing';

/** Maximum number of notes on a sheet: more make spreadsheet programs slow. Further cells are only coloured. */
const MOST_NOTES = 5000;

/**
 * Writes a copy of a workbook (.xlsx, .xlsm) with marks to `out`. All parts that are not annotated are copied with their
 * compressed bytes.
 *
 * @throws Damage if the workbook cannot be annotated
 */
export async function annotateWorkbook(
  input: Input,
  limits: Limits,
  annotation: Annotation,
  out: OutFile,
): Promise<Unmarked> {
  const archive = await Archive.open(input, limits);
  const original = await OriginalArchive.open(input);
  return new WorkbookAnnotator(archive, original, annotation, new ArchiveCopy(out)).write();
}

/** A sheet to annotate, and the parts of its notes. */
interface AnnotatedSheet {
  readonly marks: SheetMarks;
  readonly part: string;
  readonly relationsPart: string;
  readonly relations: Relations;
  /** The relations that it has. */
  readonly related: readonly Relation[];
  readonly notes: NotesPart;
  readonly notesPart: string | undefined;
}

class WorkbookAnnotator {
  private readonly archive: Archive;
  private readonly original: OriginalArchive;
  private readonly annotation: Annotation;
  private readonly copy: ArchiveCopy;
  private readonly entries: ReadonlyMap<string, OriginalEntry>;
  private readonly names: Set<string>;
  /** Parts that are written after the sheets, by name in lower case; they may turn out to be unchanged. */
  private readonly changed = new Map<string, { name: string; xml: RawXml }>();
  private readonly types = new Map<string, string>();
  private readonly extensions = new Map<string, string>();
  private unmarkedNotes = 0;
  private blocks = 1;
  private relationsNamespace = '';
  private main = '';

  constructor(archive: Archive, original: OriginalArchive, annotation: Annotation, copy: ArchiveCopy) {
    this.archive = archive;
    this.original = original;
    this.annotation = annotation;
    this.copy = copy;
    this.entries = new Map(original.entries.map((entry) => [keyOf(entry.name), entry]));
    this.names = new Set(this.entries.keys());
  }

  async write(): Promise<Unmarked> {
    const { archive, annotation } = this;
    const part = await this.workbookPart();
    const workbook = await rawPart(archive, part);
    ({ main: this.main, relations: this.relationsNamespace } = namespacesOf(workbook));
    const related = await relationsOf(archive, part);
    const listed = sheetsIn(workbook);
    const workbookRelations = new Relations(await this.existing(relationsPartOf(part)));
    const stylesPart = related.find(({ kind }) => kind === 'styles')?.target;
    const stylesXml = stylesPart === undefined ? undefined : await this.existing(stylesPart);
    const styles = new Styles(stylesXml ?? EMPTY_STYLES(this.main));
    const partOfSheet = (sheet: ListedSheet) => related.find(({ id }) => id === sheet.relation)?.target;

    const sheets = new Map<string, AnnotatedSheet>();
    for (const marks of annotation.sheets) {
      const sheet = listed.find(({ name }) => name === marks.name);
      const target = sheet && partOfSheet(sheet);
      if (target === undefined || !archive.has(target)) continue;
      sheets.set(keyOf(target), await this.opened(marks, target));
    }
    const earlier = listed.find(({ name }) => name === annotation.earlierResult);
    const result = (earlier && partOfSheet(earlier)) ?? this.free('xl/worksheets/sheet', '.xml');
    const touched = new Set(
      [CONTENT_TYPES, part, relationsPartOf(part), stylesPart ?? '', result].map(keyOf),
    );
    for (const sheet of sheets.values())
      for (const name of [sheet.relationsPart, sheet.notesPart ?? '', ...drawingsOf(sheet)])
        touched.add(keyOf(name));

    const others = new Set(listed.flatMap((sheet) => keyOf(partOfSheet(sheet) ?? '')));
    for (const entry of this.original.entries) {
      const sheet = sheets.get(keyOf(entry.name));
      if (sheet) await this.writeSheet(sheet, entry, styles);
      else if (touched.has(keyOf(entry.name))) continue;
      else if (others.has(keyOf(entry.name)) && (await this.isSelected(entry.name)))
        await this.copy.write(entry.name, this.unselected(entry.name), entry.entry);
      else await this.copy.copy(this.original, entry);
    }

    const unmarked = { notes: this.unmarkedNotes };
    this.set(result, resultSheet(annotation.result(unmarked), styles, this.main));
    if (earlier === undefined) {
      const id = workbookRelations.add(`${this.relationsNamespace}/worksheet`, result);
      const name = freeSheetName(annotation.resultName, listed);
      this.set(part, withFirstSheet(workbook, name, id, this.relationsNamespace));
      this.types.set(result, `${TYPE}.worksheet+xml`);
    } else this.set(part, withActiveSheet(workbook, listed.indexOf(earlier)));
    const ownStyles = stylesPart ?? this.free('xl/styles', '.xml');
    this.set(ownStyles, styles.part());
    if (stylesXml === undefined) {
      if (stylesPart === undefined) workbookRelations.add(`${this.relationsNamespace}/styles`, ownStyles);
      this.types.set(ownStyles, `${TYPE}.styles+xml`);
    }
    if (workbookRelations.changed) this.set(relationsPartOf(part), workbookRelations.part());
    if (this.types.size > 0 || this.extensions.size > 0)
      this.set(
        CONTENT_TYPES,
        withContentTypes(await rawPart(archive, CONTENT_TYPES), this.types, this.extensions),
      );
    await this.writeOthers(touched);
    return unmarked;
  }

  /** Whether a sheet that is not annotated is selected, as its first bytes say. */
  private async isSelected(part: string): Promise<boolean> {
    for await (const piece of rawPieces(this.archive, part)) return withoutSelection(piece) !== piece;
    return false;
  }

  private async *unselected(part: string): AsyncGenerator<Buffer> {
    let isFirst = true;
    for await (const piece of rawPieces(this.archive, part)) {
      yield Buffer.from(isFirst ? withoutSelection(piece) : piece, 'latin1');
      isFirst = false;
    }
  }

  /** Opens the notes of a sheet. */
  private async opened(marks: SheetMarks, part: string): Promise<AnnotatedSheet> {
    const { archive, annotation } = this;
    const relationsPart = relationsPartOf(part);
    const related = await relationsOf(archive, part);
    const notesPart = related.find(({ kind }) => kind === 'comments')?.target;
    const style = { author: annotation.author, separator: annotation.noteSeparator };
    const existing = notesPart === undefined ? undefined : await this.existing(notesPart);
    return {
      ...{ marks, part, relationsPart, related },
      relations: new Relations(await this.existing(relationsPart)),
      notes: new NotesPart(existing, this.main, style),
      notesPart: existing === undefined ? undefined : notesPart,
    };
  }

  /** Writes the XML of a sheet while it is read, and then the parts of its notes. */
  private async writeSheet(sheet: AnnotatedSheet, entry: OriginalEntry, styles: Styles): Promise<void> {
    const { archive, annotation } = this;
    const { marks, part, notes } = sheet;
    const survey = await surveyed(archive, part);
    const drawings = sheet.related.filter(({ kind }) => kind === 'vmlDrawing');
    const drawing = drawings.find(({ id }) => id === survey.legacyDrawing)?.target;
    const newDrawing = drawing ?? this.free('xl/drawings/vmlDrawing', '.vml');
    let relation: string | undefined;
    let count = 0;
    const writer = new SheetWriter(
      {
        marks: onVisibleCells(() => marks.rows(), survey.merges),
        headerRow: marks.headerRow,
        headers: marks.headers ?? annotation.headers,
        widths: annotation.widths,
        addedAt: marks.addedAt ?? survey.lastColumn + 1,
        relations: this.relationsNamespace,
        clears: marks.addedAt !== null || styles.hasOwnFills,
        drawing: () => {
          if (notes.added.length === 0 || drawing !== undefined) return undefined;
          relation = sheet.relations.add(`${this.relationsNamespace}/vmlDrawing`, newDrawing);
          return relation;
        },
        noted: (row, { column, severity, note }) => {
          if (count >= MOST_NOTES || !notes.add({ row, column, severity, text: note })) this.unmarkedNotes++;
          else count++;
        },
      },
      styles,
    );
    const scanner = new SheetScanner(part, writer);
    const source = archive;
    async function* bytes(): AsyncGenerator<Buffer> {
      for await (const piece of rawPieces(source, part)) {
        const done = scanner.push(piece);
        if (done !== '') yield Buffer.from(done, 'latin1');
      }
      yield Buffer.from(scanner.end(), 'latin1');
    }
    try {
      await this.copy.write(entry.name, bytes(), entry.entry);
    } finally {
      writer.close();
    }
    if (!notes.changed) return;
    const notesPart = sheet.notesPart ?? this.free('xl/comments', '.xml');
    if (sheet.notesPart === undefined) {
      sheet.relations.add(`${this.relationsNamespace}/comments`, notesPart);
      this.types.set(notesPart, `${TYPE}.comments+xml`);
    }
    this.set(notesPart, notes.part());
    if (notes.added.length > 0 || (drawing !== undefined && notes.removed.length > 0)) {
      const existing = drawing === undefined ? undefined : await this.existing(drawing);
      this.set(newDrawing, notesDrawing(existing, notes, this.blocks));
      this.blocks += Math.ceil((notes.added.length + 1) / 1024);
      if (drawing === undefined) this.extensions.set('vml', VML_TYPE);
    }
    if (sheet.relations.changed) this.set(sheet.relationsPart, sheet.relations.part());
  }

  /** Writes the parts that changed, copies those that did not, and the directory in its order. */
  private async writeOthers(touched: ReadonlySet<string>): Promise<void> {
    for (const entry of this.original.entries) {
      const key = keyOf(entry.name);
      if (touched.has(key) && !this.changed.has(key)) await this.copy.copy(this.original, entry);
    }
    for (const [key, { name, xml }] of this.changed) {
      const entry = this.entries.get(key);
      await this.copy.write(entry?.name ?? name, [Buffer.from(xml, 'latin1')], entry?.entry);
    }
    await this.copy.end(this.original.entries.map(({ name }) => name));
  }

  private set(name: string, xml: RawXml): void {
    this.changed.set(keyOf(name), { name, xml });
  }

  private async existing(part: string): Promise<RawXml | undefined> {
    return this.archive.has(part) ? rawPart(this.archive, part) : undefined;
  }

  /** A name for a part that no other part has. */
  private free(start: string, end: string): string {
    for (let number = 1; ; number++) {
      const name = `${start}${number}${end}`;
      if (this.names.has(keyOf(name))) continue;
      this.names.add(keyOf(name));
      return name;
    }
  }

  private async workbookPart(): Promise<string> {
    const relations = await relationsOf(this.archive, '');
    const main = relations.find(({ kind }) => kind === 'officeDocument')?.target;
    const part = main !== undefined && this.archive.has(main) ? main : 'xl/workbook.xml';
    if (!this.archive.has(part)) throw new Damage('The archive has no workbook.');
    return part;
  }
}

const keyOf = (name: string): string => name.replace(/^\/+/, '').toLowerCase();

/** The drawings of a sheet: of its notes, and of pictures in its header and footer. */
const drawingsOf = ({ related }: AnnotatedSheet): string[] =>
  related.flatMap(({ kind, target }) => (kind === 'vmlDrawing' ? target : []));

function relationsPartOf(part: string): string {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  return `${folder}_rels/${part.slice(folder.length)}.rels`;
}
