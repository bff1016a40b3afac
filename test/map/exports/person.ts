import type { Choice, Prompts } from '../../../src/cli/map/prompts.ts';
import { parseDate } from '../../../src/records/date.ts';
import { parseNumber, splitUnit, unitFactor } from '../../../src/records/number.ts';
import { forTerminal } from '../../../src/terminal-text.ts';
import { type KeyColumn, type KeyRecord, sheetName } from './answer-key.ts';
import { answerOf, isSameField, type Truth, targetOf, valuesAt } from './truth.ts';

const LEAVE = 'leave open';
const LEAVE_REST = 'leave all others open';
const THROUGH = 'go through them';
const WHICH = 'choose which';
const ALL = 'accept all of these';
const OTHERS = ['another field', 'another value', 'a constant'];

/** A person who knows what an export means, reads the screens of `trace map`, and gives a few answers. */
export class Person implements Prompts {
  /** What was shown and answered. */
  readonly said: string[] = [];
  readonly #truth: Truth;
  #left: number;
  #note = '';
  /** The question, and those that have no such answer. */
  #asked = '';
  readonly #unanswerable = new Set<string>();
  /** What is searched or typed next. */
  #wanted: string | undefined;

  constructor(truth: Truth, answers: number) {
    this.#truth = truth;
    this.#left = answers;
  }

  note(text: string): void {
    this.#note = text;
  }

  async select<Value>(message: string, choices: readonly Choice<Value>[]): Promise<Value> {
    const labels = choices.map(({ label }) => label);
    const label = labels.includes(THROUGH) ? this.#accepted() : this.#chosen(message, choices);
    if (![LEAVE, LEAVE_REST].includes(label)) this.#left = Math.max(0, this.#left - 1);
    this.said.push(
      `${message.replaceAll('\n', ' | ')} => ${label} ${this.#wanted ?? ''}(${this.#left} left)`,
    );
    return choices.find((one) => one.label === label)!.value;
  }

  async pick<Value>(_: string, choices: readonly Choice<Value>[]): Promise<Value[]> {
    // Other values of a line are below it, such as `  or → ignore`.
    let [name, isRight] = ['', false];
    return choices.flatMap(({ label, value }) => {
      const other = /^ +or → (.*)$/.exec(label)?.[1];
      if (other === undefined) name = nameIn(label);
      if (other !== undefined && isRight) return [];
      isRight = this.#isRight(other === undefined ? label : `${name} → ${other}`);
      return isRight ? [value] : [];
    });
  }

