import fc from 'fast-check';
import { expect, test } from 'vitest';
import { referencesIn } from '../../src/contract/body.ts';
import { FAMILY_NAMES } from '../../src/contract/family.ts';
import { type Body, keyOf } from '../../src/contract/kind.ts';
import { kindNamed, kindsOf } from '../../src/contract/registry.ts';
import { readPaths } from '../../src/contract/v2/read-paths.ts';
import { mockInProcess } from './harness.ts';
import { prerequisites, soundBody } from './sound-body.ts';

const product = kindNamed('v2', 'product');

test('a product is read back by any reference that a URL path can contain', async () => {
  const reference = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((text) => text !== '.' && text !== '..');
  const mock = mockInProcess();
  const required = soundBody(product, 'STANDARD', { fill: 'required' });
  for (const entry of prerequisites(product, required, 'STANDARD')) {
    await mock.send(entry.kind, 'STANDARD', entry.body);
  }
  const sent = new Set<string>();
  await fc.assert(
    fc.asyncProperty(reference, async (productRef) => {
      const created = await mock.send(product, 'STANDARD', { ...required, productRef });
      expect(created.status).toBe(sent.has(productRef) ? 400 : 201);
      sent.add(productRef);
      const read = await mock.get(readPaths.product(productRef));
      expect(read.status).toBe(200);
      expect(read.json.ref).toEqual([productRef]);
    }),
    {
      numRuns: 200,
      seed: 2041,
      examples: [['a/b'], ['%2F'], ['Semelle Intérieure'], ['0012'], ['ref?x=1#y'], [' ']],
    },
  );
});

test('whatever the order of creates, each key is accepted once, and no record before those it refers to', async () => {
  const kinds = kindsOf('v2');
  const create = fc.record({
    kind: fc.constantFrom(...kinds),
    family: fc.constantFrom(...FAMILY_NAMES.slice(0, 2)),
    changes: fc.record({
      supplierRef: fc.constantFrom('FRN-1', 'FRN-2'),
      packagingRef: fc.constantFrom('EMB-1', 'EMB-2'),
      productRef: fc.constantFrom('ROB-1', 'ROB-2'),
      productColorCode: fc.constantFrom('NOIR', 'DEFAULT', undefined),
      packagingRefs: fc.subarray(['EMB-1', 'EMB-2']),
    }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(create, { minLength: 1, maxLength: 60 }), async (creates) => {
      const mock = mockInProcess();
      const taken = new Map<string, Set<string>>(kinds.map(({ name }) => [name, new Set()]));
      const keys = new Set<string>();
      for (const { kind, family, changes } of creates) {
        const body = soundBody(kind, family, { fill: 'required' });
        const own = new Set(kind.fields.map(({ path }) => path.replace('[]', '')));
        for (const [name, value] of Object.entries(changes)) {
          if (own.has(name) && value !== undefined) body[name] = value;
        }
        const key = keyOf(kind, body);
        const free = !keys.has(`${kind.name} ${family} ${key}`);
        const known = referencesIn(kind, body as Body).every(({ to, key: named, partial }) =>
          [...taken.get(to)!].some((other) => (partial ? other.startsWith(named) : other === named)),
        );
        const reply = await mock.send(kind, family, body);
        expect(reply.status).toBe(free && known ? 201 : 400);
        if (reply.status !== 201) continue;
        keys.add(`${kind.name} ${family} ${key}`);
        taken.get(kind.name)!.add(key);
      }
      const journal = mock.store.journal(0, 1000);
      expect(journal.map((entry) => `${entry.kind} ${entry.family} ${entry.key}`)).toEqual([...keys]);
      mock.store.close();
    }),
    { numRuns: 60, seed: 7 },
  );
});
