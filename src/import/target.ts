import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { requireApproval } from '../config/approval.ts';
import type { Environment } from '../config/environment.ts';
import { readToken } from '../config/token.ts';
import { sourceName } from '../config/token-source.ts';
import { type Trust, trustOf } from '../config/trust.ts';
import { TraceError } from '../errors.ts';
import { createPrivately } from '../ledger/database.ts';
import type { ReadSource } from '../service/read-source.ts';
import { redactor } from '../service/redact.ts';
import type { Service } from '../service/service.ts';
import { VERSION } from '../version.ts';
import { contractOf } from './contract.ts';
import { stateFiles } from './place.ts';

/** A service that is open for a run, and what else has to be closed after it. */
export interface OpenTarget {
  readonly service: Service & ReadSource;
  /** Something doubtful about how it is reached. */
  readonly warning: string | undefined;
  /** Takes the token out of a text. */
  redact(text: string): string;
  close(): Promise<void>;
}

/** Where `trace mock` listens when nothing else is said; the links of the embedded mock point there. */
export const MOCK_PORT = 4010;

/**
 * Opens the service of an environment: reads its token, or starts the embedded mock with its data in the state folder.
 * To `read` leaves no data behind where there was none: an empty mock would look as if it had lost what was sent to it.
 * Throws TraceError when nobody approved the address and the token source, the token is missing, or may not go there, and the
 * reason of `signal` when that is aborted while the token is read.
 */
export async function openTarget(
  environment: Environment,
  env: Readonly<Record<string, string | undefined>>,
  use: 'write' | 'read' = 'write',
  signal?: AbortSignal,
): Promise<OpenTarget> {
  const { openService } = await import('../service/http.ts');
  const common = {
    concurrency: environment.concurrency.value,
    timeoutMs: environment.timeoutMs.value,
    interface: environment.interface.value,
    updatePaths: environment.updatePaths,
    tlsChecked: env.NODE_TLS_REJECT_UNAUTHORIZED !== '0',
    version: VERSION,
  };
  const approved = await requireApproval(environment, env);
  if (environment.baseUrl.value !== null) {
    const { token, warning } = await readToken(environment.token.value, env, signal);
    const service = openService({ baseUrl: environment.baseUrl.value, token, ...common });
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
    const warnings = [warning, trust.warning].filter((text) => text !== undefined);
    const opened = confirming(service, trust);
    return {
      service: opened,
      warning: warnings.length === 0 ? undefined : warnings.join('\n'),
      redact: redactor(token),
      close: () => opened.close(),
    };
  }
  const { startMock } = await import('../mock/listen.ts');
  const kept = stateFiles(environment.stateDir.value).mock;
  const dataFile = use === 'read' && !existsSync(kept) ? null : kept;
  if (dataFile) makePrivately(dataFile);
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
    warning: undefined,
    redact: redactor(token),
    async close() {
      await service.close();
      await mock.close();
    },
  };
}

/** What an answer is called that only a service gives which took the token. */
const TAKEN: ReadonlySet<string> = new Set([
  'accepted',
  'updated',
  'exists',
  'refused',
  'reachable',
  'found',
  'absent',
  'body',
]);

/** The same service; the first answer that shows that it takes the token binds the token to it. */
function confirming(service: Service & ReadSource, trust: Trust): Service & ReadSource {
  let confirmed: Promise<void> | undefined;
  const heard = async <T extends { readonly type: string }>(answer: Promise<T>): Promise<T> => {
    const found = await answer;
    if (!confirmed && TAKEN.has(found.type)) confirmed = trust.confirm();
    return found;
  };
  return {
    origin: service.origin,
    create: (request) => heard(service.create(request)),
    update: (request) => heard(service.update(request)),
    lookUp: (request) => heard(service.lookUp(request)),
    read: (path, signal) => heard(service.read(path, signal)),
    probe: (signal) => heard(service.probe(signal)),
    async close() {
      await confirmed;
      await service.close();
    },
  };
}

/**
 * Makes the data file of the local service, for this person alone, where it is not there yet.
 *
 * @throws TraceError `mock-data` when it cannot be made, or is a link.
 */
export function makePrivately(dataFile: string): void {
  try {
    createPrivately(dataFile);
  } catch (error) {
    if (error instanceof TraceError) throw error;
    throw new TraceError(
      'usage',
      'mock-data',
      `The data file of the mock, ${dataFile}, cannot be made (${(error as { code?: string }).code}).`,
      'Name another with --data, or another state folder.',
      error,
    );
  }
}
