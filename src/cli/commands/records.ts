import { command as advised } from '../../advice.ts';
import { isUuid } from '../../contract/v3/query-read.ts';
import { LOOKUP_REPLACEMENTS, type LookupName } from '../../contract/v3/read-paths.ts';
import type { Resource } from '../../read/export/resource.ts';
import { RESOURCES } from '../../read/export/resources.ts';
import { kindText, say } from '../../say.ts';
import { type Answered, recordsAt, textAt } from '../../service/read-record.ts';
import type { Found } from '../../service/reads.ts';
import { readLookup } from '../../service/v3-reads.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { CommandModule } from '../command.ts';
import { foundRecord } from '../read/listing.ts';
import type { OpenService } from '../read/open.ts';
import { defineExport, defineList, defineShow, flatCard } from '../read/resource-commands.ts';
import { cardLines } from '../view/list-view.ts';

const { products, packaging, 'declared-fecs': declaredFecs } = RESOURCES;

export const productCommands: CommandModule = {
  define(command, session) {
    defineList(command, session, products);
    defineShow(command, session, {
      argument: ['<ref>'],
      find: async (open, ref) => record(products, ref, await open.reads.product(ref), open),
      card: productCard,
    });
    const argument = ['[refs...]', say().helpArguments.products()] as const;
    defineExport(command, session, products, { argument, grainVariable: false });
  },
};

export const packagingCommands: CommandModule = {
  define(command, session) {
    defineList(command, session, packaging);
    defineShow(command, session, {
      argument: ['<id>'],
      find: async (open, id) => record(packaging, id, await findPackaging(open, id), open),
    });
    defineExport(command, session, packaging, { argument: ['[ids...]', say().helpArguments.packaging()] });
  },
};

export const fecCommands: CommandModule = {
  define(command, session) {
    const argument = ['[ids...]', say().helpArguments.brandProducts()] as const;
    defineList(command, session, declaredFecs);
    defineShow(command, session, {
      argument: ['<id>', say().helpArguments.product()],
      flags: [['--calculated', 'calculated']],
      find: (open, id, { calculated }: { readonly calculated?: boolean }) =>
        lookUp(open, calculated ? 'calculatedFec' : 'declaredFec', id),
      card: flatCard,
      generation: 'v3',
    });
    defineExport(command, session, declaredFecs, { argument });
  },
};

export const lcaCommands: CommandModule = {
  define(command, session) {
    defineShow(command, session, {
      argument: ['<id>', say().helpArguments.product()],
      find: (open, id) => lookUp(open, 'lifecycleAssessment', id),
      card: flatCard,
      generation: 'v3',
    });
  },
};

/** The record that was found; `name` is its name in messages. Throws as `foundRecord` does. */
function record({ command, nouns }: Resource, name: string, found: Found, { place }: OpenService): Answered {
  const what = say().reading.one({ thing: kindText(nouns.one), name });
  return foundRecord(found, what, advised(command, 'list', ...place));
}

/**
 * Finds a packaging by id or reference. The path `/packaging/{id}` accepts only ids of the service, so a reference is
 * searched in the list.
 */
async function findPackaging({ reads }: OpenService, id: string): Promise<Found> {
  const found = await reads.packaging(id);
  if (found.type !== 'absent') return found;
  for await (const item of reads.packagings({ search: id })) {
    if (textAt(item, 'packagingRef') === id) return { type: 'found', record: item };
  }
  return found;
}

function productCard(record: Answered): string[] {
  const { studies: _, ...fields } = record;
  const lines = cardLines(Object.entries(fields));
  for (const study of recordsAt(record, 'studies')) {
    const links = recordsAt(study, 'links').map(
      (link) => [textAt(link, 'type').toLowerCase(), textAt(link, 'link')] as const,
    );
    lines.push(
      '',
      ...cardLines([
        [say().listed.study(), textAt(study, 'id')],
        [say().listed.collection(), textAt(study.brandCollection, 'name')],
        [say().listed.color(), textAt(study, 'colorCode')],
        [say().listed.state(), textAt(study, 'state')],
        ...links,
      ]),
    );
  }
  return lines;
}

/**
 * The result of a deprecated look-up of one brand product (interface 4.3). A warning on stderr names its replacement
 * (interface 9).
 */
async function lookUp(
  { reads, place, listener }: OpenService,
  name: LookupName,
  typed: string,
): Promise<Answered> {
  listener.on({ type: 'note', text: warningOf(name, typed, place) });
  const found = await readLookup(reads.client, name, typed);
  const what = say().listed[name]({ name: forTerminal(typed) });
  return foundRecord(found, what, advised('brand-products', 'list', ...place));
}

function warningOf(name: LookupName, typed: string, place: readonly string[]): string {
  const { path } = LOOKUP_REPLACEMENTS[name];
  const replacement = say().lookUps[name]();
  if (path === null) return say().lookUps.announced({ replacement });
  const by = isUuid(typed) ? '--brand-product-id' : '--unique-identifier';
  return say().lookUps.replaced({
    ...{ replacement, path },
    command: advised('fec', 'list', by, typed, ...place),
  });
}
