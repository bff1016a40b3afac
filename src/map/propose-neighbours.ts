import type { KindSpec } from '../contract/kind.ts';
import { foldText } from '../fold.ts';
import { say } from '../say.ts';
import type { HeaderReading } from './headers/header-readings.ts';
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

const STREET = 'address.street';
const FULL = 'address.label';
const MIN_SHARE = 0.8;
const MAX_EXAMINED_VALUES = 300;

/** Settles a column with whole addresses beside columns with their parts: it contains the postal codes of another column. */
export function settleFullAddress(kind: KindSpec, drafts: readonly ProposedColumn[]): void {
  const field = fieldNamed(kind, FULL)?.field;
  if (!field || drafts.some(({ target }) => target === FULL)) return;
  const zips = drafts.filter(({ target }) => target === 'address.postalCode');
  const streets = drafts.filter(({ target }) => target === STREET);
  const [zip] = zips;
  if (!zip || zips.length > 1 || streets.length !== 2) return;
  const codes = new Set([...zip.values.words.keys()].flatMap(partsOf));
  const whole = streets.filter((draft) => shareWith(draft, codes) >= MIN_SHARE);
  const [full] = whole;
  if (!full || whole.length > 1 || full.basis === 'learned') return;
  if (
    full.headerReadings.readings.some(({ by, target }: HeaderReading) => by === 'exact' && target === STREET)
  )
    return;
  const street = streets.find((draft) => draft !== full)!;
  if (shareWith(street, codes) <= 1 - MIN_SHARE) decide(full, FULL, 'synonym', full.notions);
}

const partsOf = (text: string): string[] => text.split(/[\s,;/-]+/).filter((part) => /\d{3}/.test(part));

/** The share of addresses that contain a postal code. */
function shareWith({ values }: ProposedColumn, codes: ReadonlySet<string>): number {
  const texts = [...values.words.keys()].slice(0, MAX_EXAMINED_VALUES);
  return texts.filter((text) => partsOf(text).some((part) => codes.has(part))).length / (texts.length || 1);
}

const PERSONS = new Set('name names namen nom noms nome nomi nombre nombres nomes'.split(' '));

/** Whether a header for names, such as `Nom`, may mean names of persons. `Dénomination` means the name of a company. */
export const mayNamePerson = (header: string): boolean => PERSONS.has(foldText(header));

/** Whether a column has the names of the companies, so that another column of names has those of persons. */
export const hasCompany = (drafts: readonly ProposedColumn[]): boolean =>
  drafts.some(
    ({ target, notions, basis }) =>
      target === 'name' &&
      (basis === 'learned' || notions.has('company') || notions.has('supplier') || notions.has('desc')),
  );
