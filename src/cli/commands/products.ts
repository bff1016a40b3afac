import type { Command } from 'commander';
import { RESOURCES } from '../../read/export/resources.ts';
import { say } from '../../say.ts';
import { type Answered, recordsAt, textAt } from '../../service/read-record.ts';
import type { Session } from '../command.ts';
import { defineExport, defineList, defineShow } from '../read/resource-commands.ts';
import { cardLines } from '../view/list-view.ts';

const { products } = RESOURCES;

export function define(command: Command, session: Session): void {
  defineList(command, session, products);
  defineShow(command, session, products, {
    argument: 'ref',
    find: (reads, ref) => reads.product(ref),
    card: productCard,
  });
  defineExport(command, session, products, {
    argument: ['[refs...]', say().helpArguments.products()],
    grainVariable: false,
  });
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
