import { type RawXml, type Tag, tagsOf, withAttribute, withEdits } from './tags.ts';

/** The styles part for a workbook that has none. */
export const EMPTY_STYLES = (main: string): RawXml =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** The part with a root that has a closing tag: `<styleSheet/>` becomes `<styleSheet></styleSheet>`. */
export function withClosingTag(xml: RawXml): RawXml {
  const [root] = tagsOf(xml);
  if (root?.kind !== 'empty') return xml;
  const tag = root.text.replace(/\s*\/>$/, '>');
  return `${xml.slice(0, root.start)}${tag}</${root.prefix}${root.name}>${xml.slice(root.end)}`;
}

export const firstTag = (xml: RawXml): RawXml =>
  [...tagsOf(xml.slice(0, xml.indexOf('>') + 1))][0]?.text ?? xml;

/** The elements of a list such as `fonts`, as XML. */
export function childrenOf(xml: RawXml, list: string): RawXml[] {
  const children: RawXml[] = [];
  let isInside = false;
  let start = 0;
  for (const tag of tagsOf(xml)) {
    if (tag.depth === 1 && tag.name === list) isInside = tag.kind === 'open';
    else if (isInside && tag.depth === 2) {
      if (tag.kind === 'open') start = tag.start;
      else children.push(xml.slice(tag.kind === 'empty' ? tag.start : start, tag.end));
    }
  }
  return children;
}

/** The order that the schema requires for the lists. */
const ORDER = ['numFmts', 'fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs', 'cellStyles'];

/** Appends elements to a list of the root, and creates the list if it is missing. */
export function withElements(xml: RawXml, prefix: string, list: string, added: readonly RawXml[]): RawXml {
  const lists = [...tagsOf(xml)].filter(({ depth }) => depth === 1);
  const open = lists.find((tag) => tag.name === list && tag.kind !== 'close');
  const own = added.join('');
  if (open === undefined) {
    const before = new Set(ORDER.slice(0, ORDER.indexOf(list)));
    const next = lists.find((tag) => tag.kind !== 'close' && !before.has(tag.name));
    const end = next?.start ?? xml.lastIndexOf('</');
    return `${xml.slice(0, end)}<${prefix}${list} count="${added.length}">${own}</${prefix}${list}>${xml.slice(end)}`;
  }
  const count = childrenOf(xml, list).length + added.length;
  const tag = withAttribute(open.text, 'count', String(count));
  if (open.kind === 'empty') {
    const text = `${tag.replace(/\s*\/>$/, '>')}${own}</${prefix}${list}>`;
    return withEdits(xml, [{ start: open.start, end: open.end, text }]);
  }
  const close = lists.find((one: Tag) => one.name === list && one.kind === 'close')!;
  return withEdits(xml, [
    { start: open.start, end: open.end, text: tag },
    { start: close.start, end: close.start, text: own },
  ]);
}

/** A list of the styles, such as `fonts`, to which elements are added. */
export class StyleList {
  /** The elements that the workbook has. */
  readonly own: readonly RawXml[];
  readonly added: RawXml[] = [];
  readonly #ids: Map<RawXml, number>;

  constructor(xml: RawXml, list: string) {
    this.own = childrenOf(xml, list);
    // If two elements are equal, the number of the first is used.
    this.#ids = new Map(this.own.map((element, at) => [element, at] as const).reverse());
  }

  get size(): number {
    return this.own.length + this.added.length;
  }

  at(id: number): RawXml | undefined {
    return this.own[id] ?? this.added[id - this.own.length];
  }

  /** The number of an element, which is added if the list does not have it. */
  idOf(element: RawXml): number {
    const known = this.#ids.get(element);
    if (known !== undefined) return known;
    const id = this.size;
    this.added.push(element);
    this.#ids.set(element, id);
    return id;
  }
}
