/**
 * Sends the same requests as trace with plain undici, and writes to SQLite what a run that loses nothing must write: a
 * mark before each request, its response after it, each on the disk before the next step. Writes of one turn of the event
 * loop share a commit, as in trace: `durable.ts FILE URL COUNT CONCURRENCY`.
 */
import { DatabaseSync } from 'node:sqlite';
import { componentCells } from '../components.ts';
import { bodyOf } from './body.ts';
import { dispatched, poolOf } from './dispatch.ts';

const [, , file, url, count, concurrency] = process.argv;
const pool = poolOf(url!, Number(concurrency));
const db = new DatabaseSync(file!);
db.exec(`pragma journal_mode = wal; pragma synchronous = full;
  create table records(id integer primary key, body text not null, state text not null, answer text) strict;
  create table entries(kind text, key text, body text not null, answer text, primary key(kind, key)) strict`);
const stage = db.prepare("insert into records(id, body, state) values (?, ?, 'staged')");
const mark = db.prepare("update records set state = 'sending' where id = ?");
const end = db.prepare("update records set state = 'ended', answer = ? where id = ?");
const keep = db.prepare(
  `insert into entries select 'component', json_extract(body, '$.componentRef'), body, ? from records where id = ?`,
);

db.exec('begin');
for (let at = 0; at < Number(count); at++) stage.run(at, JSON.stringify(bodyOf(componentCells(at))));
db.exec('commit');

let waiting: { readonly work: () => void; readonly done: () => void }[] = [];
const write = (work: () => void): Promise<void> =>
  new Promise((done) => {
    if (waiting.push({ work, done }) > 1) return;
    setImmediate(() => {
      const group = waiting;
      waiting = [];
      db.exec('begin immediate');
      for (const { work } of group) work();
      db.exec('commit');
      for (const { done } of group) done();
    });
  });

const bodies = db.prepare('select body from records where id = ?');

async function send(at: number): Promise<void> {
  const body = String(bodies.get(at)!.body);
  await write(() => mark.run(at));
  const { id } = JSON.parse(await dispatched(pool, body)) as { id: string };
  const answer = JSON.stringify({ id });
  void write(() => {
    end.run(answer, at);
    keep.run(answer, at);
  });
}

let next = 0;
const sender = async () => {
  while (next < Number(count)) await send(next++);
};
await Promise.all(Array.from({ length: Number(concurrency) }, sender));
await write(() => {});
await pool.close();
db.close();
