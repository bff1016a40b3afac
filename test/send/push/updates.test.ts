import { describe, expect, it } from 'vitest';
import { covers } from '../../../src/contract/covers.ts';
import { type Body, type KindSpec, keyOf } from '../../../src/contract/kind.ts';
import { KINDS } from '../../../src/contract/registry.ts';
import { updatable } from '../../../src/contract/v3/update.ts';
import { Content } from '../../../src/import/input/staged-record.ts';
import { makePlan } from '../../../src/import/staged/make-plan.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import { sameJson } from '../../../src/send/plan/patch.ts';
import { push } from '../../../src/send/push/engine.ts';
import type { RecordRequest } from '../../../src/send/push/request.ts';
import { updateEnding } from '../../../src/send/push/update.ts';
import { Limiter } from '../../../src/service/limiter.ts';
import type { Answer, Service } from '../../../src/service/service.ts';
import { SLOW } from '../../effort.ts';
import { dbOf, storeOf } from '../../ledger/store-of.ts';
import { ANSWERS, ledgerFile, seeded, TARGET, VirtualClock } from './harness.ts';

const ITEM = KINDS.v3['purchased-item'];
const BRAND_PRODUCT = KINDS.v3['brand-product'];
const AT = '2026-11-03T02:00:00.000Z';

interface Stored {
  body: Body;
  locked: boolean;
}

