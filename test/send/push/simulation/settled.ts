import type { Ledger } from '../../../../src/ledger/ledger.ts';
import type { InDoubt } from '../../../../src/send/push/delivery.ts';
import { dbOf } from '../../../ledger/store-of.ts';
import type { Given } from '../harness.ts';
import { named } from './case.ts';
import type { SimulatedService } from './service.ts';
import type { World } from './world.ts';

/** An import that ended, after the last fault. */
interface Ended {
  readonly world: World;
  readonly service: SimulatedService;
  readonly ledger: Ledger;
  readonly run: number;
  readonly records: readonly Given[];
  /** Keys that the service rejects. */
  readonly refused: ReadonlySet<string>;
  readonly inDoubt: InDoubt;
}

/** Without faults, every record is stored, or there is a reason that a user can act on. Returns the outcomes. */
export function mustBeSettled(ended: Ended): ReadonlySet<string | null> {
  const { world, service, ledger, run, records, refused, inDoubt } = ended;
  const rows = dbOf(ledger)
    .prepare(
      "select kind || ' ' || replace(key, char(31), ' / ') as name, outcome from records where run = ?",
    )
    .all(run) as { name: string; outcome: string }[];
  const outcomes = new Map(rows.map(({ name, outcome }) => [name, outcome]));
  for (const given of records) {
    const name = named(given);
    const outcome = outcomes.get(name)!;
    const stays =
      {
        created: true,
        existing: true,
        outdated: true,
        unchanged: true,
        invalid: given.ending === 'invalid',
        rejected: refused.has(name),
        blocked: given.kind.references.length > 0,
        'in-doubt': {
          verify: given.kind.verify === undefined,
          hold: true,
          // and a record that it references was not stored
          resend: given.kind.references.length > 0,
        }[inDoubt],
      }[outcome] ?? false;
    if (!stays) world.breaks(`${name} is ${outcome} when all is calm`);
  }
  const twice = service.journal.filter((name, at, all) => all.indexOf(name) !== at);
  if (twice.length > 0) world.breaks(`applied twice: ${twice.join(', ')}`);
  world.mustHold();
  return new Set(outcomes.values());
}
