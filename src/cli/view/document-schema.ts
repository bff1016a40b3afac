import { z } from 'zod';
import { SEVERITIES } from '../../findings/group.ts';
import type { Compared } from '../../import/compare/compare-records.ts';
import type { ChangedField } from '../../send/plan/changed.ts';
import { STATUSES } from '../../send/plan/plan.ts';
import { OUTCOMES } from '../../send/push/outcome.ts';
import { JOB_STATES } from '../../shared/job-states.ts';
import { SCHEMA_VERSION } from './json-document.ts';
import { mapDocument } from './map-schema.ts';
import { READING_DOCUMENTS } from './reading-schema.ts';
import {
  checkDocument,
  countsOf,
  ignoredColumns,
  number,
  reportAttempt,
  reportFinding,
  reportRecord,
  runReport,
  severityCounts,
  text,
  time,
  totals,
} from './report-schema.ts';

/** The records that an import would send, by wave. */
export const planSummary = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  waves: z.array(
    z.object({
      wave: number.describe('From 1. A wave refers only to records of earlier waves.'),
      kinds: z.array(text),
      groups: z.array(
        z.object({
          kind: text,
          family: text,
          importationBatch: text,
          counts: countsOf(STATUSES),
        }),
      ),
      toSend: number,
    }),
  ),
});

/** A record whose content in the service is different, and the differences. */
const recordChange = z.object({
  kind: text,
  key: text,
  outdated: z.boolean().describe('The service has no update for it: it is not sent.'),
  changes: z.array(z.object({ path: text, before: z.unknown().optional(), after: z.unknown().optional() })),
});
export type RecordChange = Omit<z.infer<typeof recordChange>, 'changes'> & {
  readonly changes: readonly ChangedField[];
};

/** The output of `trace plan --json`. */
const planDocument = planSummary.extend({
  environment: text,
  findings: severityCounts,
  ignoredColumns,
  changes: z.array(recordChange),
  exitCode: number,
});

/** A record that is in doubt or outdated. */
const openRecord = z.object({
  kind: text,
  key: text,
  family: text.nullable(),
  importationBatch: text.nullable(),
  origin: z.object({ file: text, sheet: text, row: number }),
  outcome: z.enum(OUTCOMES),
  sentAt: time.nullable().describe('When it was last sent; null if that is not known.'),
  absenceCountsFrom: time
    .nullable()
    .describe(
      'Until this time, a record that the service does not show may still be stored. Null if the time has passed.',
    ),
  attempts: number,
  messages: z.array(text),
  ways: z.array(text).describe('The flags of the resolve command that can settle it, without hyphens.'),
});
export type OpenRecord = z.infer<typeof openRecord>;

/** The output of `trace resolve --json`. */
const resolveDocument = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  run: text.nullable().describe('Null if no run has a record to settle.'),
  environment: text.nullable().describe('Null if no run has a record to settle and --env was not given.'),
  exitCode: number,
  verdict: z.object({ text, next: text.nullable() }),
  records: z.array(openRecord),
});

/** The results of a comparison; `extra`: only the service has the record. */
export const RESULTS = [
  'equal',
  'different',
  'missing',
  'extra',
  'not-comparable',
] as const satisfies readonly Compared[];

const comparedRecord = z.object({
  kind: text,
  key: text,
  family: text.nullable(),
  result: z.enum(RESULTS).describe('extra: only the service has it.'),
  file: text.nullable().describe('Null without an input, and for a record that only the service has.'),
  sheet: text.nullable(),
  row: number.nullable(),
  reason: text.nullable().describe('Why it cannot be compared, or what is known about a missing record.'),
  fields: z.array(
    z.object({
      path: text,
      cell: text.nullable().describe('The address of the value, such as F17.'),
      expected: z.unknown().optional().describe('The value of the row or, without an input, of the ledger.'),
      found: z.unknown().optional(),
      by: z
        .enum(['service', 'ledger'])
        .describe(
          'Who has the value that was found. ledger: the service accepted it, and does not show the field.',
        ),
    }),
  ),
});

/** The output of `trace compare --json`. */
const compareDocument = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  environment: text,
  interface: text,
  records: z.array(comparedRecord).describe('Every record that is not equal.'),
  kinds: z.array(z.object({ kind: text, counts: countsOf(RESULTS), comparedFields: z.array(text) })),
  exitCode: number,
});

const listedRun = z.object({
  run: text,
  environment: text,
  startedAt: time,
  totals,
  exitCode: number.nullable().describe('Null while it is running; 130 if it was killed.'),
  command: text,
  host: text.optional().describe('With --all-machines: the machine of the run.'),
});
export type ListedRun = z.infer<typeof listedRun>;

/** The output of `trace runs list --json`. */
const runsDocument = z.array(listedRun);

/** The output of `trace submit --json`. */
const submitDocument = z.object({ schemaVersion: z.literal(SCHEMA_VERSION), job: text });

