import texts from '../../language/compiled/templates.js';
import { LANGUAGES, type Language } from '../../language/languages.ts';
import type { Field } from '../field.ts';
import type { KindSpec } from '../kind.ts';

/** The texts of templates in one language, besides the labels of fields and sheets. */
export interface TemplateText {
  readonly yes: string;
  readonly no: string;
  readonly guideSheet: string;
  readonly listsSheet: string;
  readonly need: {
    readonly required: string;
    readonly furtherItem: string;
    readonly within: string;
    readonly families: string;
    readonly optional: string;
  };
  readonly form: {
    readonly several: string;
    readonly oneOf: string;
    readonly someOf: string;
    readonly oneOfMany: string;
    readonly someOfMany: string;
    readonly oneOfOpen: string;
    readonly someOfOpen: string;
    readonly exact: string;
    readonly digits: string;
    readonly text: string;
    readonly characters: string;
    readonly charactersOrMore: string;
    readonly number: string;
    /** Units that this language writes otherwise than the contract. */
    readonly units: Readonly<Record<string, string>>;
    readonly between: string;
    readonly least: string;
    readonly yesNo: string;
    readonly country: string;
    readonly date: string;
    readonly email: string;
    readonly url: string;
  };
  readonly fieldName: string;
  /** What a column with the whole composition of a component has. */
  readonly composition: string;
  readonly dropdown: { readonly reject: string; readonly ask: string };
  readonly guide: {
    readonly title: string;
    readonly intro: readonly string[];
    readonly order: string;
    readonly required: string;
    readonly colours: string;
    readonly colour: {
      readonly required: readonly [sample: string, meaning: string];
      readonly group: readonly [sample: string, meaning: string];
      readonly optional: readonly [sample: string, meaning: string];
      readonly example: readonly [sample: string, meaning: string];
    };
    readonly hints: string;
    readonly hint: readonly (readonly [topic: string, hint: string])[];
    readonly family: readonly [topic: string, hint: string];
  };
  readonly kinds: Readonly<Record<KindSpec['interface'], Readonly<Record<string, KindTexts>>>>;
}

/** What `kinds.yaml` of a language has for a kind, or as `common` for all kinds that have a field. */
interface KindTexts {
  /** What one row of the sheet is. */
  readonly row?: string;
  /** What a field means; the note of the contract for fields that are missing here. */
  readonly notes?: Readonly<Record<string, string>>;
}

/** The texts of templates by language: `templates.yaml` and `kinds.yaml` of its folder. */
export const TEXTS = Object.fromEntries(
  LANGUAGES.map((language) => [language, JSON.parse(texts[language])]),
) as Readonly<Record<Language, TemplateText>>;

/** A text of templates with values in the place of `{names}`. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** What a field means, for the person who fills in a template. */
export function noteOf({ interface: name, name: kind }: KindSpec, field: Field, language: Language): string {
  const { common, [kind]: own } = TEXTS[language].kinds[name];
  const path = field.was ?? field.path;
  return own?.notes?.[path] ?? (own && common?.notes?.[path]) ?? field.note;
}

/** What one row of the sheet of a kind is; undefined for a kind that the registry does not have. */
export const rowOf = ({ interface: name, name: kind }: KindSpec, language: Language): string | undefined =>
  TEXTS[language].kinds[name][kind]?.row;
