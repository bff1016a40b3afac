import { describe, expect, it, test } from 'vitest';
import { EXIT_CODES, type Exit } from '../../../src/errors.ts';
import { repeatCommand } from '../../../src/import/report/repeat-command.ts';
import { environmentLabel, type RunSummary, verdictOf } from '../../../src/import/report/verdict.ts';
import { noTotals, type Stop, type Totals } from '../../../src/send/push/outcome.ts';
import { dataOf } from '../../data.ts';

const RUN = '20261102-020000-ab12';
const ON_WINDOWS = process.platform === 'win32';

type Given = Partial<Omit<RunSummary, 'totals' | 'unsentRows'>> & {
  totals?: Partial<Totals>;
  unsentRows?: Readonly<Record<string, number>>;
};

const ended = ({ totals, unsentRows, ...more }: Given): RunSummary => ({
  ...{ command: 'import', run: RUN, environment: 'sandbox', files: ['batch.xlsx'], errors: 0, warnings: 0 },
  ...{ skipInvalid: false, stop: null, toSend: 0 },
  ...more,
  ...(unsentRows && { unsentRows: new Map(Object.entries(unsentRows)) }),
  totals: { ...noTotals(), ...totals },
});

const CASES = dataOf<{
  readonly exitCodes: [number, string, Given][];
  readonly sentences: [string, Given][];
  readonly nextAfterOutdated: [string, Given][];
  readonly next: [string | null, Given][];
}>(import.meta.dirname, 'verdicts.yaml');

const stopped = (exit: Exit): Stop => ({ exit, reason: `because of ${exit}` });

describe('the exit code', () => {
  it.each(CASES.exitCodes)('the exit code is %i after %s', (code, _, given) => {
    expect(verdictOf(ended(given)).exitCode).toBe(code);
  });

  it('the exit code is that of the reason to stop if the run was stopped', () => {
    for (const exit of Object.keys(EXIT_CODES) as Exit[]) {
      const { exitCode, text } = verdictOf(
        ended({ stop: stopped(exit), errors: 1, totals: { 'in-doubt': 1 } }),
      );
      expect([exit, exitCode]).toEqual([exit, EXIT_CODES[exit].code]);
      expect(text).toContain(`because of ${exit}`);
    }
  });
});

describe('the sentence of a verdict', () => {
  it.each(CASES.sentences)('the sentence of a verdict is: %s', (text, given) => {
    expect(verdictOf(ended(given)).text).toBe(text);
  });

  it('the sentence of a verdict names the embedded mock, and says if no --env was given', () => {
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
  it.each(CASES.nextAfterOutdated)(
    'the next command after outdated rows is "%s" for a run with %j',
    (next, given) => {
      expect(verdictOf(ended(given)).next).toBe(next);
    },
  );
});

test('the command that repeats a run omits the flags that are meant for one run only', () => {
  const options = JSON.stringify({
    ...{ files: ['a.csv'], newLedger: true, restoreLedger: true, yesTrust: true, skipInvalid: true },
    stateDir: 'my state',
  });
  expect(repeatCommand({ options, environment: 'sandbox' })).toBe(
    'trace import a.csv --skip-invalid --state-dir "my state" --env sandbox',
  );
});

describe('the next command', () => {
  it.each(CASES.next)('the next command is "%s" for a run with %j', (next, given) => {
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
  ])('can be pasted for the file name %s, written as %s', (file, written) => {
    expect(verdictOf(ended({ command: 'check', files: [file] })).next).toBe(
      `trace plan ${written} --env sandbox`,
    );
  });
});

test('a file that was only partly read is named after the counts', () => {
  const { text } = verdictOf(
    ended({
      ...{ errors: 1, skipInvalid: true, totals: { created: 1 } },
      partlyRead: [{ file: 'suppliers.csv', row: 3 }],
    }),
  );
  expect(text).toBe('sandbox: 1 created. Reading of suppliers.csv stopped at row 3: the rest was not read.');
});

test.each([[{ 'not-attempted': 2 }, 'sandbox: no record was selected (2 were skipped); nothing was sent.']])(
  'an import that selects no record says so: %j',
  (totals, text) => {
    expect(verdictOf(ended({ totals }))).toMatchObject({ exitCode: 0, text });
  },
);
