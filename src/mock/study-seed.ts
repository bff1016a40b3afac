import { createHash } from 'node:crypto';
import type { StudySource } from './study-sources.ts';

/** Numbers and ids that depend only on a text, not on time or chance. */
export class Seed {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** A number from `low` (included) to `high` (excluded). The same name gives the same number. */
  between(low: number, high: number, name: string): number {
    return low + (this.#digest(name).readUIntBE(0, 6) / 2 ** 48) * (high - low);
  }

  /** An id in the form of a UUID. The same name gives the same id. */
  id(name: string): string {
    const hex = this.#digest(name).toString('hex');
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `5${hex.slice(13, 16)}`,
      `8${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join('-');
  }

  #digest(name: string): Buffer {
    return createHash('sha256').update(`${this.#text}\n${name}`).digest();
  }
}

/** The seed of a study: the content of all its records, regardless of the order of keys and the importation batch. */
export function seedOf({ product, components, packagings, suppliers }: StudySource): Seed {
  const refs = [...suppliers.keys()].sort();
  const content = [product, ...components, ...packagings, ...refs.map((ref) => suppliers.get(ref))];
  return seedOfContent(content.map((sent) => sent?.body));
}

/** The seed of a body or of several. */
export function seedOfContent(content: unknown): Seed {
  return new Seed(createHash('sha256').update(JSON.stringify(content, inOrder)).digest('hex'));
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.entries(value).filter(([name]) => name !== 'importationBatch');
  return Object.fromEntries(names.sort(([a], [b]) => (a < b ? -1 : 1)));
}
