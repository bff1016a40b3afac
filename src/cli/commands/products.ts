import type { Command } from 'commander';
import { command as advised } from '../../advice.ts';
import { refsOf } from '../../read/export/item.ts';
import { productsOf } from '../../read/export/product-lists.ts';
import { type Answered, recordsAt, textAt } from '../../service/read-record.ts';
import type { Session } from '../command.ts';
import { type ExportOptions, exportFlags, startExport } from '../flags/export.ts';
import {
  FILTER_FLAGS,
  type FilterOptions,
  LIST_FLAGS,
  noteLimit,
  questionOf,
  SORT_FLAGS,
  type SortOptions,
  sortOf,
} from '../flags/filters.ts';
import { flags, helpTail } from '../flags/help.ts';
import { shared } from '../flags/shared.ts';
import { type Listing, printList, printOne, theOne } from '../listing.ts';
import { environmentOf, type ReadOptions, readFlags, reading } from '../reads.ts';
import { cardLines } from '../view/list-view.ts';

interface ListOptions extends ReadOptions, FilterOptions, SortOptions {
  readonly json?: boolean;
}

const LISTING: Listing<Answered> = {
  heads: ['id', 'product reference', 'name', 'category', 'studies'],
  row: (item) => [
    textAt(item, 'id'),
    refsOf(item).join(', '),
    textAt(item, 'name'),
    textAt(item, 'category'),
    String(recordsAt(item, 'studies').length),
  ],
  line: ({ type: _, ...item }) => ({ type: 'product', ...item }),
  none: 'The service has no product that fits.',
  next: ['import', 'FILE'],
};

export function define(command: Command, session: Session): void {
  const { context } = session;

  const list = command.command('list').description('products in the service');
  readFlags(list);
  flags(list, [
    ...FILTER_FLAGS,
    ...LIST_FLAGS,
    ...SORT_FLAGS,
    shared('json', ', one object per line, also on a terminal'),
  ]);
  helpTail(list, ['trace products list --env sandbox', 'trace products list --collection SS27 --json']);
  list.action(async (options: ListOptions) => {
    const question = questionOf('products', [], options, await environmentOf(options, context), context);
    await noteLimit(options.limit, context);
    await reading(options, session, async (open) => {
      const items = productsOf(open.reads, question, sortOf(options));
      await printList(items, LISTING, options.json === true, session, open);
    });
  });

  const show = command
    .command('show')
    .description('one product and its studies, by your reference or by the id of the service')
    .argument('<ref>');
  readFlags(show);
  flags(show, [shared('json', ', also on a terminal')]);
  helpTail(show, ['trace products show ROB-2041 --env sandbox']);
  show.action((ref: string, options: ListOptions) =>
    reading(options, session, async ({ reads, place }) => {
      const next = advised('products', 'list', ...place);
      const record = theOne(await reads.product(ref), `product ${ref}`, next);
      await printOne(record, card, options.json, session);
    }),
  );

  const exported = command
    .command('export')
    .description('products and their study extracts as tables or as JSON')
    .argument('[refs...]', 'your references or ids of the service (default: all products)');
  readFlags(exported);
  flags(exported, [...FILTER_FLAGS, ...LIST_FLAGS]);
  exportFlags(exported, ['product', 'study'], false);
  helpTail(exported, [
    'trace products export --out products.xlsx',
    'trace products export --grain product --out - > products.csv',
  ]);
  exported.action((ids: string[], options: ExportOptions) =>
    startExport(['products', 'export'], 'products', ids, options, session),
  );
  helpTail(command, ['trace products list', 'trace products show ROB-2041', 'trace products export']);
}

function card(record: Answered): string[] {
  const { studies: _, ...head } = record;
  const studies = recordsAt(record, 'studies');
  const lines = cardLines(Object.entries(head));
  for (const study of studies) {
    const links = recordsAt(study, 'links').map(
      (link) => [textAt(link, 'type').toLowerCase(), textAt(link, 'link')] as const,
    );
    lines.push(
      '',
      ...cardLines([
        ['study', textAt(study, 'id')],
        ['collection', textAt(study.brandCollection, 'name')],
        ['colour', textAt(study, 'colorCode')],
        ['state', textAt(study, 'state')],
        ...links,
      ]),
    );
  }
  return lines;
}
