import { describe, expect, test } from 'vitest';
import { Ledger } from '../../src/ledger/ledger.ts';
import { dbOf } from './store-of.ts';

const START = Date.parse('2026-11-02T02:00:00.000Z');
const time = (ms: number): string => new Date(START + ms).toISOString();

/** A run with one record for each row, and its attempts: kind, wave, and for each attempt start, end and what the service returned. */
function paceOf(
  ...rows: readonly (readonly [
    kind: string,
    wave: number,
    ...attempts: (readonly [number, number | null, (string | null)?, number?])[],
  ])[]
) {
  const ledger = Ledger.temporary(null);
  const head = { command: 'import', environment: 'test', target: 'test', interface: 'v2' };
  const { run } = ledger.runs.start({ ...head, startedAt: time(0), options: '{}' });
  const record = dbOf(ledger).prepare(
    "insert into records(id, run, kind, family, key, batch, wave, body, hash, sheet_id, row) values (?, ?, ?, '', ?, '', ?, '{}', '', 1, 2)",
  );
  const attempt = dbOf(ledger).prepare(
    'insert into attempts(record, attempt, started_at, ended_at, result, status) values (?, ?, ?, ?, ?, ?)',
  );
  for (const [at, [kind, wave, ...attempts]] of rows.entries()) {
    record.run(at + 1, run, kind, `K-${at}`, wave);
    for (const [number, [began, ended, result = 'created', status = 201]] of attempts.entries())
      attempt.run(at + 1, number + 1, time(began), ended === null ? null : time(ended), result, status);
  }
  return ledger.pace(run);
}

describe('the pace of a run', () => {
  test('the pace of a run has the requests of each wave and kind, and those that the service put off', () => {
    const waves = paceOf(
      ['supplier', 1, [0, 100]],
      ['supplier', 1, [0, 50, 'put off', 429], [1050, 1150]],
      ['packaging', 1, [1200, 1400]],
      ['product', 2, [2000, 2300, 'failed', 429]],
      ['product', 2, [2000, null, null]],
    ).waves();
    expect(
      waves.map(({ wave, kind, requests, throttled, repeated }) => [
        wave,
        kind,
        requests,
        throttled,
        repeated,
      ]),
    ).toEqual([
      [1, 'supplier', 3, 1, 1],
      [1, 'packaging', 1, 0, 0],
      [2, 'product', 1, 1, 0],
    ]);
  });

  test('the median and the time of 95 % of the responses are times of responses', () => {
    const rows = Array.from({ length: 100 }, (_, at) => ['supplier', 1, [at, at + at + 1]] as const);
    const [wave] = paceOf(...rows).waves();
    expect(wave!.median).toBeCloseTo(50);
    expect(wave!.slow).toBeCloseTo(95);
  });

  test('a pause of hours, as before a resume, counts as a minute', () => {
    const hour = 3_600_000;
    const pace = paceOf(['supplier', 1, [0, 1000]], ['supplier', 1, [5 * hour, 5 * hour + 1000]]);
    expect(pace.waves()[0]!.active).toBeCloseTo(61_000);
    expect(pace.slots(61).map(({ slot, whole }) => [slot, Math.round(whole)])).toEqual([
      [1, 61_000],
      [60, 61_000],
    ]);
  });

  test('all waves after the thirtieth are one, as a chain has a wave for each record', () => {
    const rows = Array.from(
      { length: 500 },
      (_, at) => ['material', at + 1, [at * 10, at * 10 + 5]] as const,
    );
    const waves = paceOf(...rows).waves();
    expect(waves).toHaveLength(30);
    expect([waves[28]!.wave, waves[28]!.last, waves[29]!.wave, waves[29]!.last]).toEqual([29, 29, 30, 500]);
    expect(waves.reduce((sum, { requests }) => sum + requests, 0)).toBe(500);
  });

  test('a run that sent nothing has no waves and no slots', () => {
    const pace = paceOf(['supplier', 1]);
    expect([pace.waves(), pace.slots(10)]).toEqual([[], []]);
  });

  test('the slots have every response once', () => {
    const rows = Array.from({ length: 97 }, (_, at) => ['supplier', 1, [at * 7, at * 7 + 20]] as const);
    const slots = paceOf(...rows).slots(10);
    expect(slots.reduce((sum, { requests }) => sum + requests, 0)).toBe(97);
    expect(slots.map(({ slot }) => slot)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
