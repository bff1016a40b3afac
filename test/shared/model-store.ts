import { type EntryKey, entryKeyText } from '../../src/ledger/entry-key.ts';
import type { Intent, SharedEntry } from '../../src/ledger/exchange.ts';
import type { NewSender, Owner, SharedStore } from '../../src/shared/store.ts';

interface Sender extends NewSender {
  /** By the clock of the store, in milliseconds. */
  seen: number;
  isGone: boolean;
}

/** What is known about a key, and who sends it. */
export interface Claim {
  entry: SharedEntry;
  owner: string | null;
  /** The entry that the key has if its owner dies. */
  doubt: SharedEntry | null;
  /** The sender whose death is all that puts the key in doubt. */
  buried: string | null;
  /** The number of the transaction that changed it last. */
  changed: number;
}

/** What is known of a key about which nothing is known. */
export const NOTHING: Intent['doubt'] = {
  ...{ state: null, hash: null, body: null, batch: null, answer: null },
  ...{ run: null, at: null, sure: null, doubt_hash: null },
};

/** Its entry. */
export const nothingOf = ({ interface: name, kind, key, family }: EntryKey): SharedEntry => ({
  ...{ interface: name, kind, key, family },
  ...NOTHING,
});

const entryOf = (offered: SharedEntry): SharedEntry => {
  const { interface: name, kind, key, family, state, hash, body, batch, answer, run, at } = offered;
  const { sure, doubt_hash } = offered;
  return { interface: name, kind, key, family, state, hash, body, batch, answer, run, at, sure, doubt_hash };
};

const isSame = (one: SharedEntry, other: SharedEntry): boolean =>
  (Object.keys(one) as (keyof SharedEntry)[]).every((name) => one[name] === other[name]);

const isFact = ({ state }: SharedEntry): boolean => state === 'accepted' || state === 'existing';

/** What `SharedStore` means, in memory. Each call is one transaction, at once. */
export class ModelStore implements SharedStore {
  readonly name = 'model';
  readonly senders = new Map<string, Sender>();
  readonly claims = new Map<string, Claim>();
  readonly #now: () => number;
  #transaction = 1;
  #nextSlot = Number.NEGATIVE_INFINITY;

  /** @param now the clock of the store, in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  identity(): Promise<string> {
    return Promise.resolve('model');
  }

  async register(sender: NewSender): Promise<void> {
    if (!this.senders.has(sender.id))
      this.senders.set(sender.id, { ...sender, seen: this.#now(), isGone: false });
  }

  /** How long the lease of a sender still lasts, in milliseconds. It has none if it is gone. */
  leaseLeft(id: string): number {
    const sender = this.senders.get(id);
    return !sender || sender.isGone ? Number.NEGATIVE_INFINITY : sender.seen + sender.leaseMs - this.#now();
  }

  async beat(id: string): Promise<boolean> {
    const sender = this.senders.get(id);
    if (!sender || sender.isGone) return false;
    sender.seen = this.#now();
    return true;
  }

  async buryDead(): Promise<void> {
    const changed = this.#transaction++;
    for (const sender of this.senders.values()) sender.isGone ||= this.leaseLeft(sender.id) < 0;
    for (const claim of this.claims.values()) {
      const { owner, entry, doubt } = claim;
      const sender = owner === null ? undefined : this.senders.get(owner);
      if (!sender?.isGone) continue;
      if (doubt !== null) {
        // A fact that arrived since the claim was made.
        const isNewer =
          isFact(entry) && (entry.run === sender.run || (doubt.state === 'in-doubt' && doubt.sure === null));
        claim.buried = entry.state === null ? owner : null;
        if (!isNewer) claim.entry = doubt;
      }
      Object.assign(claim, { owner: null, doubt: null, changed });
    }
  }

  async claim(sender: string, wanted: readonly Intent[]): Promise<ReadonlyMap<number, Owner>> {
    const isAlive = this.leaseLeft(sender) > 0;
    const changed = this.#transaction++;
    const refused = new Map<number, Owner>();
    for (const { id, seen, doubt: values, ...key } of wanted) {
      const doubt = { ...nothingOf(key), ...values };
      const claim = this.claims.get(entryKeyText(key));
      const granted = isAlive && (claim === undefined ? seen.state === null : isGranted(claim));
      const had = claim ?? { entry: nothingOf(key), buried: null, changed };
      const buried = seen.state === null ? had.buried : null;
      if (granted) this.claims.set(entryKeyText(key), Object.assign(had, { owner: sender, doubt, buried }));
      else refused.set(id, this.#ownerOf(claim));

      function isGranted({ owner, entry: { state, at, run } }: Claim): boolean {
        if (owner !== null) return owner === sender;
        return state === seen.state && (state === null || (at === seen.at && run === seen.run));
      }
    }
    return refused;
  }

  #ownerOf(claim: Claim | undefined): Owner {
    const sender = this.senders.get(claim?.owner ?? '');
    return sender ? { run: sender.run, host: sender.host } : null;
  }

