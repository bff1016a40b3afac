import type { Environment } from '../../config/environment.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { newRunId } from '../../ledger/runs.ts';
import { interfaceOf } from '../../records/recognise.ts';
import type { RunCommand, RunEvent } from '../report/run-event.ts';
import { runStartedEvent } from '../state/target.ts';
import type { ReadContext } from './read-context.ts';
import { chosenKind } from './read-file.ts';
import { firstRowsOf, recogniseFirst } from './recognise-first.ts';
import { contractIn, type InputSettings, kindsIn } from './settings.ts';
import type { Sources } from './sources.ts';

type Input = Pick<ReadContext, 'settings' | 'signal'>;

/** A run that reads an input. */
interface ReadingJob extends Input {
  readonly command: RunCommand;
  readonly environment: Environment;
  readonly now: () => Date;
  readonly emit: (event: RunEvent) => void;
  /** The options of the command, as JSON. */
  readonly options: string;
}

/**
 * Announces a run, and then finds the interface of its input, which may wait for standard input. Returns what the run is
 * stored with. No run in the ledger has its id.
 */
export async function beginRun(job: ReadingJob, target: string, sources: Sources, ledger: Ledger | null) {
  const { command, environment, now, emit, options } = job;
  const startedAt = now().toISOString();
  const id = newRunId(startedAt, ledger?.runs);
  emit(runStartedEvent(command, id, environment));
  const settings = await withInterface(job, sources);
  const about = { environment: environment.name, target, interface: settings.interface };
  return { settings, head: { id, command, ...about, startedAt, options } };
}

/**
 * The settings with the interface of the input: the one that is set, else that of the first sheet that is recognised. The
 * file with this sheet stays open, to be read.
 */
async function withInterface({ settings, signal }: Input, sources: Sources): Promise<InputSettings> {
  let found: InputSettings = settings;
  try {
    for (const file of settings.interfaceBySheets ? settings.files : []) {
      const source = await sources.open(file, { settings, signal }, () => {});
      if (!source) continue;
      for (const sheet of source.sheets) {
        const asKind = chosenKind(settings.sheets, kindsIn(found), source, sheet);
        if (asKind === 'skip' || (sheet.hidden && asKind === undefined)) continue;
        const rows = await firstRowsOf(sheet.rows(() => {}));
        const detected = asKind ? undefined : interfaceOf(rows, contractIn(settings));
        if (detected) found = { ...settings, interface: detected };
        const { map } = await recogniseFirst(found, { source, sheet, asKind, mapped: undefined }, rows);
        if (map) return found;
      }
      await source.close();
    }
  } catch {
    // Reading the input ends with the same error, and reports it.
  } finally {
    sources.rewind();
  }
  return found;
}
