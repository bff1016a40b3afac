import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { TraceError, usage } from '../../errors.ts';
import { isPipe, openPipe, untilAborted } from '../../pipe.ts';
import { numberText, say } from '../../say.ts';
import { openingError } from '../../sheets/input.ts';

const MAX_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

/**
 * The text of a document from a web address, standard input (`-`) or a file.
 *
 * @throws TraceError if it cannot be fetched or read
 */
export async function documentText(
  named: string,
  { cwd, stdin, signal, env }: Context,
): Promise<{ text: string; name: string }> {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(named)) {
    const { fetchDocument } = await import('../../service/document.ts');
    const { connectionByVariables } = await import('../../import/connection.ts');
    const connect = (address: string) => connectionByVariables(address, env, signal);
    const text = await fetchDocument(named, {
      ...{ mostBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal, connect },
    });
    return { text, name: URL.parse(named)!.host };
  }
  if (named === '-') {
    const name = say().files.standardInput();
    return { text: decoded(await allOf(untilAborted(stdin, signal), name)), name };
  }
  try {
    const path = resolve(cwd, named);
    const stats = await stat(path);
    if (stats.isDirectory()) throw unreadable(named, say().taxonomy.folder());
    const bytes = isPipe(path) ? await openPipe(path) : createReadStream(path);
    return { text: decoded(await allOf(untilAborted(bytes, signal), named)), name: named };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TraceError) throw error;
    throw await openingError(named, error);
  }
}

async function allOf(stream: AsyncIterable<unknown>, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BYTES)
      throw usage(
        'document-too-large',
        say().taxonomy.tooLarge({ name, number: numberText(MAX_BYTES / 1024 / 1024) }),
      );
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** Decodes UTF-16 and byte order marks, which Windows tools write. */
function decoded(bytes: Buffer): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(utf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

const unreadable = (name: string, why: string) =>
  usage('file-missing', say().taxonomy.unreadable({ name, why }));
