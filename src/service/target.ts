import type { InterfaceName } from '../contract/kind.ts';
import type { ConfiguredPaths } from '../contract/v3/update-paths.ts';
import { TraceError, usage } from '../errors.ts';
import { say } from '../say.ts';
import type { Connection } from './connection.ts';
import type { Limiter } from './limiter.ts';

/** The settings with which a service is reached. */
export interface Target {
  /** `https://host[:port][/prefix]`. The prefix comes before every path. */
  readonly baseUrl: string;
  /** Sent as bearer token with every request; null sends no token. */
  readonly token: string | null;
  /** Limits all requests; it has as many connections as requests may be open. */
  readonly limiter: Limiter;
  /** The timeout of the connection and, separately, of the whole response. */
  readonly timeoutMs: number;
  /** False if the runtime does not check certificates (NODE_TLS_REJECT_UNAUTHORIZED=0). */
  readonly tlsChecked: boolean;
  /** The proxy and the certificates; by default those of Node, without a proxy. */
  readonly connection?: Connection;
  /** The interface that a probe reads; by default v2. */
  readonly interface?: InterfaceName;
  /** Paths of updates that the interface does not document. */
  readonly updatePaths?: ConfiguredPaths;
  /** The version of trace, for the user-agent. */
  readonly version?: string;
}

export interface BaseAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The prefix of every path, without a slash at its end; empty for none. */
  readonly prefix: string;
}

/**
 * Parses the base address, and refuses a target to which no request may be sent. No error contains the token or a
 * password.
 *
 * @throws TraceError `base-address-invalid`, `base-address-credentials`, `token-malformed`, `token-over-http`,
 * `tls-unchecked`
 */
export function checkTarget({
  baseUrl,
  token,
  tlsChecked,
}: Pick<Target, 'baseUrl' | 'token' | 'tlsChecked'>): BaseAddress {
  const url = parseBase(baseUrl);
  if (token !== null) {
    checkToken(token);
    if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
      throw usage(
        'token-over-http',
        say().responses.overHttp({ origin: url.origin }),
        say().responses.overHttpHow(),
      );
    }
    if (url.protocol === 'https:' && !tlsChecked) {
      throw usage(
        'tls-unchecked',
        say().responses.tlsOff({ origin: url.origin }),
        say().responses.tlsOffHow(),
      );
    }
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

function parseBase(baseUrl: string): URL {
  const invalid = (message: string) => usage('base-address-invalid', message, say().responses.baseHow());
  const url = URL.parse(baseUrl);
  // The text is not printed, because it may contain a password even if it is not a URL.
  if (url === null || url.host === '') throw invalid(say().responses.base());
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalid(say().responses.baseProtocol({ protocol: url.protocol }));
  }
  if (url.username !== '' || url.password !== '') {
    throw usage(
      'base-address-credentials',
      say().responses.baseUser({ host: url.host }),
      say().responses.baseUserHow(),
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw invalid(say().responses.baseQuery({ host: url.host }));
  }
  return url;
}

/**
 * Checks whether a header can contain the token. Otherwise a library would quote the token in an error.
 *
 * @throws TraceError `token-malformed`
 */
function checkToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  const { tokenEmpty, tokenSpace, tokenCharacters, tokenHow } = say().responses;
  const fault = token === '' ? tokenEmpty() : /\s/.test(token) ? tokenSpace() : tokenCharacters();
  throw new TraceError('token', 'token-malformed', fault, tokenHow());
}

/** Whether a name or an address means this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
