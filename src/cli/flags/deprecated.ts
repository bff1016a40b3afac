import { command } from '../../advice.ts';
import { isUuid } from '../../contract/v3/query-read.ts';
import { type LookupName, REPLACEMENTS } from '../../contract/v3/read-paths.ts';
import { say } from '../../say.ts';
import { readLookup } from '../../service/v3-reads.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { foundRecord, printOne } from '../read/listing.ts';
import { type ReadOptions, reading } from '../read/open.ts';
import { cardLines, flatPairs } from '../view/list-view.ts';

/**
 * Prints the result of a deprecated look-up of one brand product (interface 4.3). A warning on stderr names its
 * replacement (interface 9).
 */
export function showLookup(
  name: LookupName,
  typed: string,
  options: ReadOptions & { readonly json?: boolean },
  session: Session,
): Promise<void> {
  return reading(
    options,
    session,
    async ({ reads, place, listener }) => {
      listener.on({ type: 'note', text: warningOf(name, typed, place) });
      const found = await readLookup(reads.client, name, typed);
      const next = command('brand-products', 'list', ...place);
      const record = foundRecord(found, say().listed[name]({ name: forTerminal(typed) }), next);
      await printOne(
        record,
        (one) => cardLines(Object.entries(one).flatMap(flatPairs)),
        options.json,
        session,
      );
    },
    'v3',
  );
}

function warningOf(name: LookupName, typed: string, place: readonly string[]): string {
  const { path } = REPLACEMENTS[name];
  const replacement = say().lookUps[name]();
  if (path === null) return say().lookUps.announced({ replacement });
  const by = isUuid(typed) ? '--brand-product-id' : '--unique-identifier';
  return say().lookUps.replaced({
    replacement,
    path,
    command: command('fec', 'list', by, typed, ...place),
  });
}
