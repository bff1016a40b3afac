import { tmpdir } from 'node:os';
import { hashFile } from '../bytes.ts';
import { Damage } from '../damage.ts';
import type { Input, ReadContext } from '../input.ts';
import { RowSpool } from '../row-spool.ts';
import type { Limits, Source } from '../source.ts';
import { readXmlFile } from '../xml-input.ts';
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
  { temporaryFolder = tmpdir(), signal }: ReadContext,
): Promise<Source> {
  const sha256 = await hashFile(input.handle);
  const spool = await RowSpool.open(temporaryFolder, limits);
  try {
    const workbook = new WorkbookXml(input.file, limits, spool);
    await readXmlFile(input, (token, xml) => workbook.take(token, xml));
    const sheets = spool.handles(signal);
    if (sheets.length === 0) {
      const message = 'The workbook has no sheet with cells.';
      throw new Damage(message, 'Use the workbook that contains the rows.', 'file-empty');
    }
    const { date1904 } = workbook;
    return {
      file: input.file,
      format: 'xml',
      description: `XML workbook${date1904 ? ', dates from 1904' : ''}`,
      sha256,
      ...(date1904 && { date1904: true as const }),
      sheets,
      close: async () => {
        await spool.close();
        await input.close();
      },
    };
  } catch (error) {
    await spool.close();
    throw error;
  }
}
