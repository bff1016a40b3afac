import { say } from '../../say.ts';
import { Damage } from '../damage.ts';
import type { Archive } from '../xlsx/archive.ts';
import { type RawXml, raw } from './tags.ts';

/** Maximum size of a part that is edited in memory; sheets are streamed. */
const PART_BYTES = 64 * 1024 ** 2;

/** Number of characters in a piece. Larger strings stay in memory longer, because V8 frees them late. */
const PIECE = 16 * 1024;

/** The encoding in an XML declaration. */
const ENCODING = /^(<\?xml[^>]*\sencoding\s*=\s*)(?:"[^"]*"|'[^']*')/;

/** A part in pieces of `RawXml`. Parts in other encodings are converted to UTF-8. */
export async function* rawPieces(archive: Archive, part: string): AsyncGenerator<RawXml> {
  let isFirst = true;
  for await (const chunk of archive.chunks(part)) {
    if (typeof chunk === 'string') yield raw(isFirst ? chunk.replace(ENCODING, '$1"UTF-8"') : chunk);
    else for (let at = 0; at < chunk.length; at += PIECE) yield chunk.toString('latin1', at, at + PIECE);
    isFirst = false;
  }
}

/**
 * The whole part as `RawXml`.
 *
 * @throws Damage if it is too large to be edited
 */
export async function rawPart(archive: Archive, part: string): Promise<RawXml> {
  const pieces: string[] = [];
  let size = 0;
  for await (const piece of rawPieces(archive, part)) {
    size += piece.length;
    if (size > PART_BYTES) throw new Damage(say().copy.partLarge({ part }));
    pieces.push(piece);
  }
  return pieces.join('');
}
