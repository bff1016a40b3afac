import { DatabaseSync } from 'node:sqlite';

/**
 * Whether the local service whose data is in this file once answered a create with this id. True where the file cannot be
 * read: whoever opens it to write says why.
 */
export function gave(dataFile: string, id: string): boolean {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(dataFile, { readOnly: true, timeout: 5000 });
    if (db.prepare("select 1 from sqlite_schema where name = 'journal'").get() === undefined) return false;
    // From the end: what is looked for is mostly the last.
    return db.prepare('select 1 from journal where id = ? order by seq desc limit 1').get(id) !== undefined;
  } catch {
    return true;
  } finally {
    db?.close();
  }
}
