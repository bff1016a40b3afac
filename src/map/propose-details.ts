import type { KindSpec } from '../contract/kind.ts';
import { say } from '../say.ts';
import { IDENTIFIERS, notionsOf } from './headers/notions.ts';
import { fieldNamed } from './map-file/targets.ts';
import { askAbout, decide, isField, type ProposedColumn } from './propose-draft.ts';
import { mayBeYesOrNo } from './propose-values.ts';

const DETAILS = notionsOf('details');
const NAMES = notionsOf('names');

/**
 * Whether a column has the names of records whose references another column has, as `Fournisseur` beside `Code
 * fournisseur`, or line numbers.
 */
const isBesideReferences = (
  kind: KindSpec,
  { refutedTargets = [], headerReadings }: ProposedColumn,
  taken: ReadonlySet<string>,
): boolean =>
  refutedTargets.length > 0 &&
  refutedTargets.length === headerReadings.readings.length &&
  refutedTargets.every(
    ({ target, why }) =>
      (why === 'namesNotReferences' || why === 'linesNotReferences') &&
      taken.has(target) &&
      fieldNamed(kind, target)?.field.value.type === 'reference',
  );

/** Ignores columns that only describe a record that another column identifies, such as `Supplier city` of a component. */
export function ignoreDetails(kind: KindSpec, drafts: readonly ProposedColumn[]): void {
  const taken = new Set(drafts.filter(isField).map(({ target }) => target!));
  const has = (path: string) => kind.fields.some((field) => field.path === path);
  for (const draft of drafts) {
    if (draft.target === 'ignore' && draft.basis === 'synonym' && draft.notions.has('position')) {
      if (has('componentRef') && !taken.has('componentRef') && kind.key[0] === 'componentRef')
        askAbout(draft, say().proposals.partNumber());
      continue;
    }
    if (draft.target === null && isBesideReferences(kind, draft, taken)) decide(draft, 'ignore', 'synonym');
    if (draft.target !== null || draft.openReadings.length > 0 || draft.headerReadings.readings.length > 0)
      continue;
    const meanings = draft.headerReadings.meanings;
    if (meanings.length === 0) continue;
    const isStatus = meanings.every(
      (notions) =>
        notions.has('status') && [...notions].every((one) => one === 'status' || one in IDENTIFIERS),
    );
    if (isStatus && !mayBeYesOrNo(draft.values)) {
      decide(draft, 'ignore', 'synonym', meanings[0]);
      continue;
    }
    const isDetail = meanings.some((notions) => {
      const all = [...notions];
      const topics = all.filter((notion) => notion in IDENTIFIERS);
      const details = all.filter((notion) => !(notion in IDENTIFIERS));
      if (details.length === 0 || !details.every((notion) => DETAILS.has(notion))) return false;
      const isPlace = topics.some(
        (topic) => topic === 'supplier' || topic === 'site' || topic === 'warehouse',
      );
      if (!isPlace && details.some((notion) => !NAMES.has(notion))) return false;
      if (topics.length === 0)
        return (
          !has('name') &&
          details.every((notion) => notion === 'name' || notion === 'desc') &&
          taken.has(kind.key[0]!)
        );
      if (topics.includes('material') && !drafts.some(({ target }) => target?.startsWith('composition')))
        return false;
      // A detail of the record itself is ignored only if it is a name and the kind has no field for it.
      const isOwn = topics.some((topic) => IDENTIFIERS[topic]!.includes(kind.key[0]!));
      if (isOwn && (has('name') || details.some((notion) => notion !== 'name' && notion !== 'desc')))
        return false;
      return topics.every((topic) => IDENTIFIERS[topic]!.some((path) => taken.has(path)));
    });
    if (isDetail) decide(draft, 'ignore', 'synonym', meanings[0]);
  }
}
