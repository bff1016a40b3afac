import { createHash } from 'node:crypto';
import { type FileHandle, lstat, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { OPEN_MODE, otherFileType, writeFileWhole } from '../../drafts.ts';
import { TraceError, usage } from '../../errors.ts';
import { type LoadedMap, MAP_FILE } from '../../import/input/map-in-force.ts';
import type { InputSettings } from '../../import/input/settings.ts';
import { readWhole } from '../../pipe.ts';
import { say } from '../../say.ts';
import { changedMeanwhile } from './changes.ts';

/** The map file that is in force, and the one to write. */
export interface MapPlace {
  readonly map: LoadedMap | undefined;
  /** The path to write, as messages show it; `-` for standard output. */
  readonly target: string;
  /** Whether the target is the map file in force, which is extended. */
  readonly isExtended: boolean;
}

/**
 * Finds the map file of the files, and where to write.
 *
 * @throws TraceError `map-several` if the files have different map files
 */
export function mapPlace(
  { files, maps }: Pick<InputSettings, 'files' | 'maps'>,
  { named, out }: { readonly named: string | undefined; readonly out: string | undefined },
): MapPlace {
  const found = [...new Set(files.map((file) => maps?.get(file)))];
  if (found.length > 1)
    throw usage(
      'map-several',
      say().mapping.several({ files: found.map((map) => map?.file ?? say().mapping.none()).join(', ') }),
      say().mapping.severalHow(),
    );
  const [map] = found;
  const [first] = files;
  if (first === '-' && out === undefined && named === undefined)
    throw usage('map-place', say().mapping.noPlace(), say().mapping.noPlaceHow());
  const target = out ?? map?.file ?? named ?? join(dirname(first!), MAP_FILE);
  return { map, target, isExtended: map !== undefined && (out === undefined || out === map.file) };
}

/** Reads the text of a loaded map file again. Throws if the file has changed since. */
export async function textOfMap({ file, sha256 }: LoadedMap, cwd: string): Promise<string> {
  const bytes = await readWhole(resolve(cwd, file));
  if (hashOf(bytes) !== sha256) throw changedMeanwhile(file);
  return new TextDecoder(isUtf16(bytes) ? 'utf-16le' : 'utf-8', { ignoreBOM: true }).decode(bytes);
}

/**
 * Writes the map file in one step.
 *
 * @throws TraceError `map-changed`, `file-unwritable`
 */
export async function writeMap(
  { target, map, isExtended }: MapPlace,
  text: string,
  cwd: string,
  force: boolean,
): Promise<void> {
  let path = resolve(cwd, target);
  let bytes: Uint8Array = Buffer.from(text, 'utf8');
  if (isExtended) {
    // Write to the file that a link points to, so that the link remains.
    path = await realpath(path);
    const before = await readWhole(path);
    if (hashOf(before) !== map!.sha256) throw changedMeanwhile(target);
    if (isUtf16(before)) bytes = Buffer.from(text, 'utf16le');
  }
  const there = await lstat(path).catch(() => null);
  if (there && !there.isFile())
    throw usage(
      'file-unwritable',
      say().mapping.notAFile({ file: target, what: otherFileType(there) }),
      say().mapping.out(),
    );
  const writing = { replace: isExtended || force, mode: OPEN_MODE, own: 'map' as const };
  const write = (file: FileHandle) => file.writeFile(bytes);
  await writeFileWhole(path, writing, write).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof TraceError) throw error;
    const exists = error.code === 'EEXIST';
    throw usage(
      'file-unwritable',
      exists
        ? say().mapping.exists({ file: target })
        : say().mapping.unwritable({ file: target, code: `${error.code}` }),
      exists ? say().mapping.existsHow() : say().mapping.out(),
    );
  });
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const isUtf16 = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xfe;
