import {
  attribute,
  plainText,
  prefixedAttribute,
  type RawXml,
  rawText,
  tagsOf,
  withAttribute,
  withEdits,
} from './tags.ts';

/** A sheet in the list of the workbook part. */
export interface ListedSheet {
  readonly name: string;
  readonly relation: string;
}

export const sheetsIn = (workbook: RawXml): ListedSheet[] =>
  sheetTags(workbook).map(({ text }) => ({
    name: plainText(attribute(text, 'name') ?? ''),
    relation: prefixedAttribute(text, 'id') ?? '',
  }));

const sheetTags = (workbook: RawXml) =>
  [...tagsOf(workbook)].filter(
    ({ name, depth, kind }) => name === 'sheet' && depth === 2 && kind !== 'close',
  );

/** The namespaces of a workbook part: `main` of its elements, `relations` of the ids of relations. */
export function namespacesOf(workbook: RawXml): { main: string; relations: string } {
  const isStrict = workbook.slice(0, 4000).includes('purl.oclc.org/ooxml/spreadsheetml/main');
  return isStrict
    ? {
        main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
        relations: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
      }
    : {
        main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
        relations: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
      };
}

/** The workbook part with a new first sheet. Numbers that refer to sheets by position are increased by one. */
export function withFirstSheet(workbook: RawXml, name: string, relation: string, relations: string): RawXml {
  const tags = [...tagsOf(workbook)];
  const ids = sheetTags(workbook).map(({ text }) => Number(attribute(text, 'sheetId') ?? 0));
  const sheets = tags.find((tag) => tag.name === 'sheets' && tag.depth === 1 && tag.kind === 'open')!;
  const id = Math.max(0, ...ids) + 1;
  const { prefix } = sheets;
  const sheet = `<${prefix}sheet xmlns:r="${relations}" name="${rawText(name)}" sheetId="${id}" r:id="${relation}"/>`;
  const edits = [{ start: sheets.end, end: sheets.end, text: sheet }];
  for (const { name: tag, kind, start, end, text } of tags) {
    if (kind === 'close') continue;
    if (tag === 'definedName' && attribute(text, 'localSheetId') !== undefined)
      edits.push({ start, end, text: incremented(text, 'localSheetId', 0) });
    if (tag === 'workbookView') {
      // The new sheet is open, and its tab is visible.
      edits.push({ start, end, text: withActive(text, 0) });
    }
  }
  if (!tags.some((tag) => tag.name === 'workbookView')) {
    const views = `<${prefix}bookViews><${prefix}workbookView activeTab="0"/></${prefix}bookViews>`;
    edits.push({ start: sheets.start, end: sheets.start, text: views });
  }
  return withEdits(workbook, edits);
}

/** The workbook part with a new hidden last sheet. */
export function withHiddenSheet(workbook: RawXml, name: string, relation: string, relations: string): RawXml {
  const ids = sheetTags(workbook).map(({ text }) => Number(attribute(text, 'sheetId') ?? 0));
  const close = [...tagsOf(workbook)].find(
    (tag) => tag.name === 'sheets' && tag.depth === 1 && tag.kind === 'close',
  )!;
  const sheet = `<${close.prefix}sheet xmlns:r="${relations}" name="${rawText(name)}" sheetId="${Math.max(0, ...ids) + 1}" state="hidden" r:id="${relation}"/>`;
  return withEdits(workbook, [{ start: close.start, end: close.start, text: sheet }]);
}

/** The workbook part with a sheet made visible and opened. `sheet`: its number, from 0. */
export function withActiveSheet(workbook: RawXml, sheet: number): RawXml {
  const views = [...tagsOf(workbook)].filter(({ name, kind }) => name === 'workbookView' && kind !== 'close');
  const listed = sheetTags(workbook)[sheet];
  const isHidden = listed !== undefined && attribute(listed.text, 'state') !== undefined;
  return withEdits(workbook, [
    ...views.map(({ start, end, text }) => ({ start, end, text: withActive(text, sheet) })),
    ...(isHidden ? [{ ...listed, text: withAttribute(listed.text, 'state', 'visible') }] : []),
  ]);
}

