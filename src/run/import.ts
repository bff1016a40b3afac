import { existsSync } from 'node:fs';
import type { Environment } from '../config/environment.ts';
import { EXIT_CODES, TraceError } from '../errors.ts';
import type { FindingGroups } from '../findings/group.ts';
import { Ledger } from '../ledger/ledger.ts';
import { takeLock } from '../ledger/lock.ts';
import { forgetTarget } from '../ledger/planning.ts';
import { settleKilledRuns } from '../ledger/sending.ts';
import { push } from '../push/engine.ts';
import type { Stop } from '../push/stop.ts';
import { endRun } from './end.ts';
import type { RunEvent } from './event.ts';
import type { InputSettings } from './input.ts';
import { stageInput } from './inspect.ts';
import { makePlan } from './judge.ts';
import { originOf, stateFiles, targetOf } from './place.ts';
import { openTarget } from './target.ts';

export interface ImportJob {
  readonly environment: Environment;
  readonly settings: InputSettings;
  readonly skipInvalid: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly emit: (event: RunEvent) => void;
  /** What was asked, as JSON, for the run's record. */
  readonly options: string;
}

/** An import that has ended: the ledger is still open, for the report. Close it last. */
export interface Imported {
  readonly ledger: Ledger;
  readonly run: number;
  readonly runId: string;
  readonly groups: FindingGroups;
  readonly stop: Stop | null;
  /** Something doubtful about how the service is reached. */
  readonly warning: string | undefined;
  /** Releases the ledger and the lock. */
  close(): void;
}

/**
 * Check, plan, push. The lock is taken first and held to the end; what a killed run left is settled before anything is
 * read. Nothing is sent when there is an error in the input, unless the sound rows are wanted.
 */
export async function importFiles(job: ImportJob): Promise<Imported> {
  const { environment, settings, now, emit, signal } = job;
  const files = stateFiles(environment.stateDir.value);
  const lock = takeLock(files.lock(environment.name));
  let ledger: Ledger | undefined;
  let begun: number | undefined;
  let warning: string | undefined;
  let pushing = false;
  try {
    ledger = Ledger.open(files.ledger);
    const target = targetOf(environment);
    if (environment.baseUrl.value === null && !existsSync(files.mock)) forgetTarget(ledger, target);
    settleKilledRuns(ledger, environment.name, now().toISOString());
    const run = ledger.startRun({
      command: 'import',
      environment: environment.name,
      target,
      interface: settings.interface,
      startedAt: now().toISOString(),
      options: job.options,
    });
    begun = run.run;
    emit({
      type: 'run-started',
      run: run.id,
      command: 'import',
      environment: environment.name,
      origin: originOf(environment),
    });
    const { groups } = await stageInput(ledger, run.run, target, job);
    const { plan, waves } = makePlan({ ledger, run: run.run, target, settings });
    emit({ type: 'planned', plan });

    const stop = await send(plan.waves.some((wave) => wave.toSend > 0));
    endRun(ledger, run.run);
    const opened = ledger;
    return {
      ledger: opened,
      run: run.run,
      runId: run.id,
      groups,
      stop,
      warning,
      close() {
        opened.close();
        lock.release();
      },
    };

    async function send(anything: boolean): Promise<Stop | null> {
      if (signal.aborted) return { exit: 'interrupted', reason: 'interrupted before anything was sent' };
      if (groups.counts().error > 0 && !job.skipInvalid) return null;
      if (!anything) return null;
      const opened = await openTarget(environment, job.env);
      warning = opened.warning;
      pushing = true;
      try {
        return await push(
          {
            ledger: ledger!,
            run: run.run,
            target,
            interface: settings.interface,
            waves,
            service: opened.service,
            emit,
          },
          {
            rate: environment.rate.value,
            concurrency: environment.concurrency.value,
            settleMs: environment.settleMs.value,
            signal,
            now,
          },
        );
      } finally {
        await opened.close();
      }
    }
  } catch (error) {
    if (ledger && begun !== undefined && !pushing) endBroken(ledger, begun, now(), error);
    ledger?.close();
    lock.release();
    throw error;
  }
}

/** A run that an expected error ends before anything was sent is over too. What breaks later, the next run settles. */
function endBroken(ledger: Ledger, run: number, at: Date, error: unknown): void {
  if (!(error instanceof TraceError) || !ledger.db.isOpen) return;
  if (ledger.db.isTransaction) ledger.db.exec('rollback');
  endRun(ledger, run);
  const verdict = JSON.stringify({ text: error.message, next: null });
  ledger.finishRun(run, at.toISOString(), EXIT_CODES[error.exit].code, verdict);
}
