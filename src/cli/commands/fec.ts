import type { Command } from 'commander';
import { listText } from '../../contract/v3/list-names.ts';
import { namedItems } from '../../read/export/named.ts';
import { type Answered, isRecord, textAt } from '../../service/read-record.ts';
import type { Session } from '../command.ts';
import { showLookup } from '../flags/deprecated.ts';
import { type ExportOptions, exportFlags } from '../flags/export.ts';
import { flags, helpTail } from '../flags/help.ts';
import { shared } from '../flags/shared.ts';
import { type V3Options, v3Asked, v3Flags } from '../flags/v3.ts';
import { type Listing, listingFrom, printList } from '../listing.ts';
import { type ReadOptions, readFlags, reading } from '../reads.ts';
import { exportV3 } from './brand-products.ts';

const LISTING: Listing<Answered> = {
  heads: ['unique identifier', 'cost', 'published cost', 'per gram', 'published', 'calculated', 'id'],
  row: (item) => [
    listText(item, 'uniqueIdentifier'),
    figureAt(isRecord(item.scoring) ? item.scoring : {}, 'frenchEnvironmentalCost'),
    figureAt(item, 'publishedFrenchEnvironmentalCost'),
    figureAt(item, 'publishedFrenchEnvironmentalCostPerUnitWeight'),
    item.isPublishedOnGovernmentPlatform === true ? 'yes' : 'no',
    textAt(item, 'calculatedAt').slice(0, 10),
    textAt(item, 'brandProductId') || listText(item, 'id'),
  ],
  line: ({ type: _, ...item }) => ({ type: 'declared-fec', ...item }),
  none: 'The service has no declared cost that fits.',
  next: ['brand-products', 'list'],
};

export function define(command: Command, session: Session): void {
  const { context } = session;

  const list = command
    .command('list')
    .description('declared French environmental costs, one per brand product');
  readFlags(list);
  v3Flags(list);
  flags(list, [shared('json', ', one object per line, also on a terminal')]);
  helpTail(list, [
    'trace fec list --env sandbox',
    'trace fec list --fec gte:1000 --sort-by frenchEnvironmentalCost --order-by desc',
    'trace fec list --unique-identifier-file products.txt --json',
  ]);
  list.action(async (options: V3Options) => {
    const question = await v3Asked('declaredFecs', options, context);
    await reading(
      options,
      session,
      async (open) => {
        const note = (text: string) => open.listener.on({ type: 'note', text });
        const items = namedItems(open.reads, question, note);
        await printList(
          items,
          listingFrom(question, LISTING),
          options.json === true,
          session,
          open,
          'declared-fecs',
        );
      },
      'v3',
    );
  });

  const show = command
    .command('show')
    .description('the cost of one brand product; the service calls this look-up deprecated')
    .argument('<id>', 'id of the service or your unique identifier');
  readFlags(show);
  flags(show, [
    ['--calculated', 'the calculated cost with its scores, instead of the declared one'],
    shared('json', ', also on a terminal'),
  ]);
  helpTail(show, [
    'trace fec show AURORE-BP-2041-ECRU-SS27 --env sandbox',
    'trace fec show AURORE-BP-2041-ECRU-SS27 --calculated --json',
  ]);
  show.action(
    (id: string, options: ReadOptions & { readonly json?: boolean; readonly calculated?: boolean }) =>
      showLookup(options.calculated ? 'calculatedFec' : 'declaredFec', id, options, session),
  );

  const exported = command
    .command('export')
    .description('declared costs as a table or as JSON')
    .argument('[ids...]', 'ids of the service or your unique identifiers (default: all that match)');
  readFlags(exported);
  v3Flags(exported);
  exportFlags(exported, ['declared-fec']);
  helpTail(exported, [
    'trace fec export --out costs.xlsx',
    'trace fec export --collections SS27 --excel fr --out costs.csv',
  ]);
  exported.action((ids: string[], options: V3Options & ExportOptions) =>
    exportV3('declared-fecs', ids, options, session),
  );

  helpTail(command, ['trace fec list', 'trace fec show AURORE-BP-2041-ECRU-SS27', 'trace fec export']);
}

/** As numbers are read aloud, without thousands of digits. */
function figureAt(record: Answered, name: string): string {
  const value = record[name];
  return typeof value === 'number' ? String(Number(value.toPrecision(6))) : '';
}
