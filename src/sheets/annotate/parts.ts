import { say } from '../../say.ts';
import { Damage } from '../damage.ts';
import type { Archive } from '../xlsx/archive.ts';
import { type RawXml, raw } from './tags.ts';

/** Maximum size of a part that is edited in memory; sheets are streamed. */
const PART_BYTES = 64 * 1024 ** 2;

/** Size of the pieces. V8 frees larger strings late. */
const PIECE = 16 * 1024;

/** The text of a part in pieces; parts in other encodings are converted to UTF-8. */
export async function* rawPieces(archive: Archive, part: string): AsyncGenerator<RawXml> {
  let isFirst = true;
  for await (const chunk of archive.bytesOf(part)) {
    if (isFirst && !isUtf8(chunk)) {
      yield* converted(archive, part);
      return;
    }
    isFirst = false;
    for (let at = 0; at < chunk.length; at += PIECE) yield chunk.toString('latin1', at, at + PIECE);
  }
}

/**
 * The whole text of a part.
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

async function* converted(archive: Archive, part: string): AsyncGenerator<RawXml> {
  let isFirst = true;
  for await (const chunk of archive.chunks(part)) {
    const piece = chunk.toString();
    yield raw(
      isFirst ? piece.replace(/^(<\?xml[^>]*\sencoding\s*=\s*)(?:"[^"]*"|'[^']*')/, '$1"UTF-8"') : piece,
    );
    isFirst = false;
  }
}

function isUtf8(head: Buffer): boolean {
  if (/^(?:fffe|feff|3c00|003c)/.test(head.subarray(0, 2).toString('hex'))) return false;
  const declaration = head.subarray(0, 256).toString('latin1');
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1] ?? 'utf-8';
  return /^(?:utf-?8|us-ascii|ascii|utf-?16)$/i.test(declared);
}
