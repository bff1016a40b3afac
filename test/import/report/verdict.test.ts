import { describe, expect, it, test } from 'vitest';
import { EXIT_CODES, type Exit } from '../../../src/errors.ts';
import { repeatCommand } from '../../../src/import/report/repeat-command.ts';
import { environmentLabel, type RunSummary, verdictOf } from '../../../src/import/report/verdict.ts';
import { noTotals, type Stop, type Totals } from '../../../src/send/push/outcome.ts';

const RUN = '20261102-020000-ab12';
const [RESUME, RESOLVE] = [`trace resume ${RUN}`, `trace resolve ${RUN}`];
const [IMPORT, PLAN] = ['trace import batch.xlsx --env sandbox', 'trace plan batch.xlsx --env sandbox'];
const ON_WINDOWS = process.platform === 'win32';

const ended = (more: Partial<Omit<RunSummary, 'totals'>> & { totals?: Partial<Totals> }): RunSummary => ({
  ...{ command: 'import', run: RUN, environment: 'sandbox', files: ['batch.xlsx'], errors: 0, warnings: 0 },
  ...{ skipInvalid: false, stop: null, toSend: 0 },
  ...more,
  totals: { ...noTotals(), ...more.totals },
});

const stopped = (exit: Exit): Stop => ({ exit, reason: `because of ${exit}` });

describe('exit code', () => {
  it.each<[number, string, Parameters<typeof ended>[0]]>([
    [0, 'nothing to do', {}],
    [0, 'all created', { totals: { created: 3 } }],
    [0, 'all unchanged', { totals: { unchanged: 3 } }],
    [0, 'some existed', { totals: { created: 1, existing: 2 } }],
    [0, 'kinds that were not wanted', { totals: { created: 1, 'not-attempted': 2 } }],
    [0, 'warnings only', { warnings: 4, totals: { created: 1 } }],
    [3, 'errors', { errors: 1, totals: { invalid: 1, 'not-attempted': 2 } }],
    [3, 'errors, and rows in doubt from before', { errors: 1, totals: { invalid: 1, 'in-doubt': 1 } }],
    [5, 'errors, the rest was wanted', { errors: 1, skipInvalid: true, totals: { created: 2, invalid: 1 } }],
    [5, 'an error that is about no row', { errors: 1, skipInvalid: true, totals: { created: 2 } }],
    [5, 'a rejected row', { totals: { created: 9, rejected: 1 } }],
    [5, 'a blocked row', { totals: { created: 9, blocked: 1 } }],
    [5, 'a failed row', { totals: { created: 9, failed: 1 } }],
    [5, 'an outdated row', { totals: { unchanged: 9, outdated: 1 } }],
    [6, 'an outdated row beside one in doubt', { totals: { outdated: 1, 'in-doubt': 1 } }],
    [0, 'a plan with outdated rows', { command: 'plan', totals: { outdated: 2 } }],
    [
      5,
      'rows settled of a run that was killed, with others left',
      { command: 'resolve', totals: { created: 9, 'not-attempted': 3 }, openRecords: 3 },
    ],
    [6, 'a row in doubt', { totals: { created: 9, 'in-doubt': 1 } }],
    [6, 'a row in doubt among rejected ones', { totals: { rejected: 5, blocked: 2, 'in-doubt': 1 } }],
    [
      6,
      'a row in doubt among invalid ones',
      { errors: 1, skipInvalid: true, totals: { invalid: 1, 'in-doubt': 1 } },
    ],
    [2, 'a wrong address', { stop: stopped('usage'), totals: { 'not-attempted': 3 } }],
    [4, 'a refused token', { stop: stopped('token'), totals: { created: 1, 'not-attempted': 3 } }],
    [7, 'a dead service', { stop: stopped('unreachable'), totals: { failed: 1, 'not-attempted': 3 } }],
    [7, 'a dead service, with rows in doubt', { stop: stopped('unreachable'), totals: { 'in-doubt': 1 } }],
    [130, 'an interruption', { stop: stopped('interrupted'), totals: { created: 1, 'not-attempted': 3 } }],
    [130, 'an interruption, with rejected rows', { stop: stopped('interrupted'), totals: { rejected: 1 } }],
    [130, 'an interruption before errors were judged', { stop: stopped('interrupted'), errors: 2 }],
    [0, 'a sound check', { command: 'check', warnings: 2 }],
    [3, 'a check with errors', { command: 'check', errors: 1 }],
    [3, 'a check with errors, whatever would be skipped', { command: 'check', errors: 1, skipInvalid: true }],
    [130, 'an interrupted check', { command: 'check', stop: stopped('interrupted') }],
    [0, 'a plan', { command: 'plan', toSend: 4 }],
    [0, 'a plan with blocked rows', { command: 'plan', totals: { blocked: 2, 'in-doubt': 1 } }],
    [3, 'a plan with errors', { command: 'plan', errors: 1 }],
  ])('%i: %s', (code, _, given) => {
    expect(verdictOf(ended(given)).exitCode).toBe(code);
  });

  it('is the one of the stop, for every reason to stop', () => {
    for (const exit of Object.keys(EXIT_CODES) as Exit[]) {
      const { exitCode, text } = verdictOf(
        ended({ stop: stopped(exit), errors: 1, totals: { 'in-doubt': 1 } }),
      );
      expect([exit, exitCode]).toEqual([exit, EXIT_CODES[exit].code]);
      expect(text).toContain(`because of ${exit}`);
    }
  });
});

