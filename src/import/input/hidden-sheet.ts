import { flag } from '../../advice.ts';
import type { Finding } from '../../findings/finding.ts';
import type { BoundEntry } from '../../map/map-file/bind.ts';
import { interfaceOf, recogniseSheet } from '../../records/recognise.ts';
import type { SheetMap } from '../../records/record.ts';
import { kindText, numberText, say } from '../../say.ts';
import type { Row } from '../../sheets/cell.ts';
import type { SheetHandle, Source } from '../../sheets/source.ts';
import { isSelected, type ReadContext, untilInterrupted } from './read-context.ts';
import { joinFirstRows, sheetToRecognise } from './recognise-first.ts';
import { contractIn } from './settings.ts';

/**
 * Returns a finding on a hidden sheet that neither `--sheet` nor the map file names: an error if its rows look like records, else a notice.
 * `rows` is the number of those rows.
 */
export async function hiddenSheet(
  context: ReadContext,
  source: Source,
  sheet: SheetHandle,
  mapping?: BoundEntry | null,
): Promise<{ readonly finding: Finding; readonly rows: number }> {
  const { settings } = context;
  const { file } = source;
  let first: readonly Row[] = [];
  let rows = 0;
  for await (const batch of joinFirstRows(
    untilInterrupted(
      context,
      sheet.rows(() => {}),
    ),
  )) {
    if (rows === 0) first = batch;
    rows += batch.length;
  }
  const origin = { file, sheet: sheet.name };
  const own = settings.interfaceBySheets ? interfaceOf(first, contractIn(settings)) : undefined;
  const input = sheetToRecognise({ ...settings, ...(own && { interface: own }) }, source, sheet, first);
  const map = recogniseSheet({ ...input, options: {} }).map ?? mappedSheet(input, mapping);
  const above = map === null ? 0 : first.filter(({ row }) => row <= map.headerRow).length;
  if (map === null || rows === above || !isSelected(settings, map.kind))
    return {
      finding: {
        code: 'sheet-hidden',
        severity: 'notice',
        origin,
        message: say().input.sheetHidden({ sheet: sheet.name }),
      },
      rows: 0,
    };
  const count = rows - above;
  const finding: Finding = {
    code: 'sheet-hidden-rows',
    severity: 'error',
    origin,
    message: say().input.sheetHiddenRows({
      sheet: sheet.name,
      count,
      number: numberText(count),
      kinds: kindText(map.kind.name, 2),
    }),
    suggestion: say().input.sheetHiddenAdvice({
      send: flag('--sheet', `${sheet.name}=${map.kind.name}`),
      skip: flag('--sheet', `${sheet.name}=skip`),
    }),
  };
  return { finding, rows: count };
}

/** The sheet as an entry of the map file reads it, if it has the column of the key. */
function mappedSheet(
  input: ReturnType<typeof sheetToRecognise>,
  mapping: BoundEntry | null | undefined,
): SheetMap | null {
  if (!mapping) return null;
  const { map } = recogniseSheet({ ...input, asKind: mapping.kind, options: { mapping } });
  return map?.columns.some(({ path }) => path === map.kind.key[0]) ? map : null;
}
