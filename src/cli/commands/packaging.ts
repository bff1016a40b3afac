import type { Command } from 'commander';
import { RESOURCES } from '../../read/export/resources.ts';
import { say } from '../../say.ts';
import { textAt } from '../../service/read-record.ts';
import type { Found, Reads } from '../../service/reads.ts';
import type { Session } from '../command.ts';
import { helpTail } from '../flags/help.ts';
import { defineExport, defineList, defineShow } from '../read/resource-commands.ts';

const { packaging } = RESOURCES;

export function define(command: Command, session: Session): void {
  defineList(command, session, packaging, [
    'trace packaging list --env sandbox',
    'trace packaging list --search EMB --json',
  ]);
  defineShow(command, session, packaging, {
    argument: 'id',
    examples: ['trace packaging show EMB-0007 --env sandbox'],
    find: findPackaging,
  });
  defineExport(command, session, packaging, {
    argument: ['[ids...]', say().helpArguments.packaging()],
    examples: [
      'trace packaging export --out packaging.xlsx',
      'trace packaging export --format ndjson --out -',
    ],
  });
  helpTail(command, ['trace packaging list', 'trace packaging show EMB-0007', 'trace packaging export']);
}

/**
 * Finds a packaging by id or reference. The path `/packaging/{id}` accepts only ids of the service, so a reference is
 * searched in the list.
 */
async function findPackaging(reads: Reads, id: string): Promise<Found> {
  const found = await reads.packaging(id);
  if (found.type !== 'absent') return found;
  for await (const item of reads.packagings({ search: id })) {
    if (textAt(item, 'packagingRef') === id) return { type: 'found', record: item };
  }
  return found;
}