describe('sentence', () => {
  it.each<[string, Parameters<typeof ended>[0]]>([
    ['sandbox: 2 created, 1 rejected, 3 blocked.', { totals: { blocked: 3, created: 2, rejected: 1 } }],
    ['sandbox: all 12 records are unchanged; nothing was sent.', { totals: { unchanged: 12 } }],
    ['sandbox: the only record is unchanged; nothing was sent.', { totals: { unchanged: 1 } }],
    [
      'sandbox: all 2 records are unchanged since trace last sent them (the service was not read); nothing was sent.',
      { sendsUpdates: true, totals: { unchanged: 2 } },
    ],
    [
      'sandbox: 1 created, 572 existing (their content was not compared).',
      { totals: { created: 1, existing: 572 } },
    ],
    [
      'sandbox: 2 created, 1 invalid; 1 sheet and 1 file were not sent: Old (12 rows), b.csv; 1 column with 3 values ignored. Reading of batch.xlsx › New stopped at row 9: the rest was not read.',
      {
        ...{ errors: 3, skipInvalid: true, totals: { created: 2, invalid: 1 }, ignored: [{ values: 3 }] },
        unsent: [
          { file: 'batch.xlsx', sheet: 'Old' },
          { file: 'b.csv', sheet: null },
        ],
        unsentRows: new Map([['["batch.xlsx","Old"]', 12]]),
        partlyRead: [{ file: 'batch.xlsx', sheet: 'New', row: 9 }],
      },
    ],
    ['sandbox: 1 existing (its content was not compared).', { totals: { existing: 1 } }],
    [
      'sandbox: 3 created, 532 not-attempted (skipped by --only).',
      { flags: ['--only', 'suppliers'], totals: { created: 3, 'not-attempted': 532 } },
    ],
    [
      'sandbox: 3 created, 532 not-attempted (skipped by TRACE_ONLY).',
      { totals: { created: 3, 'not-attempted': 532 } },
    ],
    [
      'sandbox: 3 created, 2 not-attempted.',
      { command: 'resolve', totals: { created: 3, 'not-attempted': 2 }, openRecords: 2 },
    ],
    ['sandbox: no record was selected; nothing was sent.', {}],
    ['sandbox: 1 error and 2 warnings found; nothing was sent.', { errors: 1, warnings: 2 }],
    [
      'sandbox: interrupted; 1 created.',
      { stop: { exit: 'interrupted', reason: 'interrupted' }, totals: { created: 1 } },
    ],
    ['no errors, 1 warning: the input is valid.', { command: 'check', warnings: 1 }],
    ['1 record would be sent to sandbox; nothing was sent.', { command: 'plan', toSend: 1 }],
    [
      '0 records would be sent to sandbox; nothing was sent. 3 records changed; the service has no update for them.',
      { command: 'plan', totals: { outdated: 3 } },
    ],
    [
      'sandbox: 3 outdated. 1 record changed; the service has no update for it. 2 records changed; --update sends what changed of them.',
      { totals: { outdated: 3 }, updatable: 2 },
    ],
    ['the embedded mock: 1 created.', { label: 'the embedded mock', totals: { created: 1 } }],
    [
      '1 record would be sent to the embedded mock; nothing was sent.',
      { label: 'the embedded mock', command: 'plan', toSend: 1 },
    ],
  ])('%s', (text, given) => {
    expect(verdictOf(ended(given)).text).toBe(text);
  });

  it('says of the embedded mock that it is that, and whether anybody named it', () => {
    const at = (value: string | null, named?: boolean) =>
      environmentLabel(
        { name: 'sandbox', baseUrl: { value, from: 'file' }, mock: { value: null, from: 'default' } },
        named,
      );
    expect([at('https://x.example'), at('https://x.example', false), at(null), at(null, false)]).toEqual([
      'sandbox',
      'sandbox',
      'the embedded mock',
      'the embedded mock (no --env was given)',
    ]);
  });
});

