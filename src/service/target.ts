import type { InterfaceName } from '../contract/kind.ts';
import type { ConfiguredPaths } from '../contract/v3/update-paths.ts';
import { TraceError } from '../errors.ts';

/** What is needed to reach a service. */
export interface Target {
  /** `https://host[:port][/prefix]`; the prefix is put before every path. */
  readonly baseUrl: string;
  /** Sent as bearer token with every request; null sends none. */
  readonly token: string | null;
  /** Most connections, and so most requests, at once. */
  readonly concurrency: number;
  /** How long a connection may take, and then again how long the whole answer may take. */
  readonly timeoutMs: number;
  /** False when the runtime was told not to check certificates (NODE_TLS_REJECT_UNAUTHORIZED=0). */
  readonly tlsChecked: boolean;
  /** Which interface a probe reads; v2 when left out. */
  readonly interface?: InterfaceName;
  /** Paths of updates that the interface does not show. */
  readonly updatePaths?: ConfiguredPaths;
  /** Version of trace, for the user-agent. */
  readonly version?: string;
}

export interface BaseAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path before every path, without a slash at its end; empty for none. */
  readonly prefix: string;
}

/**
 * Reads the base address and refuses a target to which a request must not go.
 * @throws TraceError `base-address-invalid`, `base-address-credentials`, `token-malformed`, `token-over-http`,
 *   `tls-unchecked`; no message holds the token or a password.
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
        `The token would travel unencrypted to ${url.origin}.`,
        'Use an https:// base address; http:// is accepted on localhost only.',
      );
    }
    if (url.protocol === 'https:' && !tlsChecked) {
      throw new TraceError(
        'usage',
        'tls-unchecked',
        `NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the certificate check, so the token could reach anyone who answers for ${url.origin}.`,
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
  // The text itself is not printed: one that does not parse may still hold a password.
  if (url === null || url.host === '') throw invalid('The base address is not a web address.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalid(`The base address starts with ${url.protocol}, not with https: or http:.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new TraceError(
      'usage',
      'base-address-credentials',
      `The base address of ${url.host} holds a user name or a password.`,
      'Take them out of the address; the token comes from tokenEnv, tokenFile or tokenCommand.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw invalid(`The base address of ${url.host} holds a question mark or a hash sign.`);
  }
  return url;
}

/**
 * The characters that a header can carry, checked before any library sees the token and quotes it in an error.
 * @throws TraceError `token-malformed`
 */
function checkToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  const fault =
    token === ''
      ? 'is empty'
      : /\s/.test(token)
        ? 'holds a space or a line break'
        : 'holds characters other than plain letters, digits and signs';
  throw new TraceError('token', 'token-malformed', `The token ${fault}.`, 'Copy it again, on one line.');
}

/** Names and addresses that never leave this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
