import { say } from '../../../say.ts';
import { wordsOf } from './json-fields.ts';

type Named = Readonly<Record<string, () => string>>;

const textIn = (texts: Named, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name]!() : undefined;

/** The label of a field of a study in the language of this process. A field without a label gets its own words. */
export const fieldLabel = (name: string): string => textIn(say().studyFields, name) ?? wordsOf(name);

/** A value of a list, such as `IN_PROGRESS`, in lower case. A value without a text is shown as the service gives it. */
export const valueText = (value: string): string =>
  textIn(say().studyValues, value) ?? value.toLowerCase().replaceAll('_', ' ');

/** The name of a step of a chain in the language of this process. A name without a text stays as it is. */
export const stepText = (name: string): string => textIn(say().studySteps, name) ?? name;

/** A unit in the language of this process. Most units are the same in all languages. */
export const unitText = (unit: string): string => textIn(say().studyUnits, unit) ?? unit;
