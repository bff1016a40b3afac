import texts from '../../language/compiled/templates.js';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../language/languages.ts';
import type { Field } from '../field.ts';
import type { KindSpec } from '../kind.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** The texts of templates in one language, besides the labels of fields and sheets. */
export interface TemplateText {
  readonly yes: string;
  readonly no: string;
  readonly guideSheet: string;
  readonly listsSheet: string;
  readonly need: Texts<'required' | 'furtherItem' | 'within' | 'families' | 'optional'>;
  readonly form: Texts<
    | ('several' | 'oneOf' | 'someOf' | 'oneOfMany' | 'someOfMany' | 'oneOfOpen' | 'someOfOpen')
    | ('exact' | 'digits' | 'text' | 'characters' | 'charactersOrMore' | 'number' | 'between' | 'least')
    | ('yesNo' | 'country' | 'date' | 'email' | 'url')
  > & {
    /** Units that this language writes otherwise than the contract. */
    readonly units: Readonly<Record<string, string>>;
  };
  readonly fieldName: string;
  /** What a column with the whole composition of a component contains. */
  readonly composition: string;
  readonly dropdown: Texts<'reject' | 'ask'>;
  readonly guide: {
    readonly title: string;
    readonly intro: readonly string[];
    readonly order: string;
    readonly required: string;
    readonly colours: string;
    /** A sample of each colour, and its meaning. */
    readonly colour: Readonly<
      Record<'required' | 'group' | 'optional' | 'example', readonly [sample: string, meaning: string]>
    >;
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
  /** What each field means. Fields that are missing here have the English text. */
  readonly notes?: Readonly<Record<string, string>>;
}

/** The texts of templates by language: `templates.yaml` and `kinds.yaml` of its folder. */
export const TEXTS = Object.fromEntries(
  LANGUAGES.map((language) => [language, JSON.parse(texts[language])]),
) as Readonly<Record<Language, TemplateText>>;

/** A text of templates with values in the place of `{names}`. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** What a field means, or the column with the whole composition, for the person who fills it in; empty without a note. */
export function noteOf({ interface: name, name: kind }: KindSpec, field: Field, language: Language): string {
  const path = field.interfacePath ?? field.path;
  const notes = [language, DEFAULT_LANGUAGE].flatMap((one) => {
    const { common, [kind]: own } = TEXTS[one].kinds[name];
    return own?.notes?.[path] ?? common?.notes?.[path] ?? [];
  });
  return notes[0] ?? field.note ?? (path === 'composition[]' ? TEXTS[language].composition : '');
}

/** What one row of the sheet of a kind is; undefined for a kind that the registry does not have. */
export const rowOf = ({ interface: name, name: kind }: KindSpec, language: Language): string | undefined =>
  TEXTS[language].kinds[name][kind]?.row;
