import { command } from '../../advice.ts';
import { originText } from '../../findings/finding.ts';
import type { Outcome } from '../../import/push/outcome.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { ColorLevel } from './listener.ts';
import { SOME_RECORDS } from './outdated-view.ts';
import { amount, colors } from './sentences.ts';
import { table } from './table.ts';
import { explained, wrapped } from './wrap.ts';

/** A record that is in doubt or outdated, as `trace resolve --json` prints it. */
export interface DoubtRecord {
  readonly kind: string;
  /** Parts joined by ` / `. */
  readonly key: string;
  readonly family: string | null;
  readonly importationBatch: string | null;
  readonly origin: { readonly file: string; readonly sheet: string; readonly row: number };
  readonly outcome: Outcome;
  /** When it was last sent; null if unknown. */
  readonly sentAt: string | null;
  /**
   * Before this time, the service may still store the record even if it does not show it. Null if the time has passed.
   */
  readonly absenceCountsFrom: string | null;
  readonly attempts: number;
  readonly messages: readonly string[];
  /** The flags of `trace resolve` that can settle it, without hyphens. */
  readonly ways: readonly string[];
}

const MEANINGS: Readonly<Record<string, string>> = {
  verify: 'look them up in the service and send those that are missing',
  resend: 'send them once more',
  sent: 'mark them as created: you have seen them in the service',
};

/**
 * The records in doubt of a run as a table, and the commands that settle them.
 *
 * @param place flags of these commands, so that they find the same ledger
 * @param width sentences are wrapped at this width
 */
export function* doubtLines(
  run: string,
  records: readonly DoubtRecord[],
  colorLevel: ColorLevel,
  { place, width }: { readonly place: readonly string[]; readonly width: number | undefined },
): Generator<string> {
  if (records.length === 0) {
    yield `No record of run ${forTerminal(run)} is in doubt.`;
    return;
  }
  yield* doubtTable(records, colorLevel);
  const them = records.length === 1 ? 'it' : 'them';
  yield* wrapped(
    `${amount(records.length, 'record')} in doubt: it is not known whether the service stored ${them}. To settle ${them}:`,
    width,
  );
  const longest = command('resolve', run, ...place, '--verify').length;
  for (const [way, meaning] of Object.entries(MEANINGS)) {
    if (records.some(({ ways }) => ways.includes(way)))
      yield* explained(command('resolve', run, ...place, `--${way}`), meaning, width, longest);
  }
  yield SOME_RECORDS;
  if (records.some(({ absenceCountsFrom }) => absenceCountsFrom !== null))
    yield 'A record may still appear in the service until the time under "absent from".';
}

/** The records in doubt as a table. */
export function* doubtTable(records: readonly DoubtRecord[], colorLevel: ColorLevel): Generator<string> {
  const hasTimes = records.some(({ absenceCountsFrom }) => absenceCountsFrom !== null);
  const rows = records.map(({ kind, key, origin, sentAt, absenceCountsFrom, messages, ways }) => [
    forTerminal(kind),
    forTerminal(key),
    originText({ ...origin, file: forTerminal(origin.file), sheet: forTerminal(origin.sheet) }),
    sentAt === null ? '-' : forTerminal(sentAt),
    ...(hasTimes ? [absenceCountsFrom === null ? '-' : forTerminal(absenceCountsFrom)] : []),
    ways.map((way) => `--${way}`).join(' '),
    forTerminal(messages[0] ?? '', 200),
  ]);
  const times = hasTimes ? ['absent from'] : [];
  const headers = ['kind', 'key', 'row', 'sent', ...times, 'settle with', 'why'];
  const [header, ...lines] = table(
    headers.map((name) => ({ header: name })),
    rows,
  );
  yield colors(colorLevel).bold(header!);
  yield* lines;
}
