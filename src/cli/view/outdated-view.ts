import { command } from '../../advice.ts';
import { type Origin, originText } from '../../findings/finding.ts';
import { kindText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { OpenRecord } from './document-schema.ts';
import { amount, joinedMessages } from './sentences.ts';
import { commandHelp, wrapSentence } from './wrap.ts';

/** A record that changed after the service accepted it, and was not sent: the first message says why. */
export type OutdatedRecord = Pick<OpenRecord, 'kind' | 'key' | 'messages'> & { readonly origin: Origin };

/** Maximum number of outdated records that are printed at the end of a run; further ones are only counted. */
export const OUTDATED_SHOWN = 20;

/**
 * Lines such as `outdated: supplier FRN-1 (suppliers.csv › A2): name: "a" -> "b"`, wrapped at `width` columns. If
 * `total` is larger than the number of records, a last line counts the records that are not shown.
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
    yield* wrapSentence(
      say().resolve.outdated({
        kind: forTerminal(kindText(kind)),
        key: forTerminal(key),
        place,
        changes: forTerminal(joinedMessages(changes), 500),
      }),
      width,
    );
  }
  const more = total - records.length;
  if (more > 0) yield say().resolve.moreOutdated({ records: amount(more, 'outdated record') });
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
  const count = records.length;
  yield* wrapSentence(say().resolve.changed({ count, records: amount(count, 'record') }), width);
  yield* commandHelp(command('resolve', run, ...place, '--keep'), say().resolve.keep(), width);
  if (update !== null) yield* commandHelp(update, say().resolve.update(), width);
  yield say().resolve.some();
}
