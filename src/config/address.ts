import { isAbsolute, relative, sep } from 'node:path';

/**
 * The address of a service as it is compared: scheme, host and port, and the path before every path. However it is
 * written (upper case, the default port, slashes at the end), one address has one text.
 */
export function addressOf(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (url === null || url.host === '') return baseUrl.trim();
  const host = url.hostname.replace(/\.$/, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${url.protocol}//${host}${port}${url.pathname.replace(/\/+$/, '')}`;
}

/** Whether a path is a folder, or lies somewhere below it. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}
