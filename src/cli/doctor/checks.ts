import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { release } from 'node:os';
import { requireApproval } from '../../config/approval.ts';
import { destinationName, destinationsOf } from '../../config/destination.ts';
import type { Environment } from '../../config/environment.ts';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import { type Overrides, resolveEnvironment } from '../../config/resolve-environment.ts';
import { sourceText } from '../../config/token-source.ts';
import type { Context } from '../../context.ts';
import { TraceError, usage } from '../../errors.ts';
import { connectionOf, networkOf, proxyAuthOf } from '../../import/connection.ts';
import { openMemory } from '../../import/join-memory.ts';
import { type OpenService, openServiceOf } from '../../import/open-service.ts';
import { numberText, say } from '../../say.ts';
import { checkTarget } from '../../service/target.ts';
import { VERSION } from '../../version.ts';
import { probeText } from '../commands/env.ts';
import { networkText } from '../commands/env-settings.ts';
import type { DoctorCheck } from '../view/document-schema.ts';
import { ledgerCheck, stateCheck } from './state-checks.ts';

export type CheckName = DoctorCheck['check'];

/** What a check that found no problem says: a warning has the next step. */
export interface Sound {
  readonly text: string;
  readonly warning?: boolean;
  readonly next?: string;
}

/** A check. It throws a TraceError for a problem, and runs only if the checks that it needs found none. */
export interface Check {
  readonly name: CheckName;
  readonly needs: readonly CheckName[];
  run(): Promise<Sound>;
}

const check = (name: CheckName, needs: readonly CheckName[], run: Check['run']): Check => ({
  name,
  needs,
  run,
});

/** A difference of clocks that is a warning, in milliseconds. */
const CLOCK_MS = 60_000;