describe('the next command after outdated rows', () => {
  it.each<[string, Parameters<typeof ended>[0]]>([
    [RESOLVE, { totals: { outdated: 2, created: 1 } }],
    [RESOLVE, { totals: { outdated: 2 }, updatable: 1 }],
    [`${IMPORT} --update`, { totals: { outdated: 2 }, updatable: 2 }],
    [
      'trace import as before',
      { totals: { outdated: 2 }, updatable: 2, files: [], updateCommand: 'trace import as before' },
    ],
    [`trace runs show ${RUN}`, { totals: { outdated: 2, rejected: 1 } }],
    [RESUME, { totals: { outdated: 2, failed: 1 }, openRecords: 1 }],
    [IMPORT, { command: 'plan', totals: { outdated: 2 } }],
    [`${IMPORT} --update`, { command: 'plan', totals: { outdated: 2 }, updatable: 2 }],
    [IMPORT, { command: 'plan', totals: { outdated: 2 }, updatable: 2, toSend: 1 }],
  ])('%s', (next, given) => {
    expect(verdictOf(ended(given)).next).toBe(next);
  });
});

test('a run again does not repeat what is for one time only', () => {
  const options = JSON.stringify({
    ...{ files: ['a.csv'], newLedger: true, restoreLedger: true, yesTrust: true, skipInvalid: true },
    stateDir: 'my state',
  });
  expect(repeatCommand({ options, environment: 'sandbox' })).toBe(
    'trace import a.csv --skip-invalid --state-dir "my state" --env sandbox',
  );
});

