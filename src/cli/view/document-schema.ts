import { z } from 'zod';
import { STATUSES } from '../../import/plan/plan.ts';
import { OUTCOMES } from '../../import/push/outcome.ts';
import { SCHEMA_VERSION } from './json-document.ts';
import { READING_DOCUMENTS } from './reading-schema.ts';
import {
  checkDocument,
  ignoredColumns,
  reportFinding,
  reportRecord,
  reportTry,
  runReport,
  severityCounts,
  totals,
} from './schema.ts';

const number = z.int().min(0);
const text = z.string();
const time = z.iso.datetime().describe('UTC');

/** What would be sent, in which order. */
export const planSummary = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  waves: z.array(
    z.object({
      wave: number.describe('From 1: all that a wave refers to is in earlier ones.'),
      kinds: z.array(text),
      groups: z.array(
        z.object({
          kind: text,
          family: text,
          importationBatch: text,
          counts: z.object(
            Object.fromEntries(STATUSES.map((status) => [status, number])) as Record<
              (typeof STATUSES)[number],
              typeof number
            >,
          ),
        }),
      ),
      toSend: number,
    }),
  ),
});

/** What `trace plan --json` prints. */
const planDocument = planSummary.extend({
  environment: text,
  findings: severityCounts,
  ignoredColumns,
  changes: z.array(
    z.object({
      kind: text,
      key: text,
      outdated: z.boolean().describe('The service has no update for it: nothing is sent.'),
      changes: z.array(
        z.object({ path: text, before: z.unknown().optional(), after: z.unknown().optional() }),
      ),
    }),
  ),
  exitCode: number,
});

/** What `trace resolve --json` prints. */
const resolveDocument = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  run: text.nullable().describe('Null when no run has a record to settle.'),
  environment: text.nullable().describe('Null when no run has a record to settle, and none was named.'),
  exitCode: number,
  verdict: z.object({ text, next: text.nullable() }),
  records: z.array(
    z.object({
      kind: text,
      key: text,
      family: text.nullable(),
      importationBatch: text.nullable(),
      origin: z.object({ file: text, sheet: text, row: number }),
      outcome: z.enum(OUTCOMES),
      sentAt: time.nullable().describe('When the last try left; null when that is not known.'),
      absenceCountsFrom: time
        .nullable()
        .describe('From when on it counts that the service does not show it; null when it counts now.'),
      attempts: number,
      messages: z.array(text),
      ways: z.array(text).describe('What settles it: flags of the resolve command, without their hyphens.'),
    }),
  ),
});

/** What `trace runs list --json` prints. */
const runsDocument = z.array(
  z.object({
    run: text,
    environment: text,
    startedAt: time,
    totals,
    exitCode: number.nullable().describe('Null while it runs; 130 when it was killed.'),
    command: text,
  }),
);

/** A line that `trace runs show --json` prints. */
const runLine = z.discriminatedUnion('type', [
  reportRecord.extend({
    type: z.literal('record'),
    tries: z.array(reportTry),
    origin: z.object({ file: text, sheet: text.optional(), row: number.optional() }),
  }),
  reportFinding.extend({
    type: z.literal('finding').describe('Of a file or a sheet that gave no record.'),
  }),
]);

/** The documents by the command that prints them. */
export const DOCUMENTS = {
  check: checkDocument,
  plan: planDocument,
  resolve: resolveDocument,
  'runs list': runsDocument,
  'runs report': runReport,
  'runs show': runLine,
  ...READING_DOCUMENTS,
} as const;
