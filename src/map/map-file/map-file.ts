import { z } from 'zod';
import { once } from '../../contract/remembered.ts';
import { type PlainText, schemaMessage } from '../../contract/schema-message.ts';
import texts from '../../language/compiled/suggestions.js';
import { didYouMean } from '../../nearest.ts';
import { say } from '../../say.ts';
import { pathText, type YamlPath } from './lines.ts';
import { pathsOf, problemsOf, tablesOf } from './tables.ts';
import { type Fault, isFault, parseYaml, type YamlContent } from './yaml.ts';

type Plain = PlainText<ReturnType<typeof say>['mapFile']>;

/** The message for a value that breaks a rule. */
const mustBe = (text: Plain) => schemaMessage(() => say().mapFile[text]());

const scalar = z
  .union([z.string(), z.number(), z.boolean()], mustBe('text'))
  .transform((value) => String(value));
/** The placeholders in the lines that trace prints, in all languages. A line that is pasted with one decides nothing. */
const placeholders = once(
  (): ReadonlySet<string> => new Set(JSON.parse(texts.suggestions).placeholders.split(' | ')),
);
const isNotPlaceholder = (text: string): boolean => !placeholders().has(text);
const UNANSWERED = {
  error: ({ input }: { input?: unknown }) => say().mapFile.unanswered({ text: String(input) }),
};

const filled = scalar.refine((text) => text.trim() !== '', mustBe('blank'));
const NO_VALUE = mustBe('noValue');
const word = z
  .union([z.string(), z.number(), z.boolean()], NO_VALUE)
  .transform((value) => String(value))
  .refine((text) => text === '' || text.trim() !== '', NO_VALUE)
  .refine(isNotPlaceholder, UNANSWERED);
const ROW = mustBe('row');
const row = z.union([z.int().min(1, ROW), z.string().regex(/^[1-9]\d{0,6}$/, ROW)], ROW).transform(Number);

const ROWS = mustBe('rows');
const rows = z
  .array(row)
  .min(1, ROWS)
  .max(5, ROWS)
  .refine((numbers) => numbers.every((number, at) => at === 0 || number > numbers[at - 1]!), ROWS);

const recordByName = <Value extends z.ZodType>(value: Value, message: Plain) =>
  z.record(z.string(), value, mustBe(message));

const choice = <const Name extends string>(names: readonly Name[]) =>
  z.enum(names, {
    error: ({ input }) => {
      const near = typeof input === 'string' ? didYouMean(input, names).suggestion : undefined;
      const values = names.map((name) => `"${name}"`).join(', ');
      return near === undefined ? say().mapFile.oneOf({ values }) : say().mapFile.oneOfNear({ values, near });
    },
  });

/** A value for all columns, or values by header or field. */
const valueOrRecordByName = <Value extends z.ZodType>(value: Value, message: Plain) =>
  z.union([value, recordByName(value, message)]);

const pattern = z.union([filled, z.array(filled).min(1)], mustBe('pattern'));

const anyNames = z.array(filled, mustBe('names'));
const names = anyNames.min(1, mustBe('empty'));