/** Purchased items, a service that loses responses, and a user who updates them and whose machine dies. */
class World {
  readonly random: () => number;
  readonly stored = new Map<string, Stored>();
  readonly file = ledgerFile();
  clock = new VirtualClock();
  ledger = this.open();
  /** Requests until the machine dies; none is sent after that. */
  dieIn = Number.POSITIVE_INFINITY;
  faults = 0;
  readonly broken: string[] = [];

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  /** Each commit takes a turn of the event loop in which nothing else runs. */
  open(): Ledger {
    const ledger = Ledger.open(this.file.path);
    // The process dies here, not the disk: nothing needs to be synced.
    dbOf(ledger).exec('pragma synchronous = off');
    const write = storeOf(ledger).commits.write.bind(storeOf(ledger).commits);
    storeOf(ledger).commits.write = (work) => {
      this.clock.moved();
      return write(work).finally(() => this.clock.moved());
    };
    return ledger;
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)]!;
  }

  stage(rows: readonly Body[], update: boolean): number {
    const { run } = this.ledger.runs.start({
      command: update ? 'update' : 'import',
      environment: 'test',
      target: TARGET,
      interface: 'v3',
      startedAt: AT,
      options: '{}',
    });
    const stage = this.ledger.stage(run);
    const sheetId = stage.addSheet('changes.csv', 'changes', ITEM.name, {});
    for (const [at, body] of rows.entries()) {
      stage.addRecord({
        kind: ITEM.name,
        family: '',
        key: keyOf(ITEM, body),
        batch: '',
        body: JSON.stringify(body),
        hash: new Content(body).hash([ITEM.batchField]),
        shareKey: null,
        shareHash: null,
        sheetId,
        row: at + 2,
        ending: null,
        references: [],
        ...(update && { update: { byId: null } }),
      });
    }
    stage.commit();
    return run;
  }

  /** Sends the records of a run; false if the machine died. */
  async send(run: number, again = false): Promise<boolean> {
    const { ledger } = this;
    const clock = new VirtualClock();
    this.clock = clock;
    const { waves } = makePlan({
      ledger,
      run,
      settings: { interface: 'v3' },
      ...(again && { reopen: () => ledger.runs.reopenLeft(run, false) }),
    });
    const service: Service = {
      origin: 'https://service.example',
      create: ({ body: text }) => {
        const body = JSON.parse(text) as Body;
        return this.#answer(clock, keyOf(ITEM, body), (key) => this.#make(key, body));
      },
      update: ({ by, body }) =>
        this.#answer(clock, 'id' in by ? by.id : by.uniqueIdentifier, (key) =>
          this.#change(key, JSON.parse(body) as Body),
        ),
      lookUp: () => Promise.reject(new Error('nothing reads a purchased item')),
      probe: () => Promise.reject(new Error('a push never probes')),
      close: () => Promise.resolve(),
    };
    const limiter = new Limiter({ rate: 0, concurrency: 4 }, clock);
    const settings = { limiter, settleMs: 0, inDoubt: 'verify' } as const;
    const job = { ledger, run, waves, service, emit: () => clock.moved() };
    try {
      await clock.until(push(job, { ...settings, random: this.random, now: () => new Date(AT) }));
    } catch (error) {
      if (dbOf(ledger).isOpen) throw error;
      this.ledger = this.open();
      this.ledger.killedRuns.settleRuns(TARGET, AT);
      return false;
    }
    ledger.runs.finish(run, AT, 0, '{}');
    return true;
  }

  async #answer(clock: VirtualClock, key: string, apply: (key: string) => Answer): Promise<Answer> {
    const { ledger } = this;
    if (!dbOf(ledger).isOpen) return ANSWERS.unknown;
    const record = dbOf(ledger)
      .prepare('select state from records where key = ? order by id desc limit 1')
      .get(key);
    if (record?.state !== 'sending' || dbOf(ledger).isTransaction)
      this.broken.push(`${key} left before the ledger had it on the disk`);
    const dies = --this.dieIn <= 0;
    const fault =
      this.random() * 6 < this.faults ? this.pick(['before', 'after', 'unsent', 'putOff'] as const) : null;
    const answer = fault === null || fault === 'after' ? apply(key) : null;
    if (dies) ledger.close();
    await clock.sleep(1 + this.random() * 50);
    if (answer !== null && fault === null) return answer;
    if (fault === 'unsent') return ANSWERS.unsent;
    return fault === 'putOff' ? ANSWERS.putOff : ANSWERS.unknown;
  }

  #make(key: string, body: Body): Answer {
    if (this.stored.has(key)) return ANSWERS.exists;
    this.stored.set(key, { body, locked: false });
    return { type: 'accepted', status: 201, answer: { id: `id of ${key}` } };
  }

  #change(key: string, body: Body): Answer {
    const stored = this.stored.get(key);
    const status = 200;
    if (!stored) return { type: 'refused', status: 404, messages: ['not found'], unknownReference: false };
    if (!stored.locked) stored.body = { ...stored.body, ...body };
    return { type: 'updated', status, answer: { id: `id of ${key}` }, record: { ...stored.body, extra: 1 } };
  }

  /** The content of the ledger is true. */
  check(run: number, rows: readonly Body[], ended: boolean): void {
    const db = dbOf(this.ledger);
    const entries = db.prepare('select key, body, state from entries').all() as {
      key: string;
      body: string;
      state: string;
    }[];
    for (const { key, body, state } of entries) {
      const stored = this.stored.get(key);
      if (state !== 'accepted') continue;
      if (!stored) this.broken.push(`${key} is kept as accepted, and the service does not have it`);
      for (const [name, value] of Object.entries(updatable(ITEM, JSON.parse(body) as Body)))
        if (!sameJson(stored?.body[name] ?? null, value))
          this.broken.push(`${key}: the ledger takes ${name} for ${JSON.stringify(value)}`);
    }
    const records = db.prepare('select key, outcome from records where run = ?').all(run) as {
      key: string;
      outcome: string | null;
    }[];
    for (const [at, { key, outcome }] of records.entries()) {
      const wanted = Object.entries(updatable(ITEM, rows[at]!));
      const held = wanted.every(([name, value]) => covers(value, this.stored.get(key)?.body[name] ?? null));
      if ((outcome === 'updated' || outcome === 'unchanged') && !held)
        this.broken.push(`${key} is ${outcome}, and the service holds something else`);
      if (outcome === 'rejected' && this.stored.has(key) && (held || !this.stored.get(key)!.locked))
        this.broken.push(`${key} is rejected, and nothing locks it`);
      if (ended && outcome === null) this.broken.push(`${key} has no outcome`);
    }
  }
}

