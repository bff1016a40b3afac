import type { Context } from 'hono';

/** Maximum size of a request body. The interface has no limit, but records have only a few kilobytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

const texts = new WeakMap<Context, Promise<string | null>>();

/**
 * The body as text, or null if it is too large. The function may be called several times; the request is read only
 * once.
 */
export function readText(c: Context): Promise<string | null> {
  let text = texts.get(c);
  if (!text) {
    text = read(c);
    texts.set(c, text);
  }
  return text;
}

/** Trusts the Content-Length, which the HTTP parser enforces. */
async function read(c: Context): Promise<string | null> {
  const length = c.req.header('transfer-encoding') === undefined ? c.req.header('content-length') : undefined;
  if (length !== undefined) return Number(length) > MAX_BODY_BYTES ? null : c.req.text();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
