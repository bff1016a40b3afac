import { command } from '../../advice.ts';
import { type Origin, originText } from '../../findings/finding.ts';
import { forTerminal } from '../../terminal-text.ts';
import { amount } from './sentences.ts';
import { explained, wrapped } from './wrap.ts';

/** A record that changed after the service accepted it, and was not sent. */
export interface OutdatedRecord {
  readonly kind: string;
  /** Parts joined by ` / `. */
  readonly key: string;
  readonly origin: Origin;
  /** The reason why the record was not sent, then the fields that differ. */
  readonly messages: readonly string[];
}

/** A sentence to print after the commands that settle records. */
export const SOME_RECORDS = 'Add --key KEY or --kind KIND to settle only some of them.';

/** Number of outdated records that are printed at the end of a run; the rest is counted. */
export const OUTDATED_SHOWN = 20;

/**
 * Lines such as `outdated: supplier FRN-1 (suppliers.csv › A2): name: "a" -> "b"`, wrapped at `width` columns. If
 * `total` is larger than the number of records, a last line counts the others.
 */
export function* outdatedLines(
  records: readonly OutdatedRecord[],
  { width, total = records.length }: { readonly width: number | undefined; readonly total?: number },
): Generator<string> {
  for (const { kind, key, origin, messages } of records) {
    const file = forTerminal(origin.file);
    const place = originText({
      ...origin,
      file,
      ...(origin.sheet === undefined ? {} : { sheet: forTerminal(origin.sheet) }),
    });
    const changes = messages.length > 1 ? messages.slice(1) : messages;
    yield* wrapped(
      `outdated: ${forTerminal(kind)} ${forTerminal(key)} (${place}): ${forTerminal(changes.join('; '), 500)}`,
      width,
    );
  }
  if (total > records.length) yield `and ${amount(total - records.length, 'outdated record')} more`;
}

/** The outdated records of a run, and how to settle them. `update` is the command that sends the changes, or null. */
export function* outdatedList(
  run: string,
  records: readonly OutdatedRecord[],
  {
    place,
    update,
    width,
  }: {
    readonly place: readonly string[];
    readonly update: string | null;
    readonly width: number | undefined;
  },
): Generator<string> {
  if (records.length === 0) return;
  yield* outdatedLines(records, { width });
  const them = records.length === 1 ? 'it' : 'them';
  yield* wrapped(
    `${amount(records.length, 'record')} changed after the service accepted ${them}; the changes were not sent. To settle ${them}:`,
    width,
  );
  yield* explained(
    command('resolve', run, ...place, '--keep'),
    'accept the new content as known, for example after you changed it in the service by hand',
    width,
  );
  if (update !== null) yield* explained(update, 'send the changes', width);
  yield SOME_RECORDS;
}
