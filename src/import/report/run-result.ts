import { type ErrorText, EXIT_CODES, type Exit } from '../../errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { say } from '../../say.ts';
import type { Stop } from '../../send/push/outcome.ts';
import { noTotals, type Outcome, type Totals } from '../../send/push/outcome.ts';

/** Records of a run by outcome. */
export function totalsOf(ledger: Ledger, run: number): Totals {
  const totals = noTotals();
  for (const { outcome, count } of ledger.history(run).totals()) {
    totals[outcome as Outcome] += count;
  }
  return totals;
}

/** The error code for each exit code. A stop may have a more specific code. */
const ERROR_CODES: Readonly<Record<Exit, string>> = {
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

/** The error of a run; null for exit code 0. */
export function errorOf(
  exitCode: number,
  verdict: { readonly text: string; readonly next: string | null } | null,
  stop: Stop | null = null,
): ErrorText | null {
  if (exitCode === EXIT_CODES.done.code) return null;
  const exit =
    (Object.keys(EXIT_CODES) as Exit[]).find((name) => EXIT_CODES[name].code === exitCode) ?? 'bug';
  return {
    code: stop?.code ?? ERROR_CODES[exit],
    message: stop?.reason ?? verdict?.text ?? say().exitCodes[exit](),
    hint: stop?.hint ?? verdict?.next ?? null,
  };
}
