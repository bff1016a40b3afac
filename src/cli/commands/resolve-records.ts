import type { Environment } from '../../config/environment.ts';
import { type Context, colorLevel } from '../../context.ts';
import { keyText } from '../../contract/kind.ts';
import { messageTexts } from '../../import/report/report-parts.ts';
import type { Verdict } from '../../import/report/run-event.ts';
import {
  absentFrom,
  canBeRead,
  type KeepResult,
  type ResolveResult,
} from '../../import/resolve/resolve-run.ts';
import type { DoubtfulRow } from '../../ledger/doubts.ts';
import type { OutdatedRow } from '../../ledger/outdated.ts';
import { say } from '../../say.ts';
import type { OpenRecord } from '../view/document-schema.ts';
import { doubtTable } from '../view/doubt-view.ts';
import { SCHEMA_VERSION } from '../view/json-document.ts';
import { outdatedLines } from '../view/outdated-view.ts';
import { amount } from '../view/sentences.ts';
import { terminalWidth, wrapSentence } from '../view/wrap.ts';

/** Flags that settle records in doubt. */
export const DOUBT_FLAGS = ['verify', 'resend', 'sent'] as const;
/** The flag that settles outdated records. */
export const KEEP = 'keep' as const;

/** The lines about selected records in doubt that were not settled, with the reason. */
export function* untouchedLines(
  { unsettled }: ResolveResult,
  interfaceName: string,
  environment: Environment,
  { now, ...context }: Context,
): Iterable<string> {
  const reasons = { 'not-listed': say().resolve.notListed, 'too-early': say().resolve.tooEarly };
  for (const why of ['not-listed', 'too-early'] as const) {
    const rows = unsettled.filter((one) => one.why === why).map(({ row }) => row);
    if (rows.length === 0) continue;
    const text = reasons[why]({ count: rows.length, records: amount(rows.length, 'record') });
    yield* wrapSentence(text, terminalWidth(context.stderr));
    const records = rows.map((row) => doubtRecord(row, interfaceName, environment, now()));
    yield* doubtTable(records, colorLevel({ now, ...context }));
  }
}

/** The fields that every listed record has. */
const commonFields = (row: DoubtfulRow | OutdatedRow) => ({
  kind: row.kind,
  key: keyText(row.key),
  family: row.family || null,
  importationBatch: row.batch || null,
  origin: { file: row.file, sheet: row.sheet, row: row.row },
});

/** A record in doubt, with the flags that can settle it. */
export function doubtRecord(
  row: DoubtfulRow,
  interfaceName: string,
  environment: Environment,
  now: Date,
): OpenRecord {
  const from = row.isUpdate ? null : absentFrom(row, interfaceName, environment, now);
  return {
    ...commonFields(row),
    outcome: 'in-doubt',
    sentAt: row.sentAt,
    absenceCountsFrom: from?.toISOString() ?? null,
    attempts: row.attempts,
    messages: messageTexts(row.messages),
    ways: DOUBT_FLAGS.filter((way) => way !== 'verify' || canBeRead(interfaceName, row.kind)),
  };
}

/** An outdated record. Only --keep can settle it. */
export const outdatedRecord = (row: OutdatedRow): OpenRecord => ({
  ...commonFields(row),
  outcome: 'outdated',
  sentAt: null,
  absenceCountsFrom: null,
  attempts: row.attempts,
  messages: messageTexts(row.messages),
  ways: [KEEP],
});

export const keptRecords = ({ kept: picked, unlisted }: KeepResult): OpenRecord[] => [
  ...picked.map((row) => ({ ...outdatedRecord(row), outcome: 'unchanged' as const, ways: [] })),
  ...unlisted.map(outdatedRecord),
];

/** The lines about selected outdated records that were not settled because no earlier command had listed them. */
export function* unlistedLines({ unlisted }: KeepResult, width: number | undefined): Iterable<string> {
  if (unlisted.length === 0) return;
  const count = unlisted.length;
  yield* wrapSentence(say().resolve.unlisted({ count, records: amount(count, 'outdated record') }), width);
  yield* outdatedLines(unlisted.map(outdatedRecord), { width });
}

/** The selected records with their outcomes. */
export function settledRecords(
  { ledger, run, settled: picked, unsettled }: ResolveResult,
  interfaceName: string,
  environment: Environment,
  at: Date,
): OpenRecord[] {
  const history = ledger.history(run);
  return [...picked, ...unsettled.map(({ row }) => row)].map((row) => {
    const { attempts, messages, ...ended } = history.endingOf(row.id);
    const outcome = ended.outcome as OpenRecord['outcome'];
    const before = doubtRecord({ ...row, attempts, messages }, interfaceName, environment, at);
    return { ...before, outcome, ways: outcome === 'in-doubt' ? before.ways : [] };
  });
}

/** The document that `trace resolve --json` prints. `run` is null if no run has a record to settle. */
export const resolveDocument = (
  run: string | null,
  environment: string | null,
  { exitCode, text, next }: Pick<Verdict, 'exitCode' | 'text' | 'next'>,
  records: readonly OpenRecord[],
) => ({
  ...{ schemaVersion: SCHEMA_VERSION, run, environment, exitCode },
  ...{ verdict: { text, next }, records },
});
