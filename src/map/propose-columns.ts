import type { KindSpec } from '../contract/kind.ts';
import { headerKey, headersOf } from '../records/headers.ts';
import { say } from '../say.ts';
import { columnLetters } from '../sheets/cell.ts';
import { areMaterialTypes } from './column-points.ts';
import { type Contradiction, contradiction, keyContradiction } from './contradictions.ts';
import { type HeaderReading, NO_READINGS } from './headers/header-readings.ts';
import { kindHeaders } from './headers/read-header.ts';
import { sheetLanguage } from './headers/sheet-language.ts';
import { headerTokens } from './headers/tokens.ts';
import { fieldNamed, unnumberedPath } from './map-file/targets.ts';
import { type ColumnProposal, NOTES } from './proposal.ts';
import { ignoreDetails } from './propose-details.ts';
import { settleDoubles } from './propose-doubles.ts';
import {
  askAbout,
  basisOf,
  decide,
  isCertain,
  isRefuted,
  type ProposedColumn,
  type SheetColumn,
} from './propose-draft.ts';
import { weighEvidence } from './propose-evidence.ts';
import { askAboutContacts } from './propose-lacking.ts';
import { mayNamePerson, settleMaterialLabels } from './propose-neighbours.ts';
import { settleReferences } from './propose-references.ts';
import type { TextRow } from './propose-rows.ts';
import type { KnownReferences } from './propose-separators.ts';
import { lacksUnit, repeatedUnit, settleUnits } from './propose-units.ts';
import { valuesConfirm } from './propose-values.ts';
import { columnsOfRecords, recordColumns } from './row-evidence.ts';
import { hasStreet, type Links, NO_LINKS } from './sheet-evidence.ts';

const MOST_SAMPLES = 3;
/** Maximum number of columns whose headers are compared with the names of all fields. */
const MOST_HINTS = 200;
const NONE: ReadonlySet<string> = new Set();
const NO_COLUMNS: ReadonlySet<number> = new Set();

/** What is known of a sheet beside its columns. `known`: the fields that are filled otherwise, such as from a row above. */
interface ColumnContext {
  readonly links: Links;
  readonly rows: readonly TextRow[];
  readonly known?: ReadonlySet<string>;
}

/** What is proposed for the columns of a sheet of a kind. */
export function proposeColumns(
  kind: KindSpec,
  columns: readonly SheetColumn[],
  learned: ReadonlyMap<string, string>,
  answers: ReadonlyMap<number, string>,
  references: KnownReferences,
  { links, rows, known = NONE }: ColumnContext = { links: NO_LINKS, rows: [] },
): ColumnProposal[] {
  const languages = sheetLanguage(columns.map(({ header, lookupText }) => lookupText ?? header));
  const settled = () => {
    const drafts = columns.map((column) => draftOf(kind, column, learned, answers, languages));
    settle(kind, drafts, references);
    for (const draft of drafts) openKnown(draft, known);
    return drafts;
  };
  const weighed = (drafts: ProposedColumn[], ofOthers: ReadonlySet<number>) => {
    weighEvidence(kind, drafts, { links, rows, languages, ofOthers, known });
    return drafts;
  };
  const drafts = settled();
  const by = recordColumns(kind, drafts);
  weighed(drafts, columnsOfRecords(columns, rows, by));
  // Columns that are only likely to be part of the key may show more columns that belong to another record.
  const likely = recordColumns(kind, drafts);
  const isSame = likely.every((index, at) => index === by[at]);
  const more = isSame ? NO_COLUMNS : columnsOfRecords(columns, rows, likely);
  const found = more.size === 0 ? drafts : weighed(settled(), more);
  askAboutContacts(kind, found);
  return found.map((draft) => proposalOf(kind, draft, links));
}

/** A column has no field that is filled otherwise. */
function openKnown(draft: ProposedColumn, known: ReadonlySet<string>): void {
  if (known.has(draft.target ?? '')) askAbout(draft, say().proposals.unknown());
  draft.candidates = draft.candidates.filter((target) => !known.has(target));
}

