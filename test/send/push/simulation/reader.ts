import { keyText } from '../../../../src/contract/kind.ts';
import { absenceCountsFrom } from '../../../../src/import/resolve/settle-doubts.ts';
import { makePlan } from '../../../../src/import/staged/make-plan.ts';
import { Ledger } from '../../../../src/ledger/ledger.ts';
import { dbOf } from '../../../ledger/store-of.ts';
import { type Given, INPUT, stageRun } from '../harness.ts';
import { type Case, named } from './case.ts';
import type { Knowledge } from './oracle.ts';
import { isOurs, type SimulatedService } from './service.ts';
import type { World } from './world.ts';

const IN: ReadonlySet<string> = new Set(['created', 'existing', 'outdated', 'unchanged']);

/**
 * A second process that only reads, at any time, like `trace runs show`, the listing of `trace resolve` and `trace
 * plan`. Its view must be true: records that may be in the service are in doubt, and records that are reported as
 * stored are stored.
 */
export class Reader {
  readonly #world: World;
  readonly #service: SimulatedService;
  readonly #knowledge: Knowledge;
  readonly #absence: Case['absence'];
  looks = 0;

  constructor(world: World, service: SimulatedService, knowledge: Knowledge, { absence }: Case) {
    this.#world = world;
    this.#service = service;
    this.#knowledge = knowledge;
    this.#absence = absence;
  }

  /** Reads every run. */
  look(ledger: Ledger): void {
    this.looks++;
    for (const { run } of ledger.runs.list()) {
      const rows = [...ledger.history(run).records()];
      for (const { kind, key, outcome } of rows) this.#isTrue(`${kind} ${keyText(key)}`, outcome, run);
      this.#isListed(
        ledger,
        run,
        rows.filter(({ outcome }) => outcome === 'in-doubt').map(({ id }) => id),
      );
      const total = ledger
        .history(run)
        .totals()
        .reduce((sum, { count }) => sum + count, 0);
      if (total !== rows.length)
        this.#world.breaks(`run ${run} has ${rows.length} rows, and counts ${total}`);
    }
  }

  #isTrue(name: string, outcome: string, run: number): void {
    const stored = this.#service.stored.get(name);
    if (outcome === 'in-doubt') return;
    if (this.#knowledge.isOpen(name, run)) {
      this.#world.breaks(`a reader sees ${name} as ${outcome}, and a try of it may have been taken`);
    }
    if (IN.has(outcome) && !stored) {
      this.#world.breaks(`a reader sees ${name} as ${outcome}, and the service does not have it`);
    }
    if (!IN.has(outcome) && stored?.run === run) {
      this.#world.breaks(`a reader sees ${name} as ${outcome}, and the service has it from that run`);
    }
  }

  #isListed(ledger: Ledger, run: number, ids: readonly number[]): void {
    const world = this.#world;
    const listed = ledger.doubts.rows(run);
    if (listed.map(({ id }) => id).join() !== ids.join()) {
      world.breaks(
        `of run ${run} ${ids.join()} are in doubt, and ${listed.map(({ id }) => id).join()} are listed`,
      );
    }
    const terms = {
      now: world.date(),
      moment: world.machine.moment(),
      absenceMs: ({ name }: { name: string }) => this.#absence.get(name)!,
    };
    for (const row of listed) {
      const name = `${row.kind} ${keyText(row.key)}`;
      const isLate = this.#absence.get(row.kind)! > 0 && this.#service.mayLand(name);
      if (isLate && absenceCountsFrom(row, INPUT.interface, terms) === null) {
        world.breaks(`the absence of ${name} is said to count, and it may be stored yet`);
      }
    }
  }

  /** Plans an import of these records against the ledger at `path`. */
  plan(path: string, records: readonly Given[], change = (same: Ledger): Ledger => same): void {
    this.looks++;
    using temporary = Ledger.temporary(path);
    const ledger = change(temporary);
    const run = stageRun(ledger, records);
    ledger.indexStage();
    makePlan({ ledger, run, settings: INPUT });
    const rows = new Map(
      (
        dbOf(ledger).prepare('select kind, key, status, outcome from records where run = ?').all(run) as {
          kind: string;
          key: string;
          status: string;
          outcome: string | null;
        }[]
      ).map((row) => [`${row.kind} ${keyText(row.key)}`, row]),
    );
    for (const given of records) {
      if (given.ending !== undefined) continue;
      const name = named(given);
      const { status } = rows.get(name)!;
      const stored = this.#service.stored.get(name);
      if (this.#knowledge.isOpen(name) && status !== 'in-doubt') {
        this.#world.breaks(`a plan has ${name} as ${status}, and a try of it may have been taken`);
      }
      if (IN.has(status) && !stored) {
        this.#world.breaks(`a plan has ${name} as ${status}, and the service does not have it`);
      }
      if (status === 'new' && isOurs(stored)) {
        this.#world.breaks(`a plan would send ${name}, and the service has it from run ${stored.run}`);
      }
    }
  }
}
