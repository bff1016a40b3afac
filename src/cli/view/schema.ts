import { z } from 'zod';
import { SEVERITIES } from '../../findings/group.ts';
import { OUTCOMES } from '../../import/push/outcome.ts';
import { LISTED_PER_CODE } from './finding-list.ts';
import { SCHEMA_VERSION } from './json-document.ts';

const number = z.int().min(0);
const text = z.string();
const line = number
  .nullable()
  .describe('Of a text file, the line in which the row starts; null for a workbook.');
const time = z.iso.datetime().describe('UTC');

export const totals = z
  .object(
    Object.fromEntries(OUTCOMES.map((outcome) => [outcome, number])) as Record<
      (typeof OUTCOMES)[number],
      typeof number
    >,
  )
  .describe('Number of records by the one outcome in which each ended.');

/** Findings by severity. */
export const severityCounts = z.object(
  Object.fromEntries(SEVERITIES.map((severity) => [severity, number])) as Record<
    (typeof SEVERITIES)[number],
    typeof number
  >,
);

const reportFile = z.object({
  path: text.describe('As the person named it.'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: number.describe('Rows read, without heads and blank rows.'),
});

export const reportFinding = z.object({
  code: text.describe('Stable; all are in docs/findings.md, and new ones may come.'),
  severity: z.enum(SEVERITIES),
  origin: z.object({
    file: text,
    sheet: text.nullable(),
    row: number.nullable().describe('As the spreadsheet numbers it.'),
    line,
    column: text.nullable().describe('Letters: F.'),
  }),
  kind: text.nullable(),
  field: text.nullable(),
  value: text.nullable().describe('As the cell holds it, cut at 200 characters.'),
  message: text,
  suggestion: text.nullable(),
});

const reportFindings = z
  .array(reportFinding)
  .describe(
    `One entry for each cell: the first ${LISTED_PER_CODE} of each code, in the order in which they were found.`,
  );

const omittedFindings = z
  .array(z.object({ code: text, severity: z.enum(SEVERITIES), count: number }))
  .describe(
    `How many findings follow the first ${LISTED_PER_CODE} of their code; empty when all are listed.`,
  );

export const ignoredColumns = z
  .array(
    z.object({
      file: text,
      sheet: text,
      column: text.describe('Letters: F.'),
      header: text.describe('As the sheet writes it, cut at 200 characters; empty where there is none.'),
      values: number.describe('Filled cells in it.'),
    }),
  )
  .describe('Columns with values that were not sent, as a flag or the configuration says.');

export const reportTry = z.object({
  attempt: number.describe('From 1; a resumed run counts on.'),
  startedAt: time.describe('UTC; on the disk before the request left.'),
  endedAt: time.nullable().describe('Null for one that a kill cut off and that no later run has settled.'),
  result: text.nullable().describe('The outcome it led to, or why it was tried again. New ones may come.'),
  status: number.nullable().describe('The HTTP status; null when no answer came.'),
  error: z.array(text).describe('The words of the service, and ours.'),
  readAt: time.nullable().describe('When the service was read to settle it.'),
  read: text.nullable().describe('What that came to.'),
});

export const reportRecord = z.object({
  kind: text,
  key: text.describe('Parts joined by " / ".'),
  family: text.nullable(),
  importationBatch: text.nullable(),
  origin: z.object({ file: text, sheet: text.nullable(), row: number.nullable(), line }),
  outcome: z.enum(OUTCOMES),
  id: text.nullable().describe('The id that the service gave.'),
  studyId: text.nullable(),
  qrCodeLink: text.nullable(),
  showcaseLink: text.nullable(),
  messages: z
    .array(text)
    .describe(
      'The words of the service, and ours; of an invalid record what is wrong with it, each with its address.',
    ),
  blockedBy: z
    .object({ kind: text, key: text, outcome: z.enum(OUTCOMES).nullable() })
    .nullable()
    .describe('The record that did not get in and is the root of this one being blocked.'),
  attempts: number.describe('How often it was sent.'),
  tries: z
    .array(reportTry)
    .max(20)
    .describe(
      'The last 20 times it was sent; empty for a record that its only try created. "trace runs show --json" lists all.',
    ),
});

/** Why something did not end with 0. */
const errorText = z
  .object({
    code: text.describe('Stable, such as file-missing or service-unreachable; new ones may come.'),
    message: text,
    hint: text.nullable().describe('What to do or type next.'),
  })
  .meta({ title: 'Error of trace' });

/** What `trace check --json` and `trace plan --json` print when they come to no result. */
export const errorDocument = z
  .object({
    schemaVersion: z.literal(SCHEMA_VERSION),
    exitCode: number.min(1),
    error: errorText,
  })
  .meta({ title: 'What trace prints as JSON when it comes to no result' });

const head = {
  schemaVersion: z.literal(SCHEMA_VERSION),
  run: text.nullable().describe('Null when it ended before there was one: nothing was read or sent.'),
  environment: text.nullable().describe('Null when it ended before that was known.'),
  interface: text.nullable().describe('Null when it ended before that was known.'),
  startedAt: time,
  finishedAt: time,
  exitCode: number.describe('What the process exits with; all are in the help of every command.'),
  error: errorText.nullable().describe('Null when exitCode is 0, and only then.'),
  verdict: z.object({ text, next: text.nullable().describe('The next command to type.') }).nullable(),
};

/** The report of a run, as `--report` writes it and `--json` prints it. */
export const runReport = z
  .object({
    ...head,
    files: z.array(reportFile),
    batches: z.array(z.object({ importationBatch: text, totals })),
    totals,
    findings: reportFindings,
    findingsOmitted: omittedFindings,
    ignoredColumns,
    records: z.array(reportRecord),
  })
  .meta({ title: 'Report of a run of trace' });

/** What `trace check --json` prints. */
export const checkDocument = z
  .object({
    schemaVersion: z.literal(SCHEMA_VERSION),
    findings: reportFindings,
    findingsOmitted: omittedFindings,
    files: z.array(reportFile),
    counts: severityCounts.describe('Of all findings, listed or not.'),
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
/** All of the report but its lists. */
export type ReportHead = Omit<
  RunReport,
  'schemaVersion' | 'files' | 'batches' | 'findings' | 'findingsOmitted' | 'ignoredColumns' | 'records'
>;

/** JSON Schema, draft 2020-12, of a document or a line that trace prints. */
export function jsonSchemaOf(schema: z.ZodType): object {
  return z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
}