/** What headers and values show of columns together, before they are weighed. */
function settle(kind: KindSpec, drafts: readonly ProposedColumn[], references: KnownReferences): void {
  openContactNames(kind, drafts);
  settleMaterialLabels(kind, drafts);
  settleReferences(kind, drafts, references);
  settleDoubles(kind, drafts);
  settleNames(drafts);
  askAboutNotes(drafts);
  settleContacts(drafts);
  settleStreet(drafts);
  settleComposition(kind, drafts);
  ignoreDetails(kind, drafts);
  settleUnits(kind, drafts);
  settleKeys(kind, drafts);
}

function draftOf(
  kind: KindSpec,
  column: SheetColumn,
  learned: ReadonlyMap<string, string>,
  answers: ReadonlyMap<number, string>,
  languages: number | undefined,
): ProposedColumn {
  const { header, values, index } = column;
  const draft: ProposedColumn = {
    ...column,
    target: null,
    basis: 'none',
    candidates: [],
    openReadings: [],
    headerReadings: NO_READINGS,
    notions: NONE,
  };
  const answer = answers.get(index) ?? learned.get(header) ?? learned.get(headerKey(header));
  if (answer !== undefined && (answer === 'ignore' || fieldNamed(kind, answer))) {
    // The unit of a header is that of the numbers, whoever named the field.
    const { unit } = headerTokens(column.lookupText ?? header);
    return { ...draft, target: answer, basis: 'learned', ...(unit !== undefined && { unit }) };
  }
  if (/^trace_/i.test(header)) return { ...draft, target: 'ignore', basis: 'name' };
  const isEmpty = values.filled === 0;
  if (header === '') {
    if (isEmpty) return { ...draft, target: 'ignore', basis: 'synonym' };
    return { ...draft, question: say().proposals.noHeader() };
  }
  const found = kindHeaders(kind).read(column.lookupText ?? header, languages);
  const own = { ...draft, headerReadings: found, ...(found.unit === undefined ? {} : { unit: found.unit }) };
  const isTyped = found.readings[0]?.by !== 'exact' && found.meanings.some((notions) => notions.has('type'));
  if (isTyped && areMaterialTypes(values)) return { ...own, target: 'ignore', basis: 'synonym' };
  const refutedTargets: { target: string; why: Contradiction }[] = [];
  const open = found.readings.filter((reading) => {
    const why = reading.by === 'exact' ? undefined : contradiction(kind, reading.field, values);
    if (why !== undefined) refutedTargets.push({ target: reading.target, why });
    return (
      why === undefined &&
      reading.likely !== true &&
      (!reading.confirm || valuesConfirm(kind, reading.field, values))
    );
  });
  const [first] = open;
  if (first && open.length === 1 && !(found.mayBeForeign && !valuesConfirm(kind, first.field, values)))
    return {
      ...own,
      target: first.target,
      // Without a line, the import looks up the header itself, not the text that was looked up here.
      basis: column.lookupText === undefined ? basisOf(first) : 'synonym',
      openReadings: open,
      notions: first.notions,
    };
  const candidates = [...new Set([...open, ...found.readings].map(({ target }) => target))];
  if (open.length > 0) {
    const names = [...new Set(open.map(({ target }) => target))];
    if (found.mayBeForeign) names.push('ignore');
    return {
      ...own,
      openReadings: open,
      candidates,
      question: say().proposals.canMean({ fields: names.join(say().mapFile.or()) }),
    };
  }
  const isLikely = found.readings.some(
    ({ target, likely }) => likely && !refutedTargets.some((one) => one.target === target),
  );
  if (isRefuted(found, refutedTargets)) return { ...own, target: 'ignore', basis: 'synonym', notions: NONE };
  if (refutedTargets.length > 0) {
    const [{ target, why }] = refutedTargets as [{ target: string; why: Contradiction }];
    return { ...own, refutedTargets, candidates, question: contradicted(target, why) };
  }
  if (found.isForeign || (isEmpty && !isLikely))
    return { ...own, target: 'ignore', basis: 'synonym', notions: found.meanings[0] ?? NONE };
  const near = index < MOST_HINTS ? kindHeaders(kind).nearest(header) : null;
  if (near !== null && !candidates.includes(near))
    candidates.splice(isLikely ? candidates.length : 0, 0, near);
  const question =
    candidates.length > 0
      ? say().proposals.mayMean({ fields: candidates.slice(0, 3).join(say().mapFile.or()) })
      : say().proposals.unknown();
  return { ...own, candidates, basis: near === null ? 'none' : 'suggestion', question };
}

