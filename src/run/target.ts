import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Environment } from '../config/environment.ts';
import { readToken } from '../config/token.ts';
import type { Service } from '../service/service.ts';
import { VERSION } from '../version.ts';
import { stateFiles } from './place.ts';

/** A service that is open for a run, and what else has to be closed after it. */
export interface OpenTarget {
  readonly service: Service;
  /** Something doubtful about how it is reached. */
  readonly warning: string | undefined;
  close(): Promise<void>;
}

/** Where `trace mock` listens when nothing else is said; the links of the embedded mock point there. */
export const MOCK_PORT = 4010;

/**
 * Opens the service of an environment: reads its token, or starts the embedded mock with its data in the state folder.
 * To `read` leaves no data behind where there was none: an empty mock would look as if it had lost what was sent to it.
 * Throws TraceError when the token is missing or the address may not be used.
 */
export async function openTarget(
  environment: Environment,
  env: Readonly<Record<string, string | undefined>>,
  use: 'write' | 'read' = 'write',
): Promise<OpenTarget> {
  const { openService } = await import('../service/http.ts');
  const common = {
    concurrency: environment.concurrency.value,
    timeoutMs: environment.timeoutMs.value,
    tlsChecked: env.NODE_TLS_REJECT_UNAUTHORIZED !== '0',
    version: VERSION,
  };
  if (environment.baseUrl.value !== null) {
    const { token, warning } = await readToken(environment.token.value, env);
    const service = openService({ baseUrl: environment.baseUrl.value, token, ...common });
    return { service, warning, close: () => service.close() };
  }
  const { startMock } = await import('../mock/listen.ts');
  const kept = stateFiles(environment.stateDir.value).mock;
  const dataFile = use === 'read' && !existsSync(kept) ? null : kept;
  if (dataFile) mkdirSync(dirname(dataFile), { recursive: true, mode: 0o700 });
  const token = randomBytes(16).toString('hex');
  const mock = await startMock({
    dataFile,
    token,
    projectTypes: environment.projectTypes,
    linkBase: `http://127.0.0.1:${MOCK_PORT}`,
  });
  const service = openService({ baseUrl: mock.url, token, ...common });
  return {
    service,
    warning: undefined,
    async close() {
      await service.close();
      await mock.close();
    },
  };
}
