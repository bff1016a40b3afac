import type { Command } from 'commander';
import { RESOURCES } from '../../read/export/resources.ts';
import { say } from '../../say.ts';
import { textAt } from '../../service/read-record.ts';
import type { Found, Reads } from '../../service/reads.ts';
import type { Session } from '../command.ts';
import { defineExport, defineList, defineShow } from '../read/resource-commands.ts';

const { packaging } = RESOURCES;

export function define(command: Command, session: Session): void {
  defineList(command, session, packaging);
  defineShow(command, session, packaging, {
    argument: 'id',
    find: findPackaging,
  });
  defineExport(command, session, packaging, {
    argument: ['[ids...]', say().helpArguments.packaging()],
  });
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
