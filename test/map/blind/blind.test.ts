import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { columnPath } from '../../../src/contract/field.ts';
import type { V2Kind } from '../../../src/contract/registry.ts';
import { kindNamed } from '../../../src/contract/registry.ts';
import { parseMap } from '../../../src/map/map-file/map-file.ts';
import { headersOf } from '../../../src/records/headers.ts';
import { folderWith, trace } from '../../cli/commands/harness.ts';

/** An export whose headers were written without looking at the synonyms. */
interface BlindSheet {
  readonly kind: V2Kind;
  /** Rows above the header row. */
  readonly above: readonly (readonly string[])[];
  /**
   * The field of each column; `ignore` if it means nothing to the service, `open` if only a person can decide. `also`: a
   * field that is neither right nor wrong.
   */
  readonly columns: readonly { readonly header: string; readonly target: string; readonly also?: string }[];
  readonly rows: readonly (readonly string[])[];
}

const SHEETS = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name.replace('.json', ''), read(name)] as const);

function read(name: string): BlindSheet {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, name), 'utf8')) as BlindSheet;
}

const quoted = (cell: string): string => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const csvOf = ({ above, columns, rows }: BlindSheet): string =>
  [...above, columns.map(({ header }) => header), ...rows]
    .map((row) => `${row.map(quoted).join(';')}\n`)
    .join('');

/** Item numbers of first items may be omitted. */
const plain = (target: string): string => target.replace(/\.1(?=\.|$)/g, '');

/** Where `trace map --yes` maps each column; `open` for questions. */
async function targetsOf(name: string, sheet: BlindSheet): Promise<ReadonlyMap<string, string>> {
  const file = `${name}.csv`;
  const cwd = await folderWith({ [file]: csvOf(sheet) });
  const { code, stderr } = await trace(['map', file, '--yes', '--interface', 'v2'], { cwd });
  expect([0, 3], stderr).toContain(code);
  const parsed = parseMap(readFileSync(path.join(cwd, 'trace.map.yaml'), 'utf8'));
  const entry = 'lineOf' in parsed ? parsed.map.sheets[0] : undefined;
  const own = headersOf(kindNamed('v2', sheet.kind));
  return new Map(
    sheet.columns.map(({ header }) => {
      if (entry?.kind !== sheet.kind) return [header, entry === undefined ? 'open' : `(${entry.kind})`];
      const mapped = entry.columns?.[header];
      if (mapped !== undefined) return [header, mapped === '?' ? 'open' : mapped];
      const meaning = own.meaning(header);
      const isOwn = meaning !== undefined && meaning.remarks === undefined;
      return [header, isOwn ? columnPath(meaning.field.path, meaning.numbers[0] || 1) : 'open'];
    }),
  );
}

test('trace map maps at least nine of ten columns of unseen exports, and none wrongly', async () => {
  const wrong: string[] = [];
  const open: string[] = [];
  let right = 0;
  let fields = 0;
  for (const [name, sheet] of SHEETS) {
    const targets = await targetsOf(name, sheet);
    for (const { header, target, also } of sheet.columns) {
      const got = targets.get(header)!;
      const isField = target !== 'ignore' && target !== 'open';
      if (isField) fields++;
      if (isField && plain(got) === plain(target)) right++;
      else if (got === 'open') {
        if (isField) open.push(`${name}: ${header} (${target})`);
      } else if (got !== 'ignore' ? plain(got) !== plain(also ?? '') : isField)
        wrong.push(`${name}: ${header} → ${got} (${target})`);
    }
  }
  expect(SHEETS).toHaveLength(12);
  expect(wrong).toEqual([]);
  expect(right / fields, `${right} of ${fields}; open: ${open.join(', ')}`).toBeGreaterThanOrEqual(0.9);
});
