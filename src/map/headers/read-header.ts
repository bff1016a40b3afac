import { columnPath, type Field, pathSteps } from '../../contract/field.ts';
import { type KindSpec, oncePer } from '../../contract/kind.ts';
import { cleanText } from '../../recognise/text.ts';
import { compositionField } from '../../records/composition-column.ts';
import { isHarmlessRemark } from '../../records/header-remark.ts';
import { headersOf } from '../../records/headers.ts';
import { unnumberedPath } from '../map-file/targets.ts';
import { listOf } from '../map-file/values.ts';
import { halvesOf, scriptsOf } from './halves.ts';
import {
  type HeaderReading,
  type HeaderReadings,
  isInDoubt,
  isMeasure,
  NO_READINGS,
} from './header-readings.ts';
import { languagesOf, type Senses, sharedLexicon, withoutArea } from './lexicon.ts';
import { isOnlyOther, meaningsOf, without, withoutDoubt, withoutMarks, withoutOther } from './meanings.ts';
import { FOREIGN, GENERAL } from './notions.ts';
import { FIELDS, type Pattern, patternsOf } from './patterns.ts';
import { headerTokens, isStopWord } from './tokens.ts';

/** The header patterns of a kind. */
class KindHeaders {
  readonly #kind: KindSpec;
  readonly #patterns: readonly (Pattern & { readonly field: Field })[];
  readonly #used: ReadonlySet<string>;
  readonly #known = new Map<string, HeaderReadings>();
  readonly #similar = new Map<string, ReadonlyMap<Field, number>>();
  readonly #nearest = new Map<string, string | null>();

