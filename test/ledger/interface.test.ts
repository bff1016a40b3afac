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
const OPERATIONS = {
  /** The files of the ledger, and the locks. They stay on the machine, whatever the store. */
  files: [
    ...['Ledger', 'openToSend', 'openToRead', 'ledgerState', 'setAside', 'continueFrom'],
    ...['backUp', 'lastBackup'],
    ...['Marker', 'markName', 'takeLock', 'isLocked', 'ledgerError'],
  ],
  /** Runs, besides the methods of `Ledger`: which can be resumed, and how a run that broke ends. */
  runs: [
    ...['isSent', 'lastUnfinished', 'hasSoundRows', 'resumableOf', 'wantingIds', 'reopenLeft', 'lastEventOf'],
    ...['settleKilled', 'endBroken', 'endUnstored'],
  ],
  /** The rows of the input, and the rules that compare them. */
  staged: [
    ...['Stage', 'CrossIndex', 'stagedRow', 'dropTwins', 'markInvalid', 'settleReferences', 'keysOfIds'],
  ],
  /** What is sent, as what, and in which order. */
  plan: [
    ...['compareWithKnown', 'takeSentBatches', 'waitingInDoubt', 'changedAfter', 'endUnsent', 'idLookup'],
    ...[
      'updatesAfter',
      'newAfter',
      'planUpdate',
      'dropUpdate',
      'changedRows',
      'countUpdatable',
      'blockChains',
    ],
    ...['hasPlanned', 'assignWave', 'openReferences', 'rankRecords', 'kindsByWave', 'moveWaves'],
    ...['groups', 'openByKind'],
  ],
  /** The write-ahead log of a run, and the records that wait for others. */
  sending: ['Sending', 'blockDependants', 'blockedBy', 'blockedRows', 'namesAccepted'],
  /** The records that a target has. */
  known: [
    ...['knownTargets', 'namedTarget', 'noteUse', 'moveTarget', 'forgetTarget', 'lastId'],
    ...['recentRecords', 'sentProducts', 'productBatches'],
  ],
  /** Records in doubt and outdated records, which a person or a later run settles. */
  doubts: [
    ...['doubtfulRows', 'outdatedRows', 'hasOutdated', 'readableOf', 'noteListed', 'wereListed'],
    ...['reopenDoubtful', 'settleOutdated', 'keepContents', 'settleElsewhere'],
  ],
  /** What a report shows. */
  history: ['History', 'otherBatches'],
} as const;

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
    expect([...new Set(names)].sort()).toEqual(Object.values(OPERATIONS).flat().sort());
  });

  it('shows no connection, no statement and no table', () => {
    const hidden: Extract<keyof Ledger, 'db' | 'commits' | 'known'>[] = [];
    expect(hidden).toEqual([]);
    const inner = ['store', 'sqlite-ledger', 'database', 'commits', 'tables', 'checksums', 'read-only'];
    expect(used.filter(({ file }) => inner.includes(file))).toEqual([]);
  });

  it('refuses a ledger of another store where SQLite is needed', () => {
    expect(() => storeOf({ path: 'elsewhere' })).toThrow('elsewhere is not a ledger in SQLite');
  });
});
