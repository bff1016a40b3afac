import path from 'node:path';
import { isObject, type Json } from '../../../src/contract/kind.ts';
import { cellText, cleanText } from '../../../src/recognise/text.ts';
import { columnAt, type Row } from '../../../src/sheets/cell.ts';
import { openSource } from '../../../src/sheets/open.ts';
import { forTerminal } from '../../../src/terminal-text.ts';
import { type AnswerKey, type KeyColumn, type KeyRecord, sheetName } from './answer-key.ts';

/** The cells of a sheet by the number of the row. */
type Cells = ReadonlyMap<number, readonly string[]>;

/** A column or a field without item numbers. */
const plain = (field: string): string => field.replace(/\.\d+(?=\.|$)/g, '').replace('[]', '');

/** What a person knows who has an answer key and looks into the files. Sheets are named as on the screens. */
export class Truth {
  readonly key: AnswerKey;
  readonly #cells: ReadonlyMap<string, Cells>;

  static async of(key: AnswerKey): Promise<Truth> {
    const cells = new Map<string, Cells>();
    for (const file of key.files) {
      const context = { stdin: (async function* () {})(), onFinding: () => {} };
      const source = (await openSource(path.join(key.folder, file), {}, context))!;
      for (const sheet of source.sheets) {
        const rows: Row[] = [];
        for await (const batch of sheet.rows(() => {})) rows.push(...batch);
        const texts = rows.map(({ row, cells: own }) => [row, own.map((cell) => cleanText(cellText(cell)))]);
        const isNamed = key.sheets.some((one) => one.sheet === sheet.name);
        const name = isNamed ? sheet.name : path.parse(file).name;
        cells.set(name, new Map(texts as [number, string[]][]));
      }
      await source.close();
    }
    return new Truth(key, cells);
  }

  private constructor(key: AnswerKey, cells: ReadonlyMap<string, Cells>) {
    this.key = key;
    this.#cells = cells;
  }

  /** The columns of a sheet, or of all sheets, with a header as the screens show it. */
  columns(sheet: string | undefined, header: string, width: number): readonly KeyColumn[] {
    return this.key.columns.filter(
      (one) =>
        (sheet === undefined || shown(sheetName(one), sheet)) &&
        (one.column === header || isHeader(header, cleanText(one.header), width)),
    );
  }

  /** The sheet at a place: the name of its file, if sheets of several files have its name. */
  sheetAt([, file = '', sheet = '']: readonly string[]): string {
    return this.key.sheets.some((one) => shown(sheetName(one), sheet)) ? sheet : path.parse(file).name;
  }

  /** The kind of the rows of a sheet; `skip` if they are not read. */
  kind(sheet: string): string {
    const own = this.key.sheets.find((one) => shown(sheetName(one), sheet));
    return own?.use && own.kind !== null ? own.kind : 'skip';
  }

  headerRow(sheet: string): number | undefined {
    return this.key.sheets.find((one) => shown(sheetName(one), sheet))?.headerRows.at(-1);
  }

  /** The records of a sheet, or of all sheets. */
  records(sheet: string | undefined): readonly KeyRecord[] {
    return this.key.records.filter(({ origin }) => sheet === undefined || shown(sheetName(origin), sheet));
  }

  /** The texts of a record in a column. */
  texts({ origin }: KeyRecord, column: string): string[] {
    const cells = this.#cells.get(sheetName(origin));
    return origin.rows.map((row) => cells?.get(row)?.[columnAt(column)] ?? '');
  }

