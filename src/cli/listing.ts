import { command } from '../advice.ts';
import { write } from '../context.ts';
import { EXIT_CODES, TraceError } from '../errors.ts';
import type { Subject } from '../read/export/item.ts';
import type { Problem } from '../read/export/problem.ts';
import type { Answered } from '../service/read-record.ts';
import type { Found } from '../service/reads.ts';
import { jsonText } from '../terminal-text.ts';
import type { Session } from './command.ts';
import { type Open, screenOf } from './reads.ts';
import { fittedTable } from './view/list-view.ts';

/** An item of a list, or what kept one from being listed. */
export type Listed<Item> = { readonly item: Item } | { readonly problem: Problem };

/** How items of a list are shown. */
export interface Listing<Item> {
  readonly heads: readonly string[];
  row(item: Item): readonly string[];
  /** What a line of JSON holds, `type` first. */
  line(item: Item): { readonly type: string };
  /** When there is nothing; empty where something else says so. */
  readonly none: string;
  /** The words of the command to type then, without its environment; `FILE` in them stands for a spreadsheet. */
  readonly next?: readonly string[];
}

/** A list from an offset on: past its end the list is not empty, and whoever read it says so. */
export const listingFrom = <Item>(
  { offset = 0 }: { readonly offset?: number | undefined },
  listing: Listing<Item>,
): Listing<Item> => (offset > 0 ? { ...listing, none: '' } : listing);

/** Prints a list: a table that fits for whoever looks at a terminal, JSON lines for whatever reads a pipe. */
export async function printList<Item>(
  items: AsyncIterable<Listed<Item>>,
  listing: Listing<Item>,
  json: boolean,
  { context, exit }: Session,
  { listener, place }: Open,
  subject: Subject = 'products',
): Promise<void> {
  const screen = json ? null : screenOf(context.stdout);
  const rows: (readonly string[])[] = [];
  let worst: 'rows' | 'unreachable' | null = null;
  let listed = 0;
  for await (const next of items) {
    if ('problem' in next) {
      worst = next.problem.again ? 'unreachable' : (worst ?? 'rows');
      listener.on({ type: 'problem', subject, problem: next.problem });
      continue;
    }
    const { item } = next;
    listed++;
    if (screen) {
      rows.push(listing.row(item));
      listener.on({ type: 'listing', subject, listed });
    } else {
      await write(context.stdout, `${jsonText(listing.line(item))}\n`);
      if (context.stdout.destroyed) break;
    }
  }
  listener.end();
  if (screen && rows.length > 0) {
    const heads = listing.heads.map((header) => ({ header }));
    await write(context.stdout, `${fittedTable(heads, rows, screen.width).join('\n')}\n`);
  }
  if (listed === 0 && worst === null && listing.none !== '') {
    const { next: words } = listing;
    const meaning = words?.includes('FILE') ? ', with your spreadsheet for FILE' : '';
    const next = words === undefined ? '' : ` Next: ${command(...words, ...place)}${meaning}`;
    await write(context.stderr, `${listing.none}${next}\n`);
  }
  if (worst !== null) exit(EXIT_CODES[worst].code);
}

/** Prints one record: its card for whoever looks at a terminal, JSON for whatever reads a pipe. */
export function printOne(
  record: Answered,
  card: (record: Answered) => readonly string[],
  json: boolean | undefined,
  { context }: Session,
): Promise<void> {
  const person = screenOf(context.stdout) !== null && !json;
  return write(context.stdout, `${person ? card(record).join('\n') : jsonText(record)}\n`);
}

/**
 * What was found, or the expected error that says why there is nothing, with the command to type next.
 * @throws TraceError `not-found`, `refused`, `unreadable`.
 */
export function theOne(found: Found, what: string, next: string): Answered {
  if (found.type === 'found') return found.record;
  if (found.type === 'absent') {
    const said = found.said?.slice(0, 3).join('; ');
    const words = said === undefined ? 'HTTP 404' : `HTTP 404: ${said}`;
    throw new TraceError('usage', 'not-found', `The service has no ${what} (${words}).`, `Next: ${next}`);
  }
  const { status, error, again } = found;
  const said = status === null || error.startsWith('HTTP') ? error : `HTTP ${status}: ${error}`;
  const message = `The ${what} cannot be read: ${said}.`;
  // Without a hint it gets that of a service that cannot be reached: what to check, and to run again.
  throw again
    ? new TraceError('unreachable', 'unreadable', message)
    : new TraceError('usage', 'refused', message, `Next: ${next}`);
}
