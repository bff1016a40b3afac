import { basename } from 'node:path';
import { hashFile, readBytes } from '../bytes.ts';
import { openedAs } from '../format.ts';
import type { Input, ReadContext } from '../input.ts';
import { inSpool, sheetsIn } from '../row-spool.ts';
import type { Limits, Source } from '../source.ts';
import { readTokens } from '../xlsx/read-xml.ts';
import { xmlText } from '../xlsx/xml-text.ts';
import { WorkbookXml } from './workbook-xml.ts';

/**
 * Opens a workbook in SpreadsheetML 2003, the XML that Excel and many systems write as .xml or .xls. Its rows go to a
 * private temporary file.
 *
 * @throws Damage if it is not well-formed or exceeds a limit.
 */
export async function openSpreadsheetMl(
  input: Input,
  limits: Limits,
  { temporaryFolder, signal }: ReadContext,
): Promise<Source> {
  const sha256 = await hashFile(input.handle);
  return inSpool<never>(input, limits, temporaryFolder, async (spool) => {
    const workbook = new WorkbookXml(input.file, limits, spool);
    const name = basename(input.file);
    const text = xmlText(readBytes(input.handle), name);
    await readTokens(text, name, (token, xml) => workbook.take(token, xml));
    const { date1904 } = workbook;
    return {
      format: 'xml' as const,
      description: openedAs('xml', date1904),
      sha256,
      ...(date1904 && { date1904: true as const }),
      sheets: sheetsIn(spool, signal),
    };
  });
}
