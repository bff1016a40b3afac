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
import { ownFolderHow, stateFiles } from '../../import/state/state-files.ts';
import { currentTarget, targetOf } from '../../import/state/target.ts';
import { isLocked } from '../../ledger/lock.ts';
import { numberText, say } from '../../say.ts';
import type { Sound } from './checks.ts';

/** Free space below which a run may not end, and below which it is time to look, in bytes. */
const LEAST_FREE = 100e6;
const LITTLE_FREE = 1e9;

const megabytes = (bytes: number | null): string =>
  bytes === null ? 'unknown' : numberText(Math.round(bytes / 1e5) / 10);

/**
 * Checks the rights and the space of the state folder, or of the folder in which it would be created. Writes nothing.
 *
 * @throws TraceError `state-unwritable`, `state-full`
 */
export async function stateCheck({ stateDir: { value: folder } }: Environment): Promise<Sound> {
  const { stateUnwritable, stateUnwritableHow, stateFull, stateFullHow, state } = say().doctor;
  const found = statSync(folder, { throwIfNoEntry: false });
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const inside = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  for (const one of [folder, ...inside]) {
    const code = found && !found.isDirectory() ? 'ENOTDIR' : unwritable(join(one, 'file'));
    const how = found && code === 'EACCES' ? ownFolderHow(one) : stateUnwritableHow();
    if (code !== null) throw usage('state-unwritable', stateUnwritable({ folder: one, code }), how);
  }
  let there = folder;
  while (!existsSync(there)) there = dirname(there);
  const { bavail, bsize } = await statfs(there);
  const free = bavail * bsize;
  const text = state({ folder, free: megabytes(free), used: megabytes(await sizeOf(folder)) });
  if (free < LEAST_FREE)
    throw usage('state-full', stateFull({ folder, free: megabytes(free) }), stateFullHow());
  return free < LITTLE_FREE ? { text, warning: true, next: stateFullHow() } : { text };
}

/** The size of all files of a folder, in bytes; null if one of its folders cannot be read. */
async function sizeOf(folder: string): Promise<number | null> {
  const listed = readdir(folder, { recursive: true, withFileTypes: true });
  const entries = await listed.catch(({ code }) => (code === 'ENOENT' ? [] : null));
  if (entries === null) return null;
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
  const size = await sizeOf(stateDir.value);
  const each = megabytes(size === null ? null : size / runs.length);
  const all = { count: runs.length, number: numberText(runs.length) };
  const text = texts.ledger({ ...all, since: first.startedAt.slice(0, 10), each });
  if (isLocked(files.lock(target))) return { text: texts.running({ text }) };
  const own = runs.filter((run) => currentTarget(run.target) === target);
  const doubtful = own.find((run) => totalsOf(ledger, run.run)['in-doubt'] > 0);
  if (doubtful) {
    const next = advised('resolve', doubtful.id, ...place);
    return { text: texts.inDoubt({ text, run: doubtful.id }), warning: true, next };
  }
  const open = ledger.runs.lastUnfinished(({ id, run, stage }) =>
    own.some((one) => one.id === id && (stage === 'reading' || ledger.retention.isOpen(run))),
  );
  if (!open) return { text };
  const next = advised('resume', open.id, '--env', name, ...place);
  return { text: texts.unfinished({ text, run: open.id }), warning: true, next };
}