async function simulate(seed: number): Promise<Set<string>> {
  const world = new World(seed);
  try {
    const keys = ['P-0', 'P-1', 'P-2', 'P-3', 'P-4'];
    const made = keys.slice(0, 3).map((uniqueIdentifier) => ({ uniqueIdentifier, purchaseOrder: 'a' }));
    await world.send(world.stage(made, false));
    world.stored.set('P-3', { body: { uniqueIdentifier: 'P-3', purchaseOrder: 'theirs' }, locked: false });
    const outcomes = new Set<string>();
    for (let step = 0; step < 5; step++) {
      const calm = step === 4;
      world.faults = calm ? 0 : world.pick([0, 1, 3, 5]);
      if (world.random() < 0.3) {
        const stored = world.stored.get(world.pick(keys));
        if (stored) stored.locked = true;
      }
      const rows = keys
        .filter(() => world.random() < 0.7)
        .map((uniqueIdentifier): Body => {
          const body: Body = { uniqueIdentifier };
          if (world.random() < 0.7) body.purchaseOrder = world.pick(['a', 'b', null]);
          if (world.random() < 0.5) body.purchaseOrderDate = world.pick(['2026-01-01', '2026-02-01']);
          if (world.random() < 0.3)
            body.transports = [{ name: world.pick(['BARGE', 'TRUCK']), usagePercentage: 100 }];
          return body;
        });
      const run = world.stage(rows, true);
      world.dieIn =
        !calm && world.random() < 0.5 ? 1 + Math.floor(world.random() * 6) : Number.POSITIVE_INFINITY;
      let ended = await world.send(run);
      world.check(run, rows, true);
      world.dieIn = Number.POSITIVE_INFINITY;
      if (world.random() < 0.6 || calm) {
        ended = await world.send(run, true);
        world.check(run, rows, ended);
      }
      const found = dbOf(world.ledger).prepare('select key, outcome from records where run = ?').all(run);
      for (const { key, outcome } of found) {
        outcomes.add(String(outcome));
        if (calm && !['updated', 'unchanged', 'rejected'].includes(String(outcome)))
          world.broken.push(`${key} is ${outcome} when all is calm`);
      }
      if (world.broken.length > 0) throw new Error(`seed ${seed}, step ${step}: ${world.broken.join('; ')}`);
    }
    return outcomes;
  } finally {
    world.ledger.close();
    world.file.remove();
  }
}

describe('updates under random faults', () => {
  it('updates under random faults end with outcomes and ledger entries that match the content of the service', {
    tags: ['sampled'],
    timeout: 600_000,
  }, async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= (SLOW ? 40 : 10); seed++)
      for (const outcome of await simulate(seed)) seen.add(outcome);
    for (const outcome of ['updated', 'unchanged', 'rejected', 'in-doubt', 'not-attempted'])
      expect(seen).toContain(outcome);
  });
});

