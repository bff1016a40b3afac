import { command } from '../../advice.ts';
import { type Origin, originText } from '../../findings/finding.ts';
import { forTerminal } from '../../terminal-text.ts';
import { amount } from './sentences.ts';

/** A record that changed and was not sent. */
export interface OutdatedRecord {
  readonly kind: string;
  /** Parts joined by ` / `. */
  readonly key: string;
  readonly origin: Origin;
  /** Why it was not sent, then the fields that differ. */
  readonly messages: readonly string[];
}

/** Records printed at the end of a run; the rest is counted. */
export const OUTDATED_SHOWN = 20;

/** `outdated: supplier FRN-1 (suppliers.csv › A2): name: "a" -> "b"`, a line each; the rest of `total` is counted. */
export function* outdatedLines(
  records: readonly OutdatedRecord[],
  total = records.length,
): Generator<string> {
  for (const { kind, key, origin, messages } of records) {
    const file = forTerminal(origin.file);
    const place = originText({
      ...origin,
      file,
      ...(origin.sheet === undefined ? {} : { sheet: forTerminal(origin.sheet) }),
    });
    const changes = messages.length > 1 ? messages.slice(1) : messages;
    yield `outdated: ${forTerminal(kind)} ${forTerminal(key)} (${place}): ${forTerminal(changes.join('; '), 500)}`;
  }
  if (total > records.length) yield `and ${amount(total - records.length, 'outdated record')} more`;
}

/** The outdated records of a run, and what settles them; `update` is the command that sends the changes, if there is one. */
export function* outdatedList(
  run: string,
  records: readonly OutdatedRecord[],
  { place, update }: { readonly place: readonly string[]; readonly update: string | null },
): Generator<string> {
  if (records.length === 0) return;
  yield* outdatedLines(records);
  yield `${amount(records.length, 'record')} changed since the service took ${records.length === 1 ? 'it' : 'them'}, and nothing of that was sent. To settle:`;
  yield `  ${command('resolve', run, ...place, '--keep')}  the new content counts as known: the service keeps what it has, or has been changed by hand`;
  if (update !== null) yield `  ${update}  send what changed`;
  yield 'with --key KEY or --kind KIND for some of them alone.';
}
