import { Writable } from 'node:stream';
import type { EventOf } from '../../../src/cli/view/sentences.ts';
import type { RunEvent, Verdict } from '../../../src/import/report/run-event.ts';
import { noTotals, type Outcome, type Totals } from '../../../src/send/push/outcome.ts';

/** A stream that stores what is written. */
export class Sink extends Writable {
  text = '';

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }

  get lines(): string[] {
    return this.text.trimEnd().split('\n');
  }
}

export class FakeTerminal extends Sink {
  readonly isTTY = true;
  readonly columns: number = 120;
  readonly rows: number = 40;
}

export function totals(some: Partial<Totals>): Totals {
  return { ...noTotals(), ...some };
}

export function row(index: number, outcome: Outcome = 'created', ...messages: string[]): EventOf<'row'> {
  return { type: 'row', wave: 1, kind: 'component', key: `CMP-${index} / ROB-2041`, outcome, messages };
}

export const waveStarted = (total: number): RunEvent => ({
  type: 'wave-started',
  wave: 1,
  kinds: ['component'],
  total,
});

export const waveFinished = (some: Partial<Totals>): RunEvent => ({
  type: 'wave-finished',
  wave: 1,
  kinds: ['component'],
  totals: totals(some),
});

export const verdict: Verdict = {
  type: 'verdict',
  exitCode: 5,
  totals: totals({ created: 2, rejected: 1 }),
  text: '2 created, 1 rejected.',
  next: 'trace runs report',
};

export const opening: readonly RunEvent[] = [
  { type: 'run-started', run: '7', command: 'import', environment: 'sandbox', origin: 'https://api.example' },
  { type: 'file-opened', file: 'batch.xlsx', description: 'workbook', sheets: 4 },
  { type: 'sheet-started', file: 'batch.xlsx', sheet: 'Components', kind: 'component', headerRow: 1 },
  { type: 'rows-read', file: 'batch.xlsx', sheet: 'Components', rows: 3, done: true },
  { type: 'checked', records: 3, findings: { error: 0, warning: 1, fixed: 2, notice: 0 } },
  {
    type: 'planned',
    plan: { schemaVersion: 1, waves: [{ wave: 1, kinds: ['component'], groups: [], toSend: 3 }] },
  },
];

export const wholeRun: readonly RunEvent[] = [
  ...opening,
  waveStarted(3),
  row(1),
  row(2, 'rejected', 'COMPOSITION_INVALID', 'the service\u001b[2J says 100% no'),
  { type: 'throttled', waitMs: 2000, status: 429, concurrency: 4 },
  row(3),
  waveFinished({ created: 2, rejected: 1 }),
  verdict,
];