const jobAttempt = z.object({
  number: number.describe('From 1.'),
  host: text,
  startedAt: time,
  endedAt: time.nullable().describe('Null while it runs, or if its worker vanished.'),
  exitCode: number.nullable().describe('Null if its process was killed.'),
  run: text.nullable(),
  text: text.nullable(),
  next: text.nullable().describe('The next command that the run suggests, on its machine.'),
  report: text.nullable().describe('SHA-256 of its stored report.'),
});
export type JobAttempt = z.infer<typeof jobAttempt>;

/** The output of `trace jobs show --json`. */
const jobDocument = z.object({
  job: text,
  state: z.enum(JOB_STATES).describe('dead-letter: no attempt follows; a person must see it.'),
  environment: text,
  target: text,
  files: z.array(text),
  flags: z.array(text),
  priority: z.int(),
  host: text.describe('The machine that submitted it.'),
  schedule: text.nullable(),
  createdAt: time,
  startsAt: time.nullable().describe('When its next attempt may start.'),
  endedAt: time.nullable(),
  attempts: z.array(jobAttempt),
});
export type ListedJob = z.infer<typeof jobDocument>;

/** The output of `trace schedule list --json`. */
const schedulesDocument = z.array(
  z.object({
    ...{ name: text, cron: text, timeZone: text, environment: text },
    ...{ files: z.array(text), flags: z.array(text), priority: z.int() },
  }),
);

/** The output of `trace runs prune --json`. */
const pruneDocument = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  dryRun: z.boolean().describe('Nothing was removed.'),
  runs: z.array(text),
  open: z.array(text).describe('Old runs that stay: a record of each is not settled.'),
  reports: z.array(text),
  ledgers: z.array(text).describe('Ledgers that were set aside.'),
  bytes: z.object({ ledger: number, reports: number, ledgers: number }),
});

/** The results for a record of two runs. */
export const RUN_RESULTS = ['equal', 'outcome', 'content', 'only-a', 'only-b', 'not-comparable'] as const;

/** The output of `trace runs compare --json`. */
const runsCompareDocument = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  a: text,
  b: text,
  records: z
    .array(
      z.object({
        ...{ kind: text, key: text, family: text.nullable() },
        result: z.enum(RUN_RESULTS).describe('not-comparable: the ledger has not kept the content.'),
        outcomeInA: z.enum(OUTCOMES).nullable().describe('Null if the run does not have the record.'),
        outcomeInB: z.enum(OUTCOMES).nullable(),
        fields: z.array(
          z.object({ path: text, before: z.unknown().optional(), after: z.unknown().optional() }),
        ),
      }),
    )
    .describe('Every record that is not equal.'),
  kinds: z.array(z.object({ kind: text, counts: countsOf(RUN_RESULTS) })),
});

/** A line of `trace runs show --json`. */
const runLine = z.discriminatedUnion('type', [
  reportRecord.extend({
    type: z.literal('record'),
    tries: z.array(reportAttempt),
    origin: z.object({ file: text, sheet: text.optional(), row: number.optional() }),
  }),
  reportFinding.extend({
    type: z.literal('finding').describe('About a file or sheet without records.'),
  }),
]);

/** Where the value of a sent field comes from. */
const fieldSource = z.object({
  field: text.describe('Items of lists are numbered from 1.'),
  value: z.unknown(),
  from: z
    .enum(['cell', 'template', 'constant', 'field', 'setting', 'id', 'unknown'])
    .describe(
      'cell: the named cells. template: a text of the map file made of these cells. constant: the map file. field: follows from another field. setting: a setting of the run. id: the id that the service gave to another record. unknown: the run is of an older version.',
    ),
  of: text
    .nullable()
    .describe(
      'The other field or record; for a cell with another field of the record that it refers to, such as its name: that field.',
    ),
  cells: z.array(text).describe('Such as F17, in the sheet of the record.'),
  header: text.nullable(),
  mapLine: z.object({ line: number, text }).nullable().describe('The line of the map file.'),
  words: z
    .array(z.object({ word: text, line: number, text }))
    .describe(
      'Lines of the map file that give this value to words. The cell has one of the words, or the value.',
    ),
  repairs: z.array(z.object({ code: text, message: text })).describe('How trace changed the text of a cell.'),
});

/** A record of a run, with the sources of what was sent. */
const provenanceRecord = z.object({
  ...{ kind: text, key: text, family: text.nullable(), run: text, environment: text },
  target: text.describe('Address and account, or embedded for the mock in trace.'),
  startedAt: time,
  origin: z.object({
    file: text,
    sha256: text.nullable(),
    sheet: text,
    row: number,
    rows: z.array(number).optional(),
  }),
  map: z
    .object({ file: text, sha256: text })
    .nullable()
    .describe('The map file with which the sheet was read.'),
  outcome: z.enum(OUTCOMES),
  id: text.nullable().describe('The id in the service.'),
  messages: z.array(text),
  tries: z.array(reportAttempt),
  fields: z.array(fieldSource).describe('What was sent last; empty if no request was sent.'),
});
export type ProvenanceRecord = z.infer<typeof provenanceRecord>;

