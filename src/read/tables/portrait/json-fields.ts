/** Functions that read JSON of any shape. A value of an unexpected type counts as missing; nothing throws. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Texts by language, or by another name that the service uses. */
export type Texts = Readonly<Record<string, string>>;

export function objectIn(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function itemsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(objectIn) : [];
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The value if it is a number, else null: a missing figure must not become 0. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function textsOf(value: unknown): Texts {
  const texts = Object.entries(objectIn(value)).map(([name, text]) => [name, plainOf(text)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

/** A value as text. An object becomes `name: value, name: value`. */
export function plainOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(plainOf).filter(Boolean).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, inner]) => [name, plainOf(inner)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ');
}

/** The text in a language, else the English one, else the first one, else `fallback`. */
export function textIn(texts: Texts, language: string, fallback = ''): string {
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? fallback;
}

/** The words of a name: `climateChangeLandUse` becomes `Climate change land use`. */
export function wordsOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
