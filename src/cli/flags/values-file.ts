import { resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { KINDS } from '../../contract/registry.ts';
import { TraceError } from '../../errors.ts';
import type { Finding } from '../../findings/finding.ts';
import { nearestSentence } from '../../nearest.ts';
import type { Cell, Row } from '../../sheets/cell.ts';
import { openSource } from '../../sheets/open.ts';
import type { SheetHandle } from '../../sheets/source.ts';

/** A file that values of a filter come from. */
export interface ValuesFile {
  /** As typed; `-` is standard input. */
  readonly file: string;
  /** Of the list (interface 4.4), for the heads that its column may have. */
  readonly parameter: string;
  /** For messages. */
  readonly flag: string;
  readonly column: string | undefined;
  readonly encoding: string | undefined;
}

/**
 * The values of a file, blank ones left out: one a line, or those of the column that is called like the filter, whatever
 * the format.
 * @throws TraceError usage when the file cannot be read, has none, or has several columns of which none is called so.
 */
export async function valuesInFile(asked: ValuesFile, context: Context): Promise<string[]> {
  const { file, flag, encoding } = asked;
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
      values.push(...(await valuesIn(sheet, asked, (finding) => findings.push(finding))));
    const broken = findings.find(({ severity }) => severity === 'error');
    if (broken) throw usage(`${flag} ${file}: ${broken.message}`, broken.suggestion);
    if (values.length === 0) throw usage(`${flag} ${file}: there is no value in it.`);
    return values;
  } finally {
    await source?.close();
  }
}

async function valuesIn(
  sheet: SheetHandle,
  asked: ValuesFile,
  onFinding: (finding: Finding) => void,
): Promise<string[]> {
  const values: string[] = [];
  let at: number | undefined;
  for await (const rows of sheet.rows(onFinding)) {
    for (const row of rows) {
      if (at === undefined) {
        const found = columnOf(row, asked);
        at = found.at;
        if (found.isHead) continue;
      }
      values.push(...textsOf(row.cells[at] ?? null, asked));
    }
  }
  return values;
}

/** Which column is meant, by the first row, and whether that row is one of heads. */
function columnOf({ cells }: Row, { file, flag, parameter, column }: ValuesFile) {
  const heads = cells.map((cell) => plainText(cell));
  const names = column === undefined ? namesOf(parameter) : [column];
  const folded = new Set(names.map(fold));
  const at = heads.findIndex((head) => folded.has(fold(head)));
  if (at !== -1) return { at, isHead: true };
  const filled = heads.flatMap((head, place) => (head === '' ? [] : [place]));
  if (column !== undefined) {
    throw usage(
      `${flag} ${file}: no column is called "${column}".${nearestSentence(column, heads)}`,
      `Its first row: ${heads.join(', ').slice(0, 200)}.`,
    );
  }
  if (filled.length === 1) {
    const [only] = filled as [number];
    // Codes and ids hold digits; a word alone above them is their head.
    return { at: only, isHead: CODES.has(parameter) && !/\d/.test(heads[only]!) };
  }
  throw usage(
    `${flag} ${file}: it has several columns, and none is called ${parameter}.`,
    `Name one with --column: ${heads.join(', ').slice(0, 200)}.`,
  );
}

const CODES: ReadonlySet<string> = new Set(['gtins', 'brandProductId', 'supplierIds']);

/** What a list calls its values: by the parameter, as a table of ours does, and as a sheet of brand products may. */
function namesOf(parameter: string): string[] {
  const own = PATHS[parameter] ?? parameter;
  const field = KINDS.v3['brand-product'].fields.find(({ path }) => path.replace('[]', '') === own);
  return [parameter, parameter.replace(/s$/, ''), own, ...(field?.names ?? [])];
}

const PATHS: Readonly<Record<string, string>> = {
  brandProductId: 'id',
  brandProductUniqueIdentifier: 'uniqueIdentifier',
};

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** A cell may hold several codes, as the cells of our own exports do. */
function textsOf(cell: Cell, { file, flag, parameter }: ValuesFile): string[] {
  const text = plainText(cell);
  if (text === '') return [];
  if (parameter !== 'gtins') return [text];
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(text)) {
    throw usage(
      `${flag} ${file}: "${text}" was a code before a spreadsheet made a number of it.`,
      'Format the column as text, or export it anew.',
    );
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
