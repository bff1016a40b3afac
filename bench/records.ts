/**
 * Measures converting rows to bodies and checking them, against the interface's zod schema on the same bodies: valid
 * rows, and rows with one to three errors each. `node bench/records.ts [ROWS]`; CPU seconds.
 */

import { bodySchema } from '../src/contract/schema.ts';
import { checkRow, complete } from '../src/import/check/check-row.ts';
import { readRow } from '../src/import/records/read.ts';
import type { SheetMap } from '../src/import/records/record.ts';
import type { Row } from '../src/sheets/cell.ts';
import { component, componentCells, componentMap, faultyCells, rowsOf } from './components.ts';
import { apart, cpuLine, cpuOf, size, tell } from './measure.ts';

const count = size(20_000);
const SETTINGS = { family: null, batch: null, projectTypes: {}, strict: false } as const;
const schema = bodySchema(component, 'STANDARD', { openLists: false });

/** Each process prepares only the data of its candidate. */
const sound = lazily(() => prepare(componentCells));
const faulty = lazily(() => prepare(faultyCells));

const rowsWork = (data: typeof sound, errors: number) => () => {
  const { rows, map } = data();
  return cpuOf(() => expectFaulty(errors, rows, (row) => rulesOn(completed(map, row)) > 0));
};
const bodyWork = (data: typeof sound, errors: number, problems: (each: Completed) => number) => () => {
  const bodies = data().completed;
  return cpuOf(() => expectFaulty(errors, bodies, (each) => problems(each) > 0));
};
const cost = await apart({
  soundRows: rowsWork(sound, 0),
  soundRules: bodyWork(sound, 0, rulesOn),
  soundZod: bodyWork(sound, 0, issuesOf),
  faultyRows: rowsWork(faulty, count),
  faultyRules: bodyWork(faulty, count, rulesOn),
  faultyZod: bodyWork(faulty, count, issuesOf),
});
tell(`records: ${count} components in memory`, [
  cpuLine('sound rows: read and rules', cost.soundRows, 'zod, bodies', cost.soundZod),
  cpuLine('sound rows: rules', cost.soundRules, 'zod, bodies', cost.soundZod),
  cpuLine('rows with errors: read and rules', cost.faultyRows, 'zod, bodies', cost.faultyZod),
  cpuLine('rows with errors: rules', cost.faultyRules, 'zod, bodies', cost.faultyZod, { most: 0.083 }),
  cpuLine('rows with errors: read and rules', cost.faultyRows, 'sound rows', cost.soundRows, { most: 1.25 }),
]);

type Completed = ReturnType<typeof completed>;

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function prepare(cells: (at: number) => string[]) {
  const rows = rowsOf(count, cells);
  const map = componentMap(rows);
  return { rows, map, completed: rows.map((row) => completed(map, row)) };
}

function completed(map: SheetMap, row: Row) {
  const draft = readRow(map, row);
  const { body, family } = complete(draft, SETTINGS);
  return { draft, body, family };
}

/** Number of findings for a body. */
function rulesOn({ draft, body, family }: Completed): number {
  return checkRow(draft, body, family, SETTINGS).length;
}

/** Number of zod issues for a body. */
function issuesOf({ body }: Completed): number {
  const { error } = schema.safeParse(body);
  return error?.issues.filter(({ message }) => message !== '').length ?? 0;
}

/** All candidates must find the same rows: a check that finds nothing would be fast. */
function expectFaulty<T>(expected: number, values: readonly T[], isFaulty: (value: T) => boolean): void {
  let seen = 0;
  for (const value of values) if (isFaulty(value)) seen++;
  if (seen !== expected) throw new Error(`${seen} rows with errors where ${expected} are`);
}
