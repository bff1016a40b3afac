import { COUNTRY_CODES } from '../../contract/country-codes.ts';
import { once } from '../../contract/remembered.ts';
import { foldWords } from '../../fold.ts';
import { say } from '../../say.ts';
import { countryOf } from '../country.ts';
import { mayMean } from '../words/reading.ts';
import type { Resolver } from '../words/resolve.ts';
import { termWords } from '../words/terms.ts';
import type { BlendItem } from './blend.ts';

/** Certification standards as they are sent. */
const standards = once(() => new Map(termWords('standards').map((name) => [foldWords(name), name])));

/** The certification standard that a text names, in the spelling that is sent. */
const standardOf = (text: string): string | undefined => standards().get(foldWords(text));

/**
 * Standards that apply only to organic or only to recycled materials, each with a pattern for the list values of
 * these materials.
 */
const IMPLIED_MATERIALS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:GOTS|OCS)/, /\bORGANIC\b/],
  [/^(?:GRS|RCS)/, /\bRECYCLED\b/],
];

const BRACKET = /[([{]([^()[\]{}]*)[)\]}]/g;
const ORIGIN = /^(?:origine?|origem|origen|herkunft|provenance|from|made in|aus)\s*:?\s+/i;

/** `certified`, beside the name of a standard. */
const CERTIFIED =
  /^(?:certified|certifiée?|zertifiziert|certificad[oa]|certificat[oaă]|gecertificeerd|certyfikowan[yae]|sertifikalı)$/i;

/** Parses the material, origin and certifications in a piece of text such as `coton bio (FR, GOTS)`. */
export function readPiece(text: string, percentage: number, resolve: Resolver): BlendItem {
  const certifications: string[] = [];
  let origin: string | undefined;
  let name = text.trim();
  let read = readName(name, resolve);
  let unclear: Name | undefined;
  if (read.value === undefined) {
    const bare = text.replace(BRACKET, ' ');
    name = withoutStandards(bare, resolve, certifications);
    read = readName(name, resolve);
    const inBrackets =
      bare === text ? [] : [...text.matchAll(BRACKET)].flatMap(([, inner]) => inner!.split(/[,;]/));
    for (const inner of inBrackets.map((one) => one.trim())) {
      const standard = standardOf(inner);
      const country = standard === undefined ? originOf(inner) : undefined;
      if (standard !== undefined) certifications.push(standard);
      else if (country !== undefined && origin === undefined && !namesFibre(inner, read.value, resolve))
        origin = country;
      else {
        const detailed = country === undefined ? detailedName(inner, name, read, resolve) : undefined;
        if (detailed === undefined) unclear ??= unclearBrackets(inner, country, origin);
        else read = detailed;
      }
    }
  }
  // The question about an unknown name comes first: its answer may explain the text in brackets.
  const question = read.question === undefined ? unclear : read;
  const implied = question ?? impliedQuestion(certifications, read, resolve, name);
  return {
    text: name === '' ? text.trim() : name,
    percentage,
    ...(implied === undefined && read.value !== undefined
      ? { value: read.value }
      : { candidates: [], ...questionOf({ question: say().words.notClear(), ...implied }) }),
    ...(origin === undefined ? {} : { origin }),
    ...(certifications.length === 0 ? {} : { certifications: [...new Set(certifications)] }),
  };
}

interface Name extends Pick<BlendItem, 'question' | 'candidates' | 'isLikely' | 'advice'> {
  readonly value?: string;
}

const questionOf = ({ question, candidates, isLikely, advice }: Name = {}): Name => ({
  ...(question !== undefined && { question }),
  ...(candidates !== undefined && { candidates }),
  ...(isLikely && { isLikely }),
  ...(advice !== undefined && { advice }),
});

/** The question about a text in brackets after a material that is known. */
function unclearBrackets(inner: string, country: string | undefined, origin: string | undefined): Name {
  if (country !== undefined && origin !== undefined)
    return {
      question: say().words.twoCountries({ first: origin, second: country }),
      advice: say().words.twoCountriesHow(),
    };
  return {
    question: say().words.brackets({ text: inner }),
    advice: say().words.bracketsHow(),
  };
}

const severalNames = (): Name => ({
  question: say().words.severalMaterials(),
  candidates: [],
  advice: say().words.severalHow(),
});

