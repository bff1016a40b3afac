import type { KindSpec } from '../../contract/kind.ts';
import type { ClosedList } from '../../contract/list.ts';
import type { Meaning } from '../../records/headers.ts';
import { kindText, say } from '../../say.ts';
import { EntryLines, type MapLines, pathText, type YamlPath } from './lines.ts';
import type { SheetEntry } from './map-file.ts';
import { fieldNamed, nearField } from './targets.ts';
import type { Fault } from './yaml.ts';

/** The file of an entry, and where the entry is in it. */
interface EntryPlace {
  readonly map: MapLines;
  /** The keys that lead to the entry. */
  readonly path: YamlPath;
}

/** A fault in an entry, and the keys that lead to it from the entry. */
export interface EntryFault extends Fault {
  readonly path: readonly string[];
}

/** An entry of a map file with the kind of the contract that it names, and the faults found in it. */
export class MapEntry {
  readonly kind: KindSpec;
  readonly keys: SheetEntry;
  readonly lines: EntryLines;
  readonly faults: EntryFault[] = [];
  /** Values in the map that their list has only probably, by the name of the list. */
  readonly likely = new Map<string, Set<string>>();
  readonly #path: YamlPath;

  constructor({ map, path }: EntryPlace, keys: SheetEntry, kind: KindSpec) {
    this.kind = kind;
    this.keys = keys;
    this.lines = new EntryLines(map, path);
    this.#path = path;
  }

  /** The field that a text of the map names. Adds a fault if there is none. */
  field(path: readonly string[], target: string): Meaning | undefined {
    const meaning = fieldNamed(this.kind, target);
    if (!meaning)
      this.fault(
        path,
        say().mapFile.notAField({
          ...{ field: JSON.stringify(target), kind: kindText(this.kind.name) },
          near: nearField(this.kind, target),
        }),
      );
    return meaning;
  }

  /** Collects values of the map that the list has only probably. */
  noteLikelyValues(list: ClosedList | undefined, values: readonly unknown[]): void {
    for (const value of values) {
      if (typeof value !== 'string' || !list?.likely?.includes(value) || list.values.includes(value))
        continue;
      const known = this.likely.get(list.name) ?? new Set();
      this.likely.set(list.name, known.add(value));
    }
  }

  /** Adds a fault for each word of a key that has two values in two spellings. */
  checkSpellings(
    key: string,
    words: Readonly<Record<string, string>>,
    folded: (text: string) => string,
  ): void {
    const known = new Map<string, { text: string; to: string }>();
    for (const [text, to] of Object.entries(words)) {
      const same = known.get(folded(text));
      if (same && same.to !== to)
        this.fault(['values', key, text], say().mapFile.sameWord({ word: same.text }));
      known.set(folded(text), { text, to });
    }
  }

  fault(path: readonly string[], problem: string): void {
    this.faults.push({
      path,
      line: this.lines.lineOf(...path),
      problem: `${pathText([...this.#path, ...path])}: ${problem}`,
    });
  }
}
