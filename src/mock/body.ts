import type { Context } from 'hono';

/** The interface has no limit for requests; a record is a few kilobytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

const texts = new WeakMap<Context, Promise<string | null>>();

/** The body as text, or null when it is too large. Repeated calls read it once. */
export function readText(c: Context): Promise<string | null> {
  let text = texts.get(c);
  if (!text) {
    text = read(c);
    texts.set(c, text);
  }
  return text;
}

/** Trusts the content-length: the HTTP parser enforces it. */
async function read(c: Context): Promise<string | null> {
  const told = c.req.header('transfer-encoding') === undefined ? c.req.header('content-length') : undefined;
  if (told !== undefined) return Number(told) > MAX_BODY_BYTES ? null : c.req.text();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
