import type { Severity } from '../../findings/finding.ts';
import { columnLetters } from '../cell.ts';
import { commentText, withoutOwnPart } from './own-part.ts';
import { FILLS } from './styles.ts';
import { attribute, plainText, type RawXml, raw, rawText, tagsOf, withAttribute } from './tags.ts';

/** A note on a cell: 1-based row, 0-based column. Without a severity, it has the usual colour of notes. */
export interface CellNote {
  readonly row: number;
  readonly column: number;
  readonly severity?: Severity;
  readonly text: string;
}

/** The author of notes, and the line before and after our text, by which a later annotation finds the text again. */
export interface NoteStyle {
  readonly author: string;
  readonly separator: string;
}

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Authors of threaded comments. The note of such a comment is only a fallback for old programs and must not be changed. */
const THREADED = /^tc=/;

const COMMENT = /<((?:[\w.-]+:)?)comment\b((?:"[^"]*"|'[^']*'|[^"'>])*)>[\s\S]*?<\/\1comment\s*>/g;

const refOf = (attributes: RawXml): string => attribute(`<x ${attributes}>`, 'ref') ?? '';

/** The part with the notes of a sheet. Notes of an earlier annotation are removed. `existing`: the part in the input. */
export class NotesPart {
  private readonly style: NoteStyle;
  private xml: RawXml;
  private readonly prefix: string;
  private readonly authors: readonly string[];
  /** The comment of each cell that has one, by address, such as `F17`; empty for a new one, null for a threaded comment. */
  private readonly cells = new Map<string, RawXml | null>();
  /** The addresses of cells whose whole note was of an earlier annotation. */
  readonly removed: string[] = [];
  /** The new notes of cells without another note. */
  readonly added: CellNote[] = [];
  private readonly appended: RawXml[] = [];
  /** The new notes of cells that have a note of a person, by address. */
  private readonly joinedNotes = new Map<string, CellNote>();
  private isChanged = false;

  constructor(existing: RawXml | undefined, main: string, style: NoteStyle) {
    this.style = style;
    this.xml = existing ?? `${XML_DECLARATION}<comments xmlns="${main}"><authors/><commentList/></comments>`;
    this.prefix = [...tagsOf(this.xml)][0]?.prefix ?? '';
    this.authors = [...this.xml.matchAll(/<(?:[\w.-]+:)?author\b[^>]*?(?:\/>|>([^<]*)<)/g)].map(([, name]) =>
      plainText(name ?? ''),
    );
    this.xml = this.xml.replace(COMMENT, (comment, _prefix, attributes: string) =>
      this.withoutOwnText(comment, attributes),
    );
  }

  /** Whether the part differs from the one in the input. */
  get changed(): boolean {
    return this.isChanged;
  }

  /** Adds a note. Returns false if the cell cannot have one. */
  add(note: CellNote): boolean {
    const ref = `${columnLetters(note.column)}${note.row}`;
    const comment = this.cells.get(ref);
    if (comment === null) return false;
    if (comment === undefined) {
      this.added.push(note);
      this.appended.push(this.comment(ref, note));
      this.cells.set(ref, '');
      this.isChanged = true;
    } else if (comment !== '' && !commentText(comment).includes(note.text)) {
      this.joinedNotes.set(ref, note);
      this.isChanged = true;
    }
    return true;
  }

  part(): RawXml {
    const { prefix } = this;
    const author = `<${prefix}author>${rawText(this.style.author)}</${prefix}author>`;
    const known = this.authors.includes(this.style.author);
    let xml = this.xml.replace(COMMENT, (comment, _prefix, attributes: string) => {
      const note = this.joinedNotes.get(refOf(attributes));
      return note === undefined ? comment : this.joined(comment, note);
    });
    if (!known) xml = this.insert(xml, 'authors', author);
    return this.insert(xml, 'commentList', this.appended.join(''));
  }

  private insert(xml: RawXml, list: string, added: RawXml): RawXml {
    if (added === '') return xml;
    for (const { name, kind, start, end, text } of tagsOf(xml)) {
      if (name !== list) continue;
      if (kind === 'close') return xml.slice(0, start) + added + xml.slice(start);
      if (kind === 'empty') {
        const open = text.replace(/\s*\/>$/, '>');
        return `${xml.slice(0, start)}${open}${added}</${this.prefix}${list}>${xml.slice(end)}`;
      }
    }
    return xml;
  }

  /** A comment of the input without the text of an earlier annotation; empty if nothing is left. */
  private withoutOwnText(comment: RawXml, attributes: string): RawXml {
    const ref = refOf(attributes);
    const author = this.authors[Number(attribute(`<x ${attributes}>`, 'authorId') ?? -1)];
    if (THREADED.test(author ?? '')) {
      this.cells.set(ref, null);
      return comment;
    }
    const { xml, isChanged, isEmpty } = withoutOwnPart(comment, this.style.separator);
    if (isChanged) this.isChanged = true;
    if (isEmpty) {
      this.removed.push(ref);
      return '';
    }
    this.cells.set(ref, xml);
    return xml;
  }

  private comment(ref: string, { text }: CellNote): RawXml {
    const { prefix } = this;
    const found = this.authors.indexOf(this.style.author);
    const author = found >= 0 ? found : this.authors.length;
    return `<${prefix}comment ref="${ref}" authorId="${author}"><${prefix}text>${this.runs(text)}</${prefix}text></${prefix}comment>`;
  }

  private joined(comment: RawXml, { text }: CellNote): RawXml {
    const at = comment.lastIndexOf(`</${this.prefix}text`);
    if (at === -1) return comment;
    return comment.slice(0, at) + this.runs(text, '\n') + comment.slice(at);
  }

  /** Our text between two separator lines. */
  private runs(text: string, before = ''): RawXml {
    const { separator } = this.style;
    const [first, last] = [`${before}${separator}\n`, `\n${separator}`];
    return this.run(first, SMALL) + this.run(text, USUAL_TEXT) + this.run(last, SMALL);
  }

  private run(text: string, { size, colour }: { readonly size: number; readonly colour: RawXml }): RawXml {
    const p = this.prefix;
    return `<${p}r><${p}rPr><${p}sz val="${size}"/><${p}color ${colour}/><${p}rFont val="Tahoma"/><${p}family val="2"/></${p}rPr><${p}t xml:space="preserve">${rawText(text)}</${p}t></${p}r>`;
  }
}

const USUAL_TEXT = { size: 9, colour: 'indexed="81"' };
const SMALL = { size: 7, colour: 'rgb="FF8A8A8A"' };

const SHAPE_TYPE =
  '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>';
const NAMESPACES =
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"';
/** Number of ids of shapes in a block; each drawing has blocks of its own. */
const BLOCK_IDS = 1024;

/**
 * The drawing with the shapes of notes: adds shapes for `added`, removes those of `removed`. `block`: the block of ids for a
 * new drawing.
 */
export function notesDrawing(
  existing: RawXml | undefined,
  { added, removed }: Pick<NotesPart, 'added' | 'removed'>,
  block: number,
): RawXml {
  let xml =
    existing ??
    `<xml ${NAMESPACES}><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${block}"/></o:shapelayout></xml>`;
  if (removed.length > 0) xml = withoutShapes(xml, new Set(removed));
  const ids = [...xml.matchAll(/_x0000_s(\d{1,9})\b/g)].map(([, id]) => Number(id));
  const used = ids.reduce((most, id) => Math.max(most, id), block * BLOCK_IDS - 1);
  const first = (Math.floor(used / BLOCK_IDS) + 1) * BLOCK_IDS + (existing === undefined ? 1 - BLOCK_IDS : 1);
  const start = existing === undefined ? block * BLOCK_IDS + 1 : first;
  const type = xml.includes('_x0000_t202"') || xml.includes("_x0000_t202'") ? '' : withNamespaces(SHAPE_TYPE);
  const shapes = added.map((note, at) => withNamespaces(shape(note, start + at))).join('');
  const blocks = new Set(added.map((_, at) => Math.floor((start + at) / BLOCK_IDS)));
  xml = xml.replace(/<o:idmap\b[^>]*>/, (tag) => {
    const known = (attribute(tag, 'data') ?? '').split(',').filter((number) => number !== '');
    return withAttribute(tag, 'data', [...new Set([...known, ...[...blocks].map(String)])].join(','));
  });
  const end = xml.lastIndexOf('</');
  return xml.slice(0, end) + type + shapes + xml.slice(end);
}

/** Declares the namespaces in the element itself, because the root of other programs may use other prefixes. */
const withNamespaces = (element: RawXml): RawXml =>
  element.replace(/^<v:\w+/, (start) => `${start} ${NAMESPACES}`);

function withoutShapes(xml: RawXml, removed: ReadonlySet<string>): RawXml {
  return xml.replace(/<v:shape\b[\s\S]*?<\/v:shape\s*>/g, (element) => {
    const row = /<x:Row>\s*(\d+)/.exec(element)?.[1];
    const column = /<x:Column>\s*(\d+)/.exec(element)?.[1];
    if (!/ObjectType\s*=\s*["']Note/.test(element) || row === undefined || column === undefined)
      return element;
    return removed.has(`${columnLetters(Number(column))}${Number(row) + 1}`) ? '' : element;
  });
}

const LINE_CHARACTERS = 50;
const NOTE_COLUMNS = 3;
/** Number of separator lines in a note. */
const OWN_LINES = 2;
/** Heights in points: of a line of a note, of the margins of a note, and of an ordinary row. */
const LINE = 11.5;
const MARGINS = 8;
const ROW = 15;
/** Maximum height of a note in rows, so that it fits on a small screen. */
const MOST_ROWS = 24;
const USUAL = '#ffffe1';

function shape({ row, column, severity, text }: CellNote, id: number): RawXml {
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_CHARACTERS)), OWN_LINES);
  const height = Math.min(Math.ceil((lines * LINE + MARGINS) / ROW), MOST_ROWS);
  const colour = severity === undefined ? USUAL : `#${FILLS[severity].slice(2).toLowerCase()}`;
  const style = `position:absolute;margin-left:60pt;margin-top:2pt;width:260pt;height:${height * ROW}pt;z-index:1;visibility:hidden`;
  const anchor = [
    column + 1,
    12,
    Math.max(0, row - 2),
    4,
    column + 1 + NOTE_COLUMNS,
    12,
    Math.max(0, row - 2) + height,
    4,
  ];
  return raw(
    `<v:shape id="_x0000_s${id}" type="#_x0000_t202" style="${style}" fillcolor="${colour}" o:insetmode="auto"><v:fill color2="${colour}"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor.join(', ')}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
  );
}
