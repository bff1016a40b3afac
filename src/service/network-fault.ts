import { say } from '../say.ts';
import { causeText, codeOf } from './cause.ts';
import { type Connection, ProxyUnreachable } from './connection.ts';

/** Why a request failed without a response. */
export interface Fault {
  readonly error: string;
  /** What the user should do, if it is more than to run again. */
  readonly hint?: string;
  /** Set if a retry cannot help: every other request would fail in the same way. */
  readonly isFinal?: true;
}

const UNKNOWN_AUTHORITY: ReadonlySet<string | undefined> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/** Errors of the request for a tunnel, in which the proxy did not respond. */
const NO_TUNNEL: ReadonlySet<string | undefined> = new Set(['UND_ERR_PRX_CONN', 'UND_ERR_HEADERS_TIMEOUT']);

/** Describes the error of a request, or a text that does, with the proxy it went through. It contains no password. */
export function faultOf(error: unknown, origin: string, connection: Connection): Fault {
  const { proxy } = connection;
  const isOfProxy = error instanceof ProxyUnreachable;
  const cause = isOfProxy ? error.cause : error;
  const code = cause instanceof Error ? codeOf(cause) : undefined;
  const host = new URL(isOfProxy && proxy ? proxy.origin : origin).host;
  const certificate = certificateFault(code, host, connection);
  if (proxy === null) return certificate ?? { error: causeText(error) };
  const texts = say().network;
  const named = texts.proxy({ proxy: proxy.origin, from: proxy.from });
  if (certificate)
    return { ...certificate, error: texts.through({ cause: certificate.error, proxy: named }) };
  // The message is that of undici, whose version is fixed.
  const status = /^Proxy response \((\d+)\)/.exec(cause instanceof Error ? cause.message : '')?.[1];
  if (status === '407') {
    const { unauthorized, rejected, authInVariable, authInFile, authCheck } = texts;
    const add = isVariable(proxy.from) ? authInVariable({ name: proxy.from }) : authInFile(connection.place!);
    return {
      error: (proxy.userAndPassword === null ? unauthorized : rejected)({ proxy: named }),
      hint: proxy.source === null ? add : authCheck({ source: proxy.source }),
      isFinal: true,
    };
  }
  const hint = isVariable(proxy.from)
    ? texts.proxyVariableHow({ name: proxy.from, host: new URL(origin).hostname })
    : texts.proxyHow({ from: proxy.from });
  if (status !== undefined) return { error: texts.refused({ proxy: named, host, status }), hint };
  if (isOfProxy || NO_TUNNEL.has(code))
    return { error: texts.down({ proxy: named, cause: causeText(cause) }), hint };
  return { error: texts.through({ cause: causeText(cause), proxy: named }), hint };
}

const isVariable = (from: string): boolean => /^\w+$/.test(from);

function certificateFault(
  code: string | undefined,
  host: string,
  { ca, place }: Connection,
): (Fault & { readonly hint: string }) | null {
  const texts = say().network;
  if (UNKNOWN_AUTHORITY.has(code)) {
    const error = texts.unknownAuthority({ host, code: `${code}` });
    if (ca !== null) return { error, hint: texts.otherCa({ file: ca, host }) };
    return { error, hint: place === null ? texts.extraCa() : texts.addCa(place) };
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return { error: texts.otherHost({ host, code }), hint: texts.otherHostHow() };
  if (code !== 'CERT_HAS_EXPIRED' && code !== 'CERT_NOT_YET_VALID') return null;
  return { error: texts.expired({ host, code }), hint: texts.expiredHow() };
}
