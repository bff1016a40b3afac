import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isLoopback } from './address.ts';
import { fromHome, type Variables } from './home.ts';
import type { NotifySettings } from './schema.ts';
import { sourceName } from './token-source.ts';

/** Where notifications are sent: an address, or the variable or file that has it, because it is often a secret. */
type Destination = NonNullable<NotifySettings['mail'] | NonNullable<NotifySettings['webhooks']>[number]>;

/** All destinations: webhooks, then the mail. */
export const destinationsOf = ({ webhooks = [], mail }: NotifySettings): readonly Destination[] => [
  ...webhooks,
  ...(mail ? [mail] : []),
];

/** The path of the file that has an address. */
export const destinationFile = (urlFile: string, folder: string): string =>
  resolve(folder, fromHome(urlFile));

/** The name of a destination for approvals and messages: of an address, only its host, and a hash of the rest. */
export function destinationName({ url, urlEnv, urlFile, ...more }: Destination, folder: string): string {
  const to = 'to' in more ? ` (${more.from} > ${more.to.join(', ')})` : '';
  if (urlEnv !== undefined) return sourceName({ type: 'env', name: urlEnv }, null) + to;
  if (urlFile !== undefined)
    return sourceName({ type: 'file', path: destinationFile(urlFile, folder) }, null) + to;
  const { protocol, host } = new URL(`${url}`);
  return `${protocol}//${host} ${createHash('sha256').update(`${url}`).digest('hex').slice(0, 12)}${to}`;
}

/** The address of a destination. Throws an error with a code; it contains no part of the address. */
export async function destinationUrl(one: Destination, folder: string, env: Variables): Promise<URL> {
  const { url = env[one.urlEnv ?? ''], urlFile } = one;
  const text = urlFile === undefined ? url : await readFile(destinationFile(urlFile, folder), 'utf8');
  const found = URL.parse(text?.trim() ?? '');
  const isMail = 'to' in one;
  const isSafe = isMail ? /^smtps?:$/ : found && isLoopback(found.hostname) ? /^https?:$/ : /^https:$/;
  if (found && isSafe.test(found.protocol)) return found;
  const code = text?.trim() ? 'no-address' : 'empty';
  throw Object.assign(new Error(), { code: found === null ? code : isMail ? 'not-smtp' : 'not-https' });
}
