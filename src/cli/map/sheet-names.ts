import { basename } from 'node:path';
import { matchesPattern } from '../../map/map-file/patterns.ts';
import { type EntryDraft, tablesOf } from '../../map/map-file/write.ts';

/** How an entry names its sheet. */
export interface SheetName {
  readonly file?: string;
  readonly sheet?: string;
}

/** Names that spreadsheets give to sheets by themselves, in several languages. */
const GENERIC_NAMES =
  /^(?:sheet|feuil(?:le)?|tabelle|blatt|foglio|hoja|folha|planilha|plan|werkblad|arkusz|foaie|sayfa|trang tính|工作表|シート|φύλλο|full|export|data|worksheet)[ _-]?\d*$/i;

/** A sheet to name. `layout`: the kind and headers of its tables; sheets of the same layout may share an entry. */
interface NamedSheet {
  readonly file: string;
  readonly sheet: string;
  readonly isText: boolean;
  readonly layout: string;
}

/**
 * How to name a sheet in a map file: a text file by its file, a workbook by its sheet. Dates and numbers are replaced
 * by `*`, because they differ in the next export, unless sheets of another layout would then match.
 */
export function sheetNames(sheets: readonly NamedSheet[]): SheetName[] {
  const named = sheets.map((sheet) => ({ sheet, name: nameOf(sheet, sheets, patternOf) }));
  return named.map(({ sheet, name }) => {
    const isTaken = sheets.some((other) => other.layout !== sheet.layout && isNamed(name, other));
    return isTaken ? nameOf(sheet, sheets, (text) => text) : name;
  });
}

function nameOf(
  { file, sheet, isText }: NamedSheet,
  sheets: readonly NamedSheet[],
  pattern: (text: string) => string,
): SheetName {
  if (isText) return { file: pattern(basename(file)) };
  const isShared = sheets.some((other) => other.sheet === sheet && other.file !== file);
  return {
    ...((isShared || GENERIC_NAMES.test(sheet)) && { file: pattern(basename(file)) }),
    sheet: pattern(sheet),
  };
}

const isNamed = (name: SheetName, { file, sheet }: NamedSheet): boolean =>
  (name.file === undefined || matchesPattern(name.file, basename(file))) &&
  (name.sheet === undefined || matchesPattern(name.sheet, sheet));

/** Minimum number of letters in a pattern, so that it does not match unrelated files. */
const MIN_LETTERS = 3;

/** Runs of digits with at least four of them, such as `2026-01-31`, become `*`. */
function patternOf(name: string): string {
  const pattern = name.replace(/\d(?:[\d ._-]*\d)?/g, (run) =>
    run.replace(/\D/g, '').length >= 4 ? '*' : run,
  );
  const letters = pattern.replace(/\.\w+$/, '').match(/\p{L}/gu)?.length ?? 0;
  return letters >= MIN_LETTERS ? pattern : name;
}

/** A draft of an entry. `layout`: the kind and the headers of its sheet, or of its tables. */
export interface SheetDraft {
  readonly entry: EntryDraft;
  readonly layout: string;
}

/** Drafts of sheets that have one name, or several names but are read alike. */
interface DraftsReadAlike {
  readonly names: readonly string[];
  readonly drafts: readonly SheetDraft[];
}

/**
 * Gives sheets with the same headers that are read alike the same list of names, so that one answer counts for all of
 * them. Unlike a pattern, a list matches no other sheet.
 */
export function withSharedNames(drafts: readonly SheetDraft[]): EntryDraft[] {
  const byName = Map.groupBy(drafts, ({ entry: { file, sheet } }) => JSON.stringify([file, sheet]));
  const found: DraftsReadAlike[] = [];
  for (const own of byName.values()) {
    const names = [own[0]!.entry.sheet ?? []].flat();
    const at = found.findIndex((other) => areAlike([...other.drafts, ...own]));
    if (names.length === 0 || at < 0) found.push({ names, drafts: own });
    else found[at] = { names: [...found[at]!.names, ...names], drafts: [...found[at]!.drafts, ...own] };
  }
  const named = new Map(
    found.flatMap(({ names, drafts: own }) =>
      own.map(({ entry }) => [entry, names.length > 1 ? { ...entry, sheet: names } : entry] as const),
    ),
  );
  return drafts.map(({ entry }) => named.get(entry)!);
}

/** Whether drafts decide the same, except for words that only some of the sheets have. */
function areAlike(drafts: readonly SheetDraft[]): boolean {
  const said = drafts.map(({ entry, layout }) =>
    JSON.stringify([entry.file, entry.sheet === undefined, layout, tablesOf(entry).map(tableText)]),
  );
  const isRead = drafts.every(({ entry }) => tablesOf(entry).some(({ kind }) => kind !== 'skip'));
  return isRead && new Set(said).size === 1 && haveSameWords(drafts);
}

/** How a table is read, without its words. */
const tableText = ({ kind, headerRow, lastRow, sections }: EntryDraft): string =>
  JSON.stringify([
    ...[kind, headerRow, lastRow],
    sections
      .filter(({ name }) => name !== 'values')
      .map(({ name, lines }) => [
        name,
        lines.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])),
      ])
      .filter(([, lines]) => lines!.length > 0),
  ]);

/** Whether no word has different values, or is a question in one sheet only. */
function haveSameWords(drafts: readonly SheetDraft[]): boolean {
  const values = new Map<string, string>();
  const tables = drafts.flatMap(({ entry }) => [...tablesOf(entry).entries()]);
  const words = tables.flatMap(([at, { sections }]) =>
    sections.filter(({ name }) => name === 'values').map((section) => ({ at, ...section })),
  );
  for (const { at, below = '', lines } of words)
    for (const { key, value } of lines) {
      const word = `${at}\n${below}\n${key}`;
      const own = JSON.stringify(value);
      if ((values.get(word) ?? own) !== own) return false;
      values.set(word, own);
    }
  return true;
}
