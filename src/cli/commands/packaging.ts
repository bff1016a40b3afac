import type { Command } from 'commander';
import { command as advised } from '../../advice.ts';
import { listed } from '../../read/export/listed.ts';
import { type Answered, textAt } from '../../service/read-record.ts';
import type { Found, Reads } from '../../service/reads.ts';
import type { Session } from '../command.ts';
import { type ExportOptions, exportFlags, startExport } from '../flags/export.ts';
import { LIST_FLAGS, limitOf, noteLimit, SORT_FLAGS, type SortOptions, sortOf } from '../flags/filters.ts';
import { flags, helpTail } from '../flags/help.ts';
import { shared } from '../flags/shared.ts';
import { type Listing, printList, printOne, theOne } from '../listing.ts';
import { type ReadOptions, readFlags, reading } from '../reads.ts';
import { cardLines } from '../view/list-view.ts';

interface ListOptions extends ReadOptions, SortOptions {
  readonly search?: string;
  readonly limit?: string;
  readonly json?: boolean;
}

const LISTING: Listing<Answered> = {
  heads: ['id', 'packaging reference', 'type'],
  row: (item) => [textAt(item, 'id'), textAt(item, 'packagingRef'), textAt(item, 'type')],
  line: ({ type, ...item }) => ({ type: 'packaging', ...item, packagingType: type }),
  none: 'The service has no packaging that fits.',
  next: ['import', 'FILE'],
};

export function define(command: Command, session: Session): void {
  const list = command.command('list').description('packaging in the service');
  readFlags(list);
  flags(list, [...LIST_FLAGS, ...SORT_FLAGS, shared('json', ', one object per line, also on a terminal')]);
  helpTail(list, ['trace packaging list --env sandbox', 'trace packaging list --search EMB --json']);
  list.action((options: ListOptions) =>
    reading(options, session, async (open) => {
      const question = { search: options.search, limit: limitOf(options.limit), ...sortOf(options) };
      await noteLimit(options.limit, session.context);
      const items = listed(open.reads.packagings(question), 'packaging');
      await printList(items, LISTING, options.json === true, session, open, 'packaging');
    }),
  );

  const show = command
    .command('show')
    .description('one packaging, by the id of the service or by your reference')
    .argument('<id>');
  readFlags(show);
  flags(show, [shared('json', ', also on a terminal')]);
  helpTail(show, ['trace packaging show EMB-0007 --env sandbox']);
  show.action((id: string, options: ListOptions) =>
    reading(options, session, async ({ reads, place }) => {
      const next = advised('packaging', 'list', ...place);
      const record = theOne(await packagingNamed(reads, id), `packaging ${id}`, next);
      await printOne(record, (one) => cardLines(Object.entries(one)), options.json, session);
    }),
  );

  const exported = command
    .command('export')
    .description('packaging as a table or as JSON')
    .argument('[ids...]', 'ids of the service (default: all)');
  readFlags(exported);
  flags(exported, LIST_FLAGS);
  exportFlags(exported, ['packaging']);
  helpTail(exported, [
    'trace packaging export --out packaging.xlsx',
    'trace packaging export --format ndjson --out -',
  ]);
  exported.action((ids: string[], options: ExportOptions) =>
    startExport(['packaging', 'export'], 'packaging', ids, options, session),
  );
  helpTail(command, ['trace packaging list', 'trace packaging show EMB-0007', 'trace packaging export']);
}

/** The path takes ids of the service only; a reference of ours is looked for in the list. */
async function packagingNamed(reads: Reads, id: string): Promise<Found> {
  const found = await reads.packaging(id);
  if (found.type !== 'absent') return found;
  for await (const item of reads.packagings({ search: id })) {
    if (textAt(item, 'packagingRef') === id) return { type: 'found', record: item };
  }
  return found;
}
