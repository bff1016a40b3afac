import { type Field, pathSteps } from '../../contract/field.ts';
import type { KindSpec } from '../../contract/kind.ts';
import { columnLetters } from '../../sheets/cell.ts';
import { isHarmlessRemark } from '../records/header-remark.ts';
import { headerKey, headerParts, headersOf } from '../records/headers.ts';
import { parseNumber, splitUnit, unitFactor } from '../records/number.ts';
import { isBlankWord } from '../records/text-coercion.ts';
import { type HeaderReading, type HeaderReadings, kindHeaders } from './headers/read-header.ts';
import { fieldNamed } from './map-file/targets.ts';
import type { Basis, ColumnProposal } from './proposal.ts';
import { type ColumnValues, confirms, contradiction, keyContradiction } from './propose-values.ts';

/** A column of a sheet. */
export interface SheetColumn {
  readonly index: number;
  readonly header: string;
  /** What to read the header as, if that is another text. */
  readonly meant?: string;
  readonly values: ColumnValues;
}

/** What is known about a column while its sheet is read. */
interface Draft extends SheetColumn {
  target: string | null;
  basis: Basis;
  candidates: string[];
  question?: string;
  unit?: string;
  /** The numbers are too small for the unit of the field. */
  isSmall?: true;
  /** The readings that the values allow. */
  open: readonly HeaderReading[];
  readonly found: HeaderReadings;
  /** The notions of the certain meaning. */
  notions: ReadonlySet<string>;
}

const MOST_SAMPLES = 3;
/** Maximum number of columns whose headers are compared with the names of all fields. */
const MOST_HINTS = 200;
const NONE: ReadonlySet<string> = new Set();
const NO_READINGS: HeaderReadings = {
  readings: [],
  meanings: [],
  isForeign: false,
  mayBeForeign: false,
  likely: [],
};

/** What is proposed for the columns of a sheet of a kind. */
export function proposeColumns(
  kind: KindSpec,
  columns: readonly SheetColumn[],
  learned: ReadonlyMap<string, string>,
  answers: ReadonlyMap<number, string>,
): ColumnProposal[] {
  const drafts = columns.map((column) => drafted(kind, column, learned, answers));
  openContactNames(kind, drafts);
  eliminate(drafts);
  settleDoubles(kind, drafts);
  eliminate(drafts);
  settleContacts(drafts);
  settleComposition(drafts);
  ignoreDetails(kind, drafts);
  settleUnits(kind, drafts);
  settleKeys(kind, drafts);
  return drafts.map((draft) => proposalOf(kind, draft));
}

