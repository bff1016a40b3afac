import { type ErrorText, EXIT_CODES, type Exit } from '../errors.ts';
import type { Stop } from './push/stop.ts';

/** What a run that did not end with 0 is called, where nothing has a name of its own for it. */
const CODES: Readonly<Record<Exit, string>> = {
  done: 'done',
  bug: 'bug',
  usage: 'service-unusable',
  invalid: 'input-invalid',
  token: 'token-refused',
  rows: 'rows-left',
  doubt: 'rows-in-doubt',
  unreachable: 'service-unreachable',
  locked: 'run-locked',
  interrupted: 'interrupted',
};

/** Why a run did not end with 0; null when it did. */
export function errorOf(
  exitCode: number,
  said: { readonly text: string; readonly next: string | null } | null,
  stop: Stop | null = null,
): ErrorText | null {
  if (exitCode === EXIT_CODES.done.code) return null;
  const exit =
    (Object.keys(EXIT_CODES) as Exit[]).find((name) => EXIT_CODES[name].code === exitCode) ?? 'bug';
  return {
    code: stop?.code ?? CODES[exit],
    message: stop?.reason ?? said?.text ?? EXIT_CODES[exit].meaning,
    hint: stop?.hint ?? said?.next ?? null,
  };
}
