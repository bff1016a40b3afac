import type { KindSpec } from '../../../contract/kind.ts';
import type { Meaning } from '../../records/headers.ts';
import { EntryLines } from './lines.ts';
import type { SheetEntry } from './map-file.ts';
import { pathText } from './path.ts';
import { fieldNamed, nearField } from './targets.ts';
import type { Fault, YamlContent } from './yaml.ts';

/** The file of an entry, and where the entry is in it. */
export interface EntryPlace {
  readonly name: string;
  readonly lineOf: YamlContent['lineOf'];
  /** The index of the entry. */
  readonly at: number;
}

/** An entry of a map file with the kind of the contract that it names, and the faults found in it. */
export class Entry {
  readonly kind: KindSpec;
  readonly keys: SheetEntry;
  readonly lines: EntryLines;
  readonly faults: Fault[] = [];
  readonly #at: number;

  constructor({ name, lineOf, at }: EntryPlace, keys: SheetEntry, kind: KindSpec) {
    this.kind = kind;
    this.keys = keys;
    this.lines = new EntryLines(name, keys, at, lineOf);
    this.#at = at;
  }

  /** The field that a text of the map names. Adds a fault if there is none. */
  field(path: readonly string[], target: string): Meaning | undefined {
    const meaning = fieldNamed(this.kind, target);
    if (!meaning)
      this.fault(
        path,
        `${JSON.stringify(target)} is not a field of a ${this.kind.name}${nearField(this.kind, target)}`,
      );
    return meaning;
  }

  fault(path: readonly string[], problem: string): void {
    this.faults.push({
      line: this.lines.lineOf(...path),
      problem: `${pathText(['sheets', this.#at, ...path])}: ${problem}`,
    });
  }
}
