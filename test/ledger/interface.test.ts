import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { storeOf } from '../../src/ledger/store.ts';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/**
 * The operations of the ledger that other modules use, by what they are for. Another store implements these; see
 * docs/decisions/0031-interface-of-the-ledger.md. Add one only if no other can do the work.
 */
const OPERATIONS = `
  Files and locks, which stay on the machine, whatever the store:
    Ledger openToSend openToRead ledgerState setAside continueFrom backUp backUpFirst lastBackup Marker markName takeLock isLocked
    ledgerError
  Runs, besides the methods of Ledger (which can be resumed, and how a run that broke ends):
    newRunId isSent lastUnfinished hasValidRows resumableOf recordsMissingIds reopenLeft lastEventOf settleKilled endBroken endUnstored
    thinUnchanged
  The staged rows of the input, and the rules that compare them:
    Stage CrossIndex stagedRow dropTwins markInvalid settleReferences keysOfIds
  The plan (what is sent, as what, and in which order):
    compareWithKnown takeSentBatches waitingInDoubt changedAfter endUnsent idLookup updatesAfter newAfter planUpdate
    dropUpdate changedRows countUpdatable blockDependants blockChains hasPlanned assignWave openReferences rankRecords kindsByWave
    moveWaves groups openByKind
  Sending (the write-ahead log of a run, and the records that wait for others):
    Sender Sending WaveBlocking blockedBy blockedRows namesAccepted
  Known records (what a target has):
    knownTargets KnownRecords MAX_NAMED namedTarget noteUse moveTarget forgetTarget lastId recentRecords sentElsewhere sentProducts productBatches
  Doubts (records in doubt or outdated, which a person or a later run settles):
    doubtfulRows outdatedRows hasOutdated readableOf noteListed wereListed reopenDoubtful settleOutdated keepContents
    settleElsewhere
  History (what a report shows):
    History otherBatches`
  .split('\n')
  .filter((line) => line.startsWith('    '))
  .flatMap((line) => line.trim().split(' '));

/** The names that a file imports from ledger/, with the file that has them. */
function importsFrom(source: string): { file: string; name: string; isType: boolean }[] {
  const imports = source.matchAll(/import (type )?\{([^}]*)\} from '[./]*\/ledger\/([\w-]+)\.ts'/g);
  return [...imports].flatMap(([, types, names, file]) =>
    names!
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => ({
        file: file!,
        name: name.replace(/^type /, '').replace(/ as .*/, ''),
        isType: types !== undefined || name.startsWith('type '),
      })),
  );
}

const used = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.startsWith('ledger/'))
  .flatMap((file) => importsFrom(readFileSync(`${SRC}${file}`, 'utf8')));

describe('the interface of the ledger', () => {
  it('is what other modules use of it, and no more', () => {
    const names = used.filter(({ isType }) => !isType).map(({ name }) => name);
    expect([...new Set(names)].toSorted()).toEqual(OPERATIONS.toSorted());
  });

  it('shows no connection, no statement and no table', () => {
    const hidden: Extract<keyof Ledger, 'db' | 'commits' | 'known'>[] = [];
    expect(hidden).toEqual([]);
    const inner = ['store', 'sqlite-ledger', 'database', 'commits', 'tables', 'read-only'];
    expect(used.filter(({ file }) => inner.includes(file))).toEqual([]);
  });

  it('refuses a ledger of another store where SQLite is needed', () => {
    expect(() => storeOf({ path: 'elsewhere' })).toThrow('elsewhere is not a ledger in SQLite');
  });
});