function drafted(
  kind: KindSpec,
  column: SheetColumn,
  learned: ReadonlyMap<string, string>,
  answers: ReadonlyMap<number, string>,
): Draft {
  const { header, values, index } = column;
  const draft: Draft = {
    ...column,
    target: null,
    basis: 'none',
    candidates: [],
    open: [],
    found: NO_READINGS,
    notions: NONE,
  };
  const answer = answers.get(index) ?? learned.get(header) ?? learned.get(headerKey(header));
  if (answer !== undefined && (answer === 'ignore' || fieldNamed(kind, answer)))
    return { ...draft, target: answer, basis: 'learned' };
  if (/^trace_/i.test(header)) return { ...draft, target: 'ignore', basis: 'name' };
  const isEmpty = values.filled === 0;
  if (header === '') {
    if (isEmpty) return { ...draft, target: 'ignore', basis: 'synonym' };
    return { ...draft, question: 'the column has values but no header' };
  }
  const found = kindHeaders(kind).read(column.meant ?? header);
  const own = { ...draft, found, ...(found.unit === undefined ? {} : { unit: found.unit }) };
  const refuted: { target: string; why: string }[] = [];
  const open = found.readings.filter((reading) => {
    const why = reading.by === 'exact' ? undefined : contradiction(kind, reading.field, values);
    if (why !== undefined) refuted.push({ target: reading.target, why });
    return (
      why === undefined &&
      reading.likely !== true &&
      (!reading.confirm || confirms(kind, reading.field, values))
    );
  });
  const [first] = open;
  if (first && open.length === 1 && !(found.mayBeForeign && !confirms(kind, first.field, values)))
    return {
      ...own,
      target: first.target,
      // A header that is read as another text needs a line.
      basis: column.meant === undefined ? basisOf(first) : 'synonym',
      open,
      notions: first.notions,
    };
  const candidates = [...new Set([...open, ...found.readings].map(({ target }) => target)), ...found.likely];
  if (open.length > 0) {
    const names = [...new Set(open.map(({ target }) => target))];
    if (found.mayBeForeign) names.push('ignore');
    return { ...own, open, candidates, question: `the header can mean ${names.join(' or ')}` };
  }
  if (refuted.length > 0) {
    const [{ target, why }] = refuted as [{ target: string; why: string }];
    return { ...own, candidates, question: `the header means ${target}, but ${why}` };
  }
  if (found.isForeign || isEmpty)
    return { ...own, target: 'ignore', basis: 'synonym', notions: found.meanings[0] ?? NONE };
  const near = index < MOST_HINTS ? headersOf(kind).nearest(header, new Set()) : undefined;
  if (near !== undefined && !candidates.includes(near)) candidates.unshift(near);
  const question =
    candidates.length > 0
      ? `the header may mean ${candidates.slice(0, 3).join(' or ')}`
      : 'the header is not known';
  return { ...own, candidates, basis: near === undefined ? 'none' : 'suggestion', question };
}

const basisOf = ({ by }: HeaderReading): Basis => (by === 'synonym' ? 'synonym' : 'name');

/** Whether a target was decided. */
const isField = ({ target }: Draft): boolean => target !== null && target !== 'ignore';

const CONTACT = 'contacts[].person';

/** In a sheet with first names, a column that is only called name may have the last names of the contacts. */
function openContactNames(kind: KindSpec, drafts: readonly Draft[]): void {
  const field = kind.fields.find(({ path }) => path === `${CONTACT}.name`);
  const first = drafts.find(
    ({ target }) => target !== null && /^contacts\.\d+\.person\.firstname$/.test(target),
  );
  if (!field || !first) return;
  const target = first.target!.replace('firstname', 'name');
  for (const draft of drafts) {
    if (draft.target !== 'name' || draft.basis === 'learned' || draft.found.readings[0]?.by === 'exact')
      continue;
    if (draft.notions.size !== 1 || !draft.notions.has('name')) continue;
    const contact: HeaderReading = { field, target, by: 'synonym', confirm: false, notions: draft.notions };
    draft.open = [...draft.open, contact];
    draft.candidates = ['name', target];
    draft.target = null;
    draft.basis = 'none';
    draft.question = `the header can mean name or ${target}`;
  }
}

/** A telephone number 2 is not the number of a second contact, unless the sheet has more of that contact. */
function settleContacts(drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    const item = /^(contacts\.(?:[2-9]|\d\d+)\.)person\.(?:phone|language)$/.exec(draft.target ?? '')?.[1];
    if (item === undefined || draft.basis === 'learned') continue;
    const others = drafts.filter((other) => other !== draft && other.target?.startsWith(item));
    if (others.length === 0) ask(draft, 'the sheet has nothing else of this contact');
  }
}

/** Removes the readings whose field another column certainly fills, as long as that decides a column. */
function eliminate(drafts: readonly Draft[]): void {
  for (let round = 0; round < 3; round++) {
    const taken = new Set(drafts.filter(isField).map(({ target }) => target));
    let decided = 0;
    for (const draft of drafts) {
      if (draft.target !== null || draft.open.length < 2 || draft.found.mayBeForeign) continue;
      const rest = draft.open.filter(({ target }) => !taken.has(target));
      if (rest.length !== 1) continue;
      const [reading] = rest as [HeaderReading];
      // Two open columns with the same single field left stay questions.
      const rivals = drafts.filter(
        (other) =>
          other !== draft &&
          other.target === null &&
          other.open.some(({ target }) => target === reading.target),
      );
      if (rivals.length > 0) continue;
      decide(draft, reading.target, basisOf(reading), reading.notions);
      decided++;
    }
    if (decided === 0) return;
  }
}