/** How a table is read. */
const tableEntry = z.strictObject({
  kind: filled.meta({
    description: 'Kind of the records, such as `component`, or `skip` to skip the sheet.',
  }),
  headerRow: z.union([row, rows]).optional().meta({
    description:
      'Number of the header row, as the spreadsheet shows it, or a list of up to 5. Default: the row of the first 20 with the most known headers. The headers of several rows are joined by ` / `; a header above others extends over the blank cells to its right, as merged cells do. `columns` has the joined header, or only its last part if no other column has it.',
  }),
  lastRow: z
    .union([row, filled.refine((text) => !/^-?[\d.]+$/.test(text), ROW)])
    .optional()
    .meta({
      description:
        'Number of the last row of the table, as the spreadsheet shows it, or the first text of the row below it, such as `Size chart`, which ends the table in whatever row it is. Default: the row before the next header row of `tables`, else the last row of the sheet. Rows with values below it are in no table: a notice counts them (`rows-outside`).',
    }),
  rows: recordByName(
    z.union([scalar.transform((text) => [text]), z.array(scalar).min(1)], mustBe('rowValues')),
    'rowColumns',
  )
    .optional()
    .meta({
      description:
        'The rows of the table, if others are between them: the texts that they have in a column, by its header or its field. `""` stands for a blank cell. Rows that no table of the sheet has are skipped with a notice (`rows-outside`).',
    }),
  columns: recordByName(filled, 'columns').optional().meta({
    description:
      'Field of each column by its header, or `ignore`, or `"?"` for a question that is not answered yet: an error if the column has values. Items of lists are numbered from 1: `composition.2.material`. `composition` of a component is a cell with the whole composition. Headers that are names of a field need no entry.',
  }),
  letters: recordByName(filled, 'letters').optional().meta({
    description:
      'Field of each column by its letters, as the spreadsheet shows them, or `ignore`. Only for columns without a header, and for columns with the same header: name all of them or none. If a new column moves the letters, these columns are errors and fill no other field.',
  }),
  labels: recordByName(filled, 'labels').optional().meta({
    description:
      'Field of each label of a form, or `ignore`. A label is a cell with this text, and its value is in the next filled cell to its right, or behind a colon in the same cell. The value counts for the rows of the table below it, until the label comes again: then it and the labels that followed it start again. A table with `labels`, but without `columns`, `letters` and `headerRow`, is a form: the labels are one record, or one each time they come again. Below the header row of a table, a row has labels if it begins with one.',
  }),
  groupBy: names.optional().meta({
    description:
      'Headers or fields. Rows that follow each other are one record if they have the same values in these columns; a blank cell in one of them continues the record above. Lists have the items of all rows, once if a row repeats a whole list; other values stand in any of the rows. Two different values for one field are an error.',
  }),
  addUp: anyNames.optional().meta({
    description:
      'Fields with numbers that are added up over the rows of a record, such as quantities by size. `[]` says that rows repeat their quantities: without `addUp`, a quantity that several rows of a record have is an error.',
  }),
  takeFirst: names.optional().meta({
    description:
      'Fields with one value whose rows differ, such as the pictures of a product: the first row of a record has the one that is sent.',
  }),
  fillDown: names.optional().meta({
    description:
      'Headers or fields of columns whose blank cells have the value above, as in cells that are merged over several rows.',
  }),
  constants: recordByName(scalar.refine(isNotPlaceholder, UNANSWERED), 'constants')
    .optional()
    .meta({ description: 'Value of a field for all rows, as a cell would have it.' }),
  keys: recordByName(filled, 'keys').optional().meta({
    description:
      'Text of a field made of other cells. `{...}` stands for a field or for the header of a column; a column that is used here needs no other entry. In a text other than a reference, square brackets with a placeholder that begin with a space or a sign, such as `[, {...}]`, are an optional part: it is left out if a cell in it is blank. With such parts, a record in which all these cells are blank has no text. A percent sign after a cell that ends with one is not repeated. `{line}` is the number of the row among the rows of the sheet with the same other parts, from 1, in their order, rows with errors included; identical rows are different records then. Use it only if the export keeps this order and adds rows at the end: otherwise rows get the keys of others. (A column `Line` is `{Line}`.) `{^...}` stands for the cell in the last row above that is of a table of another kind: the reference of the product above its components. Without such a table, it is the last row above that is in no table. `{product.productCollectionRef}` is the collection of the product to which a component refers, if all products of the input with this reference have the same one; `{product.productColorCode}` is its colour. `{composition}` for the `type` of a component is the type of its main material (the fibres are TEXTILE, what is of no type is OTHER); `values` of `type` may give other types to materials.',
  }),
  values: recordByName(recordByName(word, 'words'), 'values').optional().meta({
    description:
      'Value of each word, by the header of a column or by a field (with the number of an item, or for all items). `""` stands for no value. For fields with a list of values, countries, yes and no, and the materials of compositions, words are folded like headers, and values are those of the list in force. For other fields, a cell is replaced if it is exactly the word. For a column of `units`, values are units.',
  }),
  units: recordByName(filled, 'units').optional().meta({
    description:
      'Unit of the numbers of a column, by its header or by its field: values are converted. `{...}` stands for the header of a column that has the unit of each number; `values` has its words. A number without a known unit is an error.',
  }),
  separators: recordByName(
    scalar
      .refine((text) => text.length >= 1 && text.length <= 10, mustBe('separatorLength'))
      .refine(isNotPlaceholder, UNANSWERED),
    'separators',
  )
    .optional()
    .meta({ description: 'What separates the values in a cell of a list, by header or by field.' }),
  references: recordByName(filled, 'references').optional().meta({
    description:
      'Field of the other records that a column of references has instead of their keys, by header or by field. Each text must be exactly that of one record of the input, or the key of the record followed by this text, such as `L032 Ten Hove`; `values` has the keys of the others.',
  }),
  decimal: valueOrRecordByName(choice([',', '.']), 'decimal')
    .optional()
    .meta({
      description:
        'Decimal mark of numbers that are ambiguous, such as 1,250: of all columns, or by header or field.',
    }),
  dateOrder: valueOrRecordByName(choice(['day-first', 'month-first']), 'dateOrder')
    .optional()
    .meta({
      description:
        'Order of day and month in dates such as 03/04/2026: of all columns, or by header or field. Dates such as 20260131 and 2026-01-31 need none.',
    }),
});

