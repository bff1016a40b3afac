import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TraceError, usage } from './errors.ts';
import { say } from './say.ts';
import { systemCause } from './system-cause.ts';

/** The address at which only this machine reaches a server. */
export const LOOPBACK = '127.0.0.1';

/** Running requests have this time to end when their server stops, in milliseconds. */
const CLOSE_GRACE_MS = 1000;

/** Whether a Host header names this machine. Rejecting other names prevents DNS rebinding by web pages. */
export function isLoopbackHost(host: string | null): boolean {
  return host !== null && /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host);
}

/** Listens on a port and returns it; 0 selects a free one. Rejects if it cannot be used. */
export async function listen(server: Server, port: number, host = LOOPBACK): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Stops a server: idle connections are closed at once, running requests have a second to end. */
export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const grace = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
    server.close(() => {
      clearTimeout(grace);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** The error of a port that cannot be used, with a code such as `mock-port`. `flag` is the one that names the port. */
export function portError(code: string, port: number, error: unknown, flag = '--port'): TraceError {
  const { portHow, portTaken, portUsed } = say().ports;
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const reason = isTaken ? portTaken() : systemCause(error);
  return usage(code, portUsed({ port: `${port}`, reason }), portHow({ flag }), error);
}
