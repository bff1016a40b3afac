import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Ledger } from '../../src/ledger/ledger.ts';
import { namedTarget } from '../../src/ledger/targets.ts';
import { ledgerFile } from '../send/push/harness.ts';
import { dbOf } from './store-of.ts';

const NEW = 'https://x.example';
const OLD = `sandbox ${NEW}`;

let file: ReturnType<typeof ledgerFile>;

beforeEach(() => {
  file = ledgerFile();
});

afterEach(() => file.remove());

function put(ledger: Ledger, target: string, key: string, state: string, at: string): void {
  dbOf(ledger)
    .prepare(
      `insert into entries(target, interface, kind, key, family, state, hash, body, batch, answer, run, at, sure, doubt_hash)
       values (?, 'v2', 'supplier', ?, '', ?, ?, '{}', 'B', null, 'run', ?, null, null)`,
    )
    .run(target, key, state, `${target} ${state} ${at}`, at);
}

const move = (ledger: Ledger, from: string, to: string) =>
  ledger.inTransaction(() => ledger.targets.move(from, to));

const entriesOf = (ledger: Ledger, target: string) =>
  dbOf(ledger)
    .prepare('select key, hash from entries where target = ? order by key')
    .all(target)
    .map(({ key, hash }) => [key, hash]);

describe('moving entries to a target that has the same key', () => {
  it.each([
    ['accepted', '1', 'existing', '2', 'old'],
    ['existing', '2', 'accepted', '1', 'new'],
    ['existing', '1', 'in-doubt', '2', 'old'],
    ['in-doubt', '2', 'existing', '1', 'new'],
    ['in-doubt', '2', 'accepted', '1', 'new'],
    ['accepted', '2', 'accepted', '1', 'old'],
    ['accepted', '1', 'accepted', '2', 'new'],
  ])('keeps, of %s at %s and %s at %s, the %s one', (oldState, oldAt, newState, newAt, stays) => {
    using ledger = Ledger.open(file.path);
    put(ledger, OLD, 'K', oldState, oldAt);
    put(ledger, NEW, 'K', newState, newAt);
    put(ledger, OLD, 'only old', 'accepted', '1');
    put(ledger, NEW, 'only new', 'accepted', '1');
    put(ledger, 'https://other.example', 'K', 'accepted', '9');
    for (let again = 0; again < 2; again++) move(ledger, OLD, NEW);
    const expected = stays === 'old' ? `${OLD} ${oldState} ${oldAt}` : `${NEW} ${newState} ${newAt}`;
    expect(entriesOf(ledger, NEW)).toEqual([
      ['K', expected],
      ['only new', `${NEW} accepted 1`],
      ['only old', `${OLD} accepted 1`],
    ]);
    expect(entriesOf(ledger, OLD)).toEqual([]);
    expect(entriesOf(ledger, 'https://other.example')).toHaveLength(1);
  });
});

it('moving a target moves its runs and token uses, or nothing if it fails', () => {
  using ledger = Ledger.open(file.path);
  const head = {
    command: 'import',
    environment: 'sandbox',
    interface: 'v2',
    startedAt: '2026-11-02',
    options: '{}',
  };
  ledger.runs.start({ ...head, target: OLD });
  put(ledger, OLD, 'K', 'accepted', '1');
  ledger.inTransaction(() =>
    ledger.targets.noteUse(
      { target: OLD, environment: 'sandbox', tokenSource: 'variable A' },
      { at: '1', first: false },
    ),
  );
  expect(() =>
    ledger.inTransaction(() => {
      ledger.targets.move(OLD, NEW);
      throw new Error('killed');
    }),
  ).toThrow('killed');
  expect(ledger.targets.list().targets).toEqual([OLD]);
  move(ledger, OLD, NEW);
  expect(ledger.targets.list()).toEqual({
    targets: [NEW],
    sent: new Set([NEW]),
    uses: [{ target: NEW, environment: 'sandbox', tokenSource: 'variable A' }],
  });
});

it('a target of older versions, with the name of an environment, is recognised by its form', () => {
  expect(namedTarget('my-env https://X.example/v1')).toMatchObject({
    environment: 'my-env',
    address: 'https://X.example/v1',
  });
  expect(namedTarget('mock embedded')).toMatchObject({ environment: 'mock', address: 'embedded' });
  for (const target of ['embedded', NEW, `${NEW} account=a b`, `${NEW}/p account=embedded`, 'test'])
    expect(namedTarget(target)).toBeNull();
});