const contradicted = (field: string, why: Contradiction): string =>
  say().proposals.contradicted({ field, why: say().contradictions[why]() });

const CONTACT = 'contacts[].person';

/**
 * Beside first names, a column that is only called name may have the last names of the contacts; beside last names, their first
 * names.
 */
function openContactNames(kind: KindSpec, drafts: readonly ProposedColumn[]): void {
  const withNotion = (notion: string) =>
    drafts.find(({ headerReadings: { meanings } }) => meanings.some((notions) => notions.has(notion)));
  const first = drafts.find(({ target }) => target?.endsWith('.firstname')) ?? withNotion('firstname');
  const other = first ?? withNotion('lastname');
  if (!other) return;
  const [from, to] = first ? ['.firstname', '.name'] : ['.name', '.firstname'];
  const field = kind.fields.find(({ path }) => path === `${CONTACT}${to}`);
  const target = `${other.target}`.replace(from, to);
  for (const [at, draft] of drafts.entries()) {
    if (draft.target !== 'name' || isCertain(draft) || !mayNamePerson(draft.header)) continue;
    const isBeside = [drafts[at - 1], drafts[at + 1]].includes(other);
    if (!field || other.target === null || other.target === 'ignore') {
      if (!isBeside) continue;
      decide(draft, 'ignore', 'synonym');
      draft.headerReadings = { ...NO_READINGS, meanings: [new Set(['lastname'])], isForeign: true };
      continue;
    }
    const isCompany = contradiction(kind, field, draft.values) === 'companies';
    if ((!first && !isBeside) || isCompany) continue;
    const contact: HeaderReading = { field, target, by: 'synonym', confirm: false, notions: draft.notions };
    draft.openReadings = [...draft.openReadings, contact];
    const isTaken = drafts.some((one) => one !== draft && one.target === 'name');
    draft.candidates = ['name', target];
    draft.target = null;
    draft.basis = 'none';
    if (isTaken) draft.likely = target;
    draft.question = say().proposals.canMean({ fields: ['name', target].join(say().mapFile.or()) });
  }
}

/** A telephone number 2 is not the number of a second contact, unless the sheet has more of that contact. */
function settleContacts(drafts: readonly ProposedColumn[]): void {
  for (const draft of drafts) {
    const item = /^(contacts\.(?:[2-9]|\d\d+)\.)person\.(?:phone|language)$/.exec(draft.target ?? '')?.[1];
    if (item === undefined || draft.basis === 'learned') continue;
    const others = drafts.filter((other) => other !== draft && other.target?.startsWith(item));
    if (others.length === 0) askAbout(draft, say().proposals.contact());
  }
}

/** The second line of an address without a first one is likely its street. */
function settleStreet(drafts: readonly ProposedColumn[]): void {
  const [extra, street] = ['address.additionalStreet', 'address.street'];
  const draft = drafts.find(({ target }) => target === extra);
  if (!draft || isCertain(draft) || hasStreet(drafts)) return;
  askAbout(draft, say().proposals.canMean({ fields: [street, extra].join(say().mapFile.or()) }));
  draft.likely = street;
  draft.candidates = [street, extra];
}

