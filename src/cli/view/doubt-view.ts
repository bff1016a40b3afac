import { command } from '../../advice.ts';
import { originText } from '../../findings/finding.ts';
import type { Outcome } from '../../import/push/outcome.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { ColorLevel } from './listener.ts';
import { amount, colors } from './sentences.ts';
import { table } from './table.ts';

/** A record that was in doubt, as `trace resolve --json` prints it. */
export interface DoubtRecord {
  readonly kind: string;
  /** Parts joined by ` / `. */
  readonly key: string;
  readonly family: string | null;
  readonly importationBatch: string | null;
  readonly origin: { readonly file: string; readonly sheet: string; readonly row: number };
  readonly outcome: Outcome;
  /** When the last try left; null when that is not known. */
  readonly sentAt: string | null;
  /** From when on it counts that the service does not show it; null when it counts now. */
  readonly absenceCountsFrom: string | null;
  readonly attempts: number;
  readonly messages: readonly string[];
  /** What settles it: flags of `trace resolve` without their hyphens. */
  readonly ways: readonly string[];
}

const MEANINGS: Readonly<Record<string, string>> = {
  verify: 'read them back, and send what is not there',
  resend: 'send them once more, where the service does not have them',
  sent: 'you have seen them in the service: mark them as created',
};

/**
 * The records in doubt of a run as a table, and the commands that settle them; `place` are the flags by which they find the
 * ledger.
 */
export function* doubtLines(
  run: string,
  records: readonly DoubtRecord[],
  colorLevel: ColorLevel,
  place: readonly string[] = [],
): Generator<string> {
  if (records.length === 0) {
    yield `No record of run ${forTerminal(run)} is in doubt.`;
    return;
  }
  yield* doubtTable(records, colorLevel);
  yield `${amount(records.length, 'record')} in doubt: whether the service stored them is not known. To settle them:`;
  const width = command('resolve', run, ...place, '--verify').length + 2;
  for (const [way, meaning] of Object.entries(MEANINGS)) {
    if (records.some(({ ways }) => ways.includes(way)))
      yield `  ${command('resolve', run, ...place, `--${way}`).padEnd(width)} ${meaning}`;
  }
  yield 'with --key KEY or --kind KIND for some of them alone.';
  if (records.some(({ absenceCountsFrom }) => absenceCountsFrom !== null))
    yield 'A record may still appear in the service until the time under "absent counts from".';
}

/** The records in doubt as a table: where each is from, when it was sent, and from when on its absence counts. */
export function* doubtTable(records: readonly DoubtRecord[], colorLevel: ColorLevel): Generator<string> {
  const young = records.some(({ absenceCountsFrom }) => absenceCountsFrom !== null);
  const rows = records.map(({ kind, key, origin, sentAt, absenceCountsFrom, messages, ways }) => [
    forTerminal(kind),
    forTerminal(key),
    originText({ ...origin, file: forTerminal(origin.file), sheet: forTerminal(origin.sheet) }),
    sentAt === null ? '-' : forTerminal(sentAt),
    ...(young ? [absenceCountsFrom === null ? '-' : forTerminal(absenceCountsFrom)] : []),
    ways.map((way) => `--${way}`).join(' '),
    forTerminal(messages[0] ?? '', 200),
  ]);
  const times = young ? ['absent counts from'] : [];
  const headers = ['kind', 'key', 'row', 'sent', ...times, 'can be settled with', 'why'];
  const [header, ...lines] = table(
    headers.map((name) => ({ header: name })),
    rows,
  );
  yield colors(colorLevel).bold(header!);
  yield* lines;
}
