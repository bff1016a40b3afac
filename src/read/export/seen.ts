import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disk } from './disk.ts';
import type { Entry } from './spool.ts';

/** By id: the hash of the answer that the last export of it wrote. */
export type Hashes = Readonly<Record<string, string>>;

/**
 * What the last exports saw, one file for each target, subject and set of languages: the same study in other
 * languages is another answer.
 */
export class SeenAnswers {
  readonly #path: string;
  readonly #former: string;
  readonly #part: string;
  readonly #disk: Disk;

  /** `id` of the export: several may renew the same set at once. `former`: what names it in notes of before. */
  constructor(folder: string, disk: Disk, id: string, of: readonly unknown[], former = of) {
    const path = (what: readonly unknown[]) => {
      const name = createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 16);
      return join(folder, `seen-${name}.json`);
    };
    this.#path = path(of);
    this.#former = path(former);
    this.#part = `${this.#path}.${id}.part`;
    this.#disk = disk;
  }

  /** JSON of the hashes; of none when nothing was exported yet. */
  async read(): Promise<string> {
    const text = await readFile(this.#path, 'utf8')
      .catch(() => readFile(this.#former, 'utf8'))
      .catch(() => '{}');
    return hashesIn(text) === null ? '{}' : text;
  }

  async add(entries: Iterable<Entry>): Promise<void> {
    const hashes = new Map(Object.entries(hashesIn(await this.read()) ?? {}));
    for (const { place, hash } of entries) hashes.set(place[3], hash);
    await this.#disk.write(this.#part, JSON.stringify(Object.fromEntries(hashes)));
    await this.#disk.rename(this.#part, this.#path);
  }
}

export function hashesIn(text: string): Hashes | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Hashes) : null;
  } catch {
    return null;
  }
}