  async put(id: string, entries: Parameters<SharedStore['put']>[1]): Promise<void> {
    const changed = this.#transaction++;
    for (const offered of entries) {
      const entry = entryOf(offered);
      const claim = this.claims.get(entryKeyText(entry));
      if (!claim) {
        this.claims.set(entryKeyText(entry), { entry, owner: null, doubt: null, buried: null, changed });
        continue;
      }
      // One that is not taken is read again by its sender.
      if (!isSame(claim.entry, entry)) claim.changed = changed;
      if (takes(claim, entry, id)) {
        if (claim.buried !== null) claim.changed = changed;
        Object.assign(claim, { entry: { ...entry, doubt_hash: doubtHash(claim, entry, id) }, buried: null });
      }
      if (offered.ends && claim.owner === id)
        Object.assign(claim, { owner: null, doubt: null, buried: null, changed });
    }
  }

  async release(id: string, keys: readonly EntryKey[]): Promise<void> {
    const changed = this.#transaction++;
    for (const key of keys) {
      const claim = this.claims.get(entryKeyText(key));
      if (claim?.owner === id) Object.assign(claim, { owner: null, doubt: null, changed });
    }
  }

  async inherit(id: string, ended: string): Promise<void> {
    await this.leave(ended);
    for (const claim of this.claims.values()) {
      const isBuried = claim.buried === ended && claim.owner === null && claim.entry.state === 'in-doubt';
      if (claim.owner === ended || isBuried) claim.owner = id;
    }
  }

  async settleInherited(id: string): Promise<void> {
    const changed = this.#transaction++;
    for (const claim of this.claims.values()) {
      if (claim.owner !== id) continue;
      if (claim.buried !== null) claim.entry = nothingOf(claim.entry);
      Object.assign(claim, { owner: null, doubt: null, buried: null, changed });
    }
  }

  async newest(): Promise<string> {
    return `${this.#transaction}`;
  }

  async changes(
    id: string | null,
    since: string | null,
    take: (entries: readonly SharedEntry[]) => void,
    known = since,
  ) {
    const isOlder = known !== null && Number(known) > this.#transaction;
    const from = since === null || isOlder ? 0 : Number(since);
    const rows = [...this.claims.values()].filter(
      ({ owner, entry, changed }) =>
        (owner === null || (entry.state !== null && owner !== id)) && changed >= from,
    );
    take(rows.map(({ entry }) => entry));
    const newest = `${this.#transaction}`;
    return { since: newest, newest, isOlder };
  }

  async leave(id: string): Promise<void> {
    const sender = this.senders.get(id);
    if (sender) sender.isGone = true;
  }

  async slots(count: number, intervalMs: number): Promise<number> {
    const first = Math.max(this.#nextSlot, this.#now());
    this.#nextSlot = first + count * intervalMs;
    return first - this.#now();
  }

  async hold(ms: number): Promise<void> {
    this.#nextSlot = Math.max(this.#nextSlot, this.#now() + ms);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Whether an entry that a sender offers replaces the one of a key. */
function takes({ owner, entry: had }: Claim, entry: SharedEntry, id: string): boolean {
  const isOwner = owner === id;
  switch (entry.state) {
    case 'accepted':
      return isOwner || had.state !== 'accepted' || had.run === entry.run || entry.at! >= had.at!;
    case 'existing':
      if (had.state === 'accepted') return false;
      return isOwner || (owner === null && (had.state !== 'existing' || entry.at! >= had.at!));
    case 'in-doubt':
      if (isOwner) return !isFact(had) || entry.sure !== null;
      return owner === null && !isFact(had) && (had.sure === null || entry.sure !== null);
    case null:
      return isOwner && !isFact(had);
  }
}

/** If requests with different contents may have been accepted, the content is unknown. */
function doubtHash({ owner, entry: had }: Claim, entry: SharedEntry, id: string): string | null {
  const both = had.state === 'in-doubt' && entry.state === 'in-doubt' && owner !== id;
  return both && had.doubt_hash !== entry.doubt_hash ? '' : entry.doubt_hash;
}
