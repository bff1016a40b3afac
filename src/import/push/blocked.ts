import { keyText } from '../../contract/kind.ts';

/** `supplier FRN-0003 is rejected`, from the ledger's JSON. */
export function blockText(cause: string): string {
  const { kind, key, outcome } = JSON.parse(cause) as { kind: string; key: string; outcome: string };
  return `${kind} ${keyText(key)} is ${outcome}`;
}