/** The output of `trace trace --json`. */
const traceDocument = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  records: z
    .array(provenanceRecord)
    .describe('The latest run first. Rows that needed no request are not listed.'),
});

/** The output of `trace evidence verify --json`. */
const evidenceDocument = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  run: text.nullable(),
  manifest: text.nullable().describe('SHA-256 of manifest.json; null if it cannot be read.'),
  parts: number.describe('Number of parts that the manifest names.'),
  faults: z
    .array(
      z.object({
        part: text.nullable().describe('Null for bytes outside of the parts.'),
        fault: z.enum(['changed', 'missing', 'unknown']),
      }),
    )
    .describe('Empty if every byte is as it was written.'),
});

/** The output of `trace explain --json`. */
const explainDocument = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  findings: z.array(
    z.object({
      code: text,
      severity: z.enum(SEVERITIES),
      ours: z.boolean().describe('A check of trace: --severity can lower it or turn it off.'),
      rule: text.describe('The section of the interface that has the rule, or trace.'),
      meaning: text,
      example: z.object({ place: text, message: text, suggestion: text.nullable() }),
      cure: text.describe('What to do about it.'),
    }),
  ),
});

const checkName = z.enum([
  ...(['configuration', 'environment', 'approval', 'proxy', 'certificates', 'token'] as const),
  ...(['address', 'access', 'clock', 'state', 'ledger', 'memory', 'notifications'] as const),
  ...(['program'] as const),
]);

/** A check of a set-up. */
const doctorCheck = z.object({
  check: checkName,
  state: z.enum(['ok', 'warning', 'problem', 'skipped']),
  text,
  next: text.nullable().describe('What to do next, often with a command.'),
  cause: checkName.nullable().describe('The check whose problem is why this one was skipped.'),
});
export type DoctorCheck = z.infer<typeof doctorCheck>;

/** The output of `trace doctor --json`. */
const doctorDocument = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  environment: text,
  checks: z.array(doctorCheck),
  exitCode: number,
});

/** The JSON documents that commands print, by command. */
/** The output of `trace ask --json`. */
const askDocument = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  forms: z.array(
    z.object({
      file: text,
      supplier: text.nullable().describe('Null: rows without a supplier, and values that no supplier knows.'),
      language: text,
      rows: number,
      cells: number,
    }),
  ),
  notAsked: number.describe('Errors that are in no form, because no cell of a record answers them.'),
  merge: text.nullable().describe('The command that merges the forms when they are returned.'),
});
export type AskDocument = z.infer<typeof askDocument>;

/** The output of `trace merge --json`. */
const mergeDocument = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  copies: z.array(z.object({ file: text, path: text })),
  answers: z.array(
    z.object({
      ...{ file: text, sheet: text, cell: text, kind: text },
      key: z.array(text).describe('The values of the key fields.'),
      field: text.describe('The path in the body; the letters of a column without a field.'),
      before: text,
      after: z.union([text, number, z.boolean()]).nullable().describe('Null: the cell is blank now.'),
      from: z.array(text).describe('The addresses of the form cells.'),
      errors: z.array(text).describe('What a check says about the cell now.'),
    }),
  ),
  conflicts: z.array(
    z.object({
      place: text,
      reason: text,
      answers: z.array(z.object({ place: text, text })),
    }),
  ),
  problems: z.array(z.object({ place: text, message: text })),
  unanswered: number,
  errors: number.describe('Errors that a check finds in the copies.'),
  formulas: z
    .array(z.object({ file: text, sheet: text, formula: text }))
    .describe('Sheets that formulas may read: a spreadsheet program must compute their results.'),
  changedFiles: z.array(text).describe('Files that changed since the forms were written.'),
  exitCode: number,
  next: text,
});
export type MergeDocument = z.infer<typeof mergeDocument>;

export const DOCUMENTS = {
  ask: askDocument,
  check: checkDocument,
  compare: compareDocument,
  doctor: doctorDocument,
  'evidence verify': evidenceDocument,
  explain: explainDocument,
  'jobs list': z.array(jobDocument),
  'jobs show': jobDocument,
  map: mapDocument,
  merge: mergeDocument,
  plan: planDocument,
  resolve: resolveDocument,
  'runs compare': runsCompareDocument,
  'runs list': runsDocument,
  'runs prune': pruneDocument,
  'runs report': runReport,
  'runs show': runLine,
  'schedule list': schedulesDocument,
  submit: submitDocument,
  trace: traceDocument,
  ...READING_DOCUMENTS,
} as const;
