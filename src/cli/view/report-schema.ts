import { z } from 'zod';
import { SEVERITIES } from '../../findings/group.ts';
import { OUTCOMES } from '../../send/push/outcome.ts';
import { LISTED_PER_CODE } from './findings.ts';
import { SCHEMA_VERSION } from './json-document.ts';

export const number = z.int().min(0);
export const text = z.string();
const line = number.nullable().describe('Line of a text file where the row starts; null for a workbook.');
export const time = z.iso.datetime().describe('UTC');

export const countsOf = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, number])) as Record<Name, typeof number>);

export const totals = countsOf(OUTCOMES).describe('Number of records by outcome.');

/** Number of findings by severity. */
export const severityCounts = countsOf(SEVERITIES);

const reportFile = z.object({
  path: text.describe('As it was given.'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: number.describe('Rows read, without headers and blank rows.'),
});

export const reportFinding = z.object({
  code: text.describe('Stable. docs/findings.md lists all codes; new ones may be added.'),
  severity: z.enum(SEVERITIES),
  origin: z.object({
    file: text,
    sheet: text.nullable(),
    row: number.nullable().describe('As the spreadsheet numbers it.'),
    line,
    column: text.nullable().describe('Letters, such as F.'),
  }),
  kind: text.nullable(),
  field: text.nullable(),
  value: text.nullable().describe('The value of the cell, truncated to 200 characters.'),
  message: text,
  suggestion: text.nullable(),
});

const reportFindings = z
  .array(reportFinding)
  .describe(`One entry for each cell, in the order of detection: the first ${LISTED_PER_CODE} of each code.`);

const omittedFindings = z
  .array(z.object({ code: text, severity: z.enum(SEVERITIES), count: number }))
  .describe(`Number of findings beyond the first ${LISTED_PER_CODE} of a code; empty if all are listed.`);

export const ignoredColumns = z
  .array(
    z.object({
      file: text,
      sheet: text,
      column: text.describe('Letters, such as F.'),
      header: text.describe('As in the sheet, truncated to 200 characters; empty if there is none.'),
      values: number.describe('Number of cells with a value.'),
    }),
  )
  .describe('Columns with values that a flag or the configuration ignores.');

export const reportAttempt = z.object({
  attempt: number.describe('From 1; continues after a resume.'),
  startedAt: time.describe('UTC. Stored before the request was sent.'),
  endedAt: time.nullable().describe('Null for an attempt that was killed and not settled later.'),
  result: text.nullable().describe('The outcome, or why the request was retried. New values may be added.'),
  status: number.nullable().describe('HTTP status code; null without a response.'),
  error: z.array(text).describe('Messages of the service and of trace.'),
  readAt: time.nullable().describe('When the record was read back from the service.'),
  read: text.nullable().describe('The result of reading it back.'),
});

export const reportRecord = z.object({
  kind: text,
  key: text.describe('Parts joined by " / ".'),
  family: text.nullable(),
  importationBatch: text.nullable(),
  origin: z.object({
    file: text,
    sheet: text.nullable(),
    row: number.nullable(),
    line,
    rows: z
      .array(number)
      .optional()
      .describe('All rows of the record, if a map file groups several into one.'),
  }),
  outcome: z.enum(OUTCOMES),
  id: text.nullable().describe('The id in the service.'),
  studyId: text.nullable(),
  qrCodeLink: text.nullable(),
  showcaseLink: text.nullable(),
  messages: z
    .array(text)
    .describe(
      'Messages of the service and of trace; for an invalid record its errors, each with the address of the cell.',
    ),
  blockedBy: z
    .object({ kind: text, key: text, outcome: z.enum(OUTCOMES).nullable() })
    .nullable()
    .describe('The record whose outcome blocked this one, directly or through others.'),
  attempts: number.describe('Number of times it was sent.'),
  tries: z
    .array(reportAttempt)
    .max(20)
    .describe(
      'The last 20 attempts; empty for a record that the first attempt created. "trace runs show --json" lists all.',
    ),
});

/** The error, if the exit code is not 0. */
const errorText = z
  .object({
    code: text.describe('Stable, such as file-missing or service-unreachable; new codes may be added.'),
    message: text,
    hint: text.nullable().describe('What to do next.'),
  })
  .meta({ title: 'Error of trace' });

/** The output of `trace check --json` and `trace plan --json` after an error. */
export const errorDocument = z
  .object({
    schemaVersion: z.literal(SCHEMA_VERSION),
    exitCode: number.min(1),
    error: errorText,
  })
  .meta({ title: 'JSON output of trace after an error' });

const header = {
  schemaVersion: z.literal(SCHEMA_VERSION),
  run: text
    .nullable()
    .describe('Null if the command ended before the run started: nothing was read or sent.'),
  environment: text.nullable().describe('Null if the command ended before it was known.'),
  interface: text.nullable().describe('Null if the command ended before it was known.'),
  startedAt: time,
  finishedAt: time,
  exitCode: number.describe('Exit code of the process; the help of every command lists all.'),
  error: errorText.nullable().describe('Null if and only if exitCode is 0.'),
  verdict: z.object({ text, next: text.nullable().describe('The next command to run.') }).nullable(),
};

/** The report of a run, as `--report` writes it and `--json` prints it. */
export const runReport = z
  .object({
    ...header,
    files: z.array(reportFile),
    batches: z.array(z.object({ importationBatch: text, totals })),
    totals,
    findings: reportFindings,
    findingsOmitted: omittedFindings,
    ignoredColumns,
    records: z.array(reportRecord),
  })
  .meta({ title: 'Report of a run of trace' });

/** The output of `trace check --json`. */
export const checkDocument = z
  .object({
    schemaVersion: z.literal(SCHEMA_VERSION),
    findings: reportFindings,
    findingsOmitted: omittedFindings,
    files: z.array(reportFile),
    counts: severityCounts.describe('All findings, also those that are not listed.'),
    ignoredColumns,
  })
  .meta({ title: 'Document of the check command' });

export type ReportFile = z.infer<typeof reportFile>;
export type ReportIgnoredColumn = z.infer<typeof ignoredColumns>[number];
export type ReportBatch = { readonly importationBatch: string; readonly totals: z.infer<typeof totals> };
export type ReportRecord = z.infer<typeof reportRecord>;
export type OmittedFindings = z.infer<typeof omittedFindings>[number];
export type ReportFinding = z.infer<typeof reportFinding>;
type RunReport = z.infer<typeof runReport>;
/** The parts of a report that are not lists. */
export type ReportHead = Omit<
  RunReport,
  'schemaVersion' | 'files' | 'batches' | 'findings' | 'findingsOmitted' | 'ignoredColumns' | 'records'
>;

/** The JSON Schema (draft 2020-12) of an output. */
export function jsonSchemaOf(schema: z.ZodType): object {
  return z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
}