/** One entry of `sheets`. Each member is a construct of docs/mapping.md, in this order. */
export const sheetEntry = z.strictObject({
  sheet: pattern.optional().meta({
    description:
      'Name of the sheet, or a list of names. `*` stands for any characters and `?` for one; case is ignored. A hidden sheet is read only if its whole name is here. The sheet of a text file has the name of the file without its extension.',
  }),
  file: pattern.optional().meta({
    description: 'Name of the file without its folder, or a list of names, with `*` and `?` as in `sheet`.',
  }),
  kind: tableEntry.shape.kind.optional(),
  tables: z.array(tableEntry, mustBe('tables')).min(1, mustBe('oneTable')).optional().meta({
    description:
      'The tables of a sheet that has several, instead of `kind`: each has its own `kind` and all keys that follow. Tables with the same header row share its rows, so that a row may describe a product and its supplier. Then a table reads a column that another one names only if it names it, too. It has no record in a row in which its columns are blank, or only those that name records of other tables have a value, and its key does not. Rows that repeat a record are one record. `kind: skip` skips a table.',
  }),
  ...tableEntry.omit({ kind: true }).shape,
});

/** A map file: how to read sheets whose headers and values differ from the names of trace. */
export const mapFile = z.strictObject({
  version: z
    .union([z.literal(1), z.literal('1')], mustBe('version'))
    .transform(() => 1 as const)
    .meta({ description: 'Version of the format: 1.' }),
  interface: choice(['v2', 'v3'])
    .optional()
    .meta({ description: 'Interface of the kinds. Default: that of the run.' }),
  sheets: z.array(sheetEntry, mustBe('sheets')).min(1, mustBe('oneSheet')).meta({
    description:
      'How each sheet is read. The first entry that matches a sheet counts. A section such as `values` may be given several times in an entry: its lines count together.',
  }),
});

/** An entry as the file has it. */
export type WrittenEntry = z.infer<typeof sheetEntry>;

/** How the map file reads a table: an entry of `sheets`, or an item of its `tables`. */
export type SheetEntry = z.infer<typeof tableEntry> & Pick<WrittenEntry, 'sheet' | 'file'>;