  async search(_: string, choices: readonly Choice<string>[]): Promise<string | null> {
    const found = choices.find(({ value }) => value === this.#wanted)?.value ?? null;
    // Nothing is answered: the question is asked again, and left open.
    if (found === null) {
      this.#unanswerable.add(this.#asked);
      this.#left++;
    }
    return found;
  }

  async text(): Promise<string | null> {
    return this.#wanted ?? null;
  }

  async confirm(): Promise<boolean> {
    return true;
  }

  /** Accepts what is shown if all of it is right, or the part that is right. */
  #accepted(): string {
    const lines = this.#note.split('\n');
    const wrong = lines.filter((line) => line.includes(' → ') && !this.#isRight(line));
    this.said.push(...lines.map((line) => (wrong.includes(line) ? `  WRONG ${line}` : `  ${line}`)));
    if (this.#left === 0) return THROUGH;
    return wrong.length > 0 ? WHICH : ALL;
  }

  #chosen(message: string, choices: readonly Choice<unknown>[]): string {
    this.#wanted = undefined;
    const labels = choices.map(({ label }) => label);
    this.#asked = message;
    if (this.#unanswerable.has(message)) return LEAVE;
    if (this.#left === 0) return labels.includes(LEAVE_REST) ? LEAVE_REST : LEAVE;
    const [place = '', question = '', ...lines] = message.split('\n');
    const at =
      /^(.*) › (.*?)(?: \((supplier|packaging|product|component)\))? \(\d+ left\)$/.exec(place) ?? [];
    const sheet = this.#truth.sheetAt(at);
    const answer = this.#answer({ sheet, kind: at[3] }, question, lines, choices);
    if (answer === undefined) return LEAVE;
    if (labels.includes(answer)) return answer;
    this.#wanted = answer;
    return OTHERS.find((label) => labels.includes(label)) ?? LEAVE;
  }

  /** Whether a line such as `Artikel › Farbe → productColorCode (12)` is right. */
  #isRight(line: string): boolean {
    const about = nameIn(line);
    const rest = line.slice(about.length).replace(/^ → /, '');
    // Samples follow in brackets, and may be cut.
    const value = rest.startsWith('{') ? rest.replace(/\} \(.*$/, '}') : rest.split(' (')[0]!;
    const truth = this.#truth;
    if (truth.key.sheets.some((one) => forTerminal(sheetName(one), 20) === about))
      return truth.kind(about) === value;
    const [, place = '', kind, name = ''] = PLACE.exec(about)!;
    const sheet = place === '' || /^\d+ sheets$/.test(place) ? undefined : place;
    const [, blanks] = /^blank cells of (.*)$/.exec(name) ?? [];
    if (blanks !== undefined)
      return truth
        .columns(sheet, blanks, 40)
        .filter((one) => isOfKind(one, kind))
        .every((column) => (this.#blank(sheet, column, kind) ?? 'the value above') === value);
    const all = truth.columns(sheet, name, 40);
    const [, field, word] = /^([\w.]+): (.*)$/.exec(name) ?? [];
    if (field !== undefined && all.length === 0) {
      const meant = forTerminal(truth.valueOf(sheet, field, word!, kind) ?? '?', 40);
      return forTerminal(rest, 40) === meant || rest.startsWith(`${meant} (`);
    }
    const columns = all.filter((one) => isOfKind(one, kind));
    if (columns.length === 0 && value === 'ignore') return true;
    if (columns.length === 0)
      return rest.includes('{') ? this.#isMadeOf(sheet, name, rest) : this.#missing(sheet, name) === value;
    if (value.startsWith('{')) return columns.every((one) => this.#hasUnits(one, value.slice(1, -1)));
    const isFieldOf = ({ field: own, mark }: KeyColumn) =>
      (mark === 'lenient' && value === 'ignore') || isSameField(value, own);
    // A column may have a field of each kind in the rows of both.
    const ofKinds = Map.groupBy(columns, (one) => `${sheetName(one)}!${one.column}`).values();
    return ofKinds.every((same) => same.some(isFieldOf));
  }

  #answer(
    { sheet, kind }: { readonly sheet: string; readonly kind: string | undefined },
    question: string,
    lines: readonly string[],
    choices: readonly Choice<unknown>[],
  ): string | undefined {
    const truth = this.#truth;
    // A cell of a form is named by its label: several are in one column.
    const [, label] = /column [A-Z]+\d+ "(.*)"\?$/.exec(question) ?? [];
    const about = label ?? /column ([A-Z]+)\b/i.exec(question)?.[1] ?? '';
    const columns = truth.columns(sheet, about, 60);
    const column = columns.find((one) => isOfKind(one, kind)) ?? columns[0];
    if (/^Which field is column|has values but no header/.test(question)) {
      if (column !== undefined && !isOfKind(column, kind)) return 'ignore';
      if (column === undefined) return undefined;
      // The codes of a field whose texts another column has.
      const isDouble =
        column.mark === 'lenient' &&
        truth.key.columns.some(
          (one) =>
            sheetName(one) === sheetName(column) && one.mark === 'strict' && one.field === column.field,
        );
      return column.field === null || isDouble ? 'ignore' : targetOf(column.field);
    }
    if (/^What does a row/.test(question)) return truth.kind(sheet);
    if (/^Which row has/.test(question)) return `row ${truth.headerRow(sheet)}`;
    const [, field, word] = /^Which value of (\S+) is "(.*)" \(/.exec(question) ?? [];
    if (field !== undefined) return truth.valueOf(sheet, field, word!, kind);
    if (/Are they one record/.test(question))
      return truth.records(sheet).some(({ origin }) => origin.rows.length > 1)
        ? 'one record'
        : 'each row is a record';
    if (/^What do blank cells/.test(question)) return column && this.#blank(sheet, column, kind);
    if (/^Which unit/.test(question)) return column && this.#unit(sheet, column, choices);
    if (/^The rows of a record/.test(question)) return column && this.#rows(sheet, column);
    const header = /"(.*)"/.exec(question)?.[1];
    const [named] = header === undefined ? [] : truth.columns(sheet, header, 60);
    if (/^What separates/.test(question)) return named && this.#separator(sheet, named, choices);
    if (/^Which (decimal|order)/.test(question)) {
      const sample = / has (.*)\.$/.exec(question)?.[1] ?? '';
      return named && this.#reading(sheet, named, sample);
    }
    const missing = /\bneeds ([a-z][\w.]*)|no column has ([a-z][\w.]*)/.exec([question, ...lines].join(' '));
    if (!missing) return undefined;
    const required = missing[1] ?? missing[2]!;
    const made = choices.find(({ label }) => label.includes('{') && this.#isMadeOf(sheet, required, label));
    const from = choices.find(({ label }) => {
      const column = /^the column "(.*)"$/.exec(label)?.[1];
      return column !== undefined && truth.columns(sheet, column, 40)[0]?.field === required;
    });
    return made?.label ?? from?.label ?? this.#missing(sheet, required);
  }

  /** Whether a template of other cells gives the values of a field. */
  #isMadeOf(sheet: string | undefined, field: string, template: string): boolean {
    const truth = this.#truth;
    // A person knows whether the materials of the components say their types.
    if (field === 'type' && template === '{composition}') return true;
    const columns = [...template.matchAll(/\{([^{}…]+)\}/g)].map(
      ([, name]) => truth.columns(sheet, name!, 60)[0],
    );
    // A long text is cut on the screen; a person sees that it is made of the right columns.
    if (columns.every((column) => column?.field === field)) return true;
    const records = truth.records(sheet).filter(({ body }) => body[field] !== undefined);
    return records.every((record) => {
      const made = template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
        const [column] = truth.columns(sheet, name, 60);
        const [of, ofOther] = name.split('.') as [string, string?];
        if (ofOther !== undefined && !column) return this.#ofOther(record, of, ofOther);
        return `${record.body[name] ?? (column ? truth.texts(record, column.column)[0] : '')}`;
      });
      return made === record.body[field];
    });
  }

  /** The value that a field has in all records of a kind to which a record refers. */
  #ofOther({ body }: KeyRecord, kind: string, field: string): string {
    const ref = `${kind}Ref`;
    const others = this.#truth
      .records(undefined)
      .filter((other) => other.kind === kind && other.body[ref] === body[ref]);
    const values = new Set(others.map((other) => other.body[field]));
    return values.size === 1 ? String([...values][0]) : '';
  }

  /** The one value of a field in all records. */
  #missing(sheet: string | undefined, field: string): string | undefined {
    const path = field.replace(/\.\d+(?=\.|$)/g, '').split('.');
    const values = new Set(
      this.#truth.records(sheet).flatMap(({ body }) => valuesAt(body, path).map(answerOf)),
    );
    return values.size === 1 ? [...values][0] : undefined;
  }

  #blank(
    sheet: string | undefined,
    { column, field }: KeyColumn,
    kind: string | undefined,
  ): string | undefined {
    const own = this.#truth.records(sheet).filter((record) => kind === undefined || record.kind === kind);
    const blank = own.find((record) => this.#truth.texts(record, column)[0] === '');
    if (!blank || field === null) return undefined;
    return valuesAt(blank.body, plainPath(field)).length > 0 ? 'the value above' : 'no value';
  }

  /** The unit in which all numbers of a column are. */
  #unit(
    sheet: string,
    { column, field, ...place }: KeyColumn,
    choices: readonly Choice<unknown>[],
  ): string | undefined {
    if (field === null) return 'ignore';
    const other = choices.find(
      ({ label }) => label.startsWith('{') && this.#hasUnits({ column, field, ...place }, label.slice(1, -1)),
    );
    if (other) return other.label;
    const numbers = this.#truth.records(sheet).flatMap((record) => {
      const [value] = valuesAt(record.body, plainPath(field));
      const number = numberIn(this.#truth.texts(record, column)[0]!);
      return typeof value === 'number' && number ? [{ value, number }] : [];
    });
    return choices
      .map(({ label }) => label)
      .find((label) =>
        numbers.every(
          ({ value, number }) => Math.abs(number * (unitFactor('g', label) ?? 0) - value) < value / 100,
        ),
      );
  }

  /** Whether another column has the unit of each number. */
  #hasUnits({ column, field, ...place }: KeyColumn, header: string): boolean {
    const sheet = sheetName(place);
    const [units] = this.#truth.columns(sheet, header, 60);
    return this.#truth.records(sheet).every((record) => {
      const [value] = valuesAt(record.body, plainPath(field ?? ''));
      const number = numberIn(this.#truth.texts(record, column)[0]!);
      if (units === undefined || typeof value !== 'number' || !number) return units !== undefined;
      const factor = unitFactor('g', this.#truth.texts(record, units.column)[0]!) ?? 0;
      return Math.abs(number * factor - value) < value / 100;
    });
  }

  #rows(sheet: string, { column, field }: KeyColumn): string | undefined {
    if (field === null) return 'ignore';
    for (const record of this.#truth.records(sheet).filter(({ origin }) => origin.rows.length > 1)) {
      const numbers = this.#truth.texts(record, column).map((text) => numberIn(text) ?? 0);
      const [value] = valuesAt(record.body, plainPath(field));
      if (typeof value === 'string' && this.#truth.texts(record, column)[0] === value)
        return 'that of the first row';
      if (typeof value === 'number')
        return Math.abs(numbers.reduce((sum, one) => sum + one, 0) - value) < 1e-6 ? 'add up' : 'once';
    }
    return undefined;
  }

  #separator(sheet: string, { column, field }: KeyColumn, choices: readonly Choice<unknown>[]) {
    if (field === null) return undefined;
    for (const record of this.#truth.records(sheet)) {
      const text = this.#truth.texts(record, column)[0]!;
      const count = valuesAt(record.body, plainPath(field)).length;
      const sign = choices.find(({ label }) => text.split(label.slice(1, -1)).length === count);
      if (count > 1 && sign) return sign.label;
    }
    return 'nothing';
  }

  #reading(sheet: string, { column, field }: KeyColumn, sample: string): string | undefined {
    const record = this.#truth.records(sheet).find((one) => this.#truth.texts(one, column).includes(sample));
    const [value] = record && field !== null ? valuesAt(record.body, plainPath(field)) : [];
    if (typeof value === 'string')
      return (['day-first', 'month-first'] as const).find((order) =>
        value.startsWith(parseDate(sample, order)!),
      );
    if (typeof value !== 'number') return undefined;
    const digits = (number: number) => `${number}`.replace(/[.0]/g, '');
    return ([',', '.'] as const).find((mark) => {
      const read = parseNumber(splitUnit(sample).number, mark);
      return read && 'value' in read && digits(read.value) === digits(value) && `${read.value}`.length <= 7;
    });
  }
}

/** The place and the name in a line: `Sheet (kind) › name`, with the kind if the rows have several. */
const PLACE = /^(?:(\S.{0,19}?)(?: \((\w+)\))? › )?(.*)$/;

/** Whether a column may have a field of a kind: the key says so only for rows of several kinds. */
const isOfKind = ({ kind }: KeyColumn, own: string | undefined): boolean =>
  kind === undefined || own === undefined || kind.includes(own);

/** What a line is about: all before the last arrow. */
const nameIn = (line: string): string => line.slice(0, Math.max(0, line.lastIndexOf(' → ')));

const plainPath = (field: string): string[] => field.replace(/\.\d+(?=\.|$)/g, '').split('.');

const numberIn = (text: string): number | undefined => {
  const read = parseNumber(splitUnit(text).number, text.includes(',') ? ',' : '.');
  return read && 'value' in read ? read.value : undefined;
};
