/** Reading of an answer that may be anything: what is not as expected is empty, never an exception. */

export type Held = Readonly<Record<string, unknown>>;

/** Texts by language, or by another name that the service gives. */
export type Texts = Readonly<Record<string, string>>;

export function heldOf(value: unknown): Held {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Held) : {};
}

export function itemsOf(value: unknown): Held[] {
  return Array.isArray(value) ? value.map(heldOf) : [];
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Null for what is no number: a missing figure is not 0. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function textsOf(value: unknown): Texts {
  const told = Object.entries(heldOf(value)).map(([name, text]) => [name, plainOf(text)] as const);
  return Object.fromEntries(told.filter(([, text]) => text !== ''));
}

/** A value in words: an object of which the interface shows no names as `name: value, name: value`. */
export function plainOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(plainOf).filter(Boolean).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, held]) => [name, plainOf(held)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ');
}

/** The text in a language; else in English, else the first that there is, else what stands in. */
export function textIn(texts: Texts, language: string, standIn = ''): string {
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? standIn;
}

/** `climateChangeLandUse` as `Climate change land use`; what is no such name stays. */
export function wordsOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
