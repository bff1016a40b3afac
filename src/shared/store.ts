import type { EntryKey } from '../ledger/entry-key.ts';
import type { Intent, SharedEntry } from '../ledger/exchange.ts';

/** A process that sends. It counts as alive for `leaseMs` after its last sign of life, by the clock of the store. */
export interface NewSender {
  readonly id: string;
  readonly run: string;
  readonly host: string;
  readonly pid: number;
  readonly leaseMs: number;
}

/** The sender that has a key; null if nobody has it, so that its entry has changed. */
export type Owner = { readonly run: string; readonly host: string } | null;

/** An entry that a sender gives to the store. */
export interface OfferedEntry extends SharedEntry {
  /** The claim of the sender ends with it. */
  readonly ends: boolean;
  /** Its hash, body, batch and run are those of the claim, so they need not be sent again. */
  readonly asClaimed: boolean;
}

/**
 * The store of a shared memory, for one target. Each method is one transaction, and may be repeated: a connection may
 * fail after the store has done it.
 */
export interface SharedStore {
  /** What messages call it: without user and password. */
  readonly name: string;
  /** The id of the store: another one has other entries. */
  identity(): Promise<string>;
  register(sender: NewSender): Promise<void>;
  /** Shows a sign of life. False if the sender is gone: others have taken it for dead. */
  beat(sender: string): Promise<boolean>;
  /**
   * Finds senders whose lease has ended, and turns the claims of all that are gone into doubts, except where a fact
   * arrived since the claim.
   */
  buryDead(): Promise<void>;
  /**
   * Claims keys that nobody else has and whose entry is still the one that was seen, if the sender counts as alive.
   * Returns the ids of those that were not granted.
   */
  claim(sender: string, wanted: readonly Intent[]): Promise<ReadonlyMap<number, Owner>>;
  /**
   * Stores entries. The owner of a key is right about it, but a doubt about it, or that it is absent, never replaces a
   * fact (the service has the record) that arrived meanwhile. From another sender a fact counts, unless a newer one is
   * known, and a doubt if no fact is known and nobody has the key. What is not taken counts as changed.
   */
  put(sender: string, entries: readonly OfferedEntry[]): Promise<void>;
  /** Ends claims of a sender on keys whose entries did not change. */
  release(sender: string, keys: readonly EntryKey[]): Promise<void>;
  /**
   * Calls `take` with all entries that changed since `since` (null: all), but not with those that `sender` has claimed.
   * Returns from where to read next time, the number of the store, and whether the store was replaced by an older copy of itself; it then reads all.
   * `known`: the highest number that it is known to have had.
   */
  changes(
    sender: string | null,
    since: string | null,
    take: (entries: readonly SharedEntry[]) => void,
    known?: string | null,
  ): Promise<{ readonly since: string; readonly newest: string; readonly isOlder: boolean }>;
  /** A number that is higher after each change. */
  newest(): Promise<string>;
  /** Takes the claims of a sender that ended without leaving, and the keys that are in doubt only because of its death. */
  inherit(sender: string, ended: string): Promise<void>;
  /** Ends all claims of a sender. What it inherited and did not put was never sent: nothing is known about it. */
  settleInherited(sender: string): Promise<void>;
  /** The sender ends. Its claims must be released. */
  leave(sender: string): Promise<void>;
  /** See `SharedPace`. */
  slots(count: number, intervalMs: number): Promise<number>;
  hold(ms: number): Promise<void>;
  close(): Promise<void>;
}
