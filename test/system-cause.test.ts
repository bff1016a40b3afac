import { lstatSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { useLanguage } from '../src/say.ts';
import { systemCause } from '../src/system-cause.ts';

afterEach(() => useLanguage('en'));

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

/** A file that is neither a folder nor a database. */
function oddFile(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'trace-cause-')), 'odd');
  writeFileSync(file, 'neither a folder nor a database, but long enough for a header of SQLite');
  return file;
}

describe('the cause of an error', () => {
  const missing = () => thrownBy(() => lstatSync(path.join(oddFile(), 'below')));
  const noDatabase = () =>
    thrownBy(() => {
      using db = new DatabaseSync(oddFile());
      db.prepare('select * from sqlite_master').all();
    });

  test('an error of the file system or SQLite is explained in the language of the process, with its code', async () => {
    expect(systemCause(missing())).toBe('a part of the path is not a folder (ENOTDIR)');
    expect(systemCause(noDatabase())).toBe('it is not a database (SQLITE_NOTADB)');
    await useLanguage('fr');
    expect(systemCause(missing())).toBe('une partie du chemin n’est pas un dossier (ENOTDIR)');
    expect(systemCause(noDatabase())).toBe('ce n’est pas une base de données (SQLITE_NOTADB)');
  });

  test('an error from elsewhere is explained by its message', () => {
    expect(systemCause(new Error('odd'))).toBe('odd');
    expect(systemCause(Object.assign(new Error('odd'), { errcode: 1 }))).toBe('odd');
    expect(systemCause(Object.assign(new Error('odd'), { code: 'constructor' }))).toBe('odd');
    expect(systemCause('odd')).toBe('odd');
  });
});
