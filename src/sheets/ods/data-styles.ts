import { numberText, say } from '../../say.ts';
import { Damage } from '../damage.ts';
import { type CellStyle, formatOfCode, inheritedData, type NumberFormat } from '../xlsx/number-format.ts';
import { OPEN, TEXT, type Xml } from '../xlsx/xml.ts';

/** Maximum number of styles of a document. */
const MAX_STYLES = 100_000;

/** Maximum length of the format code that is built from the elements of a style. */
const LONGEST_CODE = 1000;

/** The letters of format codes for elements of dates and times. The long style has them twice: `hh` for `h`. */
const LETTERS: Readonly<Record<string, string>> = {
  year: 'yy',
  month: 'm',
  day: 'd',
  'day-of-week': 'ddd',
  hours: 'h',
  minutes: 'm',
  seconds: 's',
};

/** Elements that define a number format. */
const DATA_STYLES = new Set([
  ...['number-style', 'percentage-style', 'currency-style'],
  ...['date-style', 'time-style', 'boolean-style', 'text-style'],
]);

interface DataStyle {
  code: string;
  /** The style that applies if a condition (`[>=0]`) is met. */
  readonly maps: { readonly condition: string; readonly style: string }[];
}

/** The zeros of a number format with texts around them. `texts`: the text before the first zero, then that after each zero. */
interface Digits {
  readonly texts: string[];
  /** Index in `texts` of the text that is being read. */
  at: number;
}

/** The styles of an OpenDocument file: number formats of cells, and which tables are hidden. */
export class DataStyles {
  private readonly cells = new Map<string, CellStyle<string>>();
  private readonly data = new Map<string, DataStyle>();
  private readonly hiddenTables = new Set<string>();
  private readonly formats = new Map<string, NumberFormat | undefined>();
  private style: DataStyle | undefined;
  private styleDepth = 0;
  private table = '';
  private inText = false;
  private digits: Digits | undefined;

  isHidden(table: string | undefined): boolean {
    return table !== undefined && this.hiddenTables.has(table);
  }

  /** The number format of a cell style. */
  of(style: string | undefined): NumberFormat | undefined {
    if (style === undefined) return undefined;
    if (!this.formats.has(style)) this.formats.set(style, this.formatOf(inheritedData(this.cells, style)));
    return this.formats.get(style);
  }

  take(token: number, xml: Xml): void {
    if (token === TEXT) {
      if (this.inText && this.style !== undefined) this.addText(this.style, xml.text());
    } else if (token === OPEN) this.open(xml);
    else {
      if (xml.name === 'text' || xml.name === 'embedded-text') this.inText = false;
      else if (xml.name === 'number') this.closeNumber();
      if (xml.depth < this.styleDepth) this.style = undefined;
    }
  }

  private open(xml: Xml): void {
    const { name, depth, attributes } = xml;
    if (DATA_STYLES.has(name)) {
      this.checkSize();
      // The percent sign is a text element, which would become a quoted text.
      this.style = { code: name === 'percentage-style' ? '%' : '', maps: [] };
      this.styleDepth = depth;
      this.data.set(attributes.getLocal('name') ?? '', this.style);
    } else if (name === 'style') this.openStyle(xml);
    else if (name === 'table-properties') {
      if (attributes.get('table:display') === 'false' && this.table !== '') this.hiddenTables.add(this.table);
    } else if (this.style !== undefined) this.openPart(xml, this.style);
  }

  private openStyle({ attributes }: Xml): void {
    this.checkSize();
    const name = attributes.get('style:name') ?? '';
    const family = attributes.get('style:family');
    this.table = family === 'table' ? name : '';
    if (family !== 'table-cell') return;
    this.cells.set(name, {
      parent: attributes.get('style:parent-style-name'),
      data: attributes.get('style:data-style-name'),
    });
  }

