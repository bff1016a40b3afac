import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referencesIn } from '../../../src/contract/body.ts';
import { keyOf, keyText } from '../../../src/contract/kind.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import { dbOf } from '../../ledger/store-of.ts';
import {
  ANSWERS,
  component,
  type Given,
  keyOfGiven,
  packaging,
  product,
  pushed,
  type Row,
  rowsOf,
  supplier,
  TARGET,
} from './harness.ts';

type Known = 'accepted' | 'existing' | 'in-doubt';
type Fate = 'accepted' | 'exists' | 'refused' | 'unknown' | 'invalid' | 'not-attempted';

interface Placed {
  readonly given: Given;
  readonly fate: Fate;
  /** The state in which an earlier run left the key, with other content. */
  readonly known?: Known | undefined;
}

/** Stores a ledger entry for a key, as an earlier run would have left it. */
function remember(ledger: Ledger, { kind, body }: Given, state: Known, hash = 'other'): void {
  dbOf(ledger)
    .prepare(
      `insert into entries(target, interface, kind, key, family, state, hash, body, batch, run, at)
       values (?, 'v2', ?, ?, 'STANDARD', ?, ?, '{"name":"earlier"}', 'W0', 'earlier', '2026-10-01T00:00:00Z')`,
    )
    .run(TARGET, kind.name, keyOf(kind, body), state, hash);
}

const ENDS = {
  accepted: 'created',
  exists: 'existing',
  refused: 'rejected',
  unknown: 'in-doubt',
  invalid: 'invalid',
  'not-attempted': 'not-attempted',
} as const satisfies Record<Fate, string>;

const GOT_IN = new Set(['created', 'existing', 'outdated', 'unchanged']);

/** The expected outcome of each record, and the possible causes of a blocked one. Simple and slow. */
function expected(records: readonly Placed[], elsewhere: readonly [Given, Known][]) {
  const ends = new Map<Placed, { outcome: string; causes: Set<string> }>();
  const known = [
    ...records.flatMap(({ given, known }) => (known ? [[given, known] as const] : [])),
    ...elsewhere,
  ];
  for (const kind of ['supplier', 'packaging', 'product', 'component']) {
    for (const record of records) {
      if (record.given.kind.name !== kind) continue;
      const causes = new Set<string>();
      for (const { to, key, partial } of referencesIn(record.given.kind, record.given.body)) {
        const named = ({ kind, body }: Given) =>
          kind.name === to && (partial ? keyOf(kind, body).startsWith(key) : keyOf(kind, body) === key);
        const inRun = records.filter(({ given }) => named(given));
        const before = known.filter(([given]) => named(given));
        if (inRun.some((other) => GOT_IN.has(ends.get(other)!.outcome))) continue;
        if (before.some(([, state]) => state !== 'in-doubt')) continue;
        for (const other of inRun) {
          const { outcome, causes: roots } = ends.get(other)!;
          if (outcome === 'blocked') for (const root of roots) causes.add(root);
          else causes.add(`${to} ${keyOfGiven(other.given)} ${outcome}`);
        }
        if (inRun.length > 0) continue;
        for (const [given] of before) causes.add(`${to} ${keyOfGiven(given)} in-doubt`);
      }
      const given = { invalid: 'invalid', 'not-attempted': 'not-attempted' }[record.fate as string];
      const held = { 'in-doubt': 'in-doubt', accepted: 'outdated', existing: 'outdated' }[
        record.known as string
      ];
      const outcome = given ?? held ?? (causes.size > 0 ? 'blocked' : ENDS[record.fate]);
      ends.set(record, { outcome, causes });
    }
  }
  return ends;
}

const fate = fc.constantFrom<Fate>(
  'accepted',
  'accepted',
  'accepted',
  'exists',
  'refused',
  'unknown',
  'invalid',
  'not-attempted',
);
const known = fc.option(fc.constantFrom<Known>('accepted', 'existing', 'in-doubt'), {
  nil: undefined,
  freq: 5,
});
const SUPPLIERS = ['A', 'B', 'C', 'D'];
const PACKAGINGS = ['X', 'Y'];
const PRODUCTS = ['P/C/RED', 'P/C/BLUE', 'P/C', 'PP/C/RED', 'Q/C/RED'];

const graph = fc.record({
  suppliers: fc
    .subarray(SUPPLIERS)
    .chain((refs) =>
      fc.tuple(...refs.map((ref) => fc.record({ given: fc.constant(supplier(ref)), fate, known }))),
    ),
  packagings: fc
    .subarray(PACKAGINGS)
    .chain((refs) =>
      fc.tuple(...refs.map((ref) => fc.record({ given: fc.constant(packaging(ref)), fate, known }))),
    ),
  products: fc.subarray(PRODUCTS).chain((triples) =>
    fc.tuple(
      ...triples.map((triple) =>
        fc.record({
          given: fc
            .record(
              {
                supplierRef: fc.constantFrom(...SUPPLIERS),
                warehouseRef: fc.constantFrom(...SUPPLIERS),
                packagingRefs: fc.subarray(PACKAGINGS),
              },
              { requiredKeys: ['supplierRef'] },
            )
            .map((more) => product(triple, more)),
          fate,
          known,
        }),
      ),
    ),
  ),
  components: fc.array(
    fc.record({
      given: fc
        .tuple(fc.constantFrom(...PRODUCTS, 'Q/C', 'R/C'), fc.constantFrom(...SUPPLIERS))
        .map(([of, by]) => component('', of, { supplierRef: by })),
      fate,
      known: fc.constant(undefined),
    }),
    { maxLength: 8 },
  ),
});