/** A map file with the lines of its keys. */
export interface ParsedMap extends Pick<YamlContent, 'lineOf' | 'blockLineOf' | 'lineText'> {
  /** `sheets` has the tables of all entries; `paths` has the keys that lead to each of them. */
  readonly map: Omit<z.infer<typeof mapFile>, 'sheets'> & { readonly sheets: readonly SheetEntry[] };
  readonly paths: readonly YamlPath[];
}

/** The keys of an entry that may be repeated, so that their lines are in several places. */
const SECTIONS: ReadonlySet<unknown> = new Set<keyof SheetEntry>([
  ...(['columns', 'letters', 'labels', 'constants', 'keys', 'values'] as const),
  ...(['units', 'separators', 'references', 'decimal', 'dateOrder'] as const),
]);

/** Whether a key is part of such a section, so that the lines of messages can be pasted in any order. */
const isInSection = ([first, , key, , inner]: YamlPath): boolean =>
  first === 'sheets' && SECTIONS.has(key === 'tables' ? inner : key);

/** The content of the text of a map file, valid or not. */
export const contentOfMap = (text: string): YamlContent | Fault =>
  parseYaml(text.replace(/^\ufeff/, ''), isInSection);

/** Parses the text of a map file. Returns the faults if the text is not a valid map file. */
export function parseMap(text: string): ParsedMap | readonly Fault[] {
  const content = contentOfMap(text);
  if (isFault(content)) return [content];
  const parsed = mapFile.safeParse(content.value);
  if (!parsed.success) return parsed.error.issues.flatMap((issue) => faultsOf(issue, content));
  const { lineOf, blockLineOf, lineText } = content;
  const { sheets, ...rest } = parsed.data;
  const faults = sheets.flatMap((entry, at) =>
    problemsOf(entry).map(({ path, problem }) => {
      const place = ['sheets', at, ...path];
      return { line: lineOf(place), problem: say().mapFile.at({ place: pathText(place), problem }) };
    }),
  );
  if (faults.length > 0) return faults;
  const paths = sheets.flatMap(({ tables: listed }, at) => pathsOf(listed, at));
  return { map: { ...rest, sheets: sheets.flatMap(tablesOf) }, paths, lineOf, blockLineOf, lineText };
}

function faultsOf(issue: z.core.$ZodIssue, content: YamlContent): Fault[] {
  const { lineOf } = content;
  const path = issue.path as YamlPath;
  if (issue.code === 'invalid_union' && isDefault(issue)) {
    // The first form of a union is a single value, the second a list or an object.
    const form = issue.errors[typeof valueAt(content.value, path) === 'object' ? 1 : 0]!;
    return form.flatMap((inner) => faultsOf({ ...inner, path: [...path, ...inner.path] }, content));
  }
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(
      (path.length === 0 ? mapFile : path.includes('tables') ? tableEntry : sheetEntry).shape,
    );
    return issue.keys.map((key) => {
      const { suggestion = say().mapFile.known({ names: known.join(', ') }) } = didYouMean(key, known);
      return {
        line: lineOf([...path, key]),
        problem: say().mapFile.keyUnknown({ path: pathText([...path, key]), near: suggestion }),
      };
    });
  }
  const at = path.length === 0 ? say().mapFile.file() : pathText(path);
  const what = issue.code === 'invalid_type' && isDefault(issue) ? missingText(issue.message) : issue.message;
  return [{ line: lineOf(path), problem: say().mapFile.at({ place: at, problem: what }) }];
}

const valueAt = (value: unknown, path: YamlPath): unknown =>
  path.reduce<unknown>((at, step) => (at as Record<string | number, unknown>)[step], value);

const missingText = (message: string): string =>
  message.includes('undefined') ? say().mapFile.missing() : say().mapFile.mapping();

/** Whether an issue has a message of the library, which is English in all languages. */
const isDefault = ({ message }: z.core.$ZodIssue): boolean => message.startsWith('Invalid input');
