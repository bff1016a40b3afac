import { columnPath } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { kindText, say } from '../say.ts';
import { kindHeaders } from './headers/read-header.ts';
import { unnumbered } from './map-file/targets.ts';
import type { ColumnProposal, MissingField } from './proposal.ts';

/** Required fields that no column fills. The family and the batch can come from flags. */
export function missingOf(kind: KindSpec, proposals: readonly ColumnProposal[]): MissingField[] {
  const targets = proposals.flatMap(({ target }) => (target === null ? [] : [unnumbered(target)]));
  return kind.fields.flatMap((field): MissingField[] => {
    const path = unnumbered(field.path);
    if (field.required !== 'always' || field.path === 'projectType' || field.path === kind.batchField)
      return [];
    if (targets.includes(path) || (path.startsWith('composition.') && targets.includes('composition')))
      return [];
    const position = proposals.find(({ header }) =>
      kindHeaders(kind)
        .read(header)
        .meanings.some(
          (notions) => notions.has('position') || (notions.size === 2 && notions.has('numeric')),
        ),
    );
    const template =
      path === 'componentRef' && targets.includes('productRef') && position
        ? `{productRef}-{${position.header}}`
        : undefined;
    return [
      {
        field: columnPath(field.path),
        question: say().proposals.fieldMissing({ kind: kindText(kind.name), field: path }),
        ...(template === undefined ? {} : { template }),
      },
    ];
  });
}
