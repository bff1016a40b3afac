import type { Severity } from '../../findings/finding.ts';
import { builtInFormat, formatOfCode, meaningFor } from '../xlsx/number-format.ts';
import { childrenOf, firstTag, StyleList, withClosingTag, withElements } from './style-lists.ts';
import { attribute, plainText, type RawXml, tagsOf, withAttribute } from './tags.ts';

const HEADER_FILL = 'FFD9DEE4';
/** The fill and the border of cells for answers. */
const ANSWER_FILL = 'FFFFFBE0';
const ANSWER_BORDER = 'FFBDBDBD';

/** The fills of marked cells. No spreadsheet program offers exactly these colours, so they identify marked cells. */
export const FILLS: Readonly<Record<Severity, string>> = {
  error: 'FFFFC9CF',
  warning: 'FFFFE9A8',
  fixed: 'FFCDE7FD',
  notice: 'FFE6E5F4',
};

/** The fill, font and named style (`base`) of a cell, as indexes into the lists of the styles part. */
interface Look {
  readonly fill: number;
  readonly font: number;
  readonly base: number;
}

/**
 * Names of styles that keep the fill and font that a mark hides: `trace 1`, or `trace 1: Good` if the cell had the style
 * `Good`. A named style stays with its cell when rows are moved, and when another program saves the workbook.
 */
const COVER = /^trace (\d+)(?:: (.*))?$/s;

/** The id of the built-in number format for texts, `@`. */
const TEXT_FORMAT = 49;

/** Maximum number of cell formats of a workbook. */
const MOST_FORMATS = 64_000;

export type OwnStyle =
  | 'title'
  | 'plain'
  | 'small'
  | 'header'
  | 'wrap'
  | 'link'
  | 'text'
  | 'answer'
  | Severity;

/** Adds formats to the styles of a workbook. Existing formats do not change. */
export class BookStyles {
  private readonly xml: RawXml;
  private readonly prefix: string;
  private readonly formats: StyleList;
  private readonly fonts: StyleList;
  private readonly fills: StyleList;
  /** The formats of named styles, and their names. */
  private readonly bases: StyleList;
  private readonly names: StyleList;
  private readonly borders: StyleList;
  private readonly derived = new Map<string, number>();
  private readonly own = new Map<OwnStyle, number>();
  /** The indexes of fills with the colours of `FILLS`. */
  private readonly markFills: ReadonlySet<number>;
  /** Styles named as in `COVER`: the names of existing ones by id, and the ids of all by the look that they keep. */
  private readonly covers: ReadonlyMap<number, string>;
  private readonly coverIds = new Map<string, number>();
  private lastCover: number;
  private readonly isAgain: boolean;
  /** The codes of number formats, by id. */
  private codes: ReadonlyMap<number, string> | undefined;