function decide(draft: Draft, target: string, basis: Basis, notions: ReadonlySet<string> = NONE): void {
  draft.target = target;
  draft.basis = basis;
  draft.notions = notions;
  draft.candidates = [];
  delete draft.question;
}

function ask(draft: Draft, question: string): void {
  const { target } = draft;
  if (target !== null && target !== 'ignore')
    draft.candidates = [target, ...draft.candidates.filter((one) => one !== target)];
  draft.target = null;
  draft.basis = 'none';
  draft.question = question;
}

/** Settles several columns for one field: the most specific header counts, or all are questions. */
function settleDoubles(kind: KindSpec, drafts: readonly Draft[]): void {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts.filter(isField)) {
    const group = groups.get(draft.target!);
    if (group) group.push(draft);
    else groups.set(draft.target!, [draft]);
  }
  for (const [target, group] of groups) {
    if (group.length < 2) continue;
    const certain = group.filter(
      ({ basis, found }) => basis === 'learned' || found.readings[0]?.by === 'exact',
    );
    const winner = certain.length === 1 ? certain[0] : certain.length === 0 ? mostSpecific(group) : undefined;
    if (!winner) {
      for (const draft of group) ask(draft, `${nameOthers(draft, group)} would fill ${target} too`);
      continue;
    }
    const field = fieldNamed(kind, target)!.field;
    const rivals = group.filter((draft) => draft !== winner && isRival(kind, field, draft));
    if (certain.length === 0 && rivals.length > 0) {
      for (const draft of group) ask(draft, `${nameOthers(draft, group)} would fill ${target} too`);
      continue;
    }
    for (const draft of group)
      if (draft !== winner) {
        if (isRedundant(field, winner, draft)) decide(draft, 'ignore', 'synonym', draft.notions);
        else ask(draft, `${nameOthers(draft, [winner])} fills ${target} already`);
      }
  }
}

const nameOthers = (draft: Draft, group: readonly Draft[]): string =>
  group
    .filter((other) => other !== draft)
    .slice(0, 3)
    .map(({ index, header }) => `column ${columnLetters(index)} (${JSON.stringify(header.slice(0, 40))})`)
    .join(' and ');

/** Notions that make a header more specific, the most specific first. */
const SPECIFIC = ['uid', 'ref', 'id', 'net', 'lastname'];

function mostSpecific(group: readonly Draft[]): Draft | undefined {
  for (const notion of SPECIFIC) {
    const having = group.filter(({ notions }) => notions.has(notion));
    if (having.length === 1) return isMoreFilled(having[0]!, group) ? having[0] : undefined;
    if (having.length > 1) return undefined;
  }
  const named = group.filter(({ notions }) => notions.has('name') || notions.has('phone'));
  const [own] = named;
  if (own && named.length === 1 && group.length === 2 && isRelated(own, group)) return own;
  const [first, second] = [...group].sort((one, other) => other.notions.size - one.notions.size);
  const isWider =
    first!.notions.size > second!.notions.size &&
    [...second!.notions].every((one) => first!.notions.has(one));
  if (isWider) return isMoreFilled(first!, group) ? first : undefined;
  // A name in the contract counts more than a word that means something else in other sheets.
  const inContract = group.filter(({ basis }) => basis === 'name');
  return inContract.length === 1 && isMoreFilled(inContract[0]!, group) ? inContract[0] : undefined;
}

