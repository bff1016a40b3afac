import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { KINDS } from '../../contract/registry.ts';
import { TraceError } from '../../errors.ts';
import type { Finding } from '../../findings/finding.ts';
import { foldText } from '../../fold.ts';
import { nearestSentence } from '../../nearest.ts';
import { say } from '../../say.ts';
import type { Cell, Row } from '../../sheets/cell.ts';
import { openSource } from '../../sheets/open.ts';
import type { SheetHandle } from '../../sheets/source.ts';

/** A file with the values of a filter. */
export interface ValuesFile {
  /** The path as typed; `-` for standard input. */
  readonly file: string;
  /** The filter of the list (interface 4.4). A column with this name has the values. */
  readonly parameter: string;
  /** The flag, for messages. */
  readonly flag: string;
  readonly column: string | undefined;
  readonly encoding: string | undefined;
}

/**
 * The non-empty values in a file: one per line, or the column that has the name of the filter.
 *
 * @throws TraceError `values-file` if the file is unreadable, has no values, or has several columns but none with the
 * name of the filter
 */
export async function valuesInFile(request: ValuesFile, context: Context): Promise<string[]> {
  const { file, flag, encoding } = request;
  const findings: Finding[] = [];
  const source = await openSource(
    file === '-' ? file : resolve(context.cwd, file),
    encoding === undefined ? {} : { encoding },
    {
      stdin: context.stdin as AsyncIterable<Uint8Array>,
      signal: context.signal,
      onFinding: (finding) => findings.push(finding),
    },
  );
  try {
    const values: string[] = [];
    for (const sheet of source?.sheets.filter(({ hidden }) => !hidden) ?? [])
      values.push(...(await valuesIn(sheet, request, (finding) => findings.push(finding))));
    const broken = findings.find(({ severity }) => severity === 'error');
    if (broken) throw usage(say().usage.valuesFile({ flag, file, why: broken.message }), broken.suggestion);
    if (values.length === 0) throw usage(say().usage.valuesNone({ flag, file }));
    return values;
  } finally {
    await source?.close();
  }
}

async function valuesIn(
  sheet: SheetHandle,
  request: ValuesFile,
  onFinding: (finding: Finding) => void,
): Promise<string[]> {
  const values: string[] = [];
  let at: number | undefined;
  for await (const rows of sheet.rows(onFinding)) {
    for (const row of rows) {
      if (at === undefined) {
        const found = columnOf(row, request);
        at = found.at;
        if (found.isHeader) continue;
      }
      values.push(...textsOf(row.cells[at] ?? null, request));
    }
  }
  return values;
}

/** Finds the column with the values from the first row, and whether that row is a header. */
function columnOf({ cells }: Row, { file, flag, parameter, column }: ValuesFile) {
  const headers = cells.map((cell) => plainText(cell));
  const names = column === undefined ? namesOf(parameter) : [column];
  const folded = new Set(names.map(foldText));
  const at = headers.findIndex((header) => folded.has(foldText(header)));
  if (at !== -1) return { at, isHeader: true };
  const filled = headers.flatMap((header, index) => (header === '' ? [] : [index]));
  if (column !== undefined) {
    throw usage(
      say().usage.valuesColumn({ flag, file, column, near: nearestSentence(column, headers) }),
      say().usage.valuesFirstRow({ headers: headers.join(', ').slice(0, 200) }),
    );
  }
  if (filled.length === 1) {
    const [only] = filled as [number];
    // Codes and ids contain digits, so a first value without digits is a header.
    return { at: only, isHeader: CODES.has(parameter) && !/\d/.test(headers[only]!) };
  }
  throw usage(
    say().usage.valuesColumns({ flag, file, name: parameter }),
    say().usage.valuesChoose({ headers: headers.join(', ').slice(0, 200) }),
  );
}

const CODES: ReadonlySet<string> = new Set(['gtins', 'brandProductId', 'supplierIds']);

/**
 * The headers that the column may have: the parameter, the column in our exports, and the headers of a brand product
 * sheet.
 */
function namesOf(parameter: string): string[] {
  const own = PATHS[parameter] ?? parameter;
  const field = KINDS.v3['brand-product'].fields.find(({ path }) => path.replace('[]', '') === own);
  return [parameter, parameter.replace(/s$/, ''), own, ...(field?.names ?? [])];
}

const PATHS: Readonly<Record<string, string>> = {
  brandProductId: 'id',
  brandProductUniqueIdentifier: 'uniqueIdentifier',
};

/** The values in a cell. A cell may contain several codes, as in our exports. */
function textsOf(cell: Cell, { file, flag, parameter }: ValuesFile): string[] {
  const text = plainText(cell);
  if (text === '') return [];
  if (parameter !== 'gtins') return [text];
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(text)) {
    throw usage(say().usage.valuesExponent({ flag, file, value: text }), say().usage.valuesExponentHow());
  }
  return text.split(/[\s;,|]+/).filter((code) => code !== '');
}

function plainText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell).trim();
  switch (cell.type) {
    case 'padded':
    case 'time':
      return cell.text;
    case 'date':
      return cell.iso;
    case 'percent':
      return String(cell.value);
    case 'error':
      return cell.code;
    case 'uncached':
      return '';
  }
}

const usage = (message: string, hint?: string): TraceError =>
  new TraceError('usage', 'values-file', message, hint);
