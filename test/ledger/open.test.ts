import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SCHEMA_VERSION } from '../../src/ledger/database.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import { ledgerFile, pushed, stageRun, supplier } from '../send/push/harness.ts';
import { dbOf, storeOf } from './store-of.ts';

let file: ReturnType<typeof ledgerFile>;

beforeEach(() => {
  file = ledgerFile();
});

afterEach(() => file.remove());

const expectedError = (code: string) => expect.objectContaining({ name: 'TraceError', code });

function otherProgram(sql: string): void {
  const db = new DatabaseSync(file.path);
  db.exec(sql);
  db.close();
}

describe('opening a ledger', () => {
  it('opening a ledger creates one that syncs every commit to the disk', () => {
    using ledger = Ledger.open(join(dirname(file.path), 'state', 'ledger.db'));
    const pragma = (name: string) => Object.values(dbOf(ledger).prepare(`pragma ${name}`).get()!)[0];
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBeGreaterThanOrEqual(2);
    expect(pragma('user_version')).toBe(SCHEMA_VERSION);
  });

  it.skipIf(process.platform === 'win32')('creates files that no other user can read', () => {
    const path = join(dirname(file.path), 'state', 'ledger.db');
    using ledger = Ledger.open(path);
    stageRun(ledger, [supplier('S')]);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    for (const name of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(name).mode & 0o077).toBe(0);
  });

  it('opening a ledger finds the runs that were stored before', async () => {
    const first = Ledger.open(file.path);
    const { run } = await pushed([supplier('S')], { ledger: first });
    first.close();
    using again = Ledger.open(file.path);
    expect(again.runs.list().map((row) => row.run)).toEqual([run]);
  });

  it('opening an empty file creates a new ledger in it', () => {
    writeFileSync(file.path, '');
    Ledger.open(file.path).close();
    expect(readFileSync(file.path, 'latin1')).toMatch(/^SQLite format 3/);
  });

  it('several processes that open a ledger at once create one ledger with the runs of all', async () => {
    const openers = [1, 2, 3].map(() =>
      fork(new URL('./ledger-opener.ts', import.meta.url), [file.path], { execArgv: [] }),
    );
    await Promise.all(openers.map((opener) => once(opener, 'message')));
    const told = openers.map((opener) => once(opener, 'message'));
    const ended = openers.map((opener) => once(opener, 'exit'));
    for (const opener of openers) opener.send('go');
    const ids = (await Promise.all(told)).map(([id]) => id as string);
    expect(await Promise.all(ended)).toEqual(openers.map(() => [0, null]));
    using ledger = Ledger.open(file.path);
    expect(
      ledger.runs
        .list()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.sort());
  });
});

describe('a file that is not a ledger', () => {
  it.each([
    ['a text', 'Notes on the winter collection'],
    ['a short text', 'xy'],
    ['the header of a database without content', 'SQLite format 3\u0000garbage'],
  ])('a file that is not a ledger is refused and not changed: %s', (_, text) => {
    writeFileSync(file.path, text);
    for (const open of [Ledger.open, Ledger.temporary]) {
      expect(() => open(file.path)).toThrow(expectedError('ledger-damaged'));
    }
    expect(readFileSync(file.path, 'latin1')).toBe(text);
  });

  it.each([0, SCHEMA_VERSION])("is refused: another program's database of version %i", (version) => {
    otherProgram(`create table bookmarks(url text); pragma user_version = ${version}`);
    const before = readFileSync(file.path, 'latin1');
    for (const open of [Ledger.open, Ledger.temporary]) {
      expect(() => open(file.path)).toThrow(expectedError('ledger-damaged'));
    }
    expect(readFileSync(file.path, 'latin1')).toBe(before);
  });

  it('a file that is not a ledger is refused: a folder', () => {
    mkdirSync(file.path);
    expect(() => Ledger.open(file.path)).toThrow(expectedError('ledger-unwritable'));
  });
});