/** Resolves a name, which may repeat one material in several languages: `cotton/algodón/coton`. */
function readName(text: string, resolve: Resolver): Name {
  const name = text.trim();
  const reading = resolve(name);
  if ('value' in reading) return reading;
  if (reading.isSeveral) return severalNames();
  const names = name.split(/\s*[/|]\s*|\s+-\s+/);
  if (names.length === 1 || names.length > 12) {
    const hasSigns = foldWords(name) === '' && name !== '';
    return hasSigns ? { ...reading, advice: say().words.signsHow() } : reading;
  }
  const readings = names.map(resolve);
  const [value, other] = new Set(readings.map((one) => ('value' in one ? one.value : undefined)));
  if (value !== undefined && other === undefined && readings.every((one) => 'value' in one)) return { value };
  const unclear = readings.find((one) => 'question' in one);
  if (!unclear) return severalNames();
  const [first, ...others] = readings.map((one) => ('value' in one ? [one.value] : one.candidates));
  const candidates = first!.filter((one) => others.every((meant) => meant.includes(one)));
  const { question, isLikely } = unclear;
  return { question, candidates, ...(isLikely && candidates.length === 1 && { isLikely }) };
}

/**
 * Removes the standards from a name that does not resolve with them: `bci cotton` and `coton bio GOTS` become
 * `cotton` and `coton bio`.
 */
function withoutStandards(text: string, resolve: Resolver, found: string[]): string {
  const name = text.trim().replace(/\s+/g, ' ');
  if ('value' in resolve(name)) return name;
  const kept: string[] = [];
  for (const word of name.split(' ')) {
    const standard = standardOf(word);
    if (standard === undefined) kept.push(word);
    else found.push(standard);
  }
  const named = found.length === 0 ? kept : kept.filter((word) => !CERTIFIED.test(word));
  return named.join(' ');
}

/** The country in a text in brackets. Codes must be in upper case: `(in)` is probably the word, not India. */
function originOf(text: string): string | undefined {
  const place = text.replace(ORIGIN, '');
  if (place.length <= 3 && place !== place.toUpperCase()) return undefined;
  if (place === 'NA' || place === '') return undefined;
  const reading = countryOf(place);
  return 'code' in reading ? reading.code : undefined;
}

/**
 * Whether a country code is also a textile code for the material before it: `Seide (SE)` (silk, or Sweden),
 * `polyester (PL)`.
 */
function namesFibre(code: string, value: string | undefined, resolve: Resolver): boolean {
  // The Romanian word for linen is no code.
  if (!COUNTRY_CODES.has(code) || code === 'IN') return false;
  const reading = resolve(code);
  if ('value' in reading)
    return value === undefined || reading.value === value || value.includes(reading.value);
  return reading.candidates.some((one) => one === value || value?.includes(one));
}

/**
 * Resolves a name that is followed by a text in brackets. The text may be a detail (`cotton (organic)`), another
 * name of the material, or its trade name (`Viskose (Lenzing)`). Undefined if it is none of these.
 */
function detailedName(inner: string, name: string, read: Name, resolve: Resolver): Name | undefined {
  if (inner === '' || read.value === undefined) return undefined;
  const joined = resolve(`${inner} ${name}`);
  if ('value' in joined) return joined;
  return mayMean(resolve(inner), read.value) ? read : undefined;
}

/** Asks for a change of the cell if a standard applies only to organic or recycled materials, but the name says neither. */
function impliedQuestion(
  standards: readonly string[],
  { value }: Name,
  resolve: Resolver,
  name: string,
): Name | undefined {
  if (value === undefined) return undefined;
  for (const [standard, word] of IMPLIED_MATERIALS) {
    const found = standards.find((one) => standard.test(one));
    if (found === undefined || word.test(value)) continue;
    const kind = word.source.replaceAll('\\b', '');
    const advice = say().words.impliedHow({ kind });
    if ('value' in resolve(`${kind} ${value}`))
      return { question: say().words.implied({ standard: found, value, kind }), advice };
    if ('value' in resolve(`${kind} ${name}`))
      return { question: say().words.impliedAlso({ standard: found, kind }), advice };
  }
  return undefined;
}
