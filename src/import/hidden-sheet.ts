import { flag } from '../advice.ts';
import type { InterfaceName } from '../contract/kind.ts';
import type { Finding } from '../findings/finding.ts';
import type { Row } from '../sheets/cell.ts';
import type { SheetHandle, Source } from '../sheets/source.ts';
import { contractIn } from './input.ts';
import { HEAD_CELLS, HEAD_ROWS, untilInterrupted } from './read-sheet.ts';
import { isWanted, type Reading } from './reading.ts';
import { interfaceOf, recogniseSheet } from './records/recognise.ts';

/**
 * The finding on a hidden sheet that nobody chose: an error when its rows look like records, a notice for lists and notes.
 * `rows` are those that look so.
 */
export async function hiddenSheet(
  reading: Reading,
  source: Source,
  sheet: SheetHandle,
  interfaceName: InterfaceName,
): Promise<{ readonly finding: Finding; readonly rows: number }> {
  const { settings } = reading;
  const { file } = source;
  const contract = contractIn(settings);
  const firstRows: Row[] = [];
  let cells = 0;
  let rows = 0;
  for await (const batch of untilInterrupted(
    reading,
    sheet.rows(() => {}),
  )) {
    for (const row of batch) {
      rows++;
      cells += row.cells.length;
      if (firstRows.length < HEAD_ROWS && cells <= HEAD_CELLS) firstRows.push(row);
    }
  }
  const origin = { file, sheet: sheet.name };
  const name = settings.interfaceBySheets
    ? (interfaceOf(firstRows, contract) ?? interfaceName)
    : interfaceName;
  const { map } = recogniseSheet({
    interfaceName: name,
    kinds: contract[name],
    others: contract[name === 'v2' ? 'v3' : 'v2'],
    file,
    sheet: sheet.name,
    firstRows,
    options: {},
  });
  const first = map === null ? 0 : firstRows.filter(({ row }) => row <= map.headerRow).length;
  if (map === null || rows === first || !isWanted(settings, map.kind))
    return {
      finding: {
        code: 'sheet-hidden',
        severity: 'notice',
        origin,
        message: `the sheet ${sheet.name} is hidden and not read`,
      },
      rows: 0,
    };
  const count = rows - first;
  const finding: Finding = {
    code: 'sheet-hidden-rows',
    severity: 'error',
    origin,
    message: `the sheet ${sheet.name} is hidden, and ${count} ${count === 1 ? 'row of it looks' : 'rows of it look'} like ${map.kind.plural}: a hidden sheet is not sent unless it is chosen`,
    suggestion: `to send it: ${flag('--sheet', `${sheet.name}=${map.kind.name}`)}; to leave it out: ${flag('--sheet', `${sheet.name}=skip`)}`,
  };
  return { finding, rows: count };
}
