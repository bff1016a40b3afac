import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Ledger } from '../../src/ledger/ledger.ts';
import { countCommits, failCommits, ledgerFile } from '../send/push/harness.ts';
import { dbOf, storeOf } from './store-of.ts';

let file: ReturnType<typeof ledgerFile>;
let ledger: Ledger;
let other: DatabaseSync;

beforeEach(() => {
  file = ledgerFile();
  ledger = Ledger.open(file.path);
  dbOf(ledger).exec('create table notes(note text not null unique); pragma busy_timeout = 0');
  other = new DatabaseSync(file.path, { timeout: 0 });
});

afterEach(() => {
  other.close();
  ledger.close();
  file.remove();
});

const write = (...notes: string[]) =>
  storeOf(ledger).commits.write(() => {
    for (const note of notes) dbOf(ledger).prepare('insert into notes values (?)').run(note);
  });

/** The notes that another connection reads: only committed ones. */
const notes = () =>
  other
    .prepare('select note from notes order by rowid')
    .all()
    .map((row) => row.note);

const settled = async (writes: Promise<void>[]) =>
  (await Promise.allSettled(writes)).map(({ status }) => status);

describe('a group of writes', () => {
  it('a group of writes is one commit for all writes of a turn of the event loop', async () => {
    const commits = countCommits(ledger);
    const group = Promise.all(['a', 'b', 'c'].map((note) => write(note)));
    expect(dbOf(ledger).isTransaction).toBe(false);
    expect(notes()).toEqual([]);
    await group;
    expect(notes()).toEqual(['a', 'b', 'c']);
    expect(commits()).toBe(1);
    await write('d');
    expect(commits()).toBe(2);
  });

  it('a group of writes is committed before its promises are fulfilled', async () => {
    await Promise.all(['a', 'b'].map((note) => write(note).then(() => expect(notes()).toContain(note))));
  });

  it('a group of writes is followed by another one for a write that starts after it', async () => {
    await write('a').then(() => write('b'));
    expect(notes()).toEqual(['a', 'b']);
  });
});

describe('a write that fails', () => {
  it('a write that fails is undone, and the other writes of its group are kept', async () => {
    const group = [write('a'), write('b', 'c', 'a'), write('d'), write('b')];
    expect(await settled(group)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(notes()).toEqual(['a', 'd', 'b']);
    await expect(group[1]).rejects.toThrow(/UNIQUE/);
  });

  it('a write that fails is undone if it is the only one of its group, and rejects with its own error', async () => {
    const failing = storeOf(ledger).commits.write(() => {
      dbOf(ledger).exec("insert into notes values ('half')");
      throw new TypeError('a bug');
    });
    await expect(failing).rejects.toThrow(TypeError);
    expect(notes()).toEqual([]);
    expect(dbOf(ledger).isTransaction).toBe(false);
    await write('after');
    expect(notes()).toEqual(['after']);
  });
});

describe('all writes of a group reject', () => {
  it('all writes of a group reject if their commit fails, nothing of them is kept, and the next group is committed', async () => {
    failCommits(ledger, (commit) => commit === 1);
    const group = [write('a'), write('b')];
    expect(await settled(group)).toEqual(['rejected', 'rejected']);
    await expect(group[0]).rejects.toMatchObject({ name: 'TraceError', code: 'ledger-io' });
    expect(notes()).toEqual([]);
    await write('c');
    expect(notes()).toEqual(['c']);
  });

  it('all writes of a group reject if neither commit nor rollback works, and so do later writes', async () => {
    const exec = dbOf(ledger).exec.bind(dbOf(ledger));
    dbOf(ledger).exec = (sql) => {
      if (sql !== 'begin immediate' && sql !== 'pragma optimize') throw new Error(`no ${sql}`);
      exec(sql);
    };
    await expect(write('a')).rejects.toThrow('no commit');
    await expect(write('b')).rejects.toThrow(/transaction/);
  });

  it('all writes of a group reject if the ledger is closed before their commit', async () => {
    const group = [write('a'), write('b')];
    ledger.close();
    expect(await settled(group)).toEqual(['rejected', 'rejected']);
  });
});

describe('while another program writes to the ledger', () => {
  it('writes wait, and the event loop continues', async () => {
    other.exec('begin immediate');
    const waiting = [write('a')];
    await turn();
    waiting.push(write('b'));
    for (let turns = 0; turns < 4; turns++) await turn();
    expect(notes()).toEqual([]);
    other.exec('commit');
    expect(await settled(waiting)).toEqual(['fulfilled', 'fulfilled']);
    expect(notes()).toEqual(['a', 'b']);
  });

  it('a program that writes to the ledger for too long makes all waiting writes reject with an error for the user', async () => {
    other.exec('begin immediate');
    const waiting = [write('a'), write('b')];
    expect(await settled(waiting)).toEqual(['rejected', 'rejected']);
    await expect(waiting[0]).rejects.toMatchObject({ exit: 'locked', code: 'ledger-busy' });
    other.exec('rollback');
    await write('c');
    expect(notes()).toEqual(['c']);
  });
});
