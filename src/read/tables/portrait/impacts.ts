import { fieldsOf } from '../../../contract/v2/read-shapes.ts';
import { say } from '../../../say.ts';
import { type JsonObject, numberOf, objectIn, plainOf, textsOf, wordsOf } from './json-fields.ts';
import { fieldLabel, unitText } from './labels.ts';
import personYear from './person-year.json' with { type: 'json' };

/**
 * The yearly impact of one person, world average: the global normalisation factors of the Environmental Footprint
 * method 3.1 (JRC, 2023), in the units of the interface. trace adds them to help readers; they are not data of the
 * service. Ecotoxicity in fresh water is missing because its unit in the interface is not documented.
 */
const PERSON_YEAR: Readonly<Record<string, number>> = personYear;

/** Fields of the results that are not impacts. Shares and scores are shown elsewhere. */
const NOT_IMPACTS = /Percentage$|^frenchSingleScore/;

const FIELDS = fieldsOf('study')
  .filter(({ path, type }) => /^results\.\w+$/.test(path) && type === 'number')
  .map(({ path, unit = '' }) => ({ field: path.slice('results.'.length), unit }))
  .filter(({ field }) => !NOT_IMPACTS.test(field));

/** The impacts in the order of the interface, climate change and its parts first. */
export function impactsOf(results: JsonObject) {
  const rank = (field: string) => (field === 'climateChange' ? 0 : field.startsWith('climateChange') ? 1 : 2);
  return FIELDS.map(({ field, unit }) => {
    const value = numberOf(results[field]);
    const year = PERSON_YEAR[field];
    return {
      field,
      label: fieldLabel(field),
      /** Empty if the interface does not document the unit. */
      unit: unitText(unit),
      value,
      /** The value as a share of one person's yearly impact; null if it has no factor. */
      yearShare: value === null || year === undefined ? null : value / year,
      /** The field of the impact that contains this one. */
      partOf: /^climateChange./.test(field) ? 'climateChange' : undefined,
    };
  }).sort((a, b) => rank(a.field) - rank(b.field));
}

const EQUIVALENCE = /Equivalence$/;

/** Impacts in everyday terms. `plain`: all fields as one text, for an item without texts by language. */
export function equivalencesOf(results: JsonObject, languages: readonly string[]) {
  return Object.entries(results)
    .filter(([field]) => EQUIVALENCE.test(field))
    .map(([field, equivalence]) => {
      const all = textsOf(equivalence);
      const texts = Object.fromEntries(Object.entries(all).filter(([name]) => languages.includes(name)));
      const of = field.replace(EQUIVALENCE, '');
      return { label: fieldLabel(of), texts, plain: plainOf(equivalence) };
    })
    .filter(({ plain }) => plain !== '');
}

/** A figure or word with a label; its value is null if missing. */
export interface Fact {
  readonly label: string;
  readonly value: number | string | null;
}

/** The French single score and its parts; the brand's own settings come last. */
export function frenchScoreOf(results: JsonObject): Fact[] {
  const details = objectIn(results.frenchSingleScoreDetails);
  const settings = objectIn(details.brandSettings);
  const below = (prefix: string) =>
    fieldsOf('study')
      .map(({ path }) => path)
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length))
      .filter((name) => !name.includes('.'));
  const fact = (object: JsonObject, name: string, label = fieldLabel(name)): Fact => {
    const value = object[name];
    return { label, value: numberOf(value) ?? (textOrYesNo(value) || null) };
  };
  return [
    fact(results, 'frenchSingleScore'),
    fact(results, 'frenchSingleScorePerUnitWeight'),
    ...below('results.frenchSingleScoreDetails.').map((name) => fact(details, name)),
    ...below('results.frenchSingleScoreDetails.brandSettings.').map((name) =>
      fact(settings, name, settingLabel(name)),
    ),
  ];
}

const settingLabel = (name: string): string =>
  Object.hasOwn(say().studyFields, name)
    ? fieldLabel(name)
    : say().study.brandSetting({ name: wordsOf(name).toLowerCase() });

function textOrYesNo(value: unknown): string {
  if (typeof value === 'boolean') return value ? say().study.yes() : say().study.no();
  return plainOf(value);
}