/** The checks of a set-up, in the order in which they depend on each other. `close` ends what they opened. */
export function checksOf(
  options: Overrides & { readonly config?: string; readonly notify?: boolean },
  context: Context,
): { readonly checks: readonly Check[]; close(): Promise<void> } {
  const { cwd, env, signal } = context;
  const texts = say().doctor;
  let loaded: LoadedConfig;
  let environment: Environment;
  let service: OpenService | undefined;
  let refusal: TraceError | undefined;
  let date: string | undefined;

  /** The sentence about the response to one read. */
  const probe = async (of: Environment, { service: opened }: OpenService): Promise<string> => {
    const response = await opened.probe(signal);
    if (response.type === 'reachable') date = response.date;
    return probeText(of, opened.origin, response);
  };

  const checks: readonly Check[] = [
    check('configuration', [], async () => {
      loaded = await loadConfig(cwd, options.config, signal);
      return { text: loaded.file ?? texts.noFile() };
    }),
    check('environment', ['configuration'], async () => {
      environment = await resolveEnvironment(loaded, options, cwd);
      const { name, baseUrl, interface: version } = environment;
      if (baseUrl.value !== null) checkTarget({ baseUrl: baseUrl.value, token: 'any', tlsChecked: true });
      const address = baseUrl.value ?? say().environments.embedded();
      return { text: texts.environment({ name, address, interface: version.value }) };
    }),
    check('approval', ['environment'], async () => {
      const isStored = await requireApproval(environment, env);
      const { needsApproval, toApprove } = environment.origin;
      if (isStored) return { text: texts.approved() };
      return { text: needsApproval && toApprove ? texts.approvedForRun() : texts.approvalNeedless() };
    }),
    check('proxy', ['approval'], async () => {
      const network = { ...networkOf(environment, env), caFiles: [] };
      if (network.proxy !== null) await proxyAuthOf(environment.network, env, signal);
      const [text] = networkText(network, loaded);
      return { text: text ?? texts.noProxy() };
    }),
    check('certificates', ['approval', 'proxy'], async () => {
      const { NODE_TLS_REJECT_UNAUTHORIZED: rejects, NODE_EXTRA_CA_CERTS: file } = env;
      const { value } = environment.baseUrl;
      if (value !== null) checkTarget({ baseUrl: value, token: 'any', tlsChecked: rejects !== '0' });
      // Node itself ignores the variable if its file cannot be read.
      if (file)
        await access(file, constants.R_OK).catch(({ code }: NodeJS.ErrnoException) => {
          const text = texts.caUnreadable({ file, code: `${code}` });
          throw usage('certificate-unreadable', text, texts.caUnreadableHow());
        });
      await connectionOf(environment, env, signal);
      const files = networkText({ ...networkOf(environment, env), proxy: null }, loaded);
      return { text: [texts.authorities(), ...files].join(' ') };
    }),
    check('token', ['certificates'], async () => {
      service = await openServiceOf(environment, env, 'read', signal);
      const { value } = environment.token;
      const text =
        value.type === 'embedded' ? say().environments.tokenEmbedded() : sourceText(environment.tokenSource);
      return service.warning === undefined ? { text } : { text: service.warning, warning: true };
    }),
    check('address', ['token'], async () => {
      const { origin } = service!.service;
      try {
        await probe(environment, service!);
      } catch (error) {
        if (!(error instanceof TraceError) || error.exit === 'unreachable') throw error;
        if (error.exit !== 'token') throw (await otherInterface()) ?? error;
        refusal = error;
      }
      return { text: texts.responds({ origin, interface: environment.interface.value }) };
    }),
    check('access', ['address'], async () => {
      if (refusal) throw refusal;
      return { text: texts.accepted() };
    }),
    check('clock', ['access'], async () => {
      const difference = date === undefined ? 0 : context.now().getTime() - Date.parse(date);
      if (Number.isNaN(difference) || Math.abs(difference) <= CLOCK_MS) return { text: texts.clock() };
      const seconds = numberText(Math.abs(Math.round(difference / 1000)));
      const text = difference > 0 ? texts.clockAhead({ seconds }) : texts.clockBehind({ seconds });
      return { text, warning: true, next: texts.clockHow() };
    }),
    check('state', ['environment'], () => stateCheck(environment)),
    check('ledger', ['state'], () => ledgerCheck(environment, env)),
    check('memory', ['approval'], async () => {
      const postgres = await openMemory(environment, env, signal);
      if (postgres === null) return { text: texts.noMemory() };
      try {
        const { name } = postgres;
        if (await postgres.mayWrite()) return { text: texts.memory({ name }) };
        throw usage('memory-refused', texts.memoryReadOnly({ name }), say().memory.refusedHow());
      } finally {
        await postgres.close();
      }
    }),
    check('notifications', ['approval'], async () => {
      const { notify, name } = environment;
      if (notify === null) return { text: texts.nobody() };
      const { notify: send, testNotice } = await import('../run/notify.ts');
      const notice = options.notify ? testNotice(name, context.now()) : null;
      const failed = await send(notice, notify, environment, context);
      const failures = failed.map((one) => `${one.name}: ${one.reason}`).join('; ');
      if (failures !== '')
        throw usage('notify-address', texts.notNotified({ failures }), texts.notNotifiedHow());
      const names = destinationsOf(notify.settings).map((one) => destinationName(one, notify.folder));
      return { text: notice === null ? names.join('; ') : texts.notified({ names: names.join('; ') }) };
    }),
    check('program', [], async () => ({
      text: `trace ${VERSION}, Node ${process.versions.node}, ${process.platform} ${process.arch} ${release()}`,
    })),
  ];

  /** The error if the address has the other interface; undefined if it has neither. */
  async function otherInterface(): Promise<TraceError | undefined> {
    const value = environment.interface.value === 'v2' ? 'v3' : 'v2';
    const other = { ...environment, interface: { value, from: '' } } as const;
    const opened = await openServiceOf(other, env, 'read', signal);
    try {
      await probe(other, opened);
      const { name } = environment;
      return usage(
        'wrong-interface',
        texts.otherInterface({ interface: value }),
        texts.otherInterfaceHow({ name, interface: value }),
      );
    } catch (error) {
      if (error instanceof TraceError) return undefined;
      throw error;
    } finally {
      await opened.close();
    }
  }

  return { checks, close: async () => service?.close() };
}
