import { isUtf8 } from 'node:buffer';
import { say } from '../../say.ts';
import { incompleteUtf8 } from '../bytes.ts';
import { Damage } from '../damage.ts';
import { decode } from '../encoding.ts';

/** Number of first bytes in which an XML declaration is searched for. */
const DECLARATION_BYTES = 256;

/**
 * An XML part as whole characters: bytes if it is in UTF-8, else decoded. Its byte order mark, its zero bytes or its
 * declaration decide the encoding; the default is UTF-8.
 *
 * @throws Damage on bytes that are invalid in that encoding.
 */
export async function* xmlChunks(
  bytes: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<Buffer | string> {
  const iterator = bytes[Symbol.asyncIterator]();
  try {
    let head: Buffer = Buffer.alloc(0);
    while (head.length < DECLARATION_BYTES) {
      const { done, value } = await iterator.next();
      if (done) break;
      head = head.length === 0 ? value : Buffer.concat([head, value]);
    }
    const { encoding, mark } = await encodingOf(head, name);
    const rest = joined(head.subarray(mark), iterator);
    yield* encoding === 'utf8' ? checkedUtf8(rest, name) : decode(rest, encoding);
  } finally {
    await iterator.return?.();
  }
}

async function* joined(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function* checkedUtf8(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const invalid = () => new Damage(say().damaged.notUtf8({ part: name }));
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = all.length - incompleteUtf8(all);
    const text = all.subarray(0, end);
    if (!isUtf8(text)) throw invalid();
    rest = all.subarray(end);
    yield text;
  }
  if (rest.length > 0) throw invalid();
}

async function encodingOf(head: Buffer, name: string): Promise<{ encoding: string; mark: number }> {
  const start = head.subarray(0, 3).toString('hex');
  if (start === 'efbbbf') return { encoding: 'utf8', mark: 3 };
  if (start.startsWith('fffe')) return { encoding: 'utf16-le', mark: 2 };
  if (start.startsWith('feff')) return { encoding: 'utf16-be', mark: 2 };
  if (start.startsWith('3c00')) return { encoding: 'utf16-le', mark: 0 };
  if (start.startsWith('003c')) return { encoding: 'utf16-be', mark: 0 };
  const declaration = head.subarray(0, DECLARATION_BYTES).toString('latin1');
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1] ?? 'utf-8';
  if (/^(utf-?8|us-ascii|ascii|utf-?16)$/i.test(declared)) return { encoding: 'utf8', mark: 0 };
  const { default: iconv } = await import('iconv-lite');
  if (!iconv.encodingExists(declared))
    throw new Damage(say().damaged.encoding({ part: name, encoding: declared }));
  return { encoding: declared, mark: 0 };
}
