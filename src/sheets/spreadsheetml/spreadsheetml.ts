import { basename } from 'node:path';
import { readBytes } from '../bytes.ts';
import type { Input, ReadContext } from '../input.ts';
import { readWorkbookIntoSpool } from '../row-spool.ts';
import type { Limits, Source } from '../source.ts';
import { readTokens } from '../xlsx/read-xml.ts';
import { xmlChunks } from '../xlsx/xml-text.ts';
import { WorkbookXml } from './workbook-xml.ts';

/**
 * Opens a workbook in SpreadsheetML 2003, the XML that Excel and many systems write as .xml or .xls. Its rows go to a
 * private temporary file.
 *
 * @throws Damage if it is not well-formed or exceeds a limit.
 */
export function openSpreadsheetMl(input: Input, limits: Limits, context: ReadContext): Promise<Source> {
  return readWorkbookIntoSpool<never>(input, 'xml', limits, context, async (spool) => {
    const workbook = new WorkbookXml(input.file, limits, spool);
    const name = basename(input.file);
    await readTokens(xmlChunks(readBytes(input.handle), name), name, (token, xml) =>
      workbook.take(token, xml),
    );
    return workbook.date1904;
  });
}
