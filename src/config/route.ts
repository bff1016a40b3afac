import { usage } from '../errors.ts';
import { say } from '../say.ts';
import { isLoopback } from './address.ts';
import type { Sourced } from './environment.ts';
import type { Variables } from './home.ts';

/** How requests to an address travel. */
export interface Route {
  /** Scheme, host and port of the proxy; null for a direct connection. */
  readonly proxy: string | null;
  /** What decided it: a variable, the configuration, `default`, or `loopback`. */
  readonly from: string;
  /** The `name:password` in the value of the variable; null if there is none. */
  readonly auth: string | null;
}

/** The source of the route to an address on this machine, which is always direct. */
export const LOCAL = 'loopback';

/** The first that is not empty counts. `HTTP_PROXY` is the proxy for https, too, because trace sends no plain http. */
const PROXIES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
const EXCEPTIONS = ['no_proxy', 'NO_PROXY'];

/** The variable that names the proxy, if one does. */
export const proxyVariable = (env: Variables): string | undefined =>
  PROXIES.find((variable) => env[variable]);

/**
 * The route to an address. `configured` is the setting `proxy`, which overrides the variables.
 *
 * @throws TraceError `proxy-invalid` if a variable is not the address of a proxy
 */
export function routeOf(address: string, configured: Sourced<string | null>, env: Variables): Route {
  const url = new URL(address);
  const direct = (from: string): Route => ({ proxy: null, from, auth: null });
  if (isLoopback(url.hostname)) return direct(LOCAL);
  if (configured.value === 'none') return direct(configured.from);
  if (configured.value !== null) return proxyAt(configured.value, configured.from);
  const name = proxyVariable(env);
  if (name === undefined) return direct('default');
  const exceptions = EXCEPTIONS.find((variable) => env[variable]);
  if (exceptions !== undefined && isExcluded(url, env[exceptions]!)) return direct(exceptions);
  return proxyAt(env[name]!.trim(), name);
}

/** The value is not printed, because it may contain a password. */
function proxyAt(text: string, from: string): Route {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw usage('proxy-invalid', say().network.invalid({ name: from }), say().network.invalidHow());
  const { username, password } = url;
  const auth = username === '' && password === '' ? null : `${decoded(username)}:${decoded(password)}`;
  return { proxy: url.origin, from, auth };
}

/** The text without the escapes of a URL; unchanged if it has a `%` that is none. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether an entry of NO_PROXY names the host: `*`, or a name, which includes the names below it (`*.name`: only those),
 * and a port, if the entry has one.
 */
function isExcluded({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const host = bare(hostname);
  const portOf = port || (protocol === 'https:' ? '443' : '80');
  return noProxy.split(/[\s,]+/).some((entry) => {
    const [, name = '', onPort] = /^(\[.*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? [];
    if (name === '' || (onPort !== undefined && onPort !== portOf)) return false;
    const suffix = bare(name).replace(/^\*?\.?/, '');
    return suffix === '' || (host === suffix && !name.startsWith('*')) || host.endsWith(`.${suffix}`);
  });
}

const bare = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
