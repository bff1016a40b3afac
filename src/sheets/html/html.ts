import { Parser } from 'htmlparser2';
import { numberText, say } from '../../say.ts';
import { readBytes } from '../bytes.ts';
import { columnLetters } from '../cell.ts';
import { encodingFinding } from '../csv.ts';
import { Damage, finding } from '../damage.ts';
import { decode, scanText } from '../encoding.ts';
import { type Input, nameOfSheet, type ReadContext } from '../input.ts';
import { type Refusal, refusalOf } from '../refusal.ts';
import { readIntoSpool } from '../row-spool.ts';
import type { Limits, Source, SourceOptions } from '../source.ts';
import { HtmlTables } from './tables.ts';

/** Maximum number of characters between two events of the parser: a longer tag or comment is an error. */
const MAX_BETWEEN_EVENTS = 32 * 1024 ** 2;

/** Number of first bytes that may declare the encoding. */
const DECLARATION_BYTES = 4096;

/**
 * Opens a web page: each table with cells is a sheet. Many systems export such pages as .xls. The rows go to a private
 * temporary file.
 *
 * @throws Damage if the page ends inside a table or exceeds a limit.
 */
export async function openHtml(
  input: Input,
  head: Buffer,
  options: SourceOptions,
  limits: Limits,
  { temporaryFolder, signal, onFinding }: ReadContext,
): Promise<Source | Refusal> {
  const declared = declaredEncoding(head);
  const { encoding, sha256, otherEncoding } = await scanText(input.handle, head, options.encoding, declared);
  return readIntoSpool<Refusal>(input, limits, temporaryFolder, async (spool) => {
    const tables = new HtmlTables(input.file, limits, spool);
    const parser = new Parser(tables, { decodeEntities: true });
    let events = 0;
    let silence = 0;
    for await (const text of decode(readBytes(input.handle, encoding.bom), encoding.name)) {
      parser.write(text);
      silence = tables.events === events ? silence + text.length : 0;
      events = tables.events;
      if (silence > MAX_BETWEEN_EVENTS) throw new Damage(say().damaged.pageTag());
    }
    if (tables.isOpen) throw new Damage(say().damaged.pageInTable(), say().instead.exportAgain());
    parser.end();
    const filled = spool.all.filter(({ ranges }) => ranges.length > 0);
    if (filled.length === 0) return refusalOf('html');
    if (filled.length === 1) filled[0]!.name = nameOfSheet(input);
    if (otherEncoding !== undefined) onFinding(encodingFinding(input.file, encoding, otherEncoding));
    if (tables.formula !== undefined) {
      const { sheet, row, column, text } = tables.formula;
      const origin = { file: input.file, sheet: sheet.name, row, column: columnLetters(column) };
      onFinding(finding('text-formula', origin, say().sheets.formula(), { value: text }));
    }
    const count = { count: filled.length, number: numberText(filled.length) };
    return {
      format: 'html' as const,
      description: say().opened.html({ ...count, encoding: encoding.label }),
      sha256,
      sheets: spool.handles(signal, filled),
    };
  });
}

/** The encoding in a `meta` element or an XML declaration. */
function declaredEncoding(head: Buffer): string | undefined {
  const text = head.subarray(0, DECLARATION_BYTES).toString('latin1');
  return /<(?:meta|\?xml)\b[^>]{0,300}?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{2,40})/i.exec(text)?.[1];
}
