import type { Language } from '../../../language/languages.ts';
import type { Field } from '../../field.ts';
import type { KindSpec } from '../../kind.ts';
import type { PerKind } from '../../labels/labels.ts';
import { EN } from './en.ts';
import { FR } from './fr.ts';

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
    readonly families: (names: string) => string;
    readonly optional: string;
  };
  readonly form: {
    readonly several: string;
    readonly oneOf: (values: string) => string;
    readonly someOf: (values: string) => string;
    readonly oneOfMany: (count: number) => string;
    readonly someOfMany: (count: number) => string;
    readonly oneOfOpen: string;
    readonly someOfOpen: string;
    readonly exact: string;
    readonly digits: (count: number) => string;
    readonly text: string;
    readonly characters: (min: number, max: number) => string;
    readonly number: string;
    /** Units that this language writes otherwise than the contract. */
    readonly units: Readonly<Record<string, string>>;
    readonly between: (min: number, max: number) => string;
    readonly least: (min: number) => string;
    readonly yesNo: string;
    readonly country: string;
    readonly date: string;
    readonly email: string;
    readonly url: string;
  };
  readonly fieldName: (header: string) => string;
  /** What a column with the whole composition of a component has. */
  readonly composition: string;
  readonly dropdown: { readonly reject: string; readonly ask: string };
  readonly guide: {
    readonly title: string;
    readonly intro: readonly string[];
    readonly order: string;
    readonly required: (labels: string) => string;
    readonly colours: string;
    readonly colour: {
      readonly required: readonly [sample: string, meaning: string];
      readonly group: readonly [sample: string, meaning: string];
      readonly optional: readonly [sample: string, meaning: string];
      readonly example: readonly [sample: string, meaning: string];
    };
    readonly hints: string;
    readonly hint: readonly (readonly [topic: string, hint: string])[];
    readonly family: (name: string) => readonly [topic: string, hint: string];
  };
  /** What one row of the sheet is. */
  readonly rows: PerKind<string>;
  /** What a field means; the note of the contract for fields that are missing here. */
  readonly notes: PerKind<Notes>;
}

type Notes = Readonly<Record<string, string>>;

export const TEXTS: Readonly<Record<Language, TemplateText>> = { en: EN, fr: FR };

/** What a field means, for the person who fills in a template. */
export function noteOf({ interface: name, name: kind }: KindSpec, field: Field, language: Language): string {
  const notes = (TEXTS[language].notes[name] as Readonly<Record<string, Notes>>)[kind];
  return notes?.[field.was ?? field.path] ?? field.note;
}

/** What one row of the sheet of a kind is; undefined for a kind that the registry does not have. */
export function rowOf({ interface: name, name: kind }: KindSpec, language: Language): string | undefined {
  return (TEXTS[language].rows[name] as Readonly<Record<string, string>>)[kind];
}