  constructor(kind: KindSpec) {
    this.#kind = kind;
    const composition = compositionField(kind);
    const fields = new Map(
      [...kind.fields, ...(composition ? [composition] : [])].map((field) => [
        field.interfacePath ?? field.path,
        field,
      ]),
    );
    const own = FIELDS[kind.interface][kind.name] ?? {};
    this.#patterns = patternsOf(own).flatMap((pattern) => {
      const field = fields.get(pattern.path);
      return field ? [{ ...pattern, field }] : [];
    });
    this.#used = new Set(this.#patterns.flatMap(({ allowed, likely }) => (likely ? [] : [...allowed])));
  }

  /** Whether a field of the kind can be meant by a header with this notion. */
  uses(notion: string): boolean {
    return this.#used.has(notion);
  }

  /** The readings of a header in a sheet whose headers are in these languages (`sheetLanguage`). */
  read(header: string, languages?: number): HeaderReadings {
    return remembered(this.#known, `${languages ?? ''}\n${header}`, () =>
      this.#read(cleanText(header), languages),
    );
  }

  /** The path of the field with the most similar name. */
  nearest(header: string): string | null {
    return remembered(this.#nearest, header, () => headersOf(this.#kind).nearest(header, new Set()) ?? null);
  }

  #read(header: string, languages: number | undefined): HeaderReadings {
    if (header === '' || header.length > 200) return NO_READINGS;
    const [, before, glued] = GLUED_UNIT.exec(header) ?? [];
    const weight = before === undefined ? undefined : this.#read(before, languages);
    if (weight?.readings.some(({ notions }) => notions.has('weight')))
      return { ...weight, unit: glued!.toLowerCase() };
    const isPerUnit = isDoubtfulUnit(header);
    const own = isPerUnit ? undefined : this.#named(header);
    const inSystem = sharedLexicon().system(header);
    const asWords = this.#synonyms(header, undefined, languages);
    const words = isPerUnit ? { ...asWords, readings: asWords.readings.map(asLikely) } : asWords;
    const isColumn = inSystem?.every((notions) => notions.some((notion) => FOREIGN.has(notion))) === true;
    const whole =
      inSystem && (isColumn || words.readings.length === 0) ? this.#synonyms(header, inSystem) : words;
    const isWhole = whole.readings.length > 0 || whole.isForeign;
    const found =
      this.#halves(scriptsOf(header)) ?? (isWhole ? whole : (this.#halves(halvesOf(header)) ?? whole));
    if (!own) return found;
    // A name in the contract is certain, unless the patterns say that the values must confirm it, or that numbers may be others.
    const same = found.readings.filter(({ field }) => field === own.field);
    if (own.by === 'name' && same.length > 0 && same.every(isInDoubt))
      return {
        ...found,
        readings: found.readings.map((one) => (one.target === own.target ? { ...one, by: 'name' } : one)),
      };
    const others = own.by === 'exact' ? [] : found.readings.filter(({ field }) => field !== own.field);
    return { ...found, isForeign: false, mayBeForeign: false, readings: [own, ...others] };
  }

  /** The field that has the header as a name in the contract. */
  #named(header: string): HeaderReading | undefined {
    const meaning = headersOf(this.#kind).meaning(header);
    if (!meaning || meaning.numbers.includes(0)) return undefined;
    const { field, numbers, below, remarks = [] } = meaning;
    if (!remarks.every((remark) => isHarmlessRemark(remark, field.value))) return undefined;
    const target = [numbered(field, numbers), ...below].join('.');
    const paths = [field.path, target, columnPath(field.path), unnumberedPath(field.path)];
    // A header with a remark needs a line in the map file.
    const by = remarks.length > 0 ? 'synonym' : paths.includes(header) ? 'exact' : 'name';
    const notions = this.#synonyms(header).meanings[0] ?? new Set<string>();
    return { field, target, by, confirm: false, notions };
  }

  /** The readings of a header with two halves in two languages, which must agree. */
  #halves(halves: readonly string[]): HeaderReadings | undefined {
    if (halves.length !== 2 || halves.includes('')) return undefined;
    const [one, other] = halves.map((half) => {
      const own = this.#named(half);
      const found = this.#synonyms(half);
      return own
        ? { ...found, readings: [own, ...found.readings.filter(({ field }) => field !== own.field)] }
        : found;
    }) as [HeaderReadings, HeaderReadings];
    if (one.isForeign && other.isForeign) return { ...one, unit: one.unit ?? other.unit } as HeaderReadings;
    const both = one.readings.flatMap((reading) => {
      const same = other.readings.find(({ target }) => target === reading.target);
      return same ? [{ ...reading, by: 'synonym' as const, confirm: reading.confirm && same.confirm }] : [];
    });
    const unit = one.unit ?? other.unit;
    if (both.length > 0) return { ...one, readings: both, ...(unit === undefined ? {} : { unit }) };
    // A header whose halves have different meanings is a question: it does not name one detail of the other.
    const either = [...one.readings, ...other.readings];
    const isOther = ({ readings, isForeign, meanings }: HeaderReadings) =>
      isForeign ||
      (readings.length > 0 &&
        !meanings.every((notions) => [...notions].every((notion) => GENERAL.has(notion))));
    if (either.length === 0 || !isOther(one) || !isOther(other)) return undefined;
    return { ...NO_READINGS, readings: either.map(asLikely) };
  }

  #synonyms(header: string, system?: Senses, languages?: number): HeaderReadings {
    const lexicon = sharedLexicon();
    const { words: all, numbers: allNumbers, unit, isPerPiece } = headerTokens(header);
    const bare = all.filter((word) => !isStopWord(word));
    // The Turkish `il` is a city.
    const words = bare.length > 0 ? bare : all;
    const slots: Senses[] = [];
    const numbers: number[] = [];
    let isKnown = true;
    let isOtherLanguage = false;
    const isName = NAME_OF_COLUMN.test(header);
    const parts: Senses[] = [];
    if (system) slots.push(system);
    else
      for (let at = 0; at < words.length; ) {
        const phrase = lexicon.phraseAt(words, at);
        if (phrase) {
          const own = phrase.senses.filter((sense) => ((languages ?? -1) & languagesOf(sense)) !== 0);
          if (own.length === 0) isOtherLanguage = true;
          const senses = own.length === 0 ? phrase.senses : own;
          slots.push(isPerPiece ? withoutArea(senses) : senses);
          at += phrase.count;
          continue;
        }
        if (/^\d+$/.test(words[at]!.text)) numbers.push(Number(words[at]!.text));
        else {
          isKnown = false;
          if (isName) parts.push(...(lexicon.partsOf(words[at]!.text) ?? []));
        }
        at++;
      }
    const isForeign = slots.some((senses) =>
      senses.every((notions) => notions.some((notion) => FOREIGN.has(notion) && !this.#used.has(notion))),
    );
    const base = unit === undefined ? {} : { unit };
    const partly = () => meaningsOf([...slots, ...parts].map(withoutOther)).map(withoutMarks);
    if (slots.length === 0) return { ...NO_READINGS, ...base, ...(parts.length > 0 && { partly: partly() }) };
    // A word that by itself may mean something else is clear beside other words: `Code conditionnement`.
    const filled = slots.filter((senses) => senses.some((sense) => sense.some((one) => one !== 'doubtful')));
    const isDoubtful = filled.length === 1 && filled[0]!.some(isOnlyOther);
    const whole = isDoubtful && filled[0]!.every(isOnlyOther);
    if (whole && languages !== undefined) return onlyLikely(this.#synonyms(header));
    const found = meaningsOf(slots.map(withoutOther));
    // In a path of another system, a reference belongs to the record before it: `Vendor/Reference`.
    const marked = /\p{L}\/\p{L}+$/u.test(header) ? found.map(without('vague')) : found;
    const meanings = marked.map(withoutMarks);
    if (system)
      for (const notion of meanings[0]?.values() ?? []) if (/^\d$/.test(notion)) numbers.push(Number(notion));
    const unmarked = this.#readings(marked, numbers);
    const readings = isDoubtful || isOtherLanguage ? unmarked.map((one) => this.#doubted(one)) : unmarked;
    if (!isKnown || allNumbers.some((number) => number > 200))
      return {
        ...NO_READINGS,
        ...base,
        isForeign: isForeign && !this.#namesMost(partly()),
        partly: partly(),
      };
    const foreign = meanings.map((notions) => this.#isForeign(notions));
    return {
      readings,
      meanings,
      isForeign:
        readings.length === 0 && !isDoubtful && !isOtherLanguage && (isForeign || foreign.every(Boolean)),
      isAlsoForeign: foreign.some(Boolean),
      mayBeForeign:
        readings.length > 0 && meanings.some((notions) => notions.has('status') && !this.#used.has('status')),
      ...base,
    };
  }

  /** How much the notions of a header are those of each field, from 0 to 1; less if some of its words are unknown. */
  similarity(header: string, languages?: number): ReadonlyMap<Field, number> {
    return remembered(this.#similar, `${languages ?? ''}\n${header}`, () =>
      this.#similarity(header, languages),
    );
  }

  #similarity(header: string, languages: number | undefined): ReadonlyMap<Field, number> {
    const { meanings, partly = [] } = this.read(header, languages);
    const found = new Map<Field, number>();
    for (const notions of meanings.length > 0 ? meanings : partly)
      for (const { field, required, allowed, likely } of this.#patterns) {
        // A quantity of styles cannot be the reference of a style.
        if (field.value.type === 'reference' && isMeasure(notions) && !isMeasure(allowed)) continue;
        const shared = weightOf([...required].filter((notion) => notions.has(notion)));
        const others = [...notions].filter((notion) => !allowed.has(notion) && !/^\d$/.test(notion));
        const all = weightOf([...required]) + 0.7 * weightOf(others);
        const share = (shared / all) * (likely ? 0.8 : 1) * (meanings.length > 0 ? 1 : 0.8);
        if (share > (found.get(field) ?? 0)) found.set(field, share);
      }
    return found;
  }

  /** Whether most of the known words of a header name a field: `Net weight of one piece, size M`. */
  #namesMost(meanings: readonly ReadonlySet<string>[]): boolean {
    return meanings.some((notions) =>
      this.#patterns.some(({ required, allowed, confirm, likely }) => {
        const own = [...notions].filter((notion) => allowed.has(notion));
        const isNamed = [...required].every((notion) => notions.has(notion));
        return isNamed && !confirm && !likely && own.length * 2 > notions.size;
      }),
    );
  }

  #readings(marked: readonly ReadonlySet<string>[], numbers: readonly number[]): HeaderReading[] {
    const readings: HeaderReading[] = [];
    for (const all of marked) {
      const notions = withoutMarks(all);
      for (const pattern of this.#patterns) {
        const target = this.#target(
          pattern,
          pattern.required.has('vague') ? withoutDoubt(all) : notions,
          numbers,
        );
        if (target === undefined) continue;
        const { field, confirm } = pattern;
        const likely =
          pattern.likely ||
          all.has('other') ||
          all.has('doubtful') ||
          (all.has('vague') && this.#isOfSupplier(field));
        const known = readings.findIndex((one) => one.target === target);
        const reading: HeaderReading = {
          field,
          target,
          by: 'synonym',
          confirm,
          ...(likely && { likely }),
          notions,
        };
        if (known < 0) readings.push(reading);
        else if (isWeaker(readings[known]!, reading)) readings[known] = reading;
      }
    }
    return readings;
  }

  /** A doubtful reading: the values must confirm it if its field has a list; else it is only likely. */
  #doubted(reading: HeaderReading): HeaderReading {
    const isProvable = listOf(this.#kind, reading.field) !== undefined;
    return isProvable ? { ...reading, confirm: true } : { ...reading, likely: true };
  }

  /** Whether a field refers to a supplier. `Référence fournisseur` may also be the supplier's reference of an article. */
  #isOfSupplier(field: Field): boolean {
    return this.#kind.references.some(
      ({ fields, to }) => to === 'supplier' && this.#kind.name !== 'supplier' && fields.includes(field.path),
    );
  }

  #target(
    { field, required, allowed, numbered: needsNumber }: Pattern & { readonly field: Field },
    notions: ReadonlySet<string>,
    numbers: readonly number[],
  ): string | undefined {
    for (const notion of notions)
      if (!allowed.has(notion) && !/^\d$|^numeric$/.test(notion)) return undefined;
    // `Number` alone is more often a line number.
    if (notions.has('numeric') && required.size === 1 && required.has('ref')) return undefined;
    let rest = [...numbers];
    for (const notion of required) {
      if (!/^\d$/.test(notion)) {
        if (!notions.has(notion)) return undefined;
      } else if (!rest.includes(Number(notion))) return undefined;
      else rest = rest.filter((number) => number !== Number(notion));
    }
    const arrays = pathSteps(field.path).filter(({ array }) => array).length;
    const isWhole = field === compositionField(this.#kind);
    if (rest.includes(0)) return undefined;
    if (needsNumber && rest.length === 0) return undefined;
    if (rest.length > (isWhole ? 0 : arrays)) {
      if (!(arrays === 0 && rest.length === 1 && allowed.has('1') && rest[0] === 1)) return undefined;
      rest = [];
    }
    return numbered(field, rest);
  }

  /** Whether no field of the kind has to do with these notions. */
  #isForeign(notions: ReadonlySet<string>): boolean {
    const all = [...notions];
    if (all.some((notion) => FOREIGN.has(notion) && !this.#used.has(notion))) return true;
    const own = all.filter((notion) => !GENERAL.has(notion));
    if (own.length > 0 && own.every((notion) => !this.#used.has(notion))) return true;
    // The date is of something that has no date field.
    const dated = this.#patterns.filter(({ allowed }) => allowed.has('date'));
    return (
      notions.has('date') &&
      own.length > 0 &&
      !dated.some(({ required }) => [...required].some((notion) => notion !== 'date' && notions.has(notion)))
    );
  }
}

/** A weight with its unit in capital letters, without a blank: `AGIRLIKGR`. */
const GLUED_UNIT = /^(\p{Lu}{3,})(GR|KG)$/u;

/** The name of a column in a database: capital letters or underscores, and no blanks. */
const NAME_OF_COLUMN = /^(?:[\p{Lu}\d.$_]+|\w+_\w+)$/u;

const weightOf = (notions: readonly string[]): number =>
  notions.reduce((sum, notion) => sum + (GENERAL.has(notion) ? 0.4 : 1), 0);

const asLikely = (reading: HeaderReading): HeaderReading => ({ ...reading, likely: true });

const onlyLikely = (found: HeaderReadings): HeaderReadings => ({
  ...found,
  readings: found.readings.map(asLikely),
  isForeign: false,
});

/** Whether a header ends with what may not be a unit: `al kg` may belong to a price, `T` may be tonnes or a size. */
const isDoubtfulUnit = (header: string): boolean =>
  /(?:\s(?:al|allo|au|aux|à|per|par|pro|por|je|pour)\s+(?:kg|kgs|kilos?|gr?|chilo|kilogramm?e?|gramm[eo]?)|[\s(]t)\s*[.)]?\s*$/i.test(
    header,
  );

function numbered(field: Field, numbers: readonly number[]): string {
  const steps = pathSteps(field.path);
  let at = 0;
  return steps
    .map(({ name, array }, depth) => {
      if (!array) return name;
      const number = numbers[at++];
      if (number !== undefined) return `${name}.${number}`;
      return depth < steps.length - 1 ? `${name}.1` : name;
    })
    .join('.');
}

const isWeaker = (one: HeaderReading, other: HeaderReading): boolean =>
  (one.likely === true && other.likely !== true) ||
  (one.likely === other.likely && one.confirm && !other.confirm);

/** Number of headers whose meaning is remembered. */
const MOST_HEADERS = 5000;

function remembered<Value>(known: Map<string, Value>, header: string, read: () => Value): Value {
  const before = known.get(header);
  if (before !== undefined) return before;
  const found = read();
  if (known.size < MOST_HEADERS) known.set(header, found);
  return found;
}

/** The header patterns of a kind, built once. */
export const kindHeaders = oncePer((kind: KindSpec) => new KindHeaders(kind));
