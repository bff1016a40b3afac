import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Settings {
  readonly latencyMs: number;
  readonly concurrency: number;
  /** Studies that the server has. */
  readonly count?: number;
}

/** A server in another process, and how trace reaches it. */
export interface Far {
  readonly url: string;
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /**
   * The usage of clients, the responses per second that the server sent them in the last two thirds, and the most within
   * any second.
   */
  rateOf<U extends object>(
    responses: number,
    clients: () => U | Promise<U>,
  ): Promise<U & { readonly rate: number; readonly mostInASecond: number }>;
}

export async function withFar<T>(
  side: 'far-side' | 'reads-side',
  folder: string,
  { latencyMs, concurrency, count = 0 }: Settings,
  work: (far: Far) => Promise<T>,
): Promise<T> {
  const server = fork(new URL(`${side}.ts`, import.meta.url), [String(latencyMs), String(count)]);
  try {
    const [port] = (await once(server, 'message')) as [number];
    const url = `http://127.0.0.1:${port}`;
    const config = join(folder, `far-${port}.yaml`);
    const far = { baseUrl: url, tokenEnv: 'FAR_TOKEN', rate: 0, concurrency, settle: '0s' };
    await writeFile(config, JSON.stringify({ environments: { far } }));
    const figures = async () => {
      server.send('figures');
      return (
        (await once(server, 'message')) as [{ responses: number; rate: number; mostInASecond: number }]
      )[0];
    };
    return await work({
      url,
      flags: ['--env', 'far', '--config', config],
      env: { FAR_TOKEN: 'bench', TRACE_YES_TRUST: '1' },
      async rateOf(responses, clients) {
        await figures();
        const usage = await clients();
        const { responses: seen, ...rates } = await figures();
        if (seen !== responses) throw new Error(`${seen} responses, not ${responses}`);
        return { ...usage, ...rates };
      },
    });
  } finally {
    server.kill();
  }
}
