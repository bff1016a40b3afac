import { CATALOGUE, type FindingCode } from '../findings/catalogue.ts';
import type { Finding, Origin } from '../findings/finding.ts';
import type { SheetMap } from './record.ts';

/** Where in a sheet something is: `line` and `column` may be missing. */
export type Place = { readonly [name in 'row' | 'line' | 'column']?: Origin[name] | undefined };

/** A finding about a sheet, or about a row or a cell of it. */
export function sheetFinding(
  { file, sheet, kind }: Pick<SheetMap, 'file' | 'sheet' | 'kind'>,
  { row, line, column }: Place,
  code: FindingCode,
  about: Pick<Finding, 'field' | 'value' | 'message' | 'suggestion'>,
): Finding {
  const origin = {
    ...{ file, sheet },
    ...(row !== undefined && { row }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
  return { code, severity: CATALOGUE[code].severity, origin, kind: kind.name, ...about };
}

/** Reports a problem with a header. Without an index, the problem concerns the whole header row. */
export type HeaderNote = (
  code: FindingCode,
  message: string,
  about: { index?: number; value?: string; field?: string; suggestion?: string },
) => void;
