import type { Severity } from '../../findings/finding.ts';
import { builtInFormat, formatOfCode, meaningFor } from '../xlsx/number-format.ts';
import {
  type CoveredFormats,
  channelsOf,
  FILLS,
  MOST_COVERED,
  marksAmong,
  shadeOf,
} from './covered-fills.ts';
import type { CoveredColours } from './marks.ts';
import { appended, childrenOf, firstTag, opened, StyleList } from './style-lists.ts';
import { attribute, plainText, type RawXml, tagsOf, withAttribute } from './tags.ts';

const HEADER_FILL = 'FFD9DEE4';

const SEVERITIES = Object.keys(FILLS) as Severity[];

/** What a mark covers, by the numbers of the workbook. */
interface Look {
  readonly fill: number;
  readonly font: number;
}

/**
 * Maximum number of colours in a workbook, with ours. LibreOffice saves 56, and replaces the others, also those of cells
 * without marks: what more marks cover is lost instead.
 */
const MOST_COLOURS = 48;

/** The built-in format of texts. */
const TEXT_FORMAT = 49;

/** Maximum number of cell formats of a workbook. */
const MOST_FORMATS = 64_000;

export type OwnStyle = 'title' | 'plain' | 'small' | 'header' | 'wrap' | 'link' | 'text' | Severity;

/** The styles of a workbook, to which formats are added. What it has stays unchanged. */
export class Styles {
  private readonly xml: RawXml;
  private readonly prefix: string;
  private readonly formats: StyleList;
  private readonly fonts: StyleList;
  private readonly fills: StyleList;
  /** Entries of other lists that were empty. */
  private readonly others = new Map<string, RawXml>();
  private readonly derived = new Map<string, number>();
  private readonly own = new Map<OwnStyle, number>();
  private readonly fillIds = new Map<string, number>();
  /** The fills of an earlier annotation, with the number of the format that they cover. */
  private readonly marks: ReadonlyMap<number, number>;
  /** The formats that marks cover, by number, and the numbers by what is covered. */
  private readonly coveredFormats: Map<number, number>;
  private readonly coveredNumbers = new Map<string, number>();
  private nextNumber: number;
  private isAnyLost = false;
  /** The colours of all fills. */
  private readonly colours: ReadonlySet<string>;
  /** Number of colours of the workbook, of any kind. */
  private readonly colourCount: number;
  /** The codes of the formats of numbers, by their id. */
  private codes: ReadonlyMap<number, string> | undefined;

  /** `covered`: what an earlier annotation covered. `isAgain`: whether there was one. */
  constructor(part: RawXml, covered: CoveredFormats = new Map(), isAgain = false) {
    const xml = opened(part);
    this.xml = xml;
    this.prefix = [...tagsOf(xml)][0]?.prefix ?? '';
    this.formats = new StyleList(xml, 'cellXfs');
    this.fills = new StyleList(xml, 'fills');
    this.fonts = new StyleList(xml, 'fonts');
    this.addDefaults();
    this.marks = marksAmong(this.fills.own, covered, isAgain);
    this.coveredFormats = new Map(
      [...covered].filter(([, format]) => this.formats.own[format] !== undefined),
    );
    for (const [number, format] of this.coveredFormats)
      this.coveredNumbers.set(this.coveredKey(this.lookOf(format)), number);
    this.colourCount = new Set(xml.match(/<(?:[\w.-]+:)?(?:fgColor|bgColor|color)\b[^>]*/g)).size;
    this.nextNumber = Math.max(0, ...this.coveredFormats.keys()) + 1;
    this.colours = new Set(
      this.fills.own.flatMap((fill) => fill.toUpperCase().match(/\b[\dA-F]{8}\b/g) ?? []),
    );
  }

  /** Whether cells may have fills of an earlier annotation. */
  get hasMarks(): boolean {
    return this.marks.size > 0;
  }

  /** Whether colours that marks cover come back: all of them, not all, or there are none. */
  get coveredColours(): CoveredColours {
    return this.isAnyLost ? 'lost' : this.coveredFormats.size > 0 ? 'kept' : 'none';
  }

  /** The formats that marks cover, to be named in the sheet of results. */
  get covered(): CoveredFormats {
    return this.coveredFormats;
  }

  /** The format of a cell with the fill of a severity, and everything else as it is. */
  marked(format: number, severity: Severity): number {
    return this.withFill(format, severity);
  }

  /** The format without the fill of an earlier annotation: with the fill and the letters that it covered. */
  cleared(format: number): number {
    const xf = this.formats.own[format];
    if (xf === undefined || !this.marks.has(Number(attribute(firstTag(xf), 'fillId')))) return format;
    return this.withFill(format, null);
  }

