import { z } from 'zod';
import { SCHEMA_VERSION } from './json-document.ts';
import { number, reportFinding, text } from './report-schema.ts';

const candidates = z.array(text).describe('Likely ones, most likely first. A person must choose.');

const basis = z
  .enum(['name', 'synonym', 'learned', 'suggestion', 'none'])
  .describe(
    'name: a name of trace. synonym: a shipped word. learned: of the map file, or an answer. suggestion: only similar. none: unknown.',
  );

const column = z.object({
  column: text.describe('Letters, such as F.'),
  header: text.describe('Empty if there is none.'),
  samples: z.array(text).describe('Up to three values.'),
  state: z
    .enum(['mapped', 'ignored', 'open', 'empty'])
    .describe('empty: the column has no values, so nothing is lost.'),
  target: text.nullable().describe('The field, or ignore. Null if it is open, or only part of a key.'),
  basis,
  likely: text
    .nullable()
    .describe(
      'The field, or ignore, that header, values and other columns show together. A person must confirm it.',
    ),
  candidates,
  question: text.nullable(),
  unit: text.nullable().describe('Unit of the numbers, if it is not that of the field.'),
});

const word = z.object({
  field: text,
  word: text,
  rows: number,
  value: text.nullable().describe('Null if it is open.'),
  basis,
  candidates,
  question: text.nullable(),
});

const sheet = z.object({
  file: text,
  sheet: text,
  kind: text.nullable().describe('skip: the sheet is not read. Null if it is open.'),
  kindCandidates: z.array(text),
  headerRow: number.nullable().describe('As the spreadsheet numbers it; null if it is open.'),
  entry: number
    .nullable()
    .describe('Line of its entry in the map file before the change; null if it had none.'),
  columns: z.array(column),
  words: z.array(word),
  fields: z
    .array(
      z.object({
        field: text,
        value: text.nullable().describe('A constant or a template; null if it is open.'),
        question: text,
        template: text.nullable().describe('A likely template. A person must choose it.'),
      }),
    )
    .describe('Required fields that no column fills.'),
  settings: z
    .array(
      z.object({
        name: z.enum(['decimal', 'dateOrder', 'separators', 'groupBy', 'addUp', 'takeFirst', 'fillDown']),
        header: text,
        sample: text.nullable().describe('What needs the setting; null if nothing does yet.'),
        value: text.nullable().describe('Null if it is open.'),
      }),
    )
    .describe('Settings that the values of the sheet need.'),
  open: number.describe('Number of questions.'),
});

/** The output of `trace map --json`. */
export const mapDocument = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  interface: z.enum(['v2', 'v3']),
  map: text.describe('Path of the map file.'),
  written: z
    .boolean()
    .describe('Whether the map file was written. Only --yes and answers on a terminal write it.'),
  lines: number.describe('Number of new lines, written or not.'),
  sheets: z.array(sheet).describe('Empty for --check.'),
  changes: z
    .array(reportFinding)
    .nullable()
    .describe(
      'With --check: what does not fit the map file, each once, with the line to add. Otherwise null.',
    ),
  learned: z
    .object({
      run: text,
      columns: number.describe(
        'Number of columns that the run maps or ignores, without those that needed no line.',
      ),
      words: number,
    })
    .nullable()
    .describe('With --learn: what is taken from the run. Otherwise null.'),
  open: number.describe('Number of questions, or of changes.'),
  exitCode: number,
  next: text.nullable().describe('The next command.'),
});

export type MapDocument = z.infer<typeof mapDocument>;
