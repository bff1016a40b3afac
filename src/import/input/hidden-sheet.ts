import { flag } from '../../advice.ts';
import type { InterfaceName } from '../../contract/kind.ts';
import type { Finding } from '../../findings/finding.ts';
import type { Row } from '../../sheets/cell.ts';
import type { SheetHandle, Source } from '../../sheets/source.ts';
import { interfaceOf, recogniseSheet } from '../records/recognise.ts';
import { isSelected, type ReadContext, untilInterrupted } from './read-context.ts';
import { FIRST_CELLS, FIRST_ROWS, sheetToRecognise } from './read-sheet.ts';
import { contractIn } from './settings.ts';

/**
 * Returns a finding on a hidden sheet that `--sheet` does not name: an error if its rows look like records, else a notice.
 * `rows` is the number of those rows.
 */
export async function hiddenSheet(
  context: ReadContext,
  source: Source,
  sheet: SheetHandle,
  interfaceName: InterfaceName,
): Promise<{ readonly finding: Finding; readonly rows: number }> {
  const { settings } = context;
  const { file } = source;
  const first: Row[] = [];
  let cells = 0;
  let rows = 0;
  for await (const batch of untilInterrupted(
    context,
    sheet.rows(() => {}),
  )) {
    for (const row of batch) {
      rows++;
      cells += row.cells.length;
      if (first.length < FIRST_ROWS && cells <= FIRST_CELLS) first.push(row);
    }
  }
  const origin = { file, sheet: sheet.name };
  const name = settings.interfaceBySheets
    ? (interfaceOf(first, contractIn(settings)) ?? interfaceName)
    : interfaceName;
  const { map } = recogniseSheet({ ...sheetToRecognise(context, source, sheet, first, name), options: {} });
  const above = map === null ? 0 : first.filter(({ row }) => row <= map.headerRow).length;
  if (map === null || rows === above || !isSelected(settings, map.kind))
    return {
      finding: {
        code: 'sheet-hidden',
        severity: 'notice',
        origin,
        message: `the sheet ${sheet.name} is hidden and not read`,
      },
      rows: 0,
    };
  const count = rows - above;
  const finding: Finding = {
    code: 'sheet-hidden-rows',
    severity: 'error',
    origin,
    message: `the sheet ${sheet.name} is hidden, and ${count} ${count === 1 ? 'row of it looks' : 'rows of it look'} like ${map.kind.plural}: a hidden sheet is not sent unless --sheet selects it`,
    suggestion: `to send it: ${flag('--sheet', `${sheet.name}=${map.kind.name}`)}; to skip it: ${flag('--sheet', `${sheet.name}=skip`)}`,
  };
  return { finding, rows: count };
}