  /**
   * The format of a cell for a number: one that shows it as something else (a date, a text, in another unit) would change
   * it. `isUnit`: whether a unit is that of the number.
   */
  ofNumber(format: number, value: number, isUnit: (unit: string) => boolean): number {
    const xf = this.formats.own[format];
    if (xf === undefined || this.showsNumber(Number(attribute(firstTag(xf), 'numFmtId') ?? 0), value, isUnit))
      return format;
    const tag = firstTag(xf);
    return this.formats.idOf(withAttribute(tag, 'numFmtId', '0') + xf.slice(tag.length));
  }

  /** Whether a format of numbers, by its id, shows a number as it is. */
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

  /** A format of trace. */
  style(name: OwnStyle): number {
    const known = this.own.get(name);
    if (known !== undefined) return known;
    const { prefix } = this;
    const wrap = `<${prefix}alignment vertical="top" wrapText="1"/></${prefix}xf>`;
    const top = `<${prefix}alignment vertical="top"/></${prefix}xf>`;
    const xf = (font: number, fill: number, rest: string) =>
      `<${prefix}xf numFmtId="49" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1">${rest}`;
    const font = (size: number, colour = '', before = '') => this.font(size, before, colour);
    const made = (): RawXml => {
      if (name === 'title') return xf(font(16, '', `<${prefix}b/>`), 0, top);
      if (name === 'small') return xf(font(9, `<${prefix}color rgb="FF8A8A8A"/>`), 0, top);
      if (name === 'plain') return xf(font(11), 0, top);
      if (name === 'header') return xf(font(11, '', `<${prefix}b/>`), this.fill(HEADER_FILL), top);
      if (name === 'link') return xf(font(11, `<${prefix}color rgb="FF0563C1"/>`, `<${prefix}u/>`), 0, top);
      if (name === 'text') return xf(font(11), 0, `<${prefix}alignment vertical="bottom"/></${prefix}xf>`);
      return xf(font(11), name === 'wrap' ? 0 : this.fill(FILLS[name]), wrap);
    };
    const index = this.formats.idOf(made());
    this.own.set(name, index);
    return index;
  }

  /** The part with the added formats. */
  part(): RawXml {
    const { prefix } = this;
    let { xml } = this;
    const lists = [
      ['fonts', this.fonts.added],
      ['fills', this.fills.added],
      ...[...this.others].map(([name, added]) => [name, [added]] as const),
      ['cellXfs', this.formats.added],
    ] as const;
    for (const [name, added] of lists) if (added.length > 0) xml = appended(xml, prefix, name, added);
    return xml;
  }

  /** The first entries of the lists mean "as usual": a workbook with shorter lists relies on them. */
  private addDefaults(): void {
    const { prefix: p, fonts, fills, formats, xml } = this;
    if (fonts.size === 0) this.font(11);
    for (const pattern of ['none', 'gray125'].slice(fills.size))
      fills.added.push(`<${p}fill><${p}patternFill patternType="${pattern}"/></${p}fill>`);
    const usual = `<${p}xf numFmtId="0" fontId="0" fillId="0" borderId="0"`;
    if (formats.size === 0) formats.added.push(`${usual} xfId="0"/>`);
    if (childrenOf(xml, 'cellStyleXfs').length === 0) this.others.set('cellStyleXfs', `${usual}/>`);
    const sides = ['left', 'right', 'top', 'bottom', 'diagonal'].map((side) => `<${p}${side}/>`).join('');
    if (childrenOf(xml, 'borders').length === 0)
      this.others.set('borders', `<${p}border>${sides}</${p}border>`);
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
    let { fill, font } = this.uncovered(this.lookOf(format));
    if (severity !== null) {
      const number = this.numberOf({ fill, font });
      fill = this.fill(shadeOf(severity, number));
      font = this.readableFont(font) ?? font;
    }
    let changed = withAttribute(withAttribute(tag, 'fillId', String(fill)), 'applyFill', '1');
    if (font !== Number(attribute(tag, 'fontId') ?? 0))
      changed = withAttribute(withAttribute(changed, 'fontId', String(font)), 'applyFont', '1');
    const index = this.formats.idOf(changed + xf.slice(tag.length));
    this.derived.set(key, index);
    return index;
  }

  private lookOf(format: number): Look {
    const tag = firstTag(this.formats.own[format] ?? '');
    return { fill: Number(attribute(tag, 'fillId') ?? 0), font: Number(attribute(tag, 'fontId') ?? 0) };
  }

