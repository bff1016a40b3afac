import { describe, expect, it } from 'vitest';
import { RESULT_MARK } from '../../../src/sheets/annotate/own-names.ts';
import {
  addedColumnsFinding,
  addedColumnsIn,
  addedColumnsOf,
} from '../../../src/sheets/annotate/skip-added.ts';
import { readBytes } from '../reading.ts';
import { textRow, workbook } from '../workbook-builder.ts';

const inAnnotated = async () => true;
const inOther = async () => false;

describe('the columns that trace added', () => {
  const ALL = 'trace_status trace_id trace_study trace_qr trace_message';
  const SECOND = ALL.replaceAll(/\w+/g, '$&_2');
  it.each<
    [what: string, headers: string, isAnnotated: () => Promise<boolean>, columns: (number | null)[] | null]
  >([
    ['in their order', `ref ${ALL}`, inOther, [1, 2, 3, 4, 5]],
    ['with a column between them', ALL.replace(' ', ' mine '), inOther, [0, 2, 3, 4, 5]],
    ['in another order', ALL.split(' ').reverse().join(' '), inOther, [4, 3, 2, 1, 0]],
    ['without one that a person deleted', ALL.replace(' trace_qr', ''), inOther, [0, 1, 2, null, 3]],
    ['without one of the sure ones', ALL.replace(' trace_message', ''), inAnnotated, [0, 1, 2, 3, null]],
    ['two of them', 'trace_status trace_message', inAnnotated, [0, null, null, null, 1]],
    ['beside one of a person', `trace_status ${SECOND}`, inOther, [1, 2, 3, 4, 5]],
    [
      'beside one of a person, without ours of this name',
      `trace_status ${SECOND.replace('trace_status_2 ', '')}`,
      inAnnotated,
      [null, 1, 2, 3, 4],
    ],
    [
      'beside two with numbers',
      `trace_id trace_id_9 ${SECOND.replaceAll('_2', '_10')}`,
      inOther,
      [2, 3, 4, 5, 6],
    ],
    // Columns of a person.
    ['two of a person', 'trace_status trace_message', inOther, null],
    ['four of a person', ALL.replace(' trace_message', ''), inOther, null],
    ['one of a person in an annotated workbook', 'trace_status', inAnnotated, null],
    ['one of a person beside one of ours', 'trace_status trace_message_2', inAnnotated, null],
  ])('are found, or not: %s: %s', async (_, headers, isAnnotated, columns) => {
    const added = await addedColumnsOf({ row: 3, cells: headers.split(' ') }, isAnnotated);
    expect(added).toEqual(columns && { headerRow: 3, columns });
    if (added === null) return;
    const { origin, value } = addedColumnsFinding('a.xlsx', 'S', added);
    expect(addedColumnsIn(origin.column!, value)).toEqual(columns);
  });

  it('added columns are recognised by the sheet of results, whatever its position', async () => {
    const row = (...texts: string[]) => textRow(texts);
    const read = async (rows: Record<string, string>) =>
      (await readBytes('a.xlsx', workbook({ rows }))).findings.map(({ message }) => message);
    const own = row('ref', 'trace_status', 'trace_message');
    expect(await read({ S: own })).toEqual([]);
    expect(await read({ S: own, trace: row('trace', RESULT_MARK) })).toEqual([
      'columns that trace added are not read: trace_status (B), trace_message (C)',
      expect.stringContaining('the sheet trace was added by trace'),
    ]);
  });

  it('added columns are looked for in a sheet of any width', async () => {
    const wide = `${'a,'.repeat(200_000)}trace_status\n`;
    expect((await readBytes('a.csv', wide)).findings.map(({ code }) => code)).not.toContain(
      'annotation-ignored',
    );
  });
});
