import type { KindSpec } from '../contract/kind.ts';
import { hasHan } from '../fold.ts';
import { isClear } from '../recognise/sheet-kind.ts';
import { isSkippedName } from '../recognise/sheet-names.ts';
import { type KindFit, kindFit } from '../records/headers.ts';
import { kindHeaders } from './headers/read-header.ts';
import { hasOwnWords, referenceTo } from './part-fields.ts';
import { type ColumnProposal, columnWith, isField } from './proposal.ts';
import type { SheetColumn } from './propose-draft.ts';
import { missingOf } from './propose-missing.ts';
import { isDateColumn } from './propose-values.ts';
import { numberIn, ownerOf } from './row-evidence.ts';
import type { Links } from './sheet-evidence.ts';

/** How well a sheet fits a kind. `name`: more than 0 if the name of the sheet or the file is that of the kind. */
interface SheetFit extends KindFit {
  readonly kind: KindSpec;
  readonly name: number;
  readonly proposals: readonly ColumnProposal[];
  /** The score of all evidence, without the required fields that no column has. */
  readonly evidence: number;
}

/** The lead of its evidence that makes a kind likely. */
const LIKELY_LEAD = 1.5;

/** Points for keys of other sheets. */
const LINKED = 2;

/** Weight of a likely field against one that is certain. */
const LIKELY_WEIGHT = 0.8;

/** How well columns fit a kind. `name`: the points for the name of the sheet or the file. */
export function fitOf(kind: KindSpec, proposals: readonly ColumnProposal[], name: number): SheetFit {
  const targets = new Set(
    proposals.flatMap(({ target, contested }) =>
      target === null ? (contested ?? []) : target === 'ignore' ? [] : [target],
    ),
  );
  const fit = kindFit(targets, kind.key[0], name);
  const likely = new Set(proposals.flatMap((one) => one.likely ?? []).filter((one) => one !== 'ignore'));
  const missing = missingOf(kind, proposals).filter(({ field }) => !likely.has(field)).length;
  return { kind, proposals, name, ...fit, evidence: fit.score + likely.size * LIKELY_WEIGHT - missing };
}

interface KindRanking {
  /** The kind that the headers fit best. */
  readonly best: SheetFit;
  /** Whether the headers show it. */
  readonly isKnown: boolean;
  /** The kind of the sheet: certain, likely, or the first of several. */
  readonly ranked: SheetFit | undefined;
  /** The names of the kinds that the sheet may have, or `skip`: most likely first. */
  readonly kindCandidates: readonly string[];
}

interface KindChoice extends Pick<KindRanking, 'kindCandidates'> {
  /** The fit of the kind, if the sheet may have records of one. */
  readonly chosen: SheetFit | undefined;
  /** The name of the kind or `skip`, if it is certain. */
  readonly name: string | null;
}

/** Minimum number of fields of records in a sheet with a name such as `Instructions`. */
const FEWEST_FIELDS = 3;

/** The kind of a sheet, from the fits by their scores. `answer`: what a person said. */
export function chooseKind(
  fits: readonly SheetFit[],
  columns: readonly SheetColumn[],
  links: Links,
  {
    sheet,
    isBelow,
    answer,
  }: { readonly sheet: string; readonly isBelow: boolean; readonly answer: string | undefined },
): KindChoice {
  const asked = fits.find(({ kind }) => kind.name === answer);
  const { best, isKnown, ranked, kindCandidates } = rankedKinds(fits, columns, links);
  // A table of something else, such as audits or contacts, below the records.
  const isOther = isBelow && !fits.some(({ hasKey }) => hasKey);
  const isNotes = isSkippedName(sheet) && !(best.hasKey && best.fields >= FEWEST_FIELDS);
  if (answer === 'skip' || (!asked && (isOther || isNotes)))
    return { chosen: undefined, name: 'skip', kindCandidates };
  const chosen = asked ?? (kindCandidates[0] === 'skip' ? undefined : ranked);
  return { chosen, name: chosen && (asked || isKnown) ? chosen.kind.name : null, kindCandidates };
}

function rankedKinds(fits: readonly SheetFit[], columns: readonly SheetColumn[], links: Links): KindRanking {
  const [best, next] = fits as [SheetFit, SheetFit?];
  const part = partIn(fits, columns, links);
  if (part) return { best, isKnown: false, ranked: part, kindCandidates: [part.kind.name] };
  // A sheet with the name or the references of another kind may be of that kind, even if its headers are unclear.
  const isDoubtful =
    best.name === 0 &&
    fits.some((other) => (other.name > 0 && !isReferred(best, other)) || hasOwnKey(other, best.proposals));
  const isKnown = isClear(best, next) && !isDoubtful;
  // If the headers alone are not clear, all evidence together may show one kind, for a person to confirm.
  const isPart = fits.some((fit) => pointsOfLinks(fit, links) > 0);
  const ranked = isKnown
    ? fits
    : fits
        .map((fit) => ({ ...fit, evidence: fit.evidence + (isPart ? pointsOfLinks(fit, links) : 0) }))
        .sort((one, other) => other.evidence - one.evidence);
  const [likely, second] = ranked as [SheetFit, SheetFit?];
  const isLikely = likely.evidence >= (second?.evidence ?? 0) + LIKELY_LEAD;
  const names = (isLikely && !isKnown ? [likely] : ranked)
    .filter(({ evidence, score }) => evidence > 0 && (isLikely || score + 4 >= best.score))
    .map(({ kind }) => kind.name);
  const other = otherData(likely, columns, links);
  if (other === 'certain') return { best, isKnown: false, ranked: likely, kindCandidates: ['skip'] };
  if (other === 'codes')
    return { best, isKnown: false, ranked: likely, kindCandidates: ['skip', likely.kind.name] };
  // Of a sheet whose columns name no field, nothing shows the kind: a list of codes, a log of changes.
  const isUnknown = likely.name === 0 && !likely.proposals.some(isField);
  if (isUnknown) return { best, isKnown, ranked: undefined, kindCandidates: names };
  const kindCandidates = [likely.kind.name, ...names, ...(other === 'likely' ? ['skip'] : [])];
  return { best, isKnown, ranked: likely, kindCandidates: [...new Set(kindCandidates)] };
}

