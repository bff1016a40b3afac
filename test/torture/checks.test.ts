import { expect, test } from 'vitest';
import { endFaults, signalFaults, unnamedDoubts } from '../../scripts/torture/checks.ts';

const RUN = '20261122-015949-92e8';
const ended = {
  line: 'trace import suppliers.csv --env torture',
  requests: 3,
  code: 0,
  signal: null,
  stdout: '',
  stderr: '',
  interrupted: false,
  at: 100_000,
};

test('a fault is reported if a command ends with an unexpected exit code', () => {
  for (const code of [0, 5, 6, 7]) expect(endFaults({ ...ended, code })).toEqual([]);
  for (const code of [1, 2, 3, 4, 8, 130, null]) expect(endFaults({ ...ended, code })).toHaveLength(1);
  const resolve = { ...ended, line: `trace resolve ${RUN} --resend`, code: 2 };
  expect(endFaults({ ...resolve, stderr: 'trace: sent 2 s ago: wait.' })).toEqual([]);
  expect(
    endFaults({
      ...resolve,
      stderr: 'trace: There is no ledger in x. Import first (trace import FILE), or ...',
    }),
  ).toHaveLength(1);
});

test('a fault is reported if a signal does not end a command in time with 130, or with its last line', () => {
  const { at } = ended;
  const interrupted = { ...ended, code: 130 };
  expect(signalFaults(interrupted, [at - 500])).toEqual([]);
  expect(signalFaults(interrupted, [at - 40_000])).toHaveLength(1);
  expect(signalFaults(interrupted, [at - 30_000, at - 6000])).toHaveLength(1);
  expect(signalFaults({ ...ended, code: null, signal: 'SIGHUP' }, [at])).toHaveLength(1);
  expect(signalFaults({ ...ended, code: null, signal: 'SIGHUP', requests: 0 }, [at])).toEqual([]);
  const killed = { ...ended, code: null, signal: 'SIGINT' as const };
  const verdict = 'interrupted; 2 created, 1 in doubt. Next: trace resume x\n';
  expect(signalFaults({ ...killed, stderr: `report: r.json\n${verdict}` }, [at])).toEqual([]);
  expect(signalFaults({ ...killed, stderr: `${verdict}report: r.json\n` }, [at])).toHaveLength(1);
  expect(signalFaults({ ...killed, stderr: 'wave 2 finished: 2 created\n' }, [at])).toHaveLength(1);
});

test('a fault is reported if neither a record in doubt nor the last line names a command for its run', () => {
  const doubt = (messages: string[]) => [
    { kind: 'supplier', key: 'FRN-1', outcome: 'in-doubt' as const, messages },
    { kind: 'supplier', key: 'FRN-2', outcome: 'created' as const, messages: [] },
  ];
  const { line } = ended;
  expect(unnamedDoubts(line, RUN, doubt([`trace resolve ${RUN} settles it`]), '')).toEqual([]);
  expect(unnamedDoubts(line, RUN, doubt([]), `1 in doubt. Next: trace resume ${RUN}`)).toEqual([]);
  expect(unnamedDoubts(line, RUN, doubt(['connection reset']), '1 in doubt.')).toHaveLength(1);
  expect(unnamedDoubts(line, RUN, doubt(['trace resolve another']), '')).toHaveLength(1);
});
