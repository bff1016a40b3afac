import { isAbsolute, relative, sep } from 'node:path';

/**
 * Normalises the address of a service to scheme, host, port and base path: in lower case, without the default port and
 * trailing slashes. The names of this machine are one host.
 */
export function addressOf(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (url === null || url.host === '') return baseUrl.trim();
  const host = url.hostname.replace(/\.$/, '').replace(/^(localhost|\[::1\])$/, '127.0.0.1');
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${url.protocol}//${host}${port}${url.pathname.replace(/\/+$/, '')}`;
}

/** Whether a host name is this machine. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])\.?$/.test(hostname);

/** Whether a path is the folder itself or inside it. */
export function isWithin(path: string, folder: string): boolean {
  const steps = relative(folder, path);
  return steps === '' || !(steps === '..' || steps.startsWith(`..${sep}`) || isAbsolute(steps));
}