  /** What a cell looked like before it was marked; the same if it is not marked. */
  private uncovered(look: Look): Look {
    const number = this.marks.get(look.fill);
    if (number === undefined) return look;
    const format = this.coveredFormats.get(number);
    if (format === undefined) return { fill: 0, font: look.font };
    const before = this.lookOf(format);
    const colour = this.lightColour(before.font);
    const font = this.fonts.at(look.font);
    const isOurs = font !== undefined && attribute(COLOUR.exec(font)?.[0] ?? '', 'rgb') === BLACK;
    return {
      fill: before.fill,
      font: colour !== undefined && isOurs ? this.fonts.idOf(font.replace(COLOUR, colour)) : look.font,
    };
  }

  /** The number by which a fill and light letters are found again; 0 if there is nothing to find. */
  private numberOf(look: Look): number {
    const key = this.coveredKey(look);
    if (key === NOTHING) return 0;
    const known = this.coveredNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.freeNumber();
    const hasRoom =
      number <= MOST_COVERED &&
      this.colourCount + this.fillIds.size <= MOST_COLOURS &&
      this.formats.size < MOST_FORMATS;
    if (!hasRoom) {
      this.isAnyLost = true;
      return 0;
    }
    const { fill, font } = look;
    const own = this.lightColour(font) === undefined ? 0 : font;
    const format = this.formats.idOf(
      `<${this.prefix}xf numFmtId="0" fontId="${own}" fillId="${fill}" borderId="0" xfId="0" applyFont="1" applyFill="1"/>`,
    );
    this.coveredFormats.set(number, format);
    this.coveredNumbers.set(key, number);
    return number;
  }

  /** The next number whose shades no fill of a person has. */
  private freeNumber(): number {
    const isTaken = () => SEVERITIES.some((severity) => this.colours.has(shadeOf(severity, this.nextNumber)));
    while (this.nextNumber <= MOST_COVERED && isTaken()) this.nextNumber++;
    return this.nextNumber++;
  }

  private coveredKey({ fill, font }: Look): string {
    const colour = this.fills.own[fill] ?? '';
    return `${IS_FILLED.test(colour) ? colour : ''}|${this.lightColour(font) ?? ''}`;
  }

  /** The font with black letters if its own are light: they cannot be read on our fills. */
  private readableFont(id: number): number | undefined {
    const colour = this.lightColour(id);
    if (colour === undefined) return undefined;
    return this.fonts.idOf(this.fonts.at(id)!.replace(colour, `<${this.prefix}color rgb="${BLACK}"/>`));
  }

  /** The colour of the letters of a font, if it is light. */
  private lightColour(id: number): RawXml | undefined {
    const font = this.fonts.at(id);
    const colour = font === undefined ? undefined : COLOUR.exec(font)?.[0];
    return colour !== undefined && isLight(colour) ? colour : undefined;
  }

  private fill(colour: string): number {
    const known = this.fillIds.get(colour);
    if (known !== undefined) return known;
    const { prefix } = this;
    const pattern = `<${prefix}patternFill patternType="solid"><${prefix}fgColor rgb="${colour}"/><${prefix}bgColor indexed="64"/></${prefix}patternFill>`;
    const index = this.fills.idOf(`<${prefix}fill>${pattern}</${prefix}fill>`);
    this.fillIds.set(colour, index);
    return index;
  }

  private font(size: number, before = '', colour = ''): number {
    const { prefix } = this;
    return this.fonts.idOf(
      `<${prefix}font>${before}<${prefix}sz val="${size}"/>${colour}<${prefix}name val="Calibri"/><${prefix}family val="2"/></${prefix}font>`,
    );
  }
}

/** What a cell without a fill and with dark letters covers. */
const NOTHING = '|';
const IS_FILLED = /patternType\s*=\s*["'](?!none\b)|gradientFill/;
const BLACK = 'FF000000';
const COLOUR = /<(?:[\w.-]+:)?color\b[^>]*\/>/;
/** The white of a theme, and of the indexed colours. */
const THEME_WHITE = '0';
const INDEXED_WHITE = new Set(['1', '9']);

/** Whether a colour is light. Colours of a theme other than white are not known here. */
function isLight(colour: RawXml): boolean {
  const rgb = attribute(colour, 'rgb');
  if (rgb === undefined)
    return (
      attribute(colour, 'theme') === THEME_WHITE || INDEXED_WHITE.has(attribute(colour, 'indexed') ?? '')
    );
  const [red, green, blue] = channelsOf(rgb);
  return 0.299 * red! + 0.587 * green! + 0.114 * blue! > 150;
}
