import type { Entry, ZipFile } from 'yauzl';
import { say } from '../../say.ts';
import { Damage } from '../damage.ts';

/** Size of a part's header before its name. */
const HEADER = 30;

interface Range {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Rejects an archive whose parts share bytes with each other or with the directory: a small archive could otherwise
 * inflate the same bytes any number of times. Gaps, empty parts, bytes before the first part and data descriptors are
 * allowed. Nothing is inflated; headers are read only if the directory shows no overlap.
 *
 * @param directory offset of the directory, where the parts end.
 * @throws Damage
 */
export async function rejectOverlap(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  directory: number,
): Promise<void> {
  const list = { name: say().damaged.partList(), start: directory, end: directory };
  const least = [...entries].map(([name, entry]): Range => {
    const start = entry.relativeOffsetOfLocalHeader;
    return { name, start, end: start + HEADER + entry.compressedSize };
  });
  rejectWithin([...least, list]);
  const whole: Range[] = [list];
  for (const { name, start } of least) {
    const entry = entries.get(name)!;
    // A part with an invalid header is skipped here: reading it will fail.
    const header = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch(() => null);
    if (header !== null) whole.push({ name, start, end: header.fileDataStart + entry.compressedSize });
  }
  rejectWithin(whole);
}

function rejectWithin(ranges: Range[]): void {
  ranges.sort((a, b) => a.start - b.start || a.end - b.end);
  for (let at = 1; at < ranges.length; at++) {
    const [before, next] = [ranges[at - 1]!, ranges[at]!];
    if (before.end <= next.start) continue;
    throw new Damage(say().damaged.overlap({ part: before.name, other: next.name }));
  }
}
