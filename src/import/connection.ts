import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { SecureContext } from 'node:tls';
import { trustCommand } from '../config/approval.ts';
import type { Environment, Sourced } from '../config/environment.ts';
import type { Variables } from '../config/home.ts';
import { type Route, routeOf } from '../config/route.ts';
import { readToken } from '../config/token.ts';
import { sourceName, sourceText, type TokenSource } from '../config/token-source.ts';
import { oncePer } from '../contract/kind.ts';
import { usage } from '../errors.ts';
import { isPipe } from '../pipe.ts';
import { say } from '../say.ts';
import type { Connection } from '../service/connection.ts';
import { systemCause } from '../system-cause.ts';

/** How requests to the service of an environment travel, and whom they trust beside Node and the system. */
export interface Network extends Omit<Route, 'auth'> {
  /** Files with certificates of authorities, and the setting or variable that names each. */
  readonly caFiles: readonly Sourced<string>[];
}

/**
 * The network of an environment. Reads no file and no secret.
 *
 * @throws TraceError `proxy-invalid`
 */
export function networkOf(environment: Pick<Environment, 'baseUrl' | 'network'>, env: Variables): Network {
  const { proxy, from } = routeIn(environment, env);
  const { ca } = environment.network;
  const extra = { value: env.NODE_EXTRA_CA_CERTS || null, from: 'NODE_EXTRA_CA_CERTS' };
  const isNamed = (file: Sourced<string | null>): file is Sourced<string> => file.value !== null;
  return { proxy, from, caFiles: [ca, extra].filter(isNamed) };
}

function routeIn({ baseUrl, network }: Pick<Environment, 'baseUrl' | 'network'>, env: Variables): Route {
  if (baseUrl.value === null) return { proxy: null, from: 'default', auth: null };
  return routeOf(baseUrl.value, network.proxy, env);
}

/**
 * How to connect to the service of an approved environment: reads the password of the proxy, and the certificates if
 * the address is https.
 *
 * @throws TraceError `proxy-invalid`, `proxy-auth`, `certificate-unreadable`; the reason of `signal` when aborted
 */
export async function connectionOf(
  environment: Pick<Environment, 'baseUrl' | 'network' | 'name' | 'place'> & {
    readonly origin: Pick<Environment['origin'], 'file'>;
  },
  env: Variables,
  signal: AbortSignal,
): Promise<Connection> {
  const { network, name, origin } = environment;
  const { proxy, from, auth } = routeIn(environment, env);
  const ca = network.ca.value;
  const userAndPassword = proxy === null ? auth : ((await proxyAuthOf(network, env, signal)) ?? auth);
  const contexts = environment.baseUrl.value?.startsWith('https:') ? await contextsOf(network) : {};
  return {
    proxy:
      proxy === null
        ? null
        : {
            origin: proxy,
            from: from === network.proxy.from ? `environments.${name}.proxy` : from,
            secureContext: contexts.proxy,
            source: network.proxyAuth && textOf(network.proxyAuth),
            userAndPassword,
          },
    secureContext: contexts.service,
    ca,
    place:
      origin.file === null ? null : { name, file: origin.file, trust: trustCommand(name, environment.place) },
    secrets:
      userAndPassword === null
        ? []
        : [userAndPassword, userAndPassword.slice(userAndPassword.indexOf(':') + 1)],
  };
}

/** How to connect to an address that belongs to no environment: as the variables and the system say. */
export function connectionByVariables(
  address: string,
  env: Variables,
  signal: AbortSignal,
): Promise<Connection> {
  const none = { value: null, from: 'default' };
  const network = { proxy: none, proxyAuth: null, ca: none, clientCert: none, clientKey: none };
  const baseUrl = { value: address, from: 'default' };
  return connectionOf({ name: '', place: [], baseUrl, network, origin: { file: null } }, env, signal);
}

/**
 * The `name:password` for the proxy from its configured source; null if there is none.
 *
 * @throws TraceError `proxy-auth`; the reason of `signal` when aborted
 */
export async function proxyAuthOf(
  { proxyAuth }: Environment['network'],
  env: Variables,
  signal: AbortSignal,
): Promise<string | null> {
  if (proxyAuth === null) return null;
  const fail = (why: string, error?: unknown) => {
    signal.throwIfAborted();
    const texts = { source: textOf(proxyAuth), why };
    throw usage('proxy-auth', say().network.noAuth(texts), say().network.noAuthHow(texts), error);
  };
  const isGone = proxyAuth.type === 'file' && !existsSync(proxyAuth.path);
  const why = isGone ? say().systemCauses.ENOENT() : say().network.noSecret();
  const text = await readToken(proxyAuth, env, signal).catch((error: unknown) => fail(why, error));
  return text.includes(':') ? text : fail(say().network.noColon());
}

const textOf = (source: TokenSource): string => sourceText(sourceName(source, null));

interface Contexts {
  readonly service?: SecureContext;
  readonly proxy?: SecureContext;
}

/**
 * The authorities that are trusted, for the service together with the certificate of the environment. Those of the
 * system are read here, because that takes a tenth of a second. Undefined if Node trusts the same by itself. They are
 * read once for an environment: a doctor and a notification need them again.
 */
const contextsOf = oncePer(
  async ({ ca, clientCert, clientKey }: Environment['network']): Promise<Contexts> => {
    const { createSecureContext, getCACertificates } = await import('node:tls');
    const own = getCACertificates('default');
    const all = new Set([...own, ...getCACertificates('system')]);
    for (const certificate of ca.value === null ? [] : certificatesIn(ca.value)) all.add(certificate);
    if (all.size === own.length && clientCert.value === null) return {};
    const proxy = createSecureContext({ ca: [...all] });
    if (clientCert.value === null || clientKey.value === null) return { service: proxy, proxy };
    const [cert, key] = [contentOf(clientCert.value), contentOf(clientKey.value)];
    try {
      return { service: createSecureContext({ ca: [...all], cert, key }), proxy };
    } catch (error) {
      throw unreadable(`${clientCert.value}, ${clientKey.value}`, say().network.noPair(), error);
    }
  },
);

/** The authorities that are trusted besides those of Node; undefined if there are none. */
export const authoritiesOf = async (network: Environment['network']): Promise<SecureContext | undefined> =>
  (await contextsOf(network)).proxy;

/** The certificates in a file, as PEM. A file with one certificate may also be DER, which Windows exports. */
function certificatesIn(path: string): string[] {
  const content = contentOf(path);
  const blocks = content
    .toString('latin1')
    .match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  try {
    return (blocks ?? [content]).map((block) => new X509Certificate(block).toString());
  } catch (error) {
    throw unreadable(path, say().network.noCertificate(), error);
  }
}

function contentOf(path: string): Buffer {
  try {
    isPipe(path, { pipes: false });
    return readFileSync(path);
  } catch (error) {
    throw unreadable(path, systemCause(error), error);
  }
}

const unreadable = (path: string, why: string, cause: unknown) =>
  usage(
    'certificate-unreadable',
    say().network.unreadable({ path, why }),
    say().network.unreadableHow(),
    cause,
  );
