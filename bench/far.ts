import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Usage } from './process.ts';

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
  /** The usage of a client, and the responses per second that the server sent it in the last two thirds. */
  rateOf(responses: number, client: () => Usage): Promise<Usage & { readonly rate: number }>;
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
      return ((await once(server, 'message')) as [{ responses: number; rate: number }])[0];
    };
    return await work({
      url,
      flags: ['--env', 'far', '--config', config],
      env: { FAR_TOKEN: 'bench', TRACE_YES_TRUST: '1' },
      async rateOf(responses, client) {
        await figures();
        const usage = client();
        const seen = await figures();
        if (seen.responses !== responses) throw new Error(`${seen.responses} responses, not ${responses}`);
        return { ...usage, rate: seen.rate };
      },
    });
  } finally {
    server.kill();
  }
}
