import { describe, expect, test } from 'vitest';
import { addressOf } from '../../../src/config/address.ts';
import { type Adoption, ownershipOf } from '../../../src/import/state/ownership.ts';
import { stateFiles } from '../../../src/import/state/state-files.ts';
import { targetAt } from '../../../src/import/state/target.ts';
import { dataOf } from '../../data.ts';

const X = 'https://x.example';

interface Known {
  readonly targets: readonly string[];
  readonly uses?: readonly string[];
  readonly sent?: readonly string[];
}

const CASES = dataOf<{
  claims: [what: string, environments: string[], known: Known, expected: string | string[]][];
  adoptions: [what: string, environments: string[], known: Known, account: string | null, moves: string[]][];
}>(import.meta.dirname, 'ownership.yaml');

/** `name source account?`, all at one address. */
function place(text: string) {
  const [name = '', tokenSource = '', account = null] = text.split(' ');
  const source = { type: 'env', name: tokenSource } as const;
  return {
    name,
    tokenSource,
    account,
    address: X,
    source,
    otherSources: [],
    network: {},
    state: null,
    outside: null,
  };
}

function claim(environments: readonly string[], known: Known, adoption: Adoption | null = null) {
  const configured = environments.map(place);
  const [{ name, tokenSource, account }] = configured as [(typeof configured)[number]];
  const origin = {
    file: 'f.yaml',
    toApprove: null,
    needsApproval: true,
    approvedForRun: false,
    movesState: false,
  };
  const value = { value: account, from: '' };
  const environment = {
    ...{ place: [], name, tokenSource, configured, origin, account: value, mock: { value: null, from: '' } },
    baseUrl: { value: X, from: '' },
  };
  const { targets, uses = [], sent = targets } = known;
  const used = uses.map((one) => one.split(' ') as [string, string]);
  const all = {
    targets,
    uses: used.map(([environment, tokenSource]) => ({ target: X, environment, tokenSource })),
    sent: new Set(sent),
  };
  const { moves, refusal } = ownershipOf(environment, all, adoption);
  return refusal?.code ?? moves.map(({ from, to }) => `${from} > ${to}`);
}

describe('the stored state for an environment', () => {
  test.each(CASES.claims)('the stored state for an environment is %s', (_, environments, known, expected) => {
    expect(claim(environments, known)).toEqual(expected);
  });

  test.each(CASES.adoptions)(
    'the stored state for an environment that a person adopts is %s',
    (_, environments, known, account, expected) => {
      expect(claim(environments, known, { account })).toEqual(expected);
    },
  );
});

test('different spellings of an address have the same text, and different addresses do not', () => {
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

test('each target has its own name of a lock file, which is valid on every system', () => {
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
