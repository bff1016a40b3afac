import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Returns the prepared statement of a SQL text. */
export type Statements = (sql: string) => StatementSync;

/** Prepares each statement of a database once, when it is first used. */
export function statementsOf(db: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    let statement = prepared.get(sql);
    if (!statement) {
      statement = db.prepare(sql);
      prepared.set(sql, statement);
    }
    return statement;
  };
}
