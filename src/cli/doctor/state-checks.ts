import { existsSync, statSync } from 'node:fs';
import { readdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { command as advised } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import { unwritable } from '../../config/home-file.ts';
import { usage } from '../../errors.ts';
import { totalsOf } from '../../import/report/run-result.ts';
import { ledgerFault, ledgerToRead, markerOf } from '../../import/state/ledger-faults.ts';
import { bytesOf } from '../../import/state/prune.ts';
import { stateFiles } from '../../import/state/state-files.ts';
import { currentTarget, targetOf } from '../../import/state/target.ts';
import { isLocked } from '../../ledger/lock.ts';
import { numberText, say } from '../../say.ts';
import type { Sound } from './checks.ts';

/** Free space below which a run may not end, and below which it is time to look, in bytes. */
const LEAST_FREE = 100e6;
const LITTLE_FREE = 1e9;

const megabytes = (bytes: number): string => numberText(Math.round(bytes / 1e5) / 10);

/**
 * Checks the rights and the space of the state folder, or of the folder in which it would be created. Writes nothing.
 *
 * @throws TraceError `state-unwritable`, `state-full`
 */
export async function stateCheck({ stateDir: { value: folder } }: Environment): Promise<Sound> {
  const { stateUnwritable, stateUnwritableHow, stateFull, stateFullHow, state } = say().doctor;
  const found = statSync(folder, { throwIfNoEntry: false });
  const code = found && !found.isDirectory() ? 'ENOTDIR' : unwritable(join(folder, 'ledger.db'));
  if (code !== null) throw usage('state-unwritable', stateUnwritable({ folder, code }), stateUnwritableHow());
  let there = folder;
  while (!existsSync(there)) there = dirname(there);
  const { bavail, bsize } = await statfs(there);
  const free = bavail * bsize;
  const text = state({ folder, free: megabytes(free), used: megabytes(await sizeOf(folder)) });
  if (free < LEAST_FREE)
    throw usage('state-full', stateFull({ folder, free: megabytes(free) }), stateFullHow());
  return free < LITTLE_FREE ? { text, warning: true, next: stateFullHow() } : { text };
}

/** The size of all files of a folder, in bytes. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return bytesOf(files.map(({ parentPath, name }) => join(parentPath, name)));
}

/**
 * Checks the ledger as an import does, and looks for unfinished runs and records in doubt. Writes nothing.
 *
 * @throws TraceError if it is lost, damaged or older than its markers
 */
export async function ledgerCheck(
  environment: Environment,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Sound> {
  const texts = say().doctor;
  const { name, place, stateDir } = environment;
  const target = targetOf(environment);
  const files = stateFiles(stateDir.value);
  const fault = ledgerFault(environment, markerOf(environment, target, env), 'sending');
  if (fault) throw fault.error;
  if (!existsSync(files.ledger)) return { text: texts.noLedger() };
  using ledger = ledgerToRead(stateDir.value, env, place, [target]);
  const runs = ledger.runs.list();
  const first = runs.at(-1);
  if (!first) return { text: texts.noLedger() };
  const each = megabytes((await sizeOf(stateDir.value)) / runs.length);
  const all = { count: runs.length, number: numberText(runs.length) };
  const text = texts.ledger({ ...all, since: first.startedAt.slice(0, 10), each });
  if (isLocked(files.lock(target))) return { text: texts.running({ text }) };
  const own = runs.filter((run) => currentTarget(run.target) === target);
  const doubtful = own.find((run) => totalsOf(ledger, run.run)['in-doubt'] > 0);
  if (doubtful) {
    const next = advised('resolve', doubtful.id, ...place);
    return { text: texts.inDoubt({ text, run: doubtful.id }), warning: true, next };
  }
  const open = ledger.runs.lastUnfinished((run) => own.some(({ id }) => id === run.id));
  if (!open) return { text };
  const next = advised('resume', open.id, '--env', name, ...place);
  return { text: texts.unfinished({ text, run: open.id }), warning: true, next };
}
