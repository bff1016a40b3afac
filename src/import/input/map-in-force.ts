import { createHash } from 'node:crypto';
import { existsSync, lstatSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { flag as flagText } from '../../advice.ts';
import type { InterfaceName, KindSpec } from '../../contract/kind.ts';
import { TraceError, usage } from '../../errors.ts';
import { BoundEntry } from '../../map/map-file/bind.ts';
import type { ParsedMap, SheetEntry } from '../../map/map-file/map-file.ts';
import { matchesPattern } from '../../map/map-file/patterns.ts';
import type { Fault } from '../../map/map-file/yaml.ts';
import { nearestSentence } from '../../nearest.ts';
import { isPipe, noteSettings, readWhole } from '../../pipe.ts';
import type { RecordNames } from '../../records/record-names.ts';
import { kindText, numberText, say } from '../../say.ts';
import { openSource } from '../../sheets/open.ts';
import type { CopyOf } from '../../sheets/source.ts';

/** The name of a map file beside an input file. */
export const MAP_FILE = 'trace.map.yaml';

const MAX_MAP_BYTES = 4_000_000;
const MOST_FAULTS = 20;

/** A map file that was read, before the contract is known. */
export interface LoadedMap extends ParsedMap {
  /** The file name in messages. */
  readonly file: string;
  readonly sha256: string;
  /** For input files that are annotated copies: the names of the original files, which the entries contain. */
  readonly copies: Map<string, string>;
}

/** Map files by input file. */
export type Maps = ReadonlyMap<string, LoadedMap>;

interface MapPlaces {
  readonly files: readonly string[];
  readonly cwd: string;
  /** The value of `--map`. */
  readonly flag: string | undefined;
  /** The map file that the configuration sets, and the folder of the configuration. */
  readonly configured: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Reads the map file of each input file: the one that `--map` names, else the one that an annotated copy was read with,
 * else that of the configuration, else the one beside the input file.
 *
 * @throws TraceError `map-missing`, `map-unreadable`, `map-invalid`
 */
export async function loadMaps({ files, cwd, flag, configured, signal }: MapPlaces): Promise<Maps> {
  const loaded = new Map<string, LoadedMap>();
  const maps = new Map<string, LoadedMap>();
  for (const file of files) {
    const copy = await copyOf(resolve(cwd, file), signal);
    const kept = copy?.map && flag === undefined ? join(dirname(file), copy.map) : undefined;
    const isKept = kept !== undefined && existsSync(resolve(cwd, kept));
    const named = flag ?? (isKept ? kept : configured);
    const path = named ?? mapFileBeside(file, cwd);
    if (path === undefined && kept !== undefined) throw missingMapOfCopyError(kept, file);
    if (path === undefined) continue;
    const whole = resolve(cwd, path);
    let map = loaded.get(whole);
    if (!map) {
      if (named !== undefined && !existsSync(whole)) throw missingMapError(path, flag !== undefined);
      map = await loadMap(path, whole, signal, flag !== undefined);
      loaded.set(whole, map);
    }
    if (copy) map.copies.set(file, copy.file);
    maps.set(file, map);
  }
  return maps;
}

/** What an annotated copy stores about its original; null for other files. Reading reports a file that cannot be opened. */
async function copyOf(file: string, signal: AbortSignal): Promise<CopyOf | null> {
  if (!/\.(?:xls[xm]|ods)$/i.test(file)) return null;
  try {
    const source = await openSource(file, {}, { stdin: process.stdin, signal, onFinding: () => {} });
    try {
      return (await source?.copyOf?.()) ?? null;
    } finally {
      await source?.close();
    }
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

const missingMapError = (path: string, isFlag: boolean): TraceError =>
  usage(
    'map-missing',
    say().input.mapMissing({ file: path }),
    isFlag ? say().input.mapMissingFlag() : say().input.mapMissingConfig(),
  );

/** The error for an annotated copy that was read with a map file which is not there. */
const missingMapOfCopyError = (path: string, copy: string): TraceError =>
  usage(
    'map-missing',
    say().input.mapMissingOfCopy({ file: path, copy }),
    say().input.mapMissingOfCopyHow({ flag: flagText('--map', say().placeholders.file()) }),
  );

function mapFileBeside(file: string, cwd: string): string | undefined {
  if (file === '-') return undefined;
  const path = join(dirname(file), MAP_FILE);
  return lstatSync(resolve(cwd, path), { throwIfNoEntry: false }) ? path : undefined;
}

async function loadMap(file: string, path: string, signal: AbortSignal, isFlag: boolean): Promise<LoadedMap> {
  let bytes: Buffer;
  try {
    // Only a flag may name a pipe. One that is found beside an input may never have a writer.
    isPipe(path, { pipes: isFlag, name: file });
    if (statSync(path).size > MAX_MAP_BYTES)
      throw usage(
        'map-invalid',
        say().input.mapTooLarge({ file, number: numberText(MAX_MAP_BYTES / 1_000_000) }),
      );
    bytes = await readWhole(path, signal);
    noteSettings(path, 'map');
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TraceError) throw error;
    throw usage(
      'map-unreadable',
      say().input.mapUnreadable({ file, code: String((error as { code?: string }).code) }),
    );
  }
  const { parseMap } = await import('../../map/map-file/map-file.ts');
  const parsed = parseMap(textOf(file, bytes));
  if (!('lineOf' in parsed)) throw invalidMapError(file, parsed);
  return { ...parsed, file, sha256: createHash('sha256').update(bytes).digest('hex'), copies: new Map() };
}

function textOf(file: string, bytes: Buffer): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(utf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usage('map-invalid', say().input.mapNotUtf8({ file }), say().input.mapNotUtf8Advice());
  }
}

function invalidMapError(file: string, faults: readonly Fault[]): TraceError {
  const shown = [...faults].sort((one, other) => one.line - other.line).slice(0, MOST_FAULTS);
  const text = shown
    .map(({ line, problem }) => say().input.mapFault({ line: String(line), problem }))
    .join(say().input.semicolon());
  const more = faults.length - shown.length;
  const all = more > 0 ? say().input.mapMoreFaults({ faults: text, number: numberText(more) }) : text;
  return usage(
    'map-invalid',
    say().input.mapInvalid({ file, faults: all }).replace(/\?\.$/, '?'),
    say().input.mapInvalidAdvice(),
  );
}

/**
 * The interface and the kinds that the map files set. Used if neither a flag nor the environment
 * sets the interface.
 */
export function namedByMaps(maps: Maps): { readonly interface?: InterfaceName; readonly kinds: string[] } {
  const all = [...new Set(maps.values())].map(({ map }) => map);
  const named = all.find((map) => map.interface !== undefined)?.interface;
  const kinds = all.flatMap(({ sheets }) => sheets.map(({ kind }) => kind)).filter((kind) => kind !== 'skip');
  return { ...(named === undefined ? {} : { interface: named }), kinds };
}

/** The map files of a run, in the form that is stored with the options of the run. */
export const storedMaps = (maps: Maps | undefined): { readonly file: string; readonly sha256: string }[] =>
  [...new Set(maps?.values())].map(({ file, sha256 }) => ({ file, sha256 }));

/** How a map file reads a table of a sheet. */
export interface TableMatch {
  /** Its index among the tables of all entries, from 0. */
  readonly at: number;
  readonly kind: KindSpec | 'skip';
  /** Null if the map file skips the table. */
  readonly mapping: BoundEntry | null;
  readonly entry: SheetEntry;
  /** Its line in the map file. */
  readonly line: number;
}

/** The entry of a map file for a sheet: its tables, of which one at least is read, or all are skipped. */
interface SheetMatch {
  readonly tables: readonly TableMatch[];
  /** Whether the entry has the name of the sheet, not only a pattern. */
  readonly namesSheet: boolean;
}

/** Records that a column refers to by a field that is not their key, or of which a row takes a part of the key. */
export interface NamedRecords {
  readonly kind: KindSpec;
  /** The path of the field. */
  readonly path: string;
  readonly names: RecordNames;
}

/** A map file for the contract of a run. */
export class BoundMap {
  readonly file: string;
  readonly sha256: string;
  readonly #tables: readonly TableMatch[];
  /** The lines of the entries, with their tables. */
  readonly #entries: readonly { readonly line: number; readonly tables: readonly TableMatch[] }[];
  readonly #used = new Set<unknown>();
  readonly named: readonly NamedRecords[];
  readonly #copies: ReadonlyMap<string, string>;

  /** @throws TraceError `map-invalid` */
  constructor(
    { map, paths, file, sha256, lineOf, blockLineOf, lineText, copies }: LoadedMap,
    interfaceName: InterfaceName,
    kinds: readonly KindSpec[],
  ) {
    this.file = file;
    this.sha256 = sha256;
    this.#copies = copies;
    const faults: Fault[] = [];
    if (map.interface !== undefined && map.interface !== interfaceName)
      faults.push({
        line: lineOf(['interface']),
        problem: say().input.mapInterface({ interface: map.interface, own: interfaceName }),
      });
    this.#tables = map.sheets.flatMap((entry, at): TableMatch[] => {
      const path = paths[at]!;
      const line = lineOf(path);
      if (entry.kind === 'skip') return [{ at, entry, line, kind: 'skip', mapping: null }];
      const kind = kinds.find(({ name, plural }) => name === entry.kind || plural === entry.kind);
      if (!kind) {
        const names = kinds.map(({ name }) => name);
        faults.push({
          line: lineOf([...path, 'kind']),
          problem: say().input.mapKind({
            kind: entry.kind,
            interface: interfaceName,
            near: nearestSentence(entry.kind, [...names, 'skip']),
            kinds: names.join(', '),
          }),
        });
        return [];
      }
      const mapping = new BoundEntry({ name: file, lineOf, blockLineOf, lineText }, entry, path, kind);
      faults.push(...mapping.faults);
      return [{ at, entry, line, kind, mapping }];
    });
    this.#entries = [...Map.groupBy(this.#tables, ({ at }) => paths[at]![1]!)].map(([at, tables]) => ({
      line: lineOf(['sheets', at]),
      tables,
    }));
    this.named = this.#tables.flatMap(({ line, mapping }) =>
      (mapping?.names ?? []).flatMap((names): NamedRecords[] => {
        const kind = kinds.find(({ name }) => name === names.kind);
        if (!kind) return [];
        if (names.part > 0) return [{ kind, path: kind.key[0]!, names }];
        const field = kind.fields.find(({ path }) => path === names.field);
        if (field?.value.type === 'text' && !/[.[]/.test(field.path))
          return [{ kind, path: field.path, names }];
        const paths = kind.fields.flatMap(({ path, value }) =>
          value.type === 'text' && !/[.[]/.test(path) ? [path] : [],
        );
        faults.push({
          line,
          problem: say().input.mapReference({
            field: names.field,
            kind: kindText(names.kind),
            fields: paths.join(', '),
          }),
        });
        return [];
      }),
    );
    if (faults.length > 0) throw invalidMapError(file, faults);
  }

  /**
   * Returns the first entry of the map file that matches a sheet. If a flag sets the kind of the
   * sheet, the entry must have a table of that kind, and its other tables are skipped.
   */
  match(file: string, sheet: string, asked: KindSpec | 'skip' | undefined): SheetMatch | undefined {
    const name = this.#copies.get(file) ?? basename(file);
    const found = this.#entries.find(({ tables }) => {
      const { entry } = tables[0]!;
      const isAsked = asked === undefined || tables.some(({ kind }) => kind === asked);
      return isAsked && matches(entry.file, name) && matches(entry.sheet, sheet);
    });
    if (!found) return undefined;
    this.#used.add(found);
    const { tables } = found;
    const named = [tables[0]!.entry.sheet ?? []].flat();
    const namesSheet = named.some((name) => !/[*?]/.test(name) && matchesPattern(name, sheet));
    const isRead = ({ kind }: TableMatch) => asked === undefined || kind === asked;
    const read = tables.map((table) => (isRead(table) ? table : { ...table, kind: 'skip' as const }));
    return { tables: read, namesSheet };
  }

  /** The table with this index, bound to the contract. Null if it is skipped. */
  entry(at: number): BoundEntry | null {
    return this.#tables[at]!.mapping;
  }

  /** The lines of the entries that no sheet matched. */
  unused(): number[] {
    return this.#entries.filter((entry) => !this.#used.has(entry)).map(({ line }) => line);
  }
}

function matches(patterns: string | readonly string[] | undefined, name: string): boolean {
  if (patterns === undefined) return true;
  return [patterns].flat().some((pattern) => matchesPattern(pattern, name));
}
