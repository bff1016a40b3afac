import { once } from 'node:events';
import { isLoopback } from '../../config/address.ts';
import { destinationName, destinationsOf, destinationUrl } from '../../config/destination.ts';
import type { Environment } from '../../config/environment.ts';
import type { NotifySettings } from '../../config/schema.ts';
import type { Context } from '../../context.ts';
import { TraceError } from '../../errors.ts';
import { connectionOf } from '../../import/connection.ts';
import { say } from '../../say.ts';
import { codeOf } from '../../service/cause.ts';
import { type Connection, openPool, ProxyUnreachable } from '../../service/connection.ts';
import { faultOf } from '../../service/network-fault.ts';
import { jsonText } from '../../terminal-text.ts';
import { type Notice, noticeText, noticeTitle, PAYLOADS, reasonText } from '../view/notice.ts';

/** Maximum time for all notifications of a run, in milliseconds. */
const MOST_MS = 10_000;

/** What `trace doctor --notify` sends. */
export const testNotice = (environment: string, now: Date): Notice => ({
  ...{ schemaVersion: 1, time: now.toISOString(), environment, command: 'doctor', run: null, exitCode: 0 },
  ...{ verdict: say().notice.test(), totals: null, causes: [], next: null },
});

/**
 * Sends a notice to all destinations at once, to webhooks by the proxy of the environment. Without a notice, the addresses are only read.
 * Returns those that failed, and why. Never throws.
 */
export async function notify(
  notice: Notice | null,
  { settings, folder }: NonNullable<Environment['notify']>,
  environment: Environment,
  { env, forced }: Pick<Context, 'env' | 'forced'>,
): Promise<{ name: string; reason: string }[]> {
  const signal = AbortSignal.any([AbortSignal.timeout(MOST_MS), ...(forced ? [forced] : [])]);
  const sent = destinationsOf(settings).map(async (one) => {
    try {
      const url = await destinationUrl(one, folder, env);
      if (notice === null) return [];
      if ('to' in one) await sendMail(url, one, notice, signal);
      else {
        const own = { ...environment, baseUrl: { value: url.href, from: '' } };
        await post(url, one.format, notice, await connectionOf(own, env, signal), signal);
      }
      return [];
    } catch (error) {
      // The message of an error may contain the address, which may be a secret.
      const own =
        error instanceof TraceError ? error.message.replace(/\.$/, '') : `${codeOf(error as Error)}`;
      const code = signal.aborted ? 'ETIMEDOUT' : own;
      return [{ name: destinationName(one, folder), reason: reasonText(code) }];
    }
  });
  return (await Promise.all(sent)).flat();
}

async function post(
  url: URL,
  format: keyof typeof PAYLOADS = 'generic',
  notice: Notice,
  connection: Connection,
  signal: AbortSignal,
): Promise<void> {
  const dispatcher = openPool(url.origin, { connections: 1, connectTimeout: MOST_MS }, connection);
  const headers = { 'content-type': 'application/json' };
  const body = jsonText(PAYLOADS[format](notice));
  const path = url.pathname + url.search;
  try {
    const { origin } = url;
    const { statusCode } = await dispatcher.request({ origin, path, method: 'POST', headers, body, signal });
    if (statusCode >= 300) throw Object.assign(new Error(), { code: `HTTP ${statusCode}` });
  } catch (error) {
    // What it says about the proxy has nothing of the address but its host.
    const isOfProxy = error instanceof ProxyUnreachable || codeOf(error as Error) === 'UND_ERR_ABORTED';
    throw isOfProxy ? { code: faultOf(error, url.origin, connection).error } : error;
  } finally {
    await dispatcher.destroy();
  }
}

async function sendMail(
  { protocol, hostname, port, username, password }: URL,
  { from, to }: NonNullable<NotifySettings['mail']>,
  notice: Notice,
  signal: AbortSignal,
): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const secure = protocol === 'smtps:';
  const times = { connectionTimeout: MOST_MS, greetingTimeout: MOST_MS, socketTimeout: MOST_MS };
  const [user, pass] = [username, password].map(decodeURIComponent);
  const transport = createTransport({
    ...{ host: hostname, port: Number(port) || (secure ? 465 : 587), secure, ...times },
    // A password is not sent without encryption.
    ...(user ? { auth: { user, pass: `${pass}` }, requireTLS: !isLoopback(hostname) } : {}),
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  const message = { from, to: [...to], subject: noticeTitle(notice), text: noticeText(notice) };
  const late = once(signal, 'abort').then(() => signal.throwIfAborted());
  await Promise.race([transport.sendMail(message), late]).finally(() => transport.close());
}