  /** `isAgain`: whether the workbook was annotated before. */
  constructor(part: RawXml, isAgain = false) {
    const xml = withClosingTag(part);
    this.xml = xml;
    this.isAgain = isAgain;
    this.prefix = [...tagsOf(xml)][0]?.prefix ?? '';
    this.formats = new StyleList(xml, 'cellXfs');
    this.fills = new StyleList(xml, 'fills');
    this.fonts = new StyleList(xml, 'fonts');
    this.borders = new StyleList(xml, 'borders');
    this.bases = new StyleList(xml, 'cellStyleXfs');
    this.names = new StyleList(xml, 'cellStyles');
    this.addDefaults();
    const colours = new Set(Object.values(FILLS));
    this.markFills = new Set(
      this.fills.own.flatMap((fill, at) =>
        colours.has((/fgColor[^>]*\brgb=["'](\w{8})["']/.exec(fill)?.[1] ?? '').toUpperCase()) ? at : [],
      ),
    );
    const named = this.names.own
      .map(firstTag)
      .map((tag) => [baseOf(tag), attribute(tag, 'name') ?? ''] as const);
    this.covers = new Map(named.filter(([, name]) => COVER.test(name)));
    this.lastCover = Math.max(0, ...[...this.covers.values()].map((name) => Number(COVER.exec(name)![1])));
    for (const [base, name] of this.covers)
      this.coverIds.set(
        this.coverKey({ ...lookIn(this.bases.own[base]), base: this.baseBefore(name) }),
        base,
      );
  }

  /** Whether cells may have marks of an earlier annotation. */
  get hasMarks(): boolean {
    return this.markFills.size > 0 && (this.isAgain || this.covers.size > 0);
  }

  /** A format like `format`, with the fill of a severity. */
  markedFormat(format: number, severity: Severity): number {
    return this.withFill(format, severity);
  }

  /** A format without the mark of an earlier annotation: the fill and font colour from before are restored. */
  clearedFormat(format: number): number {
    const xf = this.formats.own[format];
    return xf === undefined || !this.isMark(lookIn(xf)) ? format : this.withFill(format, null);
  }

  /**
   * A format like `format` that shows a number as it is, not as a date, a text or in another unit. `isUnit`: whether a unit is
   * the unit of the number.
   */
  formatForNumber(format: number, value: number, isUnit: (unit: string) => boolean): number {
    const xf = this.formats.own[format];
    if (xf === undefined || this.showsNumber(Number(attribute(firstTag(xf), 'numFmtId') ?? 0), value, isUnit))
      return format;
    const tag = firstTag(xf);
    return this.formats.idOf(withAttribute(tag, 'numFmtId', '0') + xf.slice(tag.length));
  }

  /** Whether the number format with this id shows a number as it is. */
  private showsNumber(id: number, value: number, isUnit: (unit: string) => boolean): boolean {
    this.codes ??= new Map(
      childrenOf(this.xml, 'numFmts').map((one) => [
        Number(attribute(firstTag(one), 'numFmtId')),
        plainText(attribute(firstTag(one), 'formatCode') ?? ''),
      ]),
    );
    const code = this.codes.get(id);
    if (code === undefined ? id === TEXT_FORMAT : code.trim() === '@') return false;
    const meaning = meaningFor(code === undefined ? builtInFormat(id) : formatOfCode(code), value);
    return (
      meaning.kind === 'plain' ||
      (meaning.kind === 'padded' && meaning.unit !== undefined && isUnit(meaning.unit))
    );
  }

  /** The index of a cell format that trace defines. */
  style(name: OwnStyle): number {
    const known = this.own.get(name);
    if (known !== undefined) return known;
    const { prefix } = this;
    const wrap = `<${prefix}alignment vertical="top" wrapText="1"/></${prefix}xf>`;
    const top = `<${prefix}alignment vertical="top"/></${prefix}xf>`;
    const xf = (font: number, fill: number, rest: string, border = 0) =>
      `<${prefix}xf numFmtId="49" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1">${rest}`;
    const font = (size: number, colour = '', before = '') => this.font(size, before, colour);
    const made = (): RawXml => {
      if (name === 'title') return xf(font(16, '', `<${prefix}b/>`), 0, top);
      if (name === 'small') return xf(font(9, `<${prefix}color rgb="FF8A8A8A"/>`), 0, top);
      if (name === 'plain') return xf(font(11), 0, top);
      if (name === 'header') return xf(font(11, '', `<${prefix}b/>`), this.fill(HEADER_FILL), top);
      if (name === 'link') return xf(font(11, `<${prefix}color rgb="FF0563C1"/>`, `<${prefix}u/>`), 0, top);
      if (name === 'answer') return xf(font(11), this.fill(ANSWER_FILL), wrap, this.border(ANSWER_BORDER));
      if (name === 'text') return xf(font(11), 0, `<${prefix}alignment vertical="bottom"/></${prefix}xf>`);
      return xf(font(11), name === 'wrap' ? 0 : this.fill(FILLS[name]), wrap);
    };
    const index = this.formats.idOf(made());
    this.own.set(name, index);
    return index;
  }

  /** The styles part with the added formats. */
  part(): RawXml {
    const { prefix } = this;
    let { xml } = this;
    const lists = [
      ['fonts', this.fonts.added],
      ['fills', this.fills.added],
      ['borders', this.borders.added],
      ['cellStyleXfs', this.bases.added],
      ['cellXfs', this.formats.added],
      ['cellStyles', this.names.added],
    ] as const;
    for (const [name, added] of lists) if (added.length > 0) xml = withElements(xml, prefix, name, added);
    return xml;
  }

  /** Adds the first items of empty lists, which are the defaults: otherwise an added item would become the default. */
  private addDefaults(): void {
    const { prefix: p, fonts, fills, formats, bases, borders } = this;
    if (fonts.size === 0) this.font(11);
    for (const pattern of ['none', 'gray125'].slice(fills.size))
      fills.added.push(`<${p}fill><${p}patternFill patternType="${pattern}"/></${p}fill>`);
    const usual = `<${p}xf numFmtId="0" fontId="0" fillId="0" borderId="0"`;
    if (formats.size === 0) formats.added.push(`${usual} xfId="0"/>`);
    if (bases.size === 0) bases.added.push(`${usual}/>`);
    const sides = ['left', 'right', 'top', 'bottom', 'diagonal'].map((side) => `<${p}${side}/>`).join('');
    if (borders.size === 0) borders.added.push(`<${p}border>${sides}</${p}border>`);
  }

  private withFill(format: number, severity: Severity | null): number {
    const key = `${format}:${severity}`;
    const known = this.derived.get(key);
    if (known !== undefined) return known;
    if (this.formats.size >= MOST_FORMATS && severity !== null) return this.style(severity);
    const { prefix } = this;
    const xf =
      this.formats.own[format] ?? `<${prefix}xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`;
    const tag = firstTag(xf);
    let { fill, font, base } = this.lookBefore(lookIn(xf));
    if (severity !== null) {
      base = this.coverOf({ fill, font, base });
      fill = this.fill(FILLS[severity]);
      font = this.readableFont(font) ?? font;
    }
    let changed = withAttribute(withAttribute(tag, 'fillId', String(fill)), 'applyFill', '1');
    if (font !== Number(attribute(tag, 'fontId') ?? 0))
      changed = withAttribute(withAttribute(changed, 'fontId', String(font)), 'applyFont', '1');
    if (base !== baseOf(tag)) changed = withAttribute(changed, 'xfId', String(base));
    const index = this.formats.idOf(changed + xf.slice(tag.length));
    this.derived.set(key, index);
    return index;
  }

  private isMark({ fill, base }: Look): boolean {
    return this.markFills.has(fill) && (this.isAgain || this.covers.has(base));
  }

  /** The look of a cell before it was marked; the same look if it is not marked. */
  private lookBefore(look: Look): Look {
    if (!this.isMark(look)) return look;
    const name = this.covers.get(look.base);
    if (name === undefined) return { ...look, fill: 0 };
    const before = lookIn(this.bases.own[look.base]);
    const colour = this.lightColour(before.font);
    const font = this.fonts.at(look.font);
    const isOurs = font !== undefined && attribute(COLOUR.exec(font)?.[0] ?? '', 'rgb') === BLACK;
    return {
      fill: before.fill,
      font: colour !== undefined && isOurs ? this.fonts.idOf(font.replace(COLOUR, colour)) : look.font,
      base: this.baseBefore(name),
    };
  }

  /** The named style for a marked cell: a style that keeps the hidden fill and font, or its own if the mark hides nothing. */
  private coverOf(look: Look): number {
    const { fill, font, base } = look;
    const light = this.lightColour(font);
    if (light === undefined && !IS_FILLED.test(this.fills.own[fill] ?? '')) return base;
    const key = this.coverKey(look);
    const known = this.coverIds.get(key);
    if (known !== undefined) return known;
    const p = this.prefix;
    if (this.names.size === 0) this.names.added.push(`<${p}cellStyle name="Normal" xfId="0" builtinId="0"/>`);
    const id = this.bases.size;
    const before = base === 0 ? '' : `: ${this.nameOf(base)}`;
    this.bases.added.push(
      `<${p}xf numFmtId="0" fontId="${light === undefined ? 0 : font}" fillId="${fill}" borderId="0"/>`,
    );
    this.names.added.push(`<${p}cellStyle name="trace ${++this.lastCover}${before}" xfId="${id}"/>`);
    this.coverIds.set(key, id);
    return id;
  }

  private coverKey({ fill, font, base }: Look): string {
    return `${base}|${this.fills.own[fill] ?? ''}|${this.lightColour(font) ?? ''}`;
  }

  private nameOf(base: number): RawXml {
    const tag = this.names.own.map(firstTag).find((one) => baseOf(one) === base);
    return attribute(tag ?? '', 'name') ?? '';
  }

  /** The index of the named style that the name of a `COVER` style contains: of `Good` for `trace 1: Good`. */
  private baseBefore(cover: RawXml): number {
    const name = COVER.exec(cover)?.[2];
    const tag = this.names.own.map(firstTag).find((one) => attribute(one, 'name') === name);
    return tag === undefined ? 0 : baseOf(tag);
  }

  /** A copy of a font in black if its colour is light, because light text cannot be read on our fills. */
  private readableFont(id: number): number | undefined {
    const colour = this.lightColour(id);
    if (colour === undefined) return undefined;
    return this.fonts.idOf(this.fonts.at(id)!.replace(colour, `<${this.prefix}color rgb="${BLACK}"/>`));
  }

  /** The colour element of a font, if the colour is light. */
  private lightColour(id: number): RawXml | undefined {
    const font = this.fonts.at(id);
    const colour = font === undefined ? undefined : COLOUR.exec(font)?.[0];
    return colour !== undefined && isLight(colour) ? colour : undefined;
  }

  private fill(colour: string): number {
    const { prefix } = this;
    const pattern = `<${prefix}patternFill patternType="solid"><${prefix}fgColor rgb="${colour}"/><${prefix}bgColor indexed="64"/></${prefix}patternFill>`;
    return this.fills.idOf(`<${prefix}fill>${pattern}</${prefix}fill>`);
  }

  private border(colour: string): number {
    const p = this.prefix;
    const sides = ['left', 'right', 'top', 'bottom'].map(
      (side) => `<${p}${side} style="thin"><${p}color rgb="${colour}"/></${p}${side}>`,
    );
    return this.borders.idOf(`<${p}border>${sides.join('')}<${p}diagonal/></${p}border>`);
  }

  private font(size: number, before = '', colour = ''): number {
    const { prefix } = this;
    return this.fonts.idOf(
      `<${prefix}font>${before}<${prefix}sz val="${size}"/>${colour}<${prefix}name val="Calibri"/><${prefix}family val="2"/></${prefix}font>`,
    );
  }
}

const baseOf = (tag: RawXml): number => Number(attribute(tag, 'xfId') ?? 0);

function lookIn(xf: RawXml = ''): Look {
  const tag = firstTag(xf);
  const [fill, font] = ['fillId', 'fontId'].map((name) => Number(attribute(tag, name) ?? 0));
  return { fill: fill!, font: font!, base: baseOf(tag) };
}

const IS_FILLED = /patternType\s*=\s*["'](?!none\b)|gradientFill/;
const BLACK = 'FF000000';
const COLOUR = /<(?:[\w.-]+:)?color\b[^>]*\/>/;
/** How a colour element refers to white: by the theme, or by the indexed colours. */
const THEME_WHITE = '0';
const INDEXED_WHITE = new Set(['1', '9']);

/** Whether a colour is light. Of colours of the theme, only white is known. */
function isLight(colour: RawXml): boolean {
  const rgb = attribute(colour, 'rgb');
  if (rgb === undefined)
    return (
      attribute(colour, 'theme') === THEME_WHITE || INDEXED_WHITE.has(attribute(colour, 'indexed') ?? '')
    );
  const [red, green, blue] = [-6, -4, -2].map((at) =>
    Number.parseInt(rgb.slice(at, at + 2 || undefined), 16),
  );
  return 0.299 * red! + 0.587 * green! + 0.114 * blue! > 150;
}
