import type { Command } from 'commander';
import { command as advised } from '../../advice.ts';
import { isUuid } from '../../contract/v3/query-read.ts';
import { TraceError } from '../../errors.ts';
import { RESOURCES } from '../../read/export/resources.ts';
import { v3Items } from '../../read/export/v3-list.ts';
import { kindText, say } from '../../say.ts';
import type { Answered } from '../../service/read-record.ts';
import type { Session } from '../command.ts';
import { foundRecord } from '../read/listing.ts';
import type { OpenService } from '../read/open.ts';
import { defineExport, defineList, defineShow, flatCard } from '../read/resource-commands.ts';
import { defineQrCodes } from './brand-products-qrcodes.ts';
import { defineUpdate } from './update.ts';
import { WAIT_FLAGS, type WaitOptions, waitForList } from './v3-wait.ts';

const brandProducts = RESOURCES['brand-products'];

export function define(command: Command, session: Session): void {
  defineList(command, session, brandProducts);
  defineShow(command, session, {
    argument: ['<id>'],
    flags: WAIT_FLAGS,
    find: (open, name, options: WaitOptions) => findBrandProduct(open, name, options, session),
    card: flatCard,
    generation: 'v3',
  });
  defineExport(command, session, brandProducts, {
    argument: ['[ids...]', say().helpArguments.brandProducts()],
  });
  defineUpdate(command, session, 'brand-product');
  defineQrCodes(command, session);
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
