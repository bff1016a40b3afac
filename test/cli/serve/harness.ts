import { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { run } from '../../../src/main.ts';
import { TOKEN } from '../commands/harness.ts';

/** A running `trace serve`, stopped after the test. */
export interface Serving {
  readonly link: string;
  /** The address without the path, and the start of all paths. */
  readonly origin: string;
  readonly root: string;
  /** Requests a path below the root with the cookie. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** The page at a path below the root. */
  page(path: string): Promise<string>;
  /** Sends files to the form; the response is the page of the result. */
  check(files: Readonly<Record<string, string | Uint8Array>>): Promise<Response>;
  stop(): Promise<number>;
  said(): string;
}

/** Starts `trace serve` with these flags in this process. */
export async function serving(
  cwd: string,
  flags = '',
  env: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  const stop = new AbortController();
  const link = Promise.withResolvers<string>();
  let talk = '';
  const sink = (take: (text: string) => void) =>
    new Writable({
      write(chunk, _encoding, done) {
        take(String(chunk));
        done();
      },
    });
  const code = run(`serve ${flags}`.trim().split(' '), {
    ...{ stdin: Readable.from([]), stdout: sink((text) => link.resolve(text.trim())), cwd },
    stderr: sink((text) => {
      talk += text;
    }),
    ...{ isTTY: false, canAnswer: false, env: { SANDBOX_TOKEN: TOKEN, TRACE_YES_TRUST: '1', ...env } },
    ...{ now: () => new Date(), signal: stop.signal },
  });
  void code.then((ended) => link.reject(new Error(`ended with ${ended}: ${talk}`)));
  const ended = () => {
    stop.abort();
    return code;
  };
  onTestFinished(async () => void (await ended()));
  const opened = await fetch(await link.promise, { redirect: 'manual' });
  const { origin } = new URL(await link.promise);
  const root = opened.headers.get('location')!.replace(/\/$/, '');
  const cookie = opened.headers.get('set-cookie')!.split(';')[0]!;
  const get = (path: string, { headers, ...init }: RequestInit = {}) =>
    fetch(`${origin}${path.startsWith('/') ? path : `${root}/${path}`}`, {
      ...init,
      headers: { cookie, ...headers },
    });
  return {
    ...{ link: await link.promise, origin, root, get, stop: ended, said: () => talk },
    page: async (path) => (await get(path)).text(),
    async check(files) {
      const body = new FormData();
      for (const [name, content] of Object.entries(files)) body.append('files', new Blob([content]), name);
      const sent = await get('check', { method: 'POST', body, headers: { origin }, redirect: 'manual' });
      return sent.status === 303 ? get(sent.headers.get('location')!) : sent;
    },
  };
}

/** The words of a page, without markup. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<(style|script)[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');
