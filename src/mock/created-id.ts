import { DatabaseSync } from 'node:sqlite';

/**
 * Whether the mock with this data file ever created a record with this id. True if the file cannot be read: the error is
 * reported when it is opened for writing.
 */
export function hasCreated(dataFile: string, id: string): boolean {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(dataFile, { readOnly: true, timeout: 5000 });
    if (db.prepare("select 1 from sqlite_schema where name = 'journal'").get() === undefined) return false;
    // Searches from the end, because the id is usually recent.
    return db.prepare('select 1 from journal where id = ? order by seq desc limit 1').get(id) !== undefined;
  } catch {
    return true;
  } finally {
    db?.close();
  }
}