/**
 * The fit of records that are parts of others, such as the components of products, if the sheet fits another kind better, but
 * names records of another sheet, has keys of its own or names a record in several rows, and has the words of the parts.
 */
function partIn(
  fits: readonly SheetFit[],
  columns: readonly SheetColumn[],
  { keysOf }: Links,
): SheetFit | undefined {
  const [best] = fits as [SheetFit];
  return fits.slice(1).find(({ kind, name, proposals }) => {
    const owner = ownerOf(kind);
    const reference = columnWith(proposals, owner?.fields[0]);
    const values = columns.find(({ index }) => index === reference?.index)?.values;
    const isRepeated = values !== undefined && values.words.size < values.filled;
    return (
      reference !== undefined &&
      (name >= best.name || isRepeated) &&
      keysOf.get(reference.index)?.has(owner!.to) === true &&
      (columnWith(proposals, kind.key[0]) !== undefined || isRepeated) &&
      hasOwnWords(kind, best.kind, columns, proposals)
    );
  });
}

/** Points for keys of the record of which a kind has parts, and against keys of other sheets as those of the kind itself. */
function pointsOfLinks({ kind, proposals }: SheetFit, { keysOf }: Links): number {
  const kindsIn = (field: string | undefined) => keysOf.get(columnWith(proposals, field)?.index ?? -1);
  const owner = ownerOf(kind);
  const ofOwner = owner && kindsIn(owner.fields[0])?.has(owner.to) ? LINKED : 0;
  return kindsIn(kind.key[0]) ? ofOwner - LINKED : ofOwner;
}

/** Maximum number of fields beside the key in a sheet of something else, and of columns of notes and of a list of codes. */
const MOST_FIELDS = 1;
const MOST_COLUMNS_OF_CODES = 3;
export const MOST_NOTES = 2;

/**
 * Whether a sheet has other data than records of the kind that it fits best: it lacks required fields, and repeats keys of
 * other sheets, or has codes with their texts. That is certain if its other columns have only numbers and dates, such as prices
 * or stocks, or if it has only notes.
 */
function otherData(
  { kind, name, proposals }: SheetFit,
  columns: readonly SheetColumn[],
  links: Links,
): 'certain' | 'codes' | 'likely' | undefined {
  const [key] = kind.key;
  const keyed = columnWith(proposals, key);
  const isOpen = (path: string) =>
    proposals.some(({ likely, candidates }) => likely === path || candidates.includes(path));
  const missing = missingOf(kind, proposals).filter(({ field }) => field !== key && !isOpen(field));
  if (name > 0 || missing.length === 0 || proposals.filter(isField).length > MOST_FIELDS + (keyed ? 1 : 0))
    return undefined;
  const filled = columns.filter(({ values }) => values.filled > 0);
  if (!keyed && filled.length <= MOST_NOTES && filled.some(areNotes)) return 'certain';
  if (filled.length <= MOST_COLUMNS_OF_CODES && missing.length > 1 && kind.references.length === 0)
    return 'codes';
  if (!keyed || !links.repeats.has(keyed.index)) return undefined;
  const others = filled.filter(({ index }) => index !== keyed.index);
  const isMeasured = ({ values }: SheetColumn) =>
    isDateColumn(values) || [...values.words.keys()].every((text) => numberIn(text).length > 0);
  return others.length > 0 && others.every(isMeasured) ? 'certain' : 'likely';
}

/** Whether most texts of a column have several words, as those of a list of codes have not. */
const areNotes = ({ values: { words } }: SheetColumn): boolean =>
  [...words.keys()].filter(hasWords).length > words.size / 2;

/** Whether a text has several words. */
export const hasWords = (text: string): boolean => text.includes(' ') || (hasHan(text) && text.length > 3);

/** Whether a sheet has the keys of its own kind and of another one, to which it refers: `Materials of models`. */
const isReferred = ({ kind, hasKey, proposals }: SheetFit, other: SheetFit): boolean =>
  hasKey && columnWith(proposals, referenceTo(kind, other.kind)?.fields[0])?.target != null;

/** Whether a sheet has a column with the key of a kind, named like the kind, which `others` ignore or leave open. */
function hasOwnKey(
  { kind, proposals }: { readonly kind: KindSpec; readonly proposals: readonly ColumnProposal[] },
  others: readonly ColumnProposal[],
): boolean {
  return proposals.some(({ header, target, contested }, at) => {
    const other = others[at]!;
    return (
      (target ?? contested) === kind.key[0] &&
      other.contested === undefined &&
      (other.target === null || other.target === 'ignore') &&
      kindHeaders(kind)
        .read(header)
        .meanings.some((notions) => notions.has(kind.name))
    );
  });
}
