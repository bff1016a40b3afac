import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { Query } from '../../src/ledger/rows.ts';

const SRC = new URL('../../src/', import.meta.url);
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const textOf = (file: string): string => readFileSync(new URL(file, SRC), 'utf8');

it('only the ledger and the mock run SQL', () => {
  const others = files.filter((file) => !/^(ledger|mock)\//.test(file));
  const running = others.filter((file) => /\.prepare\(|\bdb\.exec\(|from 'node:sqlite'/.test(textOf(file)));
  expect(running).toEqual([]);
});

it('no row of the ledger is cast to a type', () => {
  const own = files.filter((file) => file.startsWith('ledger/'));
  const casts = /as unknown as|\.(get|all|iterate|one)\([^;]*\) as /;
  // SQL has `as`, too.
  const codeOf = (file: string) => textOf(file).replace(/`[^`]*`|'[^'\n]*'|"[^"\n]*"/g, "''");
  expect(own.filter((file) => casts.test(codeOf(file)))).toEqual([]);
});

describe('a query', () => {
  const db = new DatabaseSync(':memory:');
  db.exec(
    "create table t(id integer primary key, name any); insert into t values (1, 'a'), (2, null), (3, 7)",
  );
  const sql = 'select id, name from t where id = ?';

  it('returns rows with the types of the columns', () => {
    expect({ ...new Query(db, sql, { id: 'integer', name: 'text?' }).get(2) }).toEqual({ id: 2, name: null });
    expect(new Query(db, sql, { id: 'integer', name: ['a', 'b'] }).one(1).name).toBe('a');
    const conditions = new Query(db, 'select 1 as yes, 0 as no, null as unknown', {
      yes: 'boolean',
      no: 'boolean',
      unknown: 'boolean',
    });
    expect({ ...conditions.one() }).toEqual({ yes: true, no: false, unknown: false });
    expect(new Query(db, sql, { id: 'integer', name: 'text' }).get(9)).toBeUndefined();
  });

  it('a query cannot be created if its SQL selects other columns than it declares', () => {
    expect(() => new Query(db, 'select id from t', { id: 'integer', name: 'text' })).toThrow(
      'expected the columns',
    );
    expect(() => new Query(db, 'select id, name as other from t', { id: 'integer', name: 'text' })).toThrow(
      'expected',
    );
  });

  it.each([
    ['null', 2, 'text'],
    ['a number', 3, 'text?'],
    ['a text', 1, 'integer'],
    ['another value', 1, ['b']],
  ] as const)('a query reports a damaged ledger if a column of another type has %s', (_, id, column) => {
    const rows = new Query(db, sql, { id: 'integer', name: column });
    for (const read of [() => rows.get(id), () => rows.all(id), () => [...rows.iterate(id)]])
      expect(read).toThrow(expect.objectContaining({ code: 'ledger-damaged' }));
  });

  it('a query reports a damaged ledger if a required row is missing', () => {
    expect(() => new Query(db, sql, { id: 'integer', name: 'text?' }).one(9)).toThrow(
      expect.objectContaining({ code: 'ledger-damaged' }),
    );
  });
});
