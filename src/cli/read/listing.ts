import { command } from '../../advice.ts';
import { write } from '../../context.ts';
import { EXIT_CODES, TraceError, usage } from '../../errors.ts';
import type { ListEntry, Resource } from '../../read/export/resource.ts';
import { kindText, say } from '../../say.ts';
import type { Answered } from '../../service/read-record.ts';
import type { Found } from '../../service/reads.ts';
import { jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { fittedTable } from '../view/list-view.ts';
import { lineFor } from '../view/wrap.ts';
import { type OpenService, screenOf } from './open.ts';

/** How a list is printed. */
interface ListOptions {
  readonly json: boolean;
  /**
   * Number of matches that `--offset` skips. If it skips all matches, the message does not say that the list is empty.
   */
  readonly offset?: number | undefined;
  /** Whether the command waited for the list; if so, it does not advise to wait. */
  readonly waited?: boolean | undefined;
}

/** Prints a list: as a table on a terminal, else as JSON lines. */
export async function printList<Item>(
  items: AsyncIterable<ListEntry<Item>>,
  { list, nouns }: Resource<Item>,
  { json, offset = 0, waited = false }: ListOptions,
  { context, exit }: Session,
  { listener, place }: OpenService,
): Promise<void> {
  const screen = json ? null : screenOf(context.stdout);
  const rows: (readonly string[])[] = [];
  let worst: 'rows' | 'unreachable' | null = null;
  let listed = 0;
  for await (const next of items) {
    if ('problem' in next) {
      worst = next.problem.canRetry ? 'unreachable' : (worst ?? 'rows');
      listener.on({ type: 'problem', nouns, problem: next.problem });
      continue;
    }
    const { item } = next;
    listed++;
    if (screen) {
      rows.push(list.columns.map((column) => column.cell(item)));
      listener.on({ type: 'listing', nouns, listed });
    } else {
      const { type: _, ...fields }: { readonly type?: unknown } = list.fields?.(item) ?? (item as object);
      await write(context.stdout, `${jsonText({ type: list.type, ...fields })}\n`);
      if (context.stdout.destroyed) break;
    }
  }
  await listener.end();
  if (screen && rows.length > 0) {
    const columns = list.columns.map(({ header, isWhole }) => ({
      header: header(),
      ...(isWhole && { isWhole }),
    }));
    await write(context.stdout, `${fittedTable(columns, rows, screen.width).join('\n')}\n`);
  }
  if (listed === 0 && worst === null && offset === 0) {
    const hint = list.emptyHint === undefined || waited ? '' : ` ${list.emptyHint()}`;
    const none = say().reading.none({ thing: kindText(nouns.one) });
    await write(context.stderr, lineFor(context.stderr, `${none}${hint}${nextText(list.emptyNext, place)}`));
  }
  if (worst !== null) exit(EXIT_CODES[worst].code);
}

function nextText(words: readonly string[] | undefined, place: readonly string[]): string {
  if (words === undefined) return '';
  const { next, nextFile } = say().reading;
  const typed = words.map((word) => (word === 'FILE' ? say().placeholders.file() : word));
  return ` ${(words.includes('FILE') ? nextFile : next)({ command: command(...typed, ...place) })}`;
}

/** Prints one record: as a card on a terminal, else as JSON. */
export function printOne(
  record: Answered,
  card: (record: Answered) => readonly string[],
  json: boolean | undefined,
  { context }: Session,
): Promise<void> {
  const isCard = screenOf(context.stdout) !== null && !json;
  return write(context.stdout, `${isCard ? card(record).join('\n') : jsonText(record)}\n`);
}

/**
 * The record, if it was found.
 *
 * @throws TraceError `not-found`, `refused`, `unreadable`, with the next command to run
 */
export function foundRecord(
  found: Found,
  what: string,
  next: string,
  hint = say().reading.next({ command: next }),
): Answered {
  if (found.type === 'found') return found.record;
  if (found.type === 'absent') {
    const messages = found.messages?.slice(0, 3).join('; ');
    const reason =
      messages === undefined ? 'HTTP 404' : say().responses.said({ status: '404', words: messages });
    throw usage('not-found', say().reading.notFound({ what, reason }), hint);
  }
  const { status, error, canRetry: again } = found;
  const reason =
    status === null || error.startsWith('HTTP')
      ? error
      : say().responses.said({ status: `${status}`, words: error });
  const message = say().reading.cannotRead({ what, reason });
  // This error has no hint, so `withOpenService` adds the hint for an unreachable service.
  throw again ? new TraceError('unreachable', 'unreadable', message) : usage('refused', message, hint);
}