/** Whether one of two columns has the name or telephone number, and the other a description or mobile number. */
const isRelated = (own: Draft, group: readonly Draft[]): boolean =>
  group.every((draft) => draft === own || draft.notions.has(own.notions.has('name') ? 'desc' : 'mobile'));

const isMoreFilled = (draft: Draft, group: readonly Draft[]): boolean =>
  group.every((other) => draft.values.filled >= other.values.filled * 0.8);

/** Whether a column has references itself, so that it is not the name of what another column identifies. */
const isRival = (kind: KindSpec, field: Field, draft: Draft): boolean =>
  field.value.type === 'reference' && confirms(kind, field, draft.values);

/** Whether a column only names what another column identifies: `Couleur` beside `Code couleur`. */
function isRedundant(field: Field, winner: Draft, loser: Draft): boolean {
  const isCode = winner.notions.has('ref') || winner.notions.has('id') || winner.notions.has('uid');
  const names = !loser.notions.has('ref') && !loser.notions.has('id');
  if (field.value.type === 'country' && isCode) return names;
  if (field.value.type === 'reference' && isCode) return names;
  if (winner.notions.has('name') && loser.notions.has('desc'))
    return averageLength(loser.values) > 1.5 * averageLength(winner.values);
  return winner.notions.has('phone') && loser.notions.has('mobile');
}

function averageLength({ words }: ColumnValues): number {
  let sum = 0;
  let count = 0;
  for (const word of words.keys()) {
    sum += word.length;
    if (++count >= 100) break;
  }
  return count === 0 ? 0 : sum / count;
}

/** A column with whole compositions does not go with columns of single materials. */
function settleComposition(drafts: readonly Draft[]): void {
  const whole = drafts.find(({ target }) => target === 'composition');
  const items = drafts.filter(({ target }) => target?.startsWith('composition.') ?? false);
  const materials = items.filter(({ target }) => target!.endsWith('.material'));
  if (whole && materials.length > 0) {
    for (const draft of [whole, ...items])
      ask(draft, 'the sheet has a column with whole compositions and columns of single materials');
    return;
  }
  for (const draft of items) {
    if (draft.target!.endsWith('.material') || draft.basis === 'learned') continue;
    const isNumbered = /\d/.test(draft.meant ?? draft.header);
    const number = draft.target!.split('.')[1]!;
    if (whole)
      ask(
        draft,
        'the sheet has a column with whole compositions; this column does not say which material it is about',
      );
    else if (materials.length > 1 && !isNumbered)
      ask(draft, 'the header does not say which of the materials it is about');
    else if (
      !materials.some(({ target }) => target === `composition.${number}.material`) &&
      materials.length > 0
    )
      ask(draft, `no column has the material ${number}`);
  }
}

const DETAILS = new Set(
  'name desc company city country address zip street email phone mobile contact firstname lastname person state region extra status note language full line ref2 public category type family'.split(
    ' ',
  ),
);

const NAMES = new Set(['name', 'desc', 'public', 'status', 'note', 'full']);

/** The fields that identify what a column only describes. */
const IDENTIFIED: Readonly<Record<string, readonly string[]>> = {
  supplier: ['supplierRef'],
  site: ['supplierRef'],
  product: ['productRef'],
  article: ['productRef', 'componentRef'],
  component: ['componentRef'],
  material: ['componentRef'],
  packaging: ['packagingRef', 'packagingRefs'],
  warehouse: ['warehouseRef'],
  color: ['productColorCode'],
  collection: ['productCollectionRef'],
  season: ['productCollectionRef'],
};

