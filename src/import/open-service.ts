import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { requireApproval } from '../config/approval.ts';
import type { Environment } from '../config/environment.ts';
import { openSecretFiles } from '../config/secret-files.ts';
import { readToken } from '../config/token.ts';
import { sourceName } from '../config/token-source.ts';
import { trustOf } from '../config/trust.ts';
import { TraceError, usage } from '../errors.ts';
import { createPrivately } from '../folder.ts';
import { say } from '../say.ts';
import type { Limiter, SharedPace } from '../service/limiter.ts';
import type { ReadSource } from '../service/read-client.ts';
import { redactor } from '../service/redact.ts';
import type { Service } from '../service/service.ts';
import { VERSION } from '../version.ts';
import { connectionOf } from './connection.ts';
import { contractOf } from './input/settings.ts';
import { machineClock } from './state/machine-clock.ts';
import { stateFiles } from './state/state-files.ts';

/** The open service of an environment. */
export interface OpenService {
  readonly service: Service & ReadSource;
  /** The pace of all its requests. */
  readonly limiter: Limiter;
  /** A warning about the connection. */
  readonly warning: string | undefined;
  /** Removes the token from a text. */
  redact(text: string): string;
  close(): Promise<void>;
}

/** The default port of `trace mock`; the links of the embedded mock use it. */
export const MOCK_PORT = 4010;

/**
 * Opens the service of an environment: reads its token, or starts the embedded mock with its data in the state
 * folder. With `read`, no data file is created, because an empty file would look as if the mock had lost its data.
 * Throws TraceError if the address and token source are not approved, if the token is missing or must not be
 * sent to the address, or if its proxy or certificates cannot be used. Throws the reason of `signal` if it is aborted while the token is read.
 */
export async function openServiceOf(
  environment: Environment,
  env: Readonly<Record<string, string | undefined>>,
  use: 'write' | 'read',
  signal: AbortSignal,
  sharedPace: SharedPace | null = null,
): Promise<OpenService> {
  const { openService } = await import('../service/http.ts');
  const { confirmingToken } = await import('../service/classify.ts');
  const { Limiter } = await import('../service/limiter.ts');
  const pace = { rate: environment.rate.value, concurrency: environment.concurrency.value };
  const limiter = new Limiter(pace, machineClock, sharedPace);
  const common = {
    limiter,
    timeoutMs: environment.timeoutMs.value,
    interface: environment.interface.value,
    updatePaths: environment.updatePaths,
    tlsChecked: env.NODE_TLS_REJECT_UNAUTHORIZED !== '0',
    version: VERSION,
  };
  const approved = await requireApproval(environment, env);
  if (environment.baseUrl.value !== null) {
    const token = await readToken(environment.token.value, env, signal);
    const connection = await connectionOf(environment, env, signal);
    const service = openService({ baseUrl: environment.baseUrl.value, token, connection, ...common });
    const trust = await trustOf(
      {
        environment: environment.name,
        token,
        source: sourceName(environment.token.value, null),
        origin: service.origin,
        place: environment.place,
        approved,
      },
      env,
    );
    const { secretFileOpen } = say().configuration;
    const warnings = openSecretFiles(environment).map((path) => secretFileOpen({ path }));
    if (trust.warning !== undefined) warnings.push(trust.warning);
    const opened = confirmingToken(service, () => trust.confirm());
    return {
      service: opened,
      limiter,
      warning: warnings.length === 0 ? undefined : warnings.join('\n'),
      redact: redactor(token, ...connection.secrets),
      close: () => opened.close(),
    };
  }
  const { startMock } = await import('../mock/listen.ts');
  const kept = stateFiles(environment.stateDir.value).mock;
  const dataFile = use === 'read' && !existsSync(kept) ? null : kept;
  if (dataFile) makeMockData(dataFile);
  const contract = contractOf(environment);
  const token = randomBytes(16).toString('hex');
  const mock = await startMock({
    dataFile,
    token,
    projectTypes: environment.projectTypes,
    kindsOf: (name) => contract[name],
    updatePaths: environment.updatePaths,
    linkBase: `http://127.0.0.1:${MOCK_PORT}`,
  });
  const service = openService({ baseUrl: mock.url, token, ...common });
  return {
    service,
    limiter,
    warning: undefined,
    redact: redactor(token),
    async close() {
      await service.close();
      await mock.close();
    },
  };
}

/**
 * Creates the data file of the mock, readable only by its owner, if it does not exist.
 *
 * @throws TraceError `mock-data` if it cannot be created or is a link.
 */
export function makeMockData(dataFile: string): void {
  try {
    createPrivately(dataFile);
  } catch (error) {
    if (error instanceof TraceError) throw error;
    throw usage(
      'mock-data',
      say().files.mockData({ file: dataFile, code: `${(error as { code?: string }).code}` }),
      say().files.mockDataHow(),
      error,
    );
  }
}
