import { describe, expect, test } from 'vitest';
import { addressOf } from '../../../src/config/address.ts';
import { type Adoption, ownershipOf } from '../../../src/import/state/ownership.ts';
import { stateFiles } from '../../../src/import/state/state-files.ts';
import { targetAt } from '../../../src/import/state/target.ts';
import type { KnownTargets } from '../../../src/ledger/targets.ts';

const X = 'https://x.example';

/** `name source account?`, all at one address. */
function place(text: string) {
  const [name = '', tokenSource = '', account = null] = text.split(' ');
  const source = { type: 'env', name: tokenSource } as const;
  return { name, tokenSource, account, address: X, source, state: null };
}

function claim(
  environments: readonly string[],
  known: Partial<KnownTargets>,
  adoption: Adoption | null = null,
) {
  const configured = environments.map(place);
  const [{ name, tokenSource, account }] = configured as [(typeof configured)[number]];
  const origin = {
    file: 'f.yaml',
    place: null,
    needsApproval: true,
    approvedForRun: false,
    movesState: false,
  };
  const value = { value: account, from: '' };
  const environment = {
    ...{ place: [], name, tokenSource, configured, origin, account: value, mock: { value: null, from: '' } },
    baseUrl: { value: X, from: '' },
  };
  const { targets = [], uses = [] } = known;
  const all = { targets, uses, sent: known.sent ?? new Set(targets) };
  const { moves, refusal } = ownershipOf(environment, all, adoption);
  return refusal?.code ?? moves.map(({ from, to }) => `${from} > ${to}`);
}

const use = (environment: string, tokenSource: string, target = X) => ({ target, environment, tokenSource });
const bareOf = (...uses: ReturnType<typeof use>[]) => ({ targets: [X], uses });

describe('the memory of an environment', () => {
  test.each<[string, readonly string[], Partial<KnownTargets>, string | string[]]>([
    ['none yet', ['a S'], {}, []],
    ['its own', ['a S'], bareOf(use('a', 'S')), []],
    ['of another name and the same source', ['b S'], bareOf(use('a', 'S')), []],
    ['of another source', ['b T', 'a S'], bareOf(use('a', 'S')), 'account-unclear'],
    ['of its own name and another source', ['a T'], bareOf(use('a', 'S')), 'account-unclear'],
    ['of another source that sent nothing', ['a T'], { ...bareOf(use('a', 'S')), sent: new Set() }, []],
    ['of two sources that a person said are one', ['b T'], bareOf(use('a', 'S'), use('a', 'T')), []],
    ['of before, of its own name', ['a S'], { targets: [`a ${X}`] }, [`a ${X} > ${X}`]],
    [
      'of before, however it was written',
      ['a S'],
      { targets: ['a HTTPS://X.example:443/'] },
      [`a HTTPS://X.example:443/ > ${X}`],
    ],
    ['of before, of a name that is gone', ['b S'], { targets: [`a ${X}`] }, [`a ${X} > ${X}`]],
    ['of before, of a name with the same source', ['b S', 'a S'], { targets: [`a ${X}`] }, [`a ${X} > ${X}`]],
    ['of before, of a name with another source', ['b T', 'a S'], { targets: [`a ${X}`] }, 'account-unclear'],
    ['of before, of a name with an account', ['b T', 'a S A'], { targets: [`a ${X}`] }, []],
    [
      'of before, at another address',
      ['b S'],
      { targets: ['a https://y.example', `a ${X}/v1`, 'a http://x.example'] },
      [],
    ],
    ['with an account, nothing sent without one', ['a S A'], { targets: [`${X} account=B`] }, []],
    ['with an account, from its source', ['a S A'], bareOf(use('a', 'S')), [`${X} > ${X} account=A`]],
    [
      'with an account, from the source of another',
      ['b T B', 'a S A'],
      bareOf(use('a', 'S')),
      [`${X} > ${X} account=A`],
    ],
    [
      'with an account, from the source of the same',
      ['b T A', 'a S A'],
      bareOf(use('a', 'S')),
      [`${X} > ${X} account=A`],
    ],
    ['with an account, a source without one', ['b T B', 'a S'], bareOf(use('a', 'S')), 'account-unclear'],
    ['with an account, from a source of two', ['b S B', 'a S A'], bareOf(use('a', 'S')), 'account-unclear'],
    ['with an account, from a source that is gone', ['a T A'], bareOf(use('a', 'S')), 'account-unclear'],
    ['with an account, of before', ['a S A'], { targets: [`a ${X}`] }, [`a ${X} > ${X} account=A`]],
    [
      'with an account, of before, of a name that is gone',
      ['b S A'],
      { targets: [`a ${X}`] },
      'account-unclear',
    ],
    ['without an account where there are some', ['a S'], { targets: [`${X} account=A`] }, 'account-missing'],
    [
      'at a longer address of the same beginning',
      ['a S'],
      { targets: [`${X}.evil account=A`, `${X}/p account=A`] },
      [],
    ],
  ])('%s', (_, environments, known, expected) => {
    expect(claim(environments, known)).toEqual(expected);
  });

  test.each<[string, readonly string[], Partial<KnownTargets>, string | null, string[]]>([
    [
      'all of it',
      ['a T A'],
      { targets: [X, `b ${X}`], uses: [use('a', 'S')] },
      'A',
      [`b ${X} > ${X} account=A`, `${X} > ${X} account=A`],
    ],
    ['to another account', ['a T A'], bareOf(use('a', 'S')), 'B', [`${X} > ${X} account=B`]],
    ['without an account', ['a T'], bareOf(use('a', 'S')), null, []],
  ])('adopted: %s', (_, environments, known, account, expected) => {
    expect(claim(environments, known, { account })).toEqual(expected);
  });
});

test('an address has one text', () => {
  const one = [
    ...['https://api.example.com', 'HTTPS://API.Example.COM:443/', 'https://api.example.com.//'],
    'https://api.example.com/#x',
  ];
  for (const text of one) expect([text, addressOf(text)]).toEqual([text, 'https://api.example.com']);
  const others = [
    ...['http://api.example.com', 'https://api.example.com:8443', 'https://api.example.com/V1'],
    'https://example.com',
  ];
  expect(new Set([...others, ...one].map(addressOf)).size).toBe(others.length + 1);
  expect(addressOf('https://x.example/a/b//')).toBe('https://x.example/a/b');
});

test('a lock has a name of its own that every system takes', () => {
  const targets = [
    'embedded',
    X,
    targetAt(X, 'a/../b'),
    targetAt(X, 'a.b'),
    targetAt(X, 'Maison «É» | con'),
    targetAt(`${X}/${'p'.repeat(300)}`, null),
    targetAt('http://[::1]:8080', 'aux.'),
  ];
  const names = targets.map((target) => stateFiles('state').lock(target));
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(targets.length);
  for (const name of names)
    expect(name).toMatch(/^state[/\\]locks[/\\][A-Za-z0-9][A-Za-z0-9.-]{0,80}\.lock$/);
});
