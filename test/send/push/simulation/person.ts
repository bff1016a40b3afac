import { keyText } from '../../../../src/contract/kind.ts';
import type { ResolveMethod } from '../../../../src/import/resolve/settle-doubts.ts';
import type { DoubtfulRow } from '../../../../src/ledger/doubts.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { sendsRecords } from '../../../../src/ledger/runs.ts';
import type { SimulatedService } from './service.ts';
import type { World } from './world.ts';

/** What a user requests for the records of a run that are in doubt. */
export interface Request {
  readonly run: number;
  readonly how: ResolveMethod;
  readonly pick: (rows: readonly DoubtfulRow[]) => readonly DoubtfulRow[];
}

interface Listing {
  readonly run: number;
  /** Whether all records in doubt were listed. */
  readonly isWhole: boolean;
  /** By the id of the record: its name, and the number of creates that were sent for it. */
  readonly rows: ReadonlyMap<number, { readonly name: string; readonly sent: number }>;
  /** The look-ups of the user in the service; null before them. */
  saw: ReadonlyMap<string, boolean> | null;
}

const nameOf = ({ kind, key }: DoubtfulRow): string => `${kind} ${keyText(key)}`;

/**
 * A user who settles records in doubt: lists them, looks them up in the service, and settles those that were listed.
 * Other runs may happen in between.
 */
export class Person {
  readonly #world: World;
  readonly #service: SimulatedService;
  #listing: Listing | null = null;
  /** Records that were settled as the user requested. */
  settled = 0;

  constructor(world: World, service: SimulatedService) {
    this.#world = world;
    this.#service = service;
  }

  /** Lists some records in doubt of a run. Takes the lock, and settles killed runs. */
  list(ledger: Ledger): void {
    const world = this.#world;
    const runs = ledger.runs
      .list()
      .filter(
        (run) => sendsRecords(run) && run.stage === 'planned' && ledger.doubts.rows(run.run).length > 0,
      );
    if (runs.length === 0) return;
    const { run } = world.pick(runs);
    const isPartial = world.chance(0.2);
    const doubtful = ledger.doubts.rows(run);
    const rows = isPartial ? doubtful.filter(() => world.chance(0.6)) : doubtful;
    ledger.doubts.noteListed(rows, world.date().toISOString());
    world.note(`a person lists ${rows.map(nameOf).join(', ')} of run ${run}`);
    const named = rows.map(
      (row) => [row.id, { name: nameOf(row), sent: this.#service.sentOf(nameOf(row)) }] as const,
    );
    this.#listing = { run, isWhole: !isPartial, rows: new Map(named), saw: null };
  }

  get hasListed(): boolean {
    return this.#listing !== null;
  }

  get hasLooked(): boolean {
    return this.#listing?.saw != null;
  }

  /** Looks up the listed records. */
  look(): void {
    const listing = this.#listing!;
    listing.saw = new Map([...listing.rows.values()].map(({ name }) => [name, this.#service.shows(name)]));
    this.#world.note(
      `a person sees ${[...listing.saw].map(([name, shown]) => `${name}: ${shown}`).join(', ')}`,
    );
  }

  /** What the user then requests: for all listed records, or by key. */
  decides(): Request {
    const world = this.#world;
    const { run, isWhole: listedAll, saw } = this.#listing!;
    const seen = [...saw!].filter(([, shown]) => shown).map(([name]) => name);
    const unseen = [...saw!].filter(([, shown]) => !shown).map(([name]) => name);
    const how = world.chance(0.1)
      ? 'verify'
      : seen.length === 0
        ? 'resend'
        : unseen.length === 0
          ? 'sent'
          : world.pick(['sent', 'resend'] as const);
    const meant = how === 'verify' ? [...saw!.keys()] : how === 'sent' ? seen : unseen;
    const isWhole = listedAll && meant.length === saw!.size && world.chance(0.7);
    const keys = new Set(isWhole ? [] : meant.filter(() => world.chance(0.8)));
    world.note(`a person says ${how} of ${isWhole ? 'all' : [...keys].join(', ')}`);
    const pick = (rows: readonly DoubtfulRow[]) =>
      isWhole ? rows : rows.filter((row) => keys.has(nameOf(row)));
    return { run, how, pick };
  }

  /** Records that the user settles must be those that the user saw, in the state that was listed. */
  mustHaveMeant(how: ResolveMethod, picked: readonly DoubtfulRow[]): void {
    const { rows, saw } = this.#listing!;
    this.settled += picked.length;
    for (const row of picked) {
      if (how === 'verify') continue;
      const name = nameOf(row);
      const listed = rows.get(row.id);
      if (!listed) this.#world.breaks(`${name} is settled by a word, and was not listed`);
      else if (listed.sent !== this.#service.sentOf(name)) {
        this.#world.breaks(`${name} is settled by a word, and was sent again since it was listed`);
      } else if (saw!.get(name) !== (how === 'sent')) {
        this.#world.breaks(`${name} is settled by a word (${how}) that was about others`);
      }
    }
  }

  /** The request was made; the next one is for another listing. */
  done(): void {
    this.#listing = null;
  }
}
