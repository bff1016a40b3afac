import type { KindSpec } from '../contract/kind.ts';
import { foldText } from '../fold.ts';
import { say } from '../say.ts';
import { fieldNamed } from './map-file/targets.ts';
import { askAbout, decide, isCertain, type ProposedColumn } from './propose-draft.ts';

/** A field below a material of a composition, with the number of the material. */
const MATERIAL_FIELD = /^composition\.(\d+)\./;
const CERTIFICATION = /^certifications\.(\d+)\.type$/;

/**
 * Settles certifications in the columns of materials. In `Mat. 1, % 1, Label 1, Mat. 2, % 2, Label 2`, each label
 * belongs to the material with its number; a label after all materials may belong to the component.
 */
export function settleMaterialLabels(kind: KindSpec, drafts: readonly ProposedColumn[]): void {
  const target = (number: string) => `composition.${number}.certifications`;
  if (!fieldNamed(kind, target('1'))) return;
  const numberOf = (draft: ProposedColumn | undefined) => MATERIAL_FIELD.exec(draft?.target ?? '')?.[1];
  const labels = drafts.flatMap((draft, at) => {
    const number = CERTIFICATION.exec(draft.target ?? '')?.[1];
    if (number === undefined || isCertain(draft) || !/\d/.test(draft.header)) return [];
    if (numberOf(drafts[at - 1]) !== number) return [];
    const after = drafts[at + 1];
    // A certification with dates belongs to the component.
    if (after?.target?.startsWith(`certifications.${number}.`) && after.header.startsWith(draft.header))
      return [];
    const next = numberOf(after);
    return [{ draft, number, isBetween: next !== undefined && next !== number }];
  });
  const stem = ({ header }: ProposedColumn) => header.replace(/\d+/g, '#');
  const between = new Set(labels.filter(({ isBetween }) => isBetween).map(({ draft }) => stem(draft)));
  for (const { draft, number } of labels) {
    if (between.has(stem(draft))) decide(draft, target(number), 'synonym', draft.notions);
    else {
      askAbout(draft, say().proposals.certification());
      draft.candidates.push(target(number));
    }
  }
}

const PERSONS = new Set('name names namen nom noms nome nomi nombre nombres nomes ονομα'.split(' '));

/** Whether a header for names, such as `Nom`, may mean names of persons. `Dénomination` means the name of a company. */
export const mayNamePerson = (header: string): boolean => PERSONS.has(foldText(header));