  private openPart({ name, attributes }: Xml, style: DataStyle): void {
    const letter = LETTERS[name];
    if (letter !== undefined) {
      const isElapsed = attributes.get('number:truncate-on-overflow') === 'false';
      const letters =
        attributes.get('number:style') === 'long' || name === 'minutes' ? letter + letter : letter;
      this.add(style, isElapsed ? `[${letters}]` : letters);
    } else if (name === 'am-pm') this.add(style, 'AM/PM');
    else if (name === 'text-content') this.add(style, '@');
    else if (name === 'text') this.inText = true;
    else if (name === 'embedded-text') this.openEmbedded(attributes.get('number:position'));
    else if (name === 'number') this.openNumber((attribute) => attributes.get(attribute), style);
    else if (name === 'fraction' || name === 'scientific-number') this.add(style, '#.#');
    else if (name === 'map') {
      const condition = /^value\(\)\s*(<=|>=|!=|<|>|=)\s*(-?[\d.]{1,20})$/.exec(
        attributes.get('style:condition') ?? '',
      );
      const applied = attributes.get('style:apply-style-name');
      if (condition === null || applied === undefined || style.maps.length > 4) return;
      const operator = condition[1] === '!=' ? '<>' : condition[1];
      style.maps.push({ condition: `[${operator}${condition[2]}]`, style: applied });
    }
  }

  /** Adds a number: as zeros (`0000`) if the format only sets a minimum number of digits, else as `#,##0.0` or `#`. */
  private openNumber(get: (name: string) => string | undefined, style: DataStyle): void {
    const zeros = Number(get('number:min-integer-digits') ?? 0);
    const decimals =
      Number(get('number:decimal-places') ?? 0) || Number(get('number:min-decimal-places') ?? 0);
    if (get('number:grouping') === 'true' || decimals !== 0 || get('number:display-factor') !== undefined)
      this.add(style, `#,##0.0${scaleOf(get('number:display-factor'))}`);
    else if (zeros >= 1 && zeros <= 255) this.digits = { texts: Array(zeros + 1).fill(''), at: 0 };
    else this.add(style, '#');
  }

  /** @param position the number of digits to the right of the text. */
  private openEmbedded(position: string | undefined): void {
    this.inText = true;
    if (this.digits !== undefined) this.digits.at = this.digits.texts.length - 1 - Number(position ?? 0);
  }

  private closeNumber(): void {
    if (this.digits !== undefined && this.style !== undefined)
      this.add(this.style, this.digits.texts.map(quoted).join('0'));
    this.digits = undefined;
  }

  private addText(style: DataStyle, text: string): void {
    const { digits } = this;
    if (digits === undefined) this.add(style, quoted(text));
    else if (digits.texts[digits.at] !== undefined) digits.texts[digits.at] += text.slice(0, LONGEST_CODE);
  }

  private add(style: DataStyle, code: string): void {
    if (style.code.length < LONGEST_CODE) style.code += code;
  }

  private checkSize(): void {
    if (this.cells.size + this.data.size + this.hiddenTables.size > MAX_STYLES)
      throw new Damage(say().damaged.styles({ most: numberText(MAX_STYLES) }));
  }

  private formatOf(name: string | undefined): NumberFormat | undefined {
    const style = name === undefined ? undefined : this.data.get(name);
    if (style === undefined) return undefined;
    const sections = style.maps.map(
      ({ condition, style: applied }) => `${condition}${this.data.get(applied)?.code ?? 'General'}`,
    );
    return formatOfCode([...sections, style.code].join(';'));
  }
}

/** The commas of a format code for a display factor, one for each factor of 1000. */
const scaleOf = (factor: string | undefined): string =>
  ','.repeat(Math.min(Math.max(Math.round(Math.log10(Number(factor ?? 1)) / 3) || 0, 0), 9));

function quoted(text: string): string {
  return text.replace(/"+/g, '').replace(/.+/gs, '"$&"');
}
