import type { Command } from 'commander';
import { command as advised } from '../../advice.ts';
import { isUuid } from '../../contract/v3/query-read.ts';
import { TraceError } from '../../errors.ts';
import { RESOURCES } from '../../read/export/resources.ts';
import { v3Items } from '../../read/export/v3-list.ts';
import { kindText, say } from '../../say.ts';
import type { Answered } from '../../service/read-record.ts';
import type { Session } from '../command.ts';
import { flags, shared, subcommand } from '../flags/help.ts';
import { READ_FLAGS } from '../flags/input-flags.ts';
import type { V3Options } from '../flags/v3.ts';
import { foundRecord, printOne } from '../read/listing.ts';
import { type OpenService, reading } from '../read/open.ts';
import { defineExport, defineList } from '../read/resource-commands.ts';
import { cardLines, flatPairs } from '../view/list-view.ts';
import { defineQrCodes } from './brand-products-qrcodes.ts';
import { defineUpdate } from './update.ts';
import { WAIT_FLAGS, type WaitOptions, waitForList } from './v3-wait.ts';

const brandProducts = RESOURCES['brand-products'];

export function define(command: Command, session: Session): void {
  defineList(command, session, brandProducts);
  defineShow(command, session);
  defineExport(command, session, brandProducts, {
    argument: ['[ids...]', say().helpArguments.brandProducts()],
  });
  defineUpdate(command, session, 'brand-product');
  defineQrCodes(command, session);
}

function defineShow(command: Command, session: Session): void {
  const show = subcommand(command, 'brand-products show', ['<id>']);
  flags(show, [...READ_FLAGS, ...WAIT_FLAGS, shared('json', 'alsoTerminal')]);
  show.action((name: string, options: V3Options & WaitOptions) =>
    reading(
      options,
      session,
      async (open) => {
        const record = await findBrandProduct(open, name, options, session);
        const card = (one: Answered) => cardLines(Object.entries(one).flatMap(flatPairs));
        await printOne(record, card, options.json, session);
      },
      'v3',
    ),
  );
}

/**
 * Finds a product in the list: by the id of the service if the name has the format of one, then by unique identifier.
 */
async function findBrandProduct(
  open: OpenService,
  name: string,
  options: WaitOptions,
  session: Session,
): Promise<Answered> {
  const filters = [...(isUuid(name) ? ['brandProductId'] : []), 'brandProductUniqueIdentifier'];
  const queries = filters.map((filter) => ({
    list: 'brandProducts' as const,
    params: { [filter]: [name] },
    limit: 1,
  }));
  const complete = await waitForList(options, queries[0]!, open, session);
  for (const query of queries) {
    for await (const next of v3Items(open.reads, query)) {
      if ('item' in next) return next.item;
      throw new TraceError('unreachable', 'unreadable', `${next.problem.error}.`);
    }
  }
  const next = advised('brand-products', 'list', ...open.place);
  if (!complete)
    throw new TraceError(
      'rows',
      'not-shown',
      say().reading.notShown({ name }),
      say().reading.next({ command: next }),
    );
  const messages = [say().reading.notInList()];
  return foundRecord(
    { type: 'absent', messages },
    say().reading.one({ thing: kindText('brand product'), name }),
    next,
    say().reading.waitOr({ command: next }),
  );
}
