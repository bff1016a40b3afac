import type { Field } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { say } from '../say.ts';
import { columnLetters } from '../sheets/cell.ts';
import { areLineNumbers, areRowNumbers, type ColumnValues } from './column-values.ts';
import { fieldNamed } from './map-file/targets.ts';
import { askAbout, decide, isCertain, isField, type ProposedColumn } from './propose-draft.ts';
import { shareInList, valuesConfirm } from './propose-values.ts';

/** Settles several columns for one field: the column with the most specific header fills it, or all become questions. */
export function settleDoubles(kind: KindSpec, drafts: readonly ProposedColumn[]): void {
  const groups = Map.groupBy(drafts.filter(isField), ({ target }) => target!);
  for (const [target, all] of groups) {
    const group = withoutLineNumbers(kind, target, all);
    if (group.length < 2) continue;
    const certain = group.filter(isCertain);
    const winner =
      certain.length === 1
        ? certain[0]
        : certain.length === 0
          ? (withListValues(kind, target, group) ?? mostSpecific(group))
          : undefined;
    if (!winner) {
      for (const draft of group) askAboutAll(draft, group, target);
      continue;
    }
    const field = fieldNamed(kind, target)!.field;
    const rivals = group.filter((draft) => draft !== winner && isRival(kind, field, draft));
    if (certain.length === 0 && rivals.length > 0) {
      for (const draft of group) askAboutAll(draft, group, target);
      continue;
    }
    for (const draft of group)
      if (draft !== winner) {
        if (isRedundant(field, winner, draft)) decide(draft, 'ignore', 'synonym', draft.notions);
        else
          askAbout(
            draft,
            say().proposals.fills({ columns: nameOthers(draft, [winner]), count: 1, field: target }),
          );
      }
  }
}

/** The columns without those that number the rows, which are questions, if another one may have the key. */
function withoutLineNumbers(
  kind: KindSpec,
  target: string,
  all: readonly ProposedColumn[],
): readonly ProposedColumn[] {
  if (target !== kind.key[0]) return all;
  const isOther = (draft: ProposedColumn) =>
    isCertain(draft) || !(areLineNumbers(draft.values) || areRowNumbers(draft.values));
  const others = all.filter(isOther);
  if (others.length === 0 || others.length === all.length) return all;
  for (const draft of all) if (!isOther(draft)) askAboutAll(draft, [draft, others[0]!], target);
  return others;
}

function askAboutAll(draft: ProposedColumn, group: readonly ProposedColumn[], target: string): void {
  askAbout(
    draft,
    say().proposals.wouldFill({ columns: nameOthers(draft, group), count: group.length - 1, field: target }),
  );
  draft.contested = target;
}

const nameOthers = (draft: ProposedColumn, group: readonly ProposedColumn[]): string =>
  group
    .filter((other) => other !== draft)
    .slice(0, 3)
    .map(({ index, header }) =>
      say().proposals.column({
        column: columnLetters(index),
        header: JSON.stringify(header.slice(0, 40)),
      }),
    )
    .join(say().mapFile.and());

/** Notions that make a header more specific, the most specific first. */
const SPECIFIC_NOTIONS = ['uid', 'ref', 'id', 'net', 'lastname'];

function mostSpecific(group: readonly ProposedColumn[]): ProposedColumn | undefined {
  for (const notion of SPECIFIC_NOTIONS) {
    const having = group.filter(({ notions }) => notions.has(notion));
    if (having.length === 1) return isMoreFilled(having[0]!, group) ? having[0] : undefined;
    if (having.length > 1) return undefined;
  }
  // A name in the contract takes precedence over another word: `Nom` over `Désignation`.
  const inContract = group.filter(({ basis }) => basis === 'name');
  const [documented] = inContract;
  if (documented && inContract.length === 1 && isMoreFilled(documented, group)) return documented;
  const named = group.filter(({ notions }) => notions.has('name') || notions.has('phone'));
  const [own] = named;
  if (own && named.length === 1 && group.length === 2 && isRelated(own, group)) return own;
  const [first, second] = [...group].sort((one, other) => other.notions.size - one.notions.size);
  const isWider =
    first!.notions.size > second!.notions.size &&
    [...second!.notions].every((one) => first!.notions.has(one));
  return isWider && isMoreFilled(first!, group) ? first : undefined;
}

/** Whether two columns have a name and a description, or a telephone and a mobile number. */
const isRelated = (own: ProposedColumn, group: readonly ProposedColumn[]): boolean =>
  group.every((draft) => draft === own || draft.notions.has(own.notions.has('name') ? 'desc' : 'mobile'));

const isMoreFilled = (draft: ProposedColumn, group: readonly ProposedColumn[]): boolean =>
  group.every((other) => draft.values.filled >= other.values.filled * 0.8);

/** Of several columns for one field, the only one whose values are in the list of the field. */
function withListValues(
  kind: KindSpec,
  target: string,
  group: readonly ProposedColumn[],
): ProposedColumn | undefined {
  const { field } = fieldNamed(kind, target)!;
  const shares = group.map(({ values }) => shareInList(kind, field, values));
  const at = shares.findIndex((share) => share >= 0.9);
  return at >= 0 && shares.every((share, other) => other === at || share <= 0.5) ? group[at] : undefined;
}

/** Whether a column has references, and not the names of records that another column identifies. */
const isRival = (kind: KindSpec, field: Field, { values }: ProposedColumn): boolean =>
  field.value.type === 'reference' &&
  valuesConfirm(kind, field, values) &&
  !(field.path === kind.key[0] && areLineNumbers(values));

/** Whether a column only has the name of what another column identifies: `Couleur` beside `Code couleur`. */
function isRedundant(field: Field, winner: ProposedColumn, loser: ProposedColumn): boolean {
  const isCode = winner.notions.has('ref') || winner.notions.has('id') || winner.notions.has('uid');
  const names = !loser.notions.has('ref') && !loser.notions.has('id');
  if (field.value.type === 'country' && isCode) return names;
  if (field.value.type === 'reference' && isCode) return names;
  if (winner.notions.has('name') && loser.notions.has('desc'))
    return averageLength(loser.values) > 1.5 * averageLength(winner.values);
  return winner.notions.has('phone') && loser.notions.has('mobile');
}

function averageLength({ words }: ColumnValues): number {
  const some = words.keys().take(100).toArray();
  return some.join('').length / Math.max(1, some.length);
}