  /**
   * What a word means in the columns of a field: the value that the records with the word have, and the others lack. `kind`: that
   * of the records, if the rows have several.
   */
  valueOf(sheet: string | undefined, field: string, word: string, kind?: string): string | undefined {
    const path = plain(field);
    const decision = this.key.decisions.find(
      (one) => one.value !== undefined && one.value === word && one.field.endsWith(path),
    );
    if (decision) return decision.to;
    const columns = this.key.columns.filter((one) => {
      if (one.field === null || (sheet !== undefined && !shown(sheetName(one), sheet))) return false;
      const own = plain(one.field);
      return own === path || (path.startsWith('composition') && own.startsWith('composition'));
    });
    // In a sheet whose rows have several kinds, a word of one kind says nothing about the records of another.
    const own = this.records(sheet).filter((record) => kind === undefined || record.kind === kind);
    const ofKinds = Map.groupBy(own, ({ kind }) => kind).values();
    // Of codes such as `PAM` and `PAM-R`, a cell that is the word says more than one that contains it.
    const meant = ofKinds.map(
      (records) =>
        this.#valueIn(records, columns, path, (text) => text.toLowerCase() === word.toLowerCase()) ??
        this.#valueIn(records, columns, path, (text) => has(text, word)),
    );
    return meant.find((value) => value !== undefined);
  }

  #valueIn(
    records: readonly KeyRecord[],
    columns: readonly KeyColumn[],
    path: string,
    isMeant: (text: string) => boolean,
  ): string | undefined {
    const having: Set<string>[] = [];
    const lacking = new Set<string>();
    for (const record of records) {
      const own = columns.filter(({ kind }) => kind === undefined || kind === record.kind);
      const texts = own.flatMap(({ column }) => this.texts(record, column));
      const values = new Set(
        valuesAt(record.body, path.split('.'))
          .filter((one) => !isObject(one))
          .map(answerOf),
      );
      if (texts.some(isMeant)) having.push(values);
      else for (const value of values) lacking.add(value);
    }
    const [first = new Set<string>(), ...others] = having;
    const common = [...first].filter((value) => others.every((values) => values.has(value)));
    const own = common.filter((value) => !lacking.has(value));
    return common.length === 1 ? common[0] : own.length === 1 ? own[0] : undefined;
  }
}

/** Whether a screen calls a column so. A header in two rows is joined, and long headers are cut. */
function isHeader(onScreen: string, header: string, width: number): boolean {
  if (forTerminal(header, width) === onScreen) return true;
  const [start, isCut] = [onScreen.replace(/…$/, ''), onScreen.endsWith('…')];
  if (isCut ? header.includes(` / ${start}`) : header.endsWith(` / ${onScreen}`)) return true;
  const part = header.split(' / ').at(-1)!;
  return (
    onScreen.split(' / ').includes(header) ||
    (isCut ? part.startsWith(start) : part === onScreen) ||
    (isCut && start.startsWith(`${header} / `)) ||
    // Of two rows of headers, the key has the lower one.
    (isCut && start.includes(' / ') && header.startsWith(start.split(' / ').at(-1)!))
  );
}

/** Whether a screen calls a sheet so: long names are cut. */
const shown = (name: string, onScreen: string): boolean =>
  name === onScreen || forTerminal(name, 20) === onScreen || forTerminal(name, 40) === onScreen;

const has = (text: string, word: string): boolean => {
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{Script=Latin}]/u.test(sign);
  return at >= 0 && !isLetter(text[at - 1]) && !isLetter(text[at + word.length]);
};

/** A value as an answer to a question. */
export const answerOf = (value: Json): string =>
  value === true ? 'yes' : value === false ? 'no' : String(value);

/** The values at a path of a body, with those of all items of lists. */
export function valuesAt(body: Json | undefined, path: readonly string[]): Json[] {
  if (body === undefined || body === null) return [];
  if (Array.isArray(body)) return body.flatMap((item) => valuesAt(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return [body];
  return isObject(body) ? valuesAt(body[name], rest) : [];
}

/** A field as a map file names it: keys count items from 0. */
export const targetOf = (field: string): string =>
  field.replace(/\.(\d+)(?=\.)/g, (_, at) => `.${Number(at) + 1}`).replace(/\.0$/, '');

/** Whether a target of a map file is the field of a key; null is none. The number of an item is not compared. */
export const isSameField = (target: string, field: string | null): boolean =>
  field === null ? target === 'ignore' : target === targetOf(field) || plain(target) === plain(field);
