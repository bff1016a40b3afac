import { expect, it } from 'vitest';
import { TraceError } from '../../../src/errors.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import type { Elsewhere } from '../../../src/send/push/claims.ts';
import { next } from '../../../src/send/push/next.ts';
import {
  ANSWERS,
  type Call,
  component,
  failCommits,
  packaging,
  product,
  pushed,
  supplier,
} from './harness.ts';
import { CALM, DOUBT, NEVER_SENT, SETTINGS, started, stateOf } from './states.ts';

/** Claims of which `refused` are not granted. */
function claimsOf(refused: ReadonlyMap<number, Elsewhere> = new Map()) {
  const released: number[] = [];
  const claims = {
    claim: () => Promise.resolve(refused),
    mayLeave: true,
    failure: new TraceError('unreachable', 'memory-lost', 'lost'),
    release: (id: number) => void released.push(id),
    refresh: () => Promise.resolve(),
  };
  return { released, shared: { claims, compareAgain: () => {} } };
}

it('a record keeps its claim if its outcome cannot be stored', async () => {
  const ledger = Ledger.temporary(null);
  const { released, shared } = claimsOf();
  const script = () => {
    failCommits(ledger, () => true);
    return ANSWERS.accepted;
  };
  const { error } = await pushed([supplier('S1')], { ledger, shared, script });
  expect(error).toBeInstanceOf(TraceError);
  expect(released).toEqual([]);
});

it('a record that another machine has sent since a person settled it is not sent', async () => {
  let refused = true;
  const { shared } = claimsOf();
  const claims = { ...shared.claims, claim: () => Promise.resolve(new Map(refused ? [[1, null]] : [])) };
  const refresh = async () => {
    refused = false;
  };
  const send = (compareAgain: (() => void) | null) => {
    refused = true;
    return pushed([supplier('S1')], { shared: { claims: { ...claims, refresh }, compareAgain } });
  };
  expect((await send(null)).outcomes).toEqual({ S1: 'not-attempted' });
  expect((await send(() => {})).outcomes).toEqual({ S1: 'created' });
});

it('what refers to a record that another machine has just sent is blocked', async () => {
  const { shared } = claimsOf(new Map([[1, null]]));
  const { outcomes, service } = await pushed([product('P/C/RED'), component('M1', 'P/C/RED')], { shared });
  expect(outcomes).toEqual({ 'P / C / RED': 'not-attempted', 'M1 / P / C / RED': 'blocked' });
  expect(service.calls).toEqual([]);
});

it('a reference that another machine may have created moments ago is tried again', async () => {
  const { shared } = claimsOf();
  const ledger = Ledger.temporary(null);
  await pushed([product('P/C/RED')], { ledger });
  const script = ({ kind, attempt }: Call) =>
    kind === 'component' && attempt === 1 ? ANSWERS.unknownReference : ANSWERS.accepted;
  const records = [packaging('E1'), component('M1', 'P/C/RED')];
  const { outcomes, service } = await pushed(records, { ledger, shared, script, latencyMs: () => 5000 });
  expect(outcomes['M1 / P / C / RED']).toBe('created');
  expect(service.callsOf('M1 / P / C / RED')).toHaveLength(2);
});

it('a record that another machine has put in doubt a second ago is read back after the rest of the settle pause', () => {
  const { boot, ms } = CALM.moment();
  const doubt = { ...DOUBT, since: { boot, ms: ms - 1000 } };
  const state = stateOf({ ...NEVER_SENT, phase: 'new', doubt });
  expect(next(state, { ...started, at: CALM }).action).toEqual({
    type: 'pause',
    ms: SETTINGS.settleMs - 1000,
  });
});
