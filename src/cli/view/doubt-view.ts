import { command } from '../../advice.ts';
import { originText } from '../../findings/finding.ts';
import { kindText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { OpenRecord } from './document-schema.ts';
import { amount, type ColorLevel, colors } from './sentences.ts';
import { table } from './table.ts';
import { commandHelp, wrapSentence } from './wrap.ts';

/** The flags that settle records in doubt, in the order in which they are explained. */
const DOUBT_FLAGS = ['verify', 'resend', 'sent'] as const;

/**
 * The records in doubt of a run as a table, and the commands that settle them.
 *
 * @param place flags of these commands, so that they find the same ledger
 * @param width sentences are wrapped at this width
 */
export function* doubtLines(
  run: string,
  records: readonly OpenRecord[],
  colorLevel: ColorLevel,
  { place, width }: { readonly place: readonly string[]; readonly width: number | undefined },
): Generator<string> {
  if (records.length === 0) {
    yield say().resolve.none({ run: forTerminal(run) });
    return;
  }
  yield* doubtTable(records, colorLevel);
  const count = records.length;
  yield* wrapSentence(say().resolve.inDoubt({ count, records: amount(count, 'record') }), width);
  const longest = command('resolve', run, ...place, '--verify').length;
  for (const way of DOUBT_FLAGS) {
    if (records.some(({ ways }) => ways.includes(way)))
      yield* commandHelp(command('resolve', run, ...place, `--${way}`), say().resolve[way](), width, longest);
  }
  yield say().resolve.some();
  if (records.some(({ absenceCountsFrom }) => absenceCountsFrom !== null)) yield say().resolve.mayAppear();
}

/** The records in doubt as a table. */
export function* doubtTable(records: readonly OpenRecord[], colorLevel: ColorLevel): Generator<string> {
  const hasTimes = records.some(({ absenceCountsFrom }) => absenceCountsFrom !== null);
  const rows = records.map(({ kind, key, origin, sentAt, absenceCountsFrom, messages, ways }) => [
    forTerminal(kindText(kind)),
    forTerminal(key),
    originText({ ...origin, file: forTerminal(origin.file), sheet: forTerminal(origin.sheet) }),
    sentAt === null ? '-' : forTerminal(sentAt),
    ...(hasTimes ? [absenceCountsFrom === null ? '-' : forTerminal(absenceCountsFrom)] : []),
    ways.map((way) => `--${way}`).join(' '),
    forTerminal(messages[0] ?? '', 200),
  ]);
  const texts = say().resolve;
  const times = hasTimes ? [texts.absentFrom()] : [];
  const headers = [
    ...[texts.kind(), texts.key(), texts.row(), texts.sentAt(), ...times],
    ...[texts.settleWith(), texts.why()],
  ];
  const [header, ...lines] = table(
    headers.map((name) => ({ header: name })),
    rows,
  );
  yield colors(colorLevel).bold(header!);
  yield* lines;
}
