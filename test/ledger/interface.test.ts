import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Ledger } from '../../src/ledger/ledger.ts';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/**
 * The operations of the ledger, by what they are for. Another store implements these; see
 * docs/decisions/0031-interface-of-the-ledger.md. Add one only if no other can do the work.
 */
const METHODS = {
  runs: `start finish storeStage list withKey environmentOf find countRemaining hasValidRows countMissingIds countResumable lastUnfinished
    reopenLeft reopenDoubtful foldUnsent`,
  killedRuns: 'doubtUnsent endBroken endUnstored lastEvent settleRuns settle',
  doubts: `rows countReadable openIds noteListed wereListed settleElsewhere settleElsewhereAfterKill settleKnown stamp`,
  outdated: 'rows has countUpdatable settle keep',
  sentRecords: 'recordsOf recent lastId products batches sentElsewhere',
  targets: 'list noteUse move forget copyEntries',
  retention: 'oldRuns isOpen lastIds prune bytesWithout compact',
};

/** The groups whose operations are on the records of one run. */
const METHODS_OF_RUN = {
  staged: 'row unrehearsed settleReferences keysOfIds end',
  compared: `recordsWithSameKey differingRecord bodyOf unresolvedReferences sharedRefs ambiguousReferences recordsWithout uncountedLinks keysOf hasSheetOf lookAlikes referencesToOtherFamilies families
    recordsOfFamily unexpectedValues`,
  plan: 'compareWithKnown takeSentBatches otherBatches groups openByKind',
  updates: 'rows newRows plan drop endUnsent changedRows earlierBodies idOf',
  waves: 'has assign kinds move assignByReferences openReferences',
  blocking: 'block inWaves blockChains causeOf namesAccepted rows',
  sending: `next counts openRecord markSending idOf keyOfId markNotSent markNotAccepted markEnded markSettled markAbsent
    markBlocked markElsewhere endAll endNotAttempted`,
  profiles: 'last countKnown keep',
  provenance: 'records sources',
  history: `comparedWith files totals progress notChosen batches ignoredColumns partlyRead unsentSheets findingCounts findings findingsFrom errorsOfSheets findingsByRow tablesOf
    findingsWith recordsByRow contents records acceptedKinds acceptedWith endingOf attempts`,
  pace: 'waves slots',
};

/** What other modules use besides: files and locks, which stay on the machine whatever the store, and facts without a store. */
const FUNCTIONS = `Ledger openToSend openToRead openAlone ledgerState setAside continueFrom lastBackup Marker markName takeLock isLocked newRunId sendsRecords
  namedTarget entryKeyText MAX_NAMED_REFS MAX_CANDIDATE_KEYS`;

const words = (text: string): string[] => text.trim().split(/\s+/);

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
  it('consists only of the exports that other modules import', () => {
    const names = used.filter(({ isType }) => !isType).map(({ name }) => name);
    expect([...new Set(names)].toSorted()).toEqual(words(FUNCTIONS).toSorted());
  });

  const methodsOf = (group: object) => Object.getOwnPropertyNames(Object.getPrototypeOf(group)).toSorted();
  const expected = (methods: string) => ['constructor', ...words(methods)].toSorted();

  it.each(Object.entries(METHODS))('has only the listed operations in the group "%s"', (group, methods) => {
    using ledger = Ledger.temporary(null);
    expect(methodsOf(ledger[group as keyof typeof METHODS])).toEqual(expected(methods));
  });

  it.each(Object.entries(METHODS_OF_RUN))(
    'has only the listed operations on a run in the group "%s"',
    (group, methods) => {
      using ledger = Ledger.temporary(null);
      const head = { command: 'check', environment: 'mock', target: 'mock', interface: 'v2', options: '{}' };
      const { run } = ledger.runs.start({ ...head, startedAt: '2026-11-02T02:00:00.000Z' });
      expect(methodsOf(ledger[group as keyof typeof METHODS_OF_RUN](run))).toEqual(expected(methods));
    },
  );

  it('exposes no connection, statement or table', () => {
    const hidden: Extract<keyof Ledger, 'db' | 'commits' | 'schema' | 'query' | 'run'>[] = [];
    expect(hidden).toEqual([]);
    const inner = ['store', 'sqlite-ledger', 'database', 'commits', 'tables', 'read-only'];
    expect(used.filter(({ file }) => inner.includes(file))).toEqual([]);
  });
});
