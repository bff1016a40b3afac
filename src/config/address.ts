import { isAbsolute, relative, sep } from 'node:path';

/**
 * Normalises the address of a service: scheme, host, port and base path. Upper case, the default port and trailing
 * slashes make no difference.
 */
export function addressOf(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (url === null || url.host === '') return baseUrl.trim();
  const host = url.hostname.replace(/\.$/, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${url.protocol}//${host}${port}${url.pathname.replace(/\/+$/, '')}`;
}

/** Whether a path is a folder or inside it. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}