/** Asks about composition columns that do not fit: whole ones beside single materials, or a share without its material. */
function settleComposition(kind: KindSpec, drafts: readonly ProposedColumn[]): void {
  const whole = drafts.find(({ target }) => target === 'composition');
  const items = drafts.filter(({ target }) => target?.startsWith('composition.') ?? false);
  const materials = items.filter(({ target }) => target!.endsWith('.material'));
  if (whole && materials.length > 0) {
    const field = fieldNamed(kind, 'composition')!.field;
    // Whole compositions need no names of materials without percentages.
    const isWhole = items.length === materials.length && valuesConfirm(kind, field, whole.values);
    for (const draft of isWhole ? items : [whole, ...items])
      askAbout(draft, say().proposals.wholeAndSingle());
    return;
  }
  for (const draft of items) {
    if (draft.target!.endsWith('.material') || draft.basis === 'learned') continue;
    // The origin of all materials.
    if (whole && draft.target === 'composition.1.origin' && draft.notions.has('material')) continue;
    const isNumbered = /\d/.test(draft.lookupText ?? draft.header);
    const number = draft.target!.split('.')[1]!;
    if (whole) askAbout(draft, say().proposals.whole());
    else if (materials.length > 1 && !isNumbered) askAbout(draft, say().proposals.whichMaterial());
    else if (!materials.some(({ target }) => target === `composition.${number}.material`))
      askAbout(draft, say().proposals.noMaterial({ number }));
  }
}

/** Remarks are often meant for one's own people: whether they are sent is a question. */
function askAboutNotes(drafts: readonly ProposedColumn[]): void {
  for (const draft of drafts.filter(({ target, basis }) => target === NOTES && basis === 'synonym')) {
    askAbout(draft, say().proposals.notes({ field: NOTES }));
    draft.candidates = [NOTES];
    draft.likely = NOTES;
  }
}

/** The only name of records is rather the usual one, although its header says that it is public. */
function settleNames(drafts: readonly ProposedColumn[]): void {
  if (drafts.some(({ target, candidates }) => target === 'name' || candidates.includes('name'))) return;
  for (const draft of drafts.filter(({ target, basis }) => target === 'publicName' && basis === 'synonym')) {
    const fields = ['name', 'publicName'];
    askAbout(draft, say().proposals.canMean({ fields: fields.join(say().mapFile.or()) }));
    draft.candidates = fields;
    draft.likely = 'name';
  }
}

/** Asks about columns of keys whose values cannot be keys. */
function settleKeys(kind: KindSpec, drafts: readonly ProposedColumn[]): void {
  if (kind.key.length !== 1) return;
  for (const draft of drafts) {
    if (draft.target !== kind.key[0] || isCertain(draft)) continue;
    const why = keyContradiction(draft.values);
    if (why !== undefined) askAbout(draft, contradicted(draft.target!, why));
  }
}

function proposalOf(kind: KindSpec, draft: ProposedColumn, links: Links): ColumnProposal {
  const { index, header, values, target, basis, candidates, question, contested } = draft;
  const unit = target === null || target === 'ignore' ? undefined : repeatedUnit(kind, draft);
  const to = kind.references.find(({ fields }) => fields[0] === (target ?? draft.likely))?.to;
  const refersBy = to === undefined ? undefined : links.names.get(index)?.get(to);
  // The import would read a header that is the name of a field, though another column of the part has it.
  const isOfOther = target === 'ignore' && basis === 'learned' && values.filled === 0;
  const own = (target === null || isOfOther) && header !== '' ? headersOf(kind).meaning(header) : undefined;
  return {
    index,
    letters: columnLetters(index),
    header,
    samples: [...values.words.keys()].slice(0, MOST_SAMPLES),
    target,
    basis,
    candidates: [...new Set(candidates)],
    ...(draft.likely !== undefined && target === null && { likely: draft.likely }),
    ...(draft.fitting !== undefined && target === null && { fitting: draft.fitting }),
    ...(question === undefined || target !== null ? {} : { question }),
    ...(unit === undefined ? {} : { unit }),
    ...(unit === undefined && (draft.isSmall || lacksUnit(kind, draft)) && { needsUnit: true as const }),
    ...(contested === undefined ? {} : { contested }),
    ...(refersBy !== undefined && { refersBy }),
    ...(own && own.remarks === undefined && { readsAs: unnumberedPath(own.field.path) }),
  };
}
