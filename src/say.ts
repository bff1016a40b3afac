import en from './language/compiled/en.js';
import { EXPLANATIONS, MESSAGES } from './language/compiled/load.ts';
import type { Explanations, Messages } from './language/compiled/messages.ts';
import { DEFAULT_LANGUAGE, type Language } from './language/languages.ts';

export { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from './language/languages.ts';

let messages: Messages = en;
let chosen = DEFAULT_LANGUAGE;
let isChosenByFlag = false;

/** The messages in the language of this process, as functions of their values: `say().screen.next({ command })`. */
export const say = (): Messages => messages;

/**
 * The name of a kind of records, or of another thing that rows refer to, in a sentence: `supplier`, `fournisseurs`. A
 * name without a text is returned unchanged.
 */
export function kindText(name: string, count = 1): string {
  const kinds: Readonly<Record<string, (values: { count: number }) => string>> = messages.kinds;
  return Object.hasOwn(kinds, name) ? kinds[name]!({ count }) : name;
}

/** Whether a kind of records, or another thing that rows refer to, has a name in the language of the process. */
export const hasKindText = (name: string): boolean => Object.hasOwn(messages.kinds, name);

/**
 * The name of a kind of records before a key, with its article in the languages that have one: `supplier`,
 * `le fournisseur`.
 */
export function theKind(name: string): string {
  const texts: Readonly<Record<string, (values: { name: string }) => string>> = messages.theKind;
  return (Object.hasOwn(texts, name) ? texts[name]! : messages.theKind.other)({ name });
}

/** The gender of the name of a kind, by which messages choose word forms: `masculine`, `feminine`, else `other`. */
export function genderOf(kind: string): string {
  const genders: Readonly<Record<string, () => string>> = messages.genders;
  return Object.hasOwn(genders, kind) ? genders[kind]!() : 'other';
}

/** The plural of a kind as events have it, `suppliers`, in a sentence. `packaging` is its own plural. */
export const kindsText = (plural: string): string => kindText(plural, plural === 'packaging' ? 2 : 1);

/** The outcome of a record, or its status in a plan, as a word in a list. A name without a text is returned unchanged. */
export function stateText(name: string): string {
  const states: Readonly<Record<string, () => string>> = messages.states;
  return Object.hasOwn(states, name) ? states[name]!() : name;
}

/** A unit of the contract in a sentence: `g`, `pieces`. A unit without a text is returned unchanged. */
export function unitText(unit: string): string {
  const units: Readonly<Record<string, () => string>> = messages.units;
  return Object.hasOwn(units, unit) ? units[unit]!() : unit;
}

/** The name of a kind of records with its article: `a supplier`. */
export function aKind(name: string): string {
  const texts: Readonly<Record<string, (values: { name: string }) => string>> = messages.aKind;
  return (Object.hasOwn(texts, name) ? texts[name]! : messages.aKind.other)({ name });
}

/**
 * A number that trace prints: `12,345.6`, or `12 345,6` in French. `toLocaleString` would load language data, which
 * takes as long as a small check.
 */
export function numberText(value: number): string {
  const text = String(value);
  if (Number.isInteger(value) && value >= 0 && value < 1000) return text;
  const [whole = '', fraction] = text.split('.');
  const { thousands, decimal } = messages.format;
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands());
  return fraction === undefined ? grouped : `${grouped}${decimal()}${fraction}`;
}

/** A number without separators of thousands, `12345.5` or `12345,5`, for messages about a number with ambiguous marks. */
export const decimalText = (value: number): string => String(value).replace('.', messages.format.decimal());

export const LINE_BREAKS = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;

/** A text in one line: a sign in place of each line break. */
export const withLineSigns = (text: string): string => text.replace(LINE_BREAKS, '↵');

/** Names with `or` between them. */
export const orText = (names: readonly string[]): string =>
  names.reduce((first, last) => messages.nearest.or({ first, last }));

/** The language of this process. */
export const language = (): Language => chosen;

/** The flag that chose the language of this process, for the next command; nothing if it was chosen otherwise. */
export const languageFlag = (): string[] => (isChosenByFlag ? ['--lang', chosen] : []);

/** Sets the language of this process. A command calls it before its first message. `byFlag`: the next commands keep it. */
export async function useLanguage(name: Language, byFlag = false): Promise<void> {
  messages = (await MESSAGES[name]()).default;
  chosen = name;
  isChosenByFlag = byFlag;
}

/** The explanations of findings, examples and cures, in the language of this process. */
export const explanations = async (): Promise<Explanations> => (await EXPLANATIONS[chosen]()).default;
