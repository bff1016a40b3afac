import type { InDoubt } from '../../../../src/send/push/delivery.ts';
import { component, type Given, keyOfGiven, packaging, product, supplier } from '../harness.ts';
import type { World } from './world.ts';

/** The records and settings of a simulated user. */
export interface Case {
  readonly records: readonly Given[];
  readonly settings: {
    readonly rate: number;
    readonly concurrency: number;
    readonly settleMs: number;
    readonly inDoubt: InDoubt;
  };
  /** How long after a lost response a record of each kind may still be stored or shown, in milliseconds. */
  readonly absence: ReadonlyMap<string, number>;
  /** Keys that the service always rejects, and those that it has from someone else. */
  readonly refused: ReadonlySet<string>;
  readonly elsewhere: ReadonlySet<string>;
  /** Whether the ledger is a file on a disk that may lose power. */
  readonly onDisk: boolean;
}

const MINUTE_MS = 60_000;
/** Share of the cases with a ledger in a file. */
const ON_DISK = 0.4;
const COLOURS = ['RED', 'BLUE'];

/** A small import in which everything may reference everything that it can. */
export function makeCase(world: World): Case {
  const records = recordsOf(world);
  const keys = records.map((given) => named(given));
  return {
    records,
    settings: {
      rate: world.pick([0, 0, 5, 50]),
      concurrency: world.pick([1, 2, 3, 8, 16]),
      settleMs: world.pick([0, 500, 4000, 4000]),
      inDoubt: anyInDoubt(world),
    },
    refused: new Set(keys.filter(() => world.chance(0.05))),
    elsewhere: new Set(keys.filter(() => world.chance(0.06))),
    absence: absences(world),
    onDisk: world.chance(ON_DISK),
  };
}

/** With 0 nothing is late: a record is stored by the end of the settle pause, or never. */
function absences(world: World): Map<string, number> {
  const any = () => world.pick([0, 5000, MINUTE_MS, MINUTE_MS, 25 * MINUTE_MS]);
  const most = any();
  return new Map(
    ['supplier', 'packaging', 'product', 'component'].map((kind) => [kind, world.chance(0.8) ? most : any()]),
  );
}

/** The setting of an environment for records in doubt; mostly none. */
export const anyInDoubt = (world: World): InDoubt =>
  world.pick(['verify', 'verify', 'verify', 'verify', 'hold', 'resend']);

/** `kind key`, for the records of the user and of the service. */
export const named = (given: Given): string => `${given.kind.name} ${keyOfGiven(given)}`;

function recordsOf(world: World): Given[] {
  const suppliers = Array.from({ length: world.upTo(4) }, (_, at) => `S${at}`);
  const packagings = Array.from({ length: world.upTo(3) }, (_, at) => `E${at}`);
  const triples = ['P/C', 'PP/C', 'Q/C'].flatMap((ref) => COLOURS.map((colour) => `${ref}/${colour}`));
  const products = triples.filter(() => world.chance(0.5));
  const one = (field: string, refs: readonly string[]) =>
    refs.length > 0 && world.chance(0.6) ? { [field]: world.pick(refs) } : {};
  const records: Given[] = [
    ...suppliers.map((ref) => supplier(ref, { name: 'a' })),
    ...packagings.map((ref) => packaging(ref, { name: 'a' })),
    ...products.map((triple) =>
      product(triple, {
        name: 'a',
        ...one('supplierRef', suppliers),
        ...one('warehouseRef', suppliers),
        packagingRefs: packagings.filter(() => world.chance(0.4)),
      }),
    ),
    ...Array.from({ length: products.length > 0 ? world.upTo(6) : 0 }, (_, at) => {
      const triple = world.pick(products);
      const of = world.chance(0.2) ? triple.slice(0, triple.lastIndexOf('/')) : triple;
      return component(`M${at}`, of, { name: 'a', ...one('supplierRef', suppliers) });
    }),
  ];
  return records.map((given) => ({
    ...given,
    batch: world.pick(['W1', 'W1', 'W2']),
    ...(world.chance(0.03) ? { ending: 'invalid' as const } : {}),
  }));
}

/** The same records later: some have other content, some reference another supplier. */
export function changed(world: World, records: readonly Given[]): Given[] {
  const suppliers = records.filter(({ kind }) => kind.name === 'supplier').map((given) => keyOfGiven(given));
  return records.map((given) => {
    if (world.chance(0.6)) return given;
    const names = given.kind.name === 'product' && suppliers.length > 0;
    const more = names ? { supplierRef: world.pick(suppliers) } : {};
    return { ...given, body: { ...given.body, name: world.pick(['a', 'b']), ...more } };
  });
}
