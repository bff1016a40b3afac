import { withoutExampleMark } from '../../contract/labels.ts';
import { TEXTS } from '../../contract/template/text.ts';
import { originText } from '../../findings/finding.ts';
import { type InputReading, openInputFile } from '../../import/input/sources.ts';
import { cellText, cleanText } from '../../recognise/text.ts';
import { say } from '../../say.ts';
import { type Cell, columnLetters, type Row } from '../../sheets/cell.ts';
import { type FormHeader, headerIn, type RowKey, rowKeyIn } from './form-key.ts';

/** A cell of a row of a form. */
export interface FormCell {
  readonly asked: RowKey;
  /** The body path that it is about, or the letters of a column without a field. */
  readonly path: string;
  readonly cell: Cell;
  /** Whether the form asks for it, or only shows it. */
  readonly isOpen: boolean;
  /** Its address: `FRN-0007.xlsx › Components!D4`. */
  readonly place: string;
}

/** A file that may be a form, with its name in messages. */
export interface FormFile {
  readonly name: string;
  readonly path: string;
}

/** Something about a form that a person must know. */
export interface FormProblem {
  readonly place: string;
  readonly message: string;
}

/** The cells of forms. */
export interface FormsRead {
  readonly cells: readonly FormCell[];
  readonly problems: readonly FormProblem[];
  /** The SHA-256 of the source files when the forms were written, by name. */
  readonly hashes: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Reads forms in any format of a spreadsheet program. Rows are found by their keys and columns by their headers: a person
 * may have sorted, moved or deleted them.
 *
 * @throws TraceError if a file is missing or cannot be opened
 */
export async function readForms(files: readonly FormFile[], reading: InputReading): Promise<FormsRead> {
  const cells: FormCell[] = [];
  const problems: FormProblem[] = [];
  const hashes = new Map<string, Set<string>>();
  for (const { name: file, path } of files) {
    const report = (message: string, place = file) => problems.push({ place, message });
    const source = await openInputFile(path, reading, ({ severity, message }) => {
      if (severity === 'error') report(message);
    });
    if (!source) continue;
    let isForm = false;
    const strangers: string[] = [];
    try {
      for (const { name, rows } of source.sheets) {
        const form = new FormSheet(file, name, report);
        const faults: string[] = [];
        for await (const batch of rows(
          ({ severity, message }) => severity === 'error' && faults.push(message),
        ))
          for (const row of batch) cells.push(...form.cellsOf(row));
        if (!form.header) {
          if (form.hasValues && !OWN_SHEETS.has(name)) strangers.push(originText({ file, sheet: name }));
          continue;
        }
        isForm = true;
        for (const fault of faults) report(fault);
        for (const [name, hash] of Object.entries(form.header.files))
          hashes.set(name, (hashes.get(name) ?? new Set()).add(hash));
      }
    } finally {
      await source.close();
    }
    if (!isForm) report(say().form.notForm());
    else for (const sheet of strangers) report(say().form.sheetUnknown(), sheet);
  }
  return { cells, problems, hashes };
}

/** Names of the sheets of a form that have no answers. */
const OWN_SHEETS = new Set(
  Object.values(TEXTS).flatMap(({ guideSheet, listsSheet }) => [guideSheet, listsSheet]),
);

/** A sheet of a form, read row by row. */
class FormSheet {
  header: FormHeader | undefined;
  hasValues = false;
  readonly #file: string;
  readonly #sheet: string;
  readonly #report: (message: string, place: string) => void;
  /** The index of the column of each path. */
  #columns: ReadonlyMap<string, number> = new Map();
  readonly #missing = new Set<string>();
  /** The texts of the row of headers. */
  #headers: readonly string[] = [];
  /** The indices of columns that trace did not write, and that were reported. */
  readonly #strange = new Set<number>();

  constructor(file: string, sheet: string, report: (message: string, place: string) => void) {
    this.#file = file;
    this.#sheet = sheet;
    this.#report = report;
  }

  cellsOf({ row, cells }: Row): FormCell[] {
    const raw = cells.map(cellText);
    const texts = raw.map(cleanText);
    this.hasValues ||= texts.some((text) => text !== '');
    const header = raw.map(headerIn).find((one) => one !== null);
    if (header) {
      this.header = header;
      this.#headers = texts;
      const byText = Object.entries(header.columns);
      this.#columns = new Map(
        byText.flatMap(([text, path]) => {
          const at = texts.indexOf(cleanText(text));
          return at === -1 ? [] : [[path, at] as const];
        }),
      );
      return [];
    }
    const asked = this.header && raw.map(rowKeyIn).find((one) => one !== null);
    if (!asked) {
      this.#noteStranger(row, texts);
      return [];
    }
    this.#noteStrangeColumns(row, raw, texts);
    for (const path of Object.keys(asked.cells)) if (!this.#columns.has(path)) this.#noteMissing(path);
    return [...this.#columns].map(([path, at]) => ({
      ...{ asked, path, cell: cells[at] ?? null, place: this.#placeOf(row, at) },
      isOpen: Object.hasOwn(asked.cells, path),
    }));
  }

  /** A row that trace did not write, below the example: what it says is not merged. */
  #noteStranger(row: number, texts: readonly string[]): void {
    const isExample = texts.some((text) => withoutExampleMark(text) !== undefined);
    if (!this.header || isExample || texts.every((text) => text === '')) return;
    this.#report(say().form.rowUnknown(), this.#placeOf(row, 0));
  }

  /** Values in columns that trace did not write, such as remarks: they are not merged. */
  #noteStrangeColumns(row: number, raw: readonly string[], texts: readonly string[]): void {
    const own = new Set(this.#columns.values());
    for (const [at, text] of texts.entries()) {
      if (text === '' || own.has(at) || this.#strange.has(at) || rowKeyIn(raw[at]!) !== null) continue;
      this.#strange.add(at);
      const header = this.#headers[at] || columnLetters(at);
      this.#report(say().form.columnUnknown({ header }), this.#placeOf(row, at));
    }
  }

  #noteMissing(path: string): void {
    if (this.#missing.has(path)) return;
    this.#missing.add(path);
    const [header = path] = Object.entries(this.header!.columns).find(([, one]) => one === path) ?? [];
    this.#report(say().form.columnGone({ header }), originText({ file: this.#file, sheet: this.#sheet }));
  }

  #placeOf = (row: number, column: number): string =>
    originText({ file: this.#file, sheet: this.#sheet, row, column: columnLetters(column) });
}