describe('next command', () => {
  it.each<[string | null, Parameters<typeof ended>[0]]>([
    [null, { totals: { created: 1 } }],
    [PLAN, { command: 'check' }],
    [IMPORT, { command: 'plan', toSend: 1 }],
    [IMPORT, { command: 'plan', totals: { 'in-doubt': 1 } }],
    [null, { command: 'plan', totals: { unchanged: 4, existing: 1 } }],
    ['fix the rows above, then check again', { command: 'check', errors: 1 }],
    [
      'fix the rows above, or skip them: trace import batch.xlsx --env sandbox --skip-invalid',
      { errors: 1, totals: { invalid: 1, 'not-attempted': 2 } },
    ],
    [
      'fix the rows above, then trace import batch.xlsx --env sandbox',
      { errors: 1, totals: { invalid: 1, unchanged: 2 } },
    ],
    ['trace runs show 20261102-020000-ab12', { totals: { rejected: 1 } }],
    [RESUME, { totals: { failed: 1, rejected: 1 }, openRecords: 1 }],
    [RESOLVE, { totals: { 'in-doubt': 1 }, openRecords: 1 }],
    // Rows that could not be read back say `trace resume`, and so does the verdict.
    [RESUME, { totals: { 'in-doubt': 2 }, openRecords: 2, readableInDoubt: 1 }],
    [RESUME, { stop: stopped('doubt'), totals: { 'in-doubt': 10 }, openRecords: 10 }],
    [RESUME, { command: 'resume', files: [], stop: stopped('interrupted'), openRecords: 2 }],
    [RESOLVE, { command: 'resolve', files: [], totals: { 'in-doubt': 1 }, openRecords: 1 }],
    [null, { command: 'resume', files: [], totals: { created: 1 } }],
    [RESUME, { command: 'resolve', files: [], totals: { created: 1, 'not-attempted': 3 }, openRecords: 3 }],
    // Resume can do nothing about a record that only a person can settle, whatever ended the run.
    [RESOLVE, { stop: stopped('doubt'), totals: { 'in-doubt': 10 }, openRecords: 0 }],
    [RESOLVE, { stop: stopped('interrupted'), totals: { 'in-doubt': 1 } }],
    [
      'add the missing ids of 2 records to the input (trace runs show 20261102-020000-ab12 --outcome failed names them), then trace import batch.xlsx --env sandbox',
      { totals: { failed: 2 }, missingIds: 2 },
    ],
    [
      'add the missing ids of 1 record to the input (trace runs show 20261102-020000-ab12 --outcome failed names them), then trace import a.csv --env sandbox',
      {
        ...{ command: 'resume', files: [], totals: { failed: 1 }, missingIds: 1 },
        repeatCommand: 'trace import a.csv --env sandbox',
      },
    ],
    [
      'trace resume 20261102-020000-ab12 --state-dir "my state"',
      { flags: ['--rate', '5', '--state-dir', 'my state'], stop: stopped('unreachable'), openRecords: 3 },
    ],
    ['trace env check sandbox', { stop: stopped('token') }],
    ['trace env show sandbox', { stop: stopped('usage') }],
    [IMPORT, { stop: stopped('unreachable') }],
    [IMPORT, { stop: stopped('interrupted') }],
    ['trace check batch.xlsx --env sandbox', { command: 'check', stop: stopped('interrupted') }],
    [PLAN, { command: 'plan', stop: stopped('interrupted') }],
    [
      'trace brand-products update batch.xlsx --env sandbox --dry-run',
      { command: 'plan', updates: 'brand-products', stop: stopped('interrupted') },
    ],
    ['trace env show sandbox', { stop: stopped('usage'), openRecords: 2 }],
    [RESUME, { stop: { ...stopped('usage'), broken: true }, openRecords: 2 }],
  ])('%s', (next, given) => {
    expect(verdictOf(ended(given)).next).toBe(next);
  });

  it.each([
    ['été 2027.csv', '"été 2027.csv"'],
    ['été.csv', 'été.csv'],
    ['C:\\Data\\batch.xlsx', ON_WINDOWS ? 'C:\\Data\\batch.xlsx' : "'C:\\Data\\batch.xlsx'"],
    ['C:\\My Data\\batch.xlsx', ON_WINDOWS ? '"C:\\My Data\\batch.xlsx"' : "'C:\\My Data\\batch.xlsx'"],
    ['-', '-'],
    ['-rf.csv', './-rf.csv'],
    ['$(reboot).csv', "'$(reboot).csv'"],
    ['a`reboot`.csv', "'a`reboot`.csv'"],
    ['a"; reboot #.csv', "'a\"; reboot #.csv'"],
    ["$it's.csv", ON_WINDOWS ? "'$it''s.csv'" : `'$it'"'"'s.csv'`],
    ["l'été.csv", '"l\'été.csv"'],
    ['a;b&c|d.csv', '"a;b&c|d.csv"'],
  ])('can be pasted whatever the file is called: %s', (file, written) => {
    expect(verdictOf(ended({ command: 'check', files: [file] })).next).toBe(
      `trace plan ${written} --env sandbox`,
    );
  });
});

test('a file that was read up to a row only is named after the counts', () => {
  const { text } = verdictOf(
    ended({
      ...{ errors: 1, skipInvalid: true, totals: { created: 1 } },
      partlyRead: [{ file: 'suppliers.csv', row: 3 }],
    }),
  );
  expect(text).toBe('sandbox: 1 created. Reading of suppliers.csv stopped at row 3: the rest was not read.');
});

test.each([[{ 'not-attempted': 2 }, 'sandbox: no record was selected (2 were skipped); nothing was sent.']])(
  'an import of which nothing was chosen says so: %j',
  (totals, text) => {
    expect(verdictOf(ended({ totals }))).toMatchObject({ exitCode: 0, text });
  },
);
