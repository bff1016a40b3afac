import type { Command } from 'commander';
import { command as advised } from '../../advice.ts';
import { listText } from '../../contract/v3/list-names.ts';
import { isUuid } from '../../contract/v3/query-read.ts';
import { TraceError } from '../../errors.ts';
import { namedItems } from '../../read/export/named.ts';
import { v3Items } from '../../read/export/v3-list.ts';
import { textsAt } from '../../read/tables/value.ts';
import { type Answered, textAt } from '../../service/read-record.ts';
import type { Session } from '../command.ts';
import { type ExportOptions, exportFlags, startExport } from '../flags/export.ts';
import { flags, helpTail } from '../flags/help.ts';
import { shared } from '../flags/shared.ts';
import { type V3Options, v3Asked, v3Flags } from '../flags/v3.ts';
import { type Listing, listingFrom, printList, printOne, theOne } from '../listing.ts';
import { type Open, readFlags, reading } from '../reads.ts';
import { cardLines, flatPairs } from '../view/list-view.ts';
import { defineQrCodes } from './brand-products-qrcodes.ts';
import { defineUpdate } from './update.ts';
import { type WaitOptions, waited, waitFlags } from './v3-wait.ts';

type ListOptions = V3Options & WaitOptions;

const NONE_FITS = 'The service has no brand product that fits.';

const LISTING: Listing<Answered> = {
  heads: ['unique identifier', 'reference', 'name', 'colour', 'GTINs', 'links', 'id'],
  row: (item) => [
    listText(item, 'uniqueIdentifier'),
    listText(item, 'reference'),
    listText(item, 'name'),
    textAt(item, 'colorCode'),
    textsAt(item, 'gtins').join(', '),
    item.hasCommunicationPackage === true ? 'yes' : 'no',
    listText(item, 'id'),
  ],
  line: ({ type: _, ...item }) => ({ type: 'brand-product', ...item }),
  none: `${NONE_FITS} One that was just sent shows within 20 minutes: add --wait`,
};

export function define(command: Command, session: Session): void {
  const { context } = session;

  const list = command.command('list').description('brand products in the service');
  readFlags(list);
  v3Flags(list);
  waitFlags(list);
  flags(list, [shared('json', ', one object per line, also on a terminal')]);
  helpTail(list, [
    'trace brand-products list --env sandbox',
    'trace brand-products list --collections SS27 --produced-quantity 100.. --sort-by reference',
    'trace brand-products list --gtins-file codes.xlsx --column EAN --json',
    'trace brand-products list --agec-scope yes --traceability-start-date 2026-01-01..',
  ]);
  list.action(async (options: ListOptions) => {
    const question = await v3Asked('brandProducts', options, context);
    await reading(
      options,
      session,
      async (open) => {
        await waited(options, question, open, session);
        const note = (text: string) => open.listener.on({ type: 'note', text });
        const items = namedItems(open.reads, question, note);
        await printList(
          items,
          listingFrom(question, options.wait ? { ...LISTING, none: NONE_FITS } : LISTING),
          options.json === true,
          session,
          open,
          'brand-products',
        );
      },
      'v3',
    );
  });

  const show = command
    .command('show')
    .description('one brand product, by your unique identifier or by the id of the service')
    .argument('<id>');
  readFlags(show);
  waitFlags(show);
  flags(show, [shared('json', ', also on a terminal')]);
  helpTail(show, ['trace brand-products show AURORE-BP-2041-ECRU-SS27 --env sandbox']);
  show.action((id: string, options: ListOptions) =>
    reading(
      options,
      session,
      async (open) => {
        const record = await brandProductNamed(open, id, options, session);
        await printOne(
          record,
          (one) => cardLines(Object.entries(one).flatMap(flatPairs)),
          options.json,
          session,
        );
      },
      'v3',
    ),
  );

  const exported = command
    .command('export')
    .description('brand products as a table or as JSON')
    .argument('[ids...]', 'ids of the service or your unique identifiers (default: all that match)');
  readFlags(exported);
  v3Flags(exported);
  waitFlags(exported);
  exportFlags(exported, ['brand-product']);
  helpTail(exported, [
    'trace brand-products export --out brand-products.xlsx',
    'trace brand-products export --collections SS27 --excel fr --out brand-products.csv',
    'trace brand-products export --format ndjson --out -',
  ]);
  exported.action((ids: string[], options: ListOptions & ExportOptions) =>
    exportV3('brand-products', ids, options, session),
  );

  defineUpdate(command, session, 'brand-product');
  defineQrCodes(command, session);
  helpTail(command, [
    'trace brand-products list',
    'trace brand-products show AURORE-BP-2041-ECRU-SS27',
    'trace brand-products export',
    'trace brand-products qrcodes',
  ]);
}

/** The export of a list of v3; waits before it where that is asked. */
export async function exportV3(
  subject: 'brand-products' | 'declared-fecs',
  ids: readonly string[],
  options: V3Options & WaitOptions & ExportOptions,
  session: Session,
): Promise<void> {
  const list = subject === 'brand-products' ? 'brandProducts' : 'declaredFecs';
  const name = subject === 'brand-products' ? 'brand-products' : 'fec';
  const command = [name, 'export'];
  if (options.resume) {
    const v3 = await v3Asked(list, options, session.context);
    await startExport(command, subject, ids, { ...options, v3 }, session);
    return;
  }
  const v3 = await v3Asked(list, options, session.context, ids);
  if (!options.wait) {
    await startExport(command, subject, [], { ...options, v3 }, session);
    return;
  }
  let complete = true;
  await reading(
    options,
    session,
    async (open) => {
      complete = await waited(options, v3, open, session);
    },
    'v3',
  );
  // What was waited for in vain decides how it ends, however the export fares.
  const after = complete ? session : { ...session, exit: () => {} };
  await startExport(command, subject, [], { ...options, v3 }, after);
}

/** The list has both names as filters: the id first when it could be one, then ours, which may be any text. */
async function brandProductNamed(
  open: Open,
  name: string,
  options: WaitOptions,
  session: Session,
): Promise<Answered> {
  const names = ['brandProductUniqueIdentifier', ...(isUuid(name) ? ['brandProductId'] : [])] as const;
  const questions = [...names].reverse().map((by) => ({
    list: 'brandProducts' as const,
    params: { [by]: [name] },
    limit: 1,
  }));
  const shown = await waited(options, questions[0]!, open, session);
  for (const question of questions) {
    for await (const next of v3Items(open.reads, question)) {
      if ('item' in next) return next.item;
      throw new TraceError('unreachable', 'unreadable', `${next.problem.error}.`);
    }
  }
  const next = advised('brand-products', 'list', ...open.place);
  if (!shown)
    throw new TraceError(
      'rows',
      'not-shown',
      `The list does not show brand product ${name}.`,
      `Next: ${next}`,
    );
  const said = ['it is not in the list, which shows a new one within 20 minutes'];
  return theOne({ type: 'absent', said }, `brand product ${name}`, `add --wait, or ${next}`);
}
