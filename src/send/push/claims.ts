import type { PendingRow } from '../../ledger/sending.ts';

/** The run of another machine that sends a record, or null: what is known about its key has changed. */
export type Elsewhere = { readonly run: string; readonly host: string } | null;

/** The claims on records in a memory that machines share. A record is sent only by whoever has its claim. */
export interface Claims {
  /**
   * Claims records of one run. Returns those that were not granted, by their ids. A record that was granted must be released.
   * @throws TraceError if the memory is lost
   */
  claim(rows: readonly PendingRow[]): Promise<ReadonlyMap<number, Elsewhere>>;
  /** Whether a request may leave now: the claims are certainly still valid when its response is due. */
  readonly mayLeave: boolean;
  /** The reason if it may not. */
  readonly failure: import('../../errors.ts').TraceError;
  /** The record has ended, and its outcome is in the ledger. */
  release(id: number): void;
  /** Reads what other machines have sent since. */
  refresh(): Promise<void>;
}

/**
 * Records with their claims, in order: with `undefined` if the record may be sent. The next `most()` records are claimed
 * when half of those before them have started; more would end in doubt if the process is killed. Without `claims`, all may
 * be sent.
 */
export async function* inClaims(
  claims: Claims | null,
  rows: Generator<PendingRow, void>,
  most: () => number,
): AsyncGenerator<[row: PendingRow, elsewhere: Elsewhere | undefined]> {
  if (claims === null) {
    for (const row of rows) yield [row, undefined];
    return;
  }
  const ids = new Set<number>();
  const claimNext = async () => {
    const part: PendingRow[] = [];
    for (let left = most(); left > 0; left--) {
      const { value: row } = rows.next();
      if (!row) break;
      part.push(row);
    }
    const refused = part.length === 0 ? new Map<number, Elsewhere>() : await claims.claim(part);
    for (const { id } of part) if (!refused.has(id)) ids.add(id);
    return part.map((row) => [row, refused.get(row.id)] as [PendingRow, Elsewhere | undefined]);
  };
  let next = claimNext();
  try {
    for (;;) {
      const part = await next;
      if (part.length === 0) return;
      for (const [place, claimed] of part.entries()) {
        if (place === part.length >> 1) {
          next = claimNext();
          // A failure is thrown when it is the turn of these.
          next.catch(() => {});
        }
        ids.delete(claimed[0].id);
        yield claimed;
      }
    }
  } finally {
    await next.catch(() => {});
    for (const id of ids) claims.release(id);
  }
}
