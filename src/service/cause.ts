const CAUSES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not found: no response from the name server',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection closed by the service',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'network not reachable',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_SOCKET: 'connection closed by the service',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no TLS at this address: is it http:// rather than https://?',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no TLS at this address: is it http:// rather than https://?',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate signed by an untrusted authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate signed by an untrusted authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate signed by an untrusted authority',
  CERT_HAS_EXPIRED: 'certificate expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate issued for another host',
};

/** The reason why a service cannot be reached: a few words and the error code. */
export function causeText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const known = CAUSES[code ?? ''];
  if (known !== undefined) return `${known} (${code})`;
  const message = error.message.trim();
  return message === '' ? (code ?? error.name) : message;
}

/** The error of a connection that was attempted to several addresses is an AggregateError. */
function codeOf(error: Error): string | undefined {
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return code;
  const inner = error instanceof AggregateError ? error.errors[0] : undefined;
  return inner instanceof Error ? codeOf(inner) : undefined;
}