/** Ignores columns that only describe what another column identifies, such as `Supplier city` of a component. */
function ignoreDetails(kind: KindSpec, drafts: readonly Draft[]): void {
  const taken = new Set(drafts.filter(isField).map(({ target }) => target!));
  const has = (path: string) => kind.fields.some((field) => field.path === path);
  for (const draft of drafts) {
    if (draft.target === 'ignore' && draft.basis === 'synonym' && draft.notions.has('position')) {
      if (has('componentRef') && !taken.has('componentRef') && kind.key[0] === 'componentRef')
        ask(draft, 'no column has the reference of the component, so this number may be a part of it');
      continue;
    }
    if (draft.target !== null || draft.open.length > 0 || draft.found.readings.length > 0) continue;
    const meanings = draft.found.meanings;
    if (meanings.length === 0) continue;
    const isDetail = meanings.some((notions) => {
      const all = [...notions];
      const topics = all.filter((notion) => notion in IDENTIFIED);
      const details = all.filter((notion) => !(notion in IDENTIFIED));
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
      // What describes the record itself has no field of its own only if it is a name.
      const isOwn = topics.some((topic) => IDENTIFIED[topic]!.includes(kind.key[0]!));
      if (isOwn && (has('name') || details.some((notion) => notion !== 'name' && notion !== 'desc')))
        return false;
      return topics.every((topic) => IDENTIFIED[topic]!.some((path) => taken.has(path)));
    });
    if (isDetail) decide(draft, 'ignore', 'synonym', meanings[0]);
  }
}

/** Weights whose unit neither the header nor a column of units names. */
const FEW_GRAMS = 2;

/** Finds the unit of weights, also in a column of units, and settles columns of units. */
function settleUnits(kind: KindSpec, drafts: readonly Draft[]): void {
  const weights = drafts.filter((draft) => isField(draft) && unitOf(kind, draft.target!) === 'g');
  const [weight] = weights;
  const units = drafts.filter((draft) => isUnitColumn(draft) && draft.basis !== 'learned');
  const isOfWeight = ({ found }: Draft) => found.meanings.some((notions) => notions.has('weight'));
  const hasOwn = units.some(isOfWeight);
  for (const draft of [...units].sort((one, other) => Number(isOfWeight(other)) - Number(isOfWeight(one)))) {
    const before = drafts[drafts.indexOf(draft) - 1];
    const isNext = !hasOwn && before !== undefined && before === weight;
    if (weight && (isOfWeight(draft) || isNext)) settleUnit(weight, draft, isNext);
    else if (draft.target === null && !kind.fields.some(({ path }) => path.endsWith('.unit'))) {
      const isElsewhere = before?.target === 'ignore' || !weight || weight.unit !== undefined;
      if (isElsewhere) decide(draft, 'ignore', 'synonym');
    }
  }
  for (const draft of weights) {
    if (draft.target === null || draft.basis === 'learned') continue;
    if (draft.unit !== undefined || headerParts(draft.header)?.unit !== undefined) continue;
    const numbers = [...draft.values.words.keys()].slice(0, 300).flatMap((text) => {
      const read = parseNumber(text, ',') ?? parseNumber(text, '.');
      return read && 'value' in read && read.value > 0 ? [read.value] : [];
    });
    const least = kind.fields.find(({ path }) => path === draft.target)?.value;
    const bound = least?.type === 'number' && least.min ? least.min : FEW_GRAMS;
    if (numbers.length > 0 && numbers.every((number) => number < bound)) {
      ask(draft, 'the header names no unit, and the numbers are too small for grams');
      draft.isSmall = true;
    }
  }
}

/** Settles a column with the units of the weights. The column next to them may have the unit of something else. */
function settleUnit(weight: Draft, draft: Draft, isNext: boolean): void {
  const units = [...draft.values.words.keys()];
  const factors = new Set(units.map((unit) => unitFactor('g', unit)));
  const [factor] = factors;
  const own = weight.unit === undefined ? undefined : unitFactor('g', weight.unit);
  const isOther = isNext && own !== undefined && !units.some((unit) => unitFactor('g', unit) !== undefined);
  if (isOther || units.length === 0) {
    if (own !== undefined) decide(draft, 'ignore', 'synonym');
  } else if (factors.size === 1 && factor !== undefined && (own === undefined || own === factor)) {
    weight.unit ??= units[0]!;
    decide(draft, 'ignore', 'synonym');
  } else {
    const message = `the weights have different or unknown units (${units.slice(0, 5).join(', ')})`;
    ask(draft, message);
    ask(weight, message);
  }
}

