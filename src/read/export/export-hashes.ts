import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Disk, writeTexts } from './disk.ts';
import type { SortedEntry } from './sorted-entries.ts';

/** The hash of each record that the last export wrote, by id. */
type Hashes = Readonly<Record<string, string>>;

/**
 * The hashes of the records that earlier exports wrote, for `--changed-since-last`. Each combination of target,
 * resource and languages has its own file, because the hash of a record depends on the languages.
 */
export class ExportHashes {
  readonly #path: string;
  readonly #former: string;
  readonly #part: string;
  readonly #disk: Disk;

  /**
   * @param id the id of the export: several exports may write the same file at once
   * @param scope the target, resource and languages of the file
   * @param former the scope in the format of earlier versions of trace
   */
  constructor(folder: string, disk: Disk, id: string, scope: readonly unknown[], former = scope) {
    const path = (named: readonly unknown[]) => {
      const name = createHash('sha256').update(JSON.stringify(named)).digest('hex').slice(0, 16);
      return join(folder, `seen-${name}.json`);
    };
    this.#path = path(scope);
    this.#former = path(former);
    this.#part = `${this.#path}.${id}.part`;
    this.#disk = disk;
  }

  /** The hashes as JSON; an empty object if nothing was exported yet. */
  async read(): Promise<string> {
    const text = await readFile(this.#path, 'utf8')
      .catch(() => readFile(this.#former, 'utf8'))
      .catch(() => '{}');
    return hashesIn(text) === null ? '{}' : text;
  }

  async add(entries: Iterable<SortedEntry>): Promise<void> {
    const before: { [id: string]: string } = hashesIn(await this.read()) ?? {};
    for (const { place } of entries) delete before[place[3]];
    await writeTexts(this.#disk, this.#part, this.#path, jsonOf(before, entries));
  }
}

/** A JSON object of the hashes, in pieces. If an id occurs twice, the last hash counts. */
function* jsonOf(before: Hashes, entries: Iterable<SortedEntry>): Generator<string> {
  let separator = '{';
  for (const id of Object.keys(before)) {
    yield `${separator}${JSON.stringify(id)}:${JSON.stringify(before[id])}`;
    separator = ',';
  }
  for (const { place, hash } of entries) {
    yield `${separator}${JSON.stringify(place[3])}:${JSON.stringify(hash)}`;
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

export function hashesIn(text: string): Hashes | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Hashes) : null;
  } catch {
    return null;
  }
}
