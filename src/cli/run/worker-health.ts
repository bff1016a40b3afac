import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { portError } from '../../loopback.ts';
import type { JobState } from '../../shared/job-states.ts';
import type { Ended } from '../../shared/jobs.ts';

/** What a worker has done since it started. */
export interface WorkerCounts {
  active: number;
  readonly ended: Record<Ended, number>;
}

/**
 * Serves `/health` (200, or 503 if the queue cannot be read) and `/metrics` (Prometheus) on all addresses of this machine:
 * probes come from another one. `jobs` reads the number of jobs of the queue. Returns the server and its port.
 *
 * @throws TraceError `health-port`
 */
export async function serveHealth(
  port: number,
  counts: WorkerCounts,
  jobs: () => Promise<Record<JobState, number>>,
): Promise<{ server: Server; port: number }> {
  const server = createServer(async ({ url }, response) => {
    const isHealth = url === '/health';
    if (!isHealth && url !== '/metrics') return response.writeHead(404).end();
    const states = await jobs().catch(() => null);
    response.writeHead(states === null ? 503 : 200, {
      'content-type': isHealth ? 'application/json' : 'text/plain; version=0.0.4',
    });
    const status = states === null ? 'unreachable' : 'ok';
    response.end(isHealth ? JSON.stringify({ status, active: counts.active }) : metricsText(counts, states));
  });
  server.listen(port);
  await once(server, 'listening').catch((error: unknown) => {
    throw portError('health-port', port, error, '--health-port');
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** The metrics in the text format of Prometheus. Without `states`, those of this worker alone. */
function metricsText({ active, ended }: WorkerCounts, states: Record<JobState, number> | null): string {
  const family = (name: string, type: 'gauge' | 'counter', label: string, of: Record<string, number>) => [
    `# TYPE ${name} ${type}`,
    ...Object.entries(of).map(([key, value]) => `${name}${label && `{${label}="${key}"}`} ${value}`),
  ];
  const lines = [
    ...family('trace_worker_active', 'gauge', '', { active }),
    ...family('trace_worker_attempts_total', 'counter', 'result', ended),
    ...(states === null ? [] : family('trace_jobs', 'gauge', 'state', states)),
  ];
  return `${lines.join('\n')}\n`;
}
