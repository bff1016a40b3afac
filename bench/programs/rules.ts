/**
 * Checks rows with one to three errors: with the rules of trace, or with `zod`. Reports the CPU time of the checks
 * alone: the rows are made in portions, so that memory stays flat. `rules.ts rules|zod ROWS`
 */
import { bodySchema } from '../../src/contract/schema.ts';
import { checkRow, complete } from '../../src/records/check/check-row.ts';
import { readRow } from '../../src/records/read.ts';
import { component, componentMap, faultyCells, rowsOf } from '../components.ts';
import { report } from './seen.ts';

const SETTINGS = { family: null, batch: null, projectTypes: {}, strict: false } as const;
const PORTION = 1000;
const [, , checker, count] = process.argv;
const schema = bodySchema(component, 'STANDARD', { openLists: false });
const map = componentMap(rowsOf(1000, faultyCells));

function completed(at: number) {
  const draft = readRow(map, { row: at + 2, cells: faultyCells(at) });
  const { body, family } = complete(draft, SETTINGS);
  return { draft, body, family };
}

const CHECKS = {
  rules: ({ draft, body, family }: ReturnType<typeof completed>) =>
    checkRow(draft, body, family, SETTINGS).length > 0,
  zod: ({ body }: ReturnType<typeof completed>) =>
    schema.safeParse(body).error?.issues.some(({ message }) => message !== '') ?? false,
};
const isFaulty = CHECKS[checker as keyof typeof CHECKS];

let rows = 0;
let micros = 0;
for (let from = 0; from < Number(count); from += PORTION) {
  const portion = Array.from({ length: PORTION }, (_, at) => completed(from + at));
  const before = process.cpuUsage();
  for (const each of portion) if (isFaulty(each)) rows++;
  const { user, system } = process.cpuUsage(before);
  micros += user + system;
}
report({ rows, cpu: micros / 1e6 });