describe('the ending of an update', () => {
  const ids: Record<string, string | null> = { 'M-1': 'id-1', 'M-2': null };
  const known = { purchaseOrder: 'a', productName: 'a' };
  const ending = (kind: KindSpec, body: Body, record: Body, wire = body) =>
    updateEnding(
      {
        kind,
        body,
        wire,
        row: { id: 1 },
        sending: {
          idOf: (_: unknown, key: string) => ids[key],
          entries: { contentOf: () => JSON.stringify(known) },
          updates: { acceptedOf: () => '{"purchaseOrder":"a","purchaseOrderDate":"2026-04-15"}' },
        },
      } as unknown as RecordRequest,
      { type: 'updated', status: 200, answer: null, record },
    );

  const KEPT = /^not applied: purchaseOrder stays "a" \("b" was sent\); the record may be locked/;
  const THIRD = /^(?!.*locked).*purchaseOrder is "c" \("b" was sent, "a" was known before\)/;
  const FROM_ID = /^itemUniqueIdentifier: \(unknown\) → "M-1"$/;
  const OTHER_ID = /itemUniqueIdentifier is not that of itemId "id-9".*may be locked/;
  const order = (purchaseOrder: string | null): Body => ({ purchaseOrder });
  const item: Body = { itemUniqueIdentifier: 'M-1' };
  /** What was sent → what the response shows, and what was taken; then what is said of that. */
  it.each<[string, Body, Body, `${'updated' | 'rejected'}: ${string}`, RegExp]>([
    ['it was applied', order('b'), order('b'), 'updated: purchaseOrder', /^purchaseOrder: "a" → "b"$/],
    ['a field was cleared', order(null), {}, 'updated: purchaseOrder', /^purchaseOrder: "a" → \(none\)$/],
    ['the service kept the known value', order('b'), order('a'), 'rejected: ', KEPT],
    ['the response lacks the field', order('b'), {}, 'rejected: ', /is not in its response .*may be locked/],
    ['the response shows a third value', order('b'), order('c'), 'rejected: ', THIRD],
    [
      'the service applied one of two fields',
      { ...order('b'), purchaseOrderDate: null },
      order('a'),
      'rejected: purchaseOrderDate',
      /did not apply all fields: purchaseOrder stays "a" .*; it applied purchaseOrderDate/,
    ],
    ['the id of the item is shown', item, { itemId: 'id-1' }, 'updated: itemUniqueIdentifier', FROM_ID],
    ['the id of another item is shown', item, { itemId: 'id-9' }, 'rejected: ', OTHER_ID],
    [
      'the response shows an id, and that of the given item is unknown',
      { itemUniqueIdentifier: 'M-2' },
      { itemId: 'id-9' },
      'updated: itemUniqueIdentifier',
      /does not show itemUniqueIdentifier/,
    ],
    [
      'the response shows the identifier of the given id',
      { itemId: 'id-1' },
      item,
      'updated: itemId',
      /^itemId: \(unknown\) → "id-1"$/,
    ],
  ])('of a purchased item, if %s, is "$3"', (_, body, record, outcome, said) => {
    const ended = ending(ITEM, body, record);
    expect(`${ended.outcome}: ${ended.applied!.join(', ')}`).toBe(outcome);
    expect(ended.messages.join()).toMatch(said);
  });

  it('the ending of an update counts fields of a brand product as applied unless the response shows another value', () => {
    const body = { gtins: ['1'], productName: 'b', productUniqueIdentifier: 'PR-1' };
    const wire = { gtins: ['1'], productName: 'b', productId: 'id-p' };
    const told = ending(BRAND_PRODUCT, body, { productId: 'id-p', gtins: ['1'] }, wire);
    expect([told.outcome, told.applied?.toSorted(), [...told.messages]]).toEqual([
      'updated',
      ['gtins', 'productName', 'productUniqueIdentifier'],
      [
        'gtins: (unknown) → ["1"]',
        'productUniqueIdentifier: (unknown) → "PR-1"',
        'productName: (unknown) → "b"',
        'the response does not show productName',
      ],
    ]);
    const kept = ending(BRAND_PRODUCT, body, { productId: 'id-0', gtins: ['1'], productName: 'b' }, wire);
    expect([kept.outcome, kept.applied]).toEqual(['rejected', ['gtins', 'productName']]);
    const none = ending(BRAND_PRODUCT, { productName: 'b' }, { productName: 'a' });
    expect(none.messages).toEqual([
      'the service returned 200 but did not apply all fields: productName stays "a" ("b" was sent)',
    ]);
  });
});

describe('whether a value of the service covers the value that was sent', () => {
  it.each([
    [true, 'a', 'a'],
    [false, 'a', 'b'],
    [true, 5, '5'],
    [false, 5, ''],
    [true, '2026-04-15', '2026-04-15T00:00:00.000Z'],
    [false, '2026-04-15', '2026-04-16T00:00:00.000Z'],
    [true, { value: 1, unit: 'GRAMS' }, { unit: 'GRAMS', value: 1, id: 'x' }],
    [false, { value: 1, unit: 'GRAMS' }, { value: 1 }],
    [true, [{ name: 'A' }, { name: 'B' }], [{ name: 'B', id: 1 }, { name: 'A' }]],
    [false, [{ name: 'A' }], [{ name: 'A' }, { name: 'B' }]],
    [false, [{ name: 'A' }, { name: 'A' }], [{ name: 'A' }, { name: 'B' }]],
    [true, { note: null }, {}],
    [false, [], {}],
    [false, {}, null],
  ])(
    'a value of the service covers the sent value: %s for the sent value %j and the value %j of the service',
    (expected, sent, held) => {
      expect(covers(sent, held)).toBe(expected);
    },
  );
});

it('an update whose key cannot be part of a URL ends as failed before it is sent', async () => {
  const world = new World(1);
  try {
    const rows = [
      { uniqueIdentifier: '', purchaseOrder: 'a' },
      { uniqueIdentifier: '..', purchaseOrder: 'b' },
    ];
    expect(await world.send(world.stage(rows, true))).toBe(true);
    const records = dbOf(world.ledger).prepare('select outcome, attempts, messages from records').all();
    expect(records).toEqual(
      ['', '..'].map((named) => ({
        outcome: 'failed',
        attempts: 0,
        messages: JSON.stringify([
          `"${named}" cannot be part of a URL to update a purchased-item: nothing was sent`,
        ]),
      })),
    );
    expect([world.broken, world.stored.size]).toEqual([[], 0]);
  } finally {
    world.ledger.close();
    world.file.remove();
  }
});
