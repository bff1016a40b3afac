import type { SecureContext } from 'node:tls';
import { type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';

/** How the service is reached. */
export interface Connection {
  /** Null for a direct connection. */
  readonly proxy: {
    /** Scheme, host and port. */
    readonly origin: string;
    /** Where its address comes from, for messages. */
    readonly from: string;
    /** The configured source of `userAndPassword`, as a person reads it; null if none is. */
    readonly source: string | null;
    /** `name:password`; null for none. */
    readonly userAndPassword: string | null;
    /** The authorities that certify a proxy with https. Undefined: those of Node. */
    readonly secureContext: SecureContext | undefined;
  } | null;
  /** The authorities that certify the service, and our certificate. Undefined: those of Node, and none. */
  readonly secureContext: SecureContext | undefined;
  /** The file of the setting `ca`, if there is one. */
  readonly ca: string | null;
  /** The password of the proxy: no output may contain it. */
  readonly secrets: readonly string[];
  /** The environment, its file and the command that approves it, for messages; null if there is none. */
  readonly place: { readonly name: string; readonly file: string; readonly trust: string } | null;
}

/** A direct connection, with the authorities of Node. */
export const DIRECT: Connection = {
  ...{ proxy: null, secureContext: undefined, ca: null },
  ...{ secrets: [], place: null },
};

/** The error of a connection to the proxy, as opposed to one of the service behind it. */
export class ProxyUnreachable extends Error {}

/**
 * A pool of connections to an origin, which go through a tunnel (CONNECT) if there is a proxy: it sees the name of the
 * host, and no byte of a request. Nothing is sent before the first request.
 */
export function openPool(
  origin: string,
  options: Pool.Options & { readonly connectTimeout: number },
  { proxy, secureContext }: Connection,
): Dispatcher {
  const tls = secureContext && { secureContext };
  if (proxy === null) return new Pool(origin, { ...options, ...(tls && { connect: tls }) });
  const { userAndPassword: user } = proxy;
  return new ProxyAgent({
    ...options,
    uri: proxy.origin,
    proxyTunnel: true,
    ...(user !== null && { token: ['Basic', Buffer.from(user).toString('base64')].join(' ') }),
    ...(tls && { requestTls: tls }),
    ...(proxy.secureContext && { proxyTls: { secureContext: proxy.secureContext } }),
    clientFactory: (url, given) => {
      const { connect } = given as { connect: buildConnector.connector };
      return new Pool(url, {
        headersTimeout: options.connectTimeout,
        connect: (to, done) =>
          // undici would derive a server name from an address, too, which Node warns about.
          connect({ ...to, servername: '' }, (error, socket) =>
            error === null
              ? done(null, socket)
              : done(new ProxyUnreachable(error.message, { cause: error }), null),
          ),
      });
    },
  });
}
