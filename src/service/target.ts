import type { InterfaceName } from '../contract/kind.ts';
import type { ConfiguredPaths } from '../contract/v3/update-paths.ts';
import { TraceError } from '../errors.ts';

/** The settings with which a service is reached. */
export interface Target {
  /** `https://host[:port][/prefix]`. The prefix comes before every path. */
  readonly baseUrl: string;
  /** Sent as bearer token with every request; null sends no token. */
  readonly token: string | null;
  /** Maximum number of connections, which is also the maximum number of open requests. */
  readonly concurrency: number;
  /** The timeout of the connection and, separately, of the whole response. */
  readonly timeoutMs: number;
  /** False if the runtime does not check certificates (NODE_TLS_REJECT_UNAUTHORIZED=0). */
  readonly tlsChecked: boolean;
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
      throw new TraceError(
        'usage',
        'token-over-http',
        `The token would be sent unencrypted to ${url.origin}.`,
        'Use an https:// base address; http:// is accepted on localhost only.',
      );
    }
    if (url.protocol === 'https:' && !tlsChecked) {
      throw new TraceError(
        'usage',
        'tls-unchecked',
        `NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the certificate check, so another server could pretend to be ${url.origin} and receive the token.`,
        "Unset it; a company's own certificate authority is trusted through NODE_EXTRA_CA_CERTS=FILE.",
      );
    }
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

function parseBase(baseUrl: string): URL {
  const invalid = (message: string) =>
    new TraceError('usage', 'base-address-invalid', message, 'It looks like https://api.example.com/prefix');
  const url = URL.parse(baseUrl);
  // The text is not printed, because it may contain a password even if it is not a URL.
  if (url === null || url.host === '') throw invalid('The base address is not a web address.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalid(`The base address starts with ${url.protocol}, not with https: or http:.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new TraceError(
      'usage',
      'base-address-credentials',
      `The base address of ${url.host} contains a user name or a password.`,
      'Remove them from the address; the token comes from tokenEnv, tokenFile or tokenCommand.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw invalid(`The base address of ${url.host} contains a question mark or a hash sign.`);
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
  const fault =
    token === ''
      ? 'is empty'
      : /\s/.test(token)
        ? 'contains a space or a line break'
        : 'contains characters other than plain letters, digits and signs';
  throw new TraceError('token', 'token-malformed', `The token ${fault}.`, 'Copy it again, on one line.');
}

/** Whether a name or an address means this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
