import type { Source } from '../../sheets/source.ts';
import type { BoundMap, NamedRecords } from './map-in-force.ts';
import { newResult, type ReadContext, type RowRecord } from './read-context.ts';
import { readFile } from './read-file.ts';

/** An open file of the input, with the map file that it is read with. */
export interface MappedSource {
  readonly source: Source;
  readonly map: BoundMap | undefined;
}

/**
 * Collects the keys of the records to which columns refer by another field, before the sheets with these columns are
 * read. Findings are left to the second reading. An interrupted reading throws the reason of the signal.
 */
export async function collectNames(
  { settings, signal }: ReadContext,
  files: readonly MappedSource[],
): Promise<void> {
  const named = [...new Set(files.map(({ map }) => map))].flatMap((map) => map?.named ?? []);
  const context: ReadContext = {
    stage: { isUnchecked: true, record: (record) => addNames(record, named) },
    // Records that are not sent have names, too.
    settings: { ...settings, only: [], externalRefs: false, update: false },
    emit: () => {},
    groups: { add: () => {} },
    signal,
  };
  const result = newResult(settings);
  for (const { source, map } of files) {
    const sheets = source.sheets.filter(({ name }) => {
      const kind = settings.sheets.size === 0 ? map?.match(source.file, name, undefined)?.kind : undefined;
      return kind === undefined || (kind !== 'skip' && named.some((one) => one.kind === kind));
    });
    if (sheets.length > 0) await readFile(context, { ...source, sheets }, result, map);
  }
}

function addNames({ kind: { name }, body }: RowRecord, named: readonly NamedRecords[]): void {
  for (const { kind, path, names } of named) {
    if (kind.name !== name) continue;
    const [key, text] = [body[kind.key[0]!], body[path]];
    if (typeof key === 'string' && typeof text === 'string') names.add(text, key);
  }
}