function withActive(view: RawXml, sheet: number): RawXml {
  const active = withAttribute(view, 'activeTab', String(sheet));
  const isScrolled = Number(attribute(view, 'firstSheet') ?? 0) > sheet;
  return isScrolled ? withAttribute(active, 'firstSheet', String(sheet)) : active;
}

/** The start of a sheet without its selection: programs edit all selected sheets at once. */
export const withoutSelection = (head: RawXml): RawXml =>
  head.replace(/(<(?:[\w.-]+:)?sheetView\b[^>]*?)\s+tabSelected\s*=\s*(?:"[^"]*"|'[^']*')/g, '$1');

function incremented(tag: RawXml, name: string, otherwise: number): RawXml {
  return withAttribute(tag, name, String(Number(attribute(tag, name) ?? otherwise) + 1));
}

/** A name for a new sheet: `name`, with a number if another sheet has that name. */
export function freeSheetName(name: string, taken: readonly ListedSheet[]): string {
  const names = new Set(taken.map((sheet) => sheet.name.toLowerCase()));
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name} ${number}`;
    if (!names.has(tried.toLowerCase())) return tried;
  }
}

const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The part with the relations of another part. */
export class Relations {
  private xml: RawXml;
  private readonly prefix: string;
  private readonly ids: Set<string>;
  changed = false;

  constructor(xml: RawXml | undefined) {
    this.xml = xml ?? `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_RELATIONS}"></Relationships>`;
    const tags = [...tagsOf(this.xml)];
    this.prefix = tags[0]?.prefix ?? '';
    this.ids = new Set(tags.map(({ text }) => attribute(text, 'Id') ?? ''));
  }

  /** Adds a relation to a part; returns its id. */
  add(type: string, part: string): string {
    let number = 1;
    while (this.ids.has(`rIdTrace${number}`)) number++;
    const id = `rIdTrace${number}`;
    this.ids.add(id);
    const target = rawText(`/${part}`);
    const relation = `<${this.prefix}Relationship Id="${id}" Type="${type}" Target="${target}"/>`;
    this.xml = appendedToRoot(this.xml, relation);
    this.changed = true;
    return id;
  }

  /** Removes the relations of a type, by the last word of its name. */
  remove(type: string): void {
    const relations = [...tagsOf(this.xml)].filter(({ text }) =>
      attribute(text, 'Type')?.endsWith(`/${type}`),
    );
    this.xml = withEdits(
      this.xml,
      relations.map(({ start, end }) => ({ start, end, text: '' })),
    );
    this.changed = true;
  }

  part(): RawXml {
    return this.xml;
  }
}

/** Appends elements to the root, which may be empty. */
function appendedToRoot(xml: RawXml, added: RawXml): RawXml {
  const root = [...tagsOf(xml)][0]!;
  if (root.kind === 'empty') {
    const open = root.text.replace(/\s*\/>$/, '>');
    return `${xml.slice(0, root.start)}${open}${added}</${root.prefix}${root.name}>${xml.slice(root.end)}`;
  }
  const end = xml.lastIndexOf('</');
  return xml.slice(0, end) + added + xml.slice(end);
}

/** The content types part with the types of new parts and extensions added. */
export function withContentTypes(
  xml: RawXml,
  parts: ReadonlyMap<string, string>,
  extensions: ReadonlyMap<string, string>,
): RawXml {
  const tags = [...tagsOf(xml)];
  const prefix = tags[0]?.prefix ?? '';
  const known = new Set(
    tags
      .filter(({ name }) => name === 'Default')
      .map(({ text }) => (attribute(text, 'Extension') ?? '').toLowerCase()),
  );
  const defaults = [...extensions]
    .filter(([extension]) => !known.has(extension))
    .map(([extension, type]) => `<${prefix}Default Extension="${extension}" ContentType="${type}"/>`);
  const overrides = [...parts].map(
    ([part, type]) => `<${prefix}Override PartName="/${rawText(part)}" ContentType="${type}"/>`,
  );
  return appendedToRoot(xml, [...defaults, ...overrides].join(''));
}
