import { z } from 'zod';
import type { RunEvent } from '../../import/report/run-event.ts';
import { OUTCOMES } from '../../send/push/outcome.ts';
import { planSummary } from './document-schema.ts';
import { SCHEMA_VERSION } from './json-document.ts';
import { number, runReport, severityCounts, text, time, totals } from './report-schema.ts';

const kinds = z.array(text);
const record = { kind: text, key: text.describe('Parts joined by " / ".') };
const again = { ...record, attempt: number, waitMs: z.number().min(0), reason: text };

/** The members of each event, except its type and time. */
const EVENTS = {
  'run-started': {
    schemaVersion: z.literal(SCHEMA_VERSION),
    run: text,
    command: z.enum(['import', 'update', 'resume', 'resolve', 'check', 'plan']),
    environment: text,
    origin: text.nullable().describe('Scheme, host and port; null for the embedded mock.'),
  },
  'file-opened': { file: text, description: text, sheets: number },
  'sheet-started': {
    file: text,
    sheet: text,
    kind: text,
    headerRow: number.describe('The row of its headers; 0 if it has none.'),
  },
  'rows-read': { file: text, sheet: text, rows: number, done: z.boolean() },
  checked: { records: number, findings: severityCounts },
  'memory-restored': {
    memory: text.describe('Host and database of the shared memory, which went back to an earlier state.'),
  },
  planned: {
    plan: planSummary,
    invalid: z.literal(true).optional().describe('Present if errors of the input prevent sending.'),
  },
  'wave-started': { wave: number, kinds, total: number },
  row: { wave: number, ...record, outcome: z.enum(OUTCOMES), messages: z.array(text) },
  retry: again,
  'reading-back': again,
  throttled: { waitMs: z.number().min(0), status: number, concurrency: number },
  'concurrency-found': {
    concurrency: number.describe('Requests at a time that the service can use.'),
    because: z.enum(['throttled', 'slower']).describe('What happened with more requests at a time.'),
    latencyMs: z.number().min(0).nullable().describe('Mean time until a response.'),
  },
  settling: { ms: z.number().min(0), after: kinds },
  'wave-finished': { wave: number, kinds, totals },
  stopping: { reason: text },
  verdict: {
    exitCode: number,
    totals,
    text,
    next: text.nullable().describe('The next command to run.'),
  },
  finished: {
    exitCode: number,
    report: runReport.describe('As --report writes it. This is always the last line, also after an error.'),
  },
} as const satisfies Record<RunEvent['type'] | 'finished', z.ZodRawShape>;

type Name = keyof typeof EVENTS;

const [first, ...others] = (Object.keys(EVENTS) as Name[]).map((type) =>
  z.object({
    type: z.literal(type),
    time: time.describe('UTC. When the event was emitted.'),
    ...EVENTS[type],
  }),
);

/** A line of `--json-lines`. New types, and new members of a type, may be added. */
export const eventLine = z
  .discriminatedUnion('type', [first!, ...others])
  .meta({ title: 'Event of trace: a line that --json-lines prints' });