const areNumbers = ({ words }: ColumnValues): boolean =>
  words.size > 0 && [...words.keys()].slice(0, 50).every((text) => parseNumber(text, ',') !== undefined);

const isUnitColumn = ({ target, found, values }: Draft): boolean =>
  (target === null || target === 'ignore') &&
  !areNumbers(values) &&
  found.meanings.some(
    (notions) =>
      notions.has('unit') &&
      [...notions].every((one) => one === 'unit' || one === 'weight' || one === 'net' || one === 'ref'),
  );

function unitOf(kind: KindSpec, target: string): string | undefined {
  const value = fieldNamed(kind, target)?.field.value;
  return value?.type === 'number' ? value.unit : undefined;
}

/** Asks about columns of keys whose values cannot be keys. */
function settleKeys(kind: KindSpec, drafts: readonly Draft[]): void {
  if (kind.key.length !== 1) return;
  for (const draft of drafts) {
    if (draft.target !== kind.key[0] || draft.basis === 'learned' || draft.found.readings[0]?.by === 'exact')
      continue;
    const why = keyContradiction(draft.values);
    if (why !== undefined) ask(draft, `the header means ${draft.target}, but ${why}`);
  }
}

function proposalOf(kind: KindSpec, draft: Draft): ColumnProposal {
  const { index, header, values, target, basis, candidates, question } = draft;
  const unit = target === null || target === 'ignore' ? undefined : repeatedUnit(kind, draft);
  const own = target === null && header !== '' ? headersOf(kind).meaning(header) : undefined;
  return {
    index,
    letters: columnLetters(index),
    header,
    samples: [...values.words.keys()].slice(0, MOST_SAMPLES),
    target,
    basis,
    candidates: [...new Set(candidates)],
    ...(question === undefined || target !== null ? {} : { question }),
    ...(unit === undefined ? {} : { unit }),
    ...(unit === undefined && (draft.isSmall || lacksUnit(kind, draft)) && { needsUnit: true as const }),
    ...(own && own.remarks === undefined
      ? {
          readsAs: pathSteps(own.field.path)
            .map(({ name }) => name)
            .join('.'),
        }
      : {}),
  };
}

/** Whether nothing says which unit the numbers of a column have. The name of the field itself stands for its unit. */
function lacksUnit(kind: KindSpec, { header, target, values, found }: Draft): boolean {
  const unit = target === null ? undefined : unitOf(kind, target);
  if (unit !== WEIGHT || values.filled === 0) return false;
  if (found.readings[0]?.by === 'exact') return false;
  const named = headerParts(header)?.unit;
  if (named !== undefined && unitFactor(unit, named) !== undefined) return false;
  for (const text of values.words.keys()) {
    const own = splitUnit(text).unit;
    if (own === undefined ? !isBlankWord(text) : unitFactor(unit, own) === undefined) return true;
  }
  return values.isCut;
}

/** The only unit of the contract to which several others convert. */
const WEIGHT = 'g';

/** The unit that the map file must name, because the reader does not find it in the header. */
function repeatedUnit(kind: KindSpec, { header, target, unit }: Draft): string | undefined {
  const value = fieldNamed(kind, target!)?.field.value;
  if (value?.type !== 'number' || value.unit === undefined) return undefined;
  const parts = headerParts(header);
  if (
    parts?.unit !== undefined &&
    unitFactor(value.unit, parts.unit) !== undefined &&
    parts.remarks.every((remark) => isHarmlessRemark(remark, value))
  )
    return undefined;
  if (unit !== undefined && unitFactor(value.unit, unit) !== undefined) return unit;
  return parts?.remarks.some((remark) => !isHarmlessRemark(remark, value)) ? value.unit : undefined;
}
