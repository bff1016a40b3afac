import { columnPath, type Field } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { kindText, say } from '../say.ts';
import { kindHeaders } from './headers/read-header.ts';
import { unnumberedPath } from './map-file/targets.ts';
import { type ColumnProposal, type MissingField, targetOf } from './proposal.ts';
import { requiredFields } from './propose-lacking.ts';
import { type Links, NO_LINKS } from './sheet-evidence.ts';

/** What may fill a required field that no column has. `known`: the fields of templates. */
interface ProposedFields {
  readonly proposals: readonly ColumnProposal[];
  readonly links: Links;
  readonly known: ReadonlySet<string>;
}

/** Required fields that no column fills. `known`: those of templates. The family and the batch can come from flags. */
export function missingOf(
  kind: KindSpec,
  proposals: readonly ColumnProposal[],
  links: Links = NO_LINKS,
  known: ReadonlySet<string> = new Set(),
): MissingField[] {
  const targets = proposals.flatMap(({ target }) => (target === null ? [] : [unnumberedPath(target)]));
  return requiredFields(kind).flatMap((field): MissingField[] => {
    const path = unnumberedPath(field.path);
    if (targets.includes(path) || (path.startsWith('composition.') && targets.includes('composition')))
      return [];
    const template = templateOf(kind, field, targets, { proposals, links, known });
    return [
      {
        field: columnPath(field.path),
        question: say().proposals.fieldMissing({ kind: kindText(kind.name), field: path }),
        ...(template === undefined ? {} : { template }),
      },
    ];
  });
}

const isIgnored = (target: string | null): boolean => target === null || target === 'ignore';
const isShortCode = (text: string): boolean => /^(?=.*\p{Lu})[\p{Lu}\d._-]{2,12}$/u.test(text);

/**
 * A likely template of a required field: from what it follows, the numbers of lines, the record to which the rows refer, or the name of a
 * record if no column has codes.
 */
function templateOf(
  kind: KindSpec,
  { path }: Field,
  targets: readonly string[],
  { proposals, links, known }: ProposedFields,
): string | undefined {
  const from = kind.follows?.[path]?.from;
  if (from !== undefined && proposals.some((one) => targetOf(one)?.startsWith(from))) return `{${from}}`;
  if (path === 'componentRef' && targets.includes('productRef')) {
    const isPosition = (notions: ReadonlySet<string>) =>
      notions.has('position') || (notions.size === 2 && notions.has('numeric'));
    const position = proposals.find(({ header }) => kindHeaders(kind).read(header).meanings.some(isPosition));
    const isOther = proposals.some((one) => one !== position && one.likely === path);
    return position && !isOther ? `{productRef}-{${position.header}}` : undefined;
  }
  const isLikely = proposals.some(({ likely, candidates: [one] }) => (likely ?? one) === path);
  if (path === kind.key[0] && kind.references.length === 0) {
    const hasCodes = proposals.some(({ target, samples }) => isIgnored(target) && samples.every(isShortCode));
    return targets.includes('name') && !isLikely && !hasCodes ? '{name}' : undefined;
  }
  const reference = kind.references.find(({ fields }) => fields.includes(path));
  const [first] = reference?.fields ?? [];
  if (!reference || !links.kinds.has(reference.to) || !(targets.includes(first!) || known.has(first!)))
    return undefined;
  return isLikely ? undefined : `{${reference.to}.${path}}`;
}