describe('a ledger that cannot be used', () => {
  it('a ledger of a newer version is refused, also for reading', () => {
    Ledger.open(file.path).close();
    otherProgram(`pragma user_version = ${SCHEMA_VERSION + 1}`);
    for (const open of [Ledger.open, Ledger.temporary]) {
      expect(() => open(file.path)).toThrow(expectedError('ledger-newer'));
    }
  });

  it('a ledger whose file is truncated is refused when the missing part is read', () => {
    const ledger = Ledger.open(file.path);
    const run = stageRun(
      ledger,
      Array.from({ length: 500 }, (_, at) => supplier(`S${at}`, { name: 'x'.repeat(500) })),
    );
    ledger.close();
    truncateSync(file.path, Math.floor(statSync(file.path).size / 2));
    expect(() => {
      using again = Ledger.open(file.path);
      again.inTransaction(() =>
        dbOf(again).prepare('update records set batch = ? where run = ?').run('W2', run),
      );
    }).toThrow(expectedError('ledger-damaged'));
  });

  it('a state folder that is a file is refused', () => {
    writeFileSync(file.path, '');
    expect(() => Ledger.open(join(file.path, 'ledger.db'))).toThrow(expectedError('ledger-unwritable'));
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'because its folder is not writable is refused',
    () => {
      chmodSync(dirname(file.path), 0o500);
      expect(() => Ledger.open(file.path)).toThrow(expectedError('ledger-unwritable'));
      chmodSync(dirname(file.path), 0o700);
    },
  );

  it('a ledger that cannot be used is refused with an error that names its file and has a hint', () => {
    writeFileSync(file.path, 'Notes');
    expect(() => Ledger.open(file.path)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(file.path), hint: expect.any(String) }),
    );
  });
});

describe('a temporary ledger beside the ledger', () => {
  it('a temporary ledger beside the ledger does not lock the ledger: both can write at the same time', () => {
    using ledger = Ledger.open(file.path);
    dbOf(ledger).exec('pragma busy_timeout = 0');
    using stage = Ledger.temporary(file.path);
    expect(storeOf(stage).schema).toBe('memory');
    stage.inTransaction(() => {
      dbOf(stage).exec("insert into files values (1, 'a.csv', '', 0)");
      ledger.inTransaction(() => dbOf(ledger).exec("insert into files values (1, 'b.csv', '', 0)"));
    });
    ledger.inTransaction(() => {
      stageRun(stage, [supplier('S')]);
    });
    expect(dbOf(ledger).prepare('select path from files').all()).toEqual([{ path: 'b.csv' }]);
  });

  it('a temporary ledger beside the ledger cannot write to the ledger', () => {
    Ledger.open(file.path).close();
    using stage = Ledger.temporary(file.path);
    expect(() => dbOf(stage).exec('delete from memory.entries')).toThrow(/readonly/);
  });

  it('works without the ledger if that was never created', () => {
    writeFileSync(file.path, '');
    using stage = Ledger.temporary(file.path);
    expect(storeOf(stage).schema).toBe('main');
  });

  it.each(['é à %.db', 'a#b?.db', "it's.db"].slice(0, process.platform === 'win32' ? 1 : 3))(
    'a temporary ledger beside the ledger finds the ledger if its file is named %s',
    (name) => {
      const path = join(dirname(file.path), name);
      const ledger = Ledger.open(path);
      ledger.close();
      using stage = Ledger.temporary(path);
      expect(storeOf(stage).schema).toBe('memory');
    },
  );
});

describe('a transaction of the ledger', () => {
  it('a transaction of the ledger keeps nothing if it fails half-way', () => {
    using ledger = Ledger.open(file.path);
    expect(() =>
      ledger.inTransaction(() => {
        dbOf(ledger).exec("insert into files values (1, 'a.csv', '', 0)");
        throw new Error('half way');
      }),
    ).toThrow('half way');
    expect(dbOf(ledger).isTransaction).toBe(false);
    expect(dbOf(ledger).prepare('select count(*) as count from files').get()).toEqual({ count: 0 });
  });
});

describe('runs of the ledger', () => {
  it('runs of the ledger are found by their id, by a unique beginning of it, or with "latest"', () => {
    using ledger = Ledger.open(file.path);
    const start = (startedAt: string) => {
      const run = stageRun(ledger, [], { startedAt });
      return ledger.runs.list().find((row) => row.run === run)!.id;
    };
    const [monday, tuesday] = [start('2026-11-02T02:00:00.000Z'), start('2026-11-03T02:00:00.000Z')];
    expect(ledger.runs.find(monday)?.id).toBe(monday);
    expect(ledger.runs.find('20261103')?.id).toBe(tuesday);
    expect(ledger.runs.find('202611')).toBeUndefined();
    expect(ledger.runs.find('%')).toBeUndefined();
    expect(ledger.runs.find('latest')?.id).toBe(tuesday);
    expect(ledger.runs.list(1).map(({ id }) => id)).toEqual([tuesday]);
  });
});
