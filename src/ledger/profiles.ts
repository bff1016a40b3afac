import type { RowOf } from './rows.ts';
import { RunGroup } from './store.ts';

/** The number of last profiles of a table that are kept. */
const KEPT = 5;

const PROFILE = {
  run: 'text',
  rows: 'integer',
  /** Rows whose key was known before the run. */
  known: 'integer',
  /** As JSON. */
  profile: 'text',
} as const;

/** What the tables of the last accepted runs of a target looked like. */
export class Profiles extends RunGroup {
  /** The last profiles of a table, the latest first. */
  last(name: string, kind: string): RowOf<typeof PROFILE>[] {
    const [, target, interfaceName] = this.scope;
    const schema = this.store.schema === 'main' ? 'main' : 'memory';
    return this.store.all(
      PROFILE,
      `select run, rows, known, profile from ${schema}.profiles
       where target = ? and interface = ? and name = ? and kind = ? order by rowid desc limit ${KEPT}`,
      ...[target, interfaceName, name, kind],
    );
  }

  /** The number of records of a sheet whose key is known from earlier runs. */
  countKnown(sheetId: number): number {
    return this.store.count(
      `select count(*) as count from records r join ${this.store.entries} e on e.target = ?2 and e.interface = ?3
         and e.kind = r.kind and e.key = r.key and e.family = r.family
       where r.run = ?1 and r.sheet_id = ?4 and e.run <> (select id from runs where run = ?1)`,
      ...this.scope,
      sheetId,
    );
  }

  /** Stores the profile of a table, if the service has most of its records, and deletes those that are too many. */
  keep({ sheetId, name, kind, rows, profile }: NewProfile): void {
    const accepted = this.store.count(
      `select count(*) as count from records where run = ? and sheet_id = ?
         and outcome in ('created', 'updated', 'unchanged', 'existing', 'outdated')`,
      this.run,
      sheetId,
    );
    if (accepted * 2 < rows) return;
    const [run, target, interfaceName] = this.scope;
    const known = this.countKnown(sheetId);
    this.store.inTransaction(() => {
      this.store.run(
        `insert into profiles(target, interface, name, kind, run, rows, known, profile)
         values (?, ?, ?, ?, (select id from runs where run = ?), ?, ?, ?)`,
        ...[target, interfaceName, name, kind, run, rows, known, profile],
      );
      this.store.run(
        `delete from profiles where rowid in (select rowid from profiles
           where target = ? and interface = ? and name = ? and kind = ? order by rowid desc limit -1 offset ${KEPT})`,
        ...[target, interfaceName, name, kind],
      );
    });
  }
}

interface NewProfile {
  readonly sheetId: number;
  readonly name: string;
  readonly kind: string;
  readonly rows: number;
  readonly profile: string;
}