/** Known from an earlier run and not in the input. */
const ELSEWHERE: readonly [Given, Known][] = [
  [supplier('C'), 'accepted'],
  [supplier('D'), 'in-doubt'],
  [packaging('Y'), 'in-doubt'],
  [product('Q/C/BLUE'), 'in-doubt'],
  [product('R/C/RED'), 'in-doubt'],
];

describe('a record is blocked', () => {
  it('a record is blocked if and only if it refers, directly or through others, to one that was not accepted, and names that cause', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(graph, fc.integer(), async (graph, seed) => {
        const components = graph.components.map(({ given, ...rest }, at) => ({
          ...rest,
          given: { ...given, body: { ...given.body, componentRef: `M${at}` } },
        }));
        const records: Placed[] = [...components, ...graph.products, ...graph.packagings, ...graph.suppliers];
        const inInput = new Set(records.map(({ given }) => `${given.kind.name} ${keyOfGiven(given)}`));
        const elsewhere = ELSEWHERE.filter(
          ([given]) => !inInput.has(`${given.kind.name} ${keyOfGiven(given)}`),
        );
        const ledger = Ledger.temporary(null);
        for (const { given, known } of records) if (known) remember(ledger, given, known);
        for (const [given, state] of elsewhere) remember(ledger, given, state);
        const fates = new Map(
          records.map(({ given, fate }) => [`${given.kind.name} ${keyOfGiven(given)}`, fate]),
        );
        const run = await pushed(
          records.map(({ given, fate }) =>
            fate === 'invalid' || fate === 'not-attempted' ? { ...given, ending: fate } : given,
          ),
          {
            ledger,
            seed,
            settleMs: 0,
            script: ({ kind, key }) => ANSWERS[fates.get(`${kind} ${key}`) as 'accepted'],
          },
        );
        expect(run.stop).toBeNull();
        const rows = new Map(rowsOf(ledger, run.run).map((row) => [`${row.kind} ${row.key}`, row]));
        for (const [{ given }, { outcome, causes }] of expected(records, elsewhere)) {
          const id = `${given.kind.name} ${keyOfGiven(given)}`;
          const row = rows.get(id) as Row;
          expect([id, row.outcome]).toEqual([id, outcome]);
          seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
          if (outcome !== 'blocked') continue;
          const cause = row.blockedBy!;
          expect(causes).toContain(`${cause.kind} ${cause.key} ${cause.outcome}`);
        }
        const sent = run.service.calls.map(({ kind, key }) => `${kind} ${key}`);
        expect(new Set(sent).size).toBe(sent.length);
        ledger.close();
      }),
      { numRuns: 60 },
    );
    expect([...seen.keys()].sort()).toEqual([
      ...['blocked', 'created', 'existing', 'in-doubt', 'invalid', 'not-attempted', 'outdated', 'rejected'],
    ]);
  });

  it('a record is blocked with the first record of a chain as its cause, not the one before it', async () => {
    const run = await pushed(
      [
        supplier('S'),
        product('P/C/RED', { supplierRef: 'S' }),
        component('M', 'P/C/RED', { supplierRef: 'T' }),
        supplier('T'),
      ],
      { script: ({ key }) => (key === 'S' ? ANSWERS.refused : ANSWERS.accepted) },
    );
    const expected = { outcome: 'blocked', blockedBy: { kind: 'supplier', key: 'S', outcome: 'rejected' } };
    expect(run.row('M / P / C / RED')).toMatchObject(expected);
    expect(run.outcomes.T).toBe('created');
  });

  it('a component without a colour is blocked only if no colour of its product was accepted', async () => {
    const records = [product('P/C/RED'), product('P/C/BLUE'), component('M', 'P/C')];
    const one = await pushed(records, {
      script: ({ key }) => (key === 'P / C / RED' ? ANSWERS.refused : ANSWERS.accepted),
    });
    expect(one.outcomes['M / P / C / DEFAULT']).toBe('created');
    const none = await pushed(records, {
      script: ({ kind }) => (kind === 'product' ? ANSWERS.refused : ANSWERS.accepted),
    });
    expect(none.outcomes['M / P / C / DEFAULT']).toBe('blocked');
  });

  it('a record is not blocked by one that the service already had, even if its new content is outdated or in doubt', async () => {
    const ledger = Ledger.temporary(null);
    await pushed([supplier('S'), supplier('T')], { ledger, script: () => ANSWERS.exists });
    // As left by a version that sent changed rows with such a key.
    ledger.inTransaction(() => {
      dbOf(ledger).exec(
        "update entries set state = 'in-doubt', sure = 'existing', doubt_hash = 'new' where key = 'T'",
      );
    });
    const run = await pushed(
      [
        supplier('S', { name: 'new' }),
        supplier('T', { name: 'new' }),
        product('P/C/RED', { supplierRef: 'S', warehouseRef: 'T' }),
      ],
      { ledger },
    );
    expect(run.outcomes).toEqual({ S: 'outdated', T: 'in-doubt', 'P / C / RED': 'created' });
  });

  it('the event of a blocked record names the record that blocks it and its outcome', async () => {
    const run = await pushed([supplier('S'), product('P/C/RED', { supplierRef: 'S' })], {
      script: () => ANSWERS.refused,
    });
    expect(run.events).toContainEqual(
      expect.objectContaining({
        type: 'row',
        key: keyText('P\u001fC\u001fRED'),
        messages: ['supplier S is rejected'],
      }),
    );
  });
});
