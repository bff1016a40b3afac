import { say } from '../../say.ts';
import { hashFile } from '../bytes.ts';
import { Damage } from '../damage.ts';
import { openedAs } from '../format.ts';
import type { Input, ReadContext } from '../input.ts';
import { inSpool, sheetsIn } from '../row-spool.ts';
import type { Limits, Source } from '../source.ts';
import type { Archive } from '../xlsx/archive.ts';
import { readXml } from '../xlsx/read-xml.ts';
import { DataStyles } from './data-styles.ts';
import { Tables } from './tables.ts';

/** Characters of the manifest that are searched for a sign of encryption. */
const MANIFEST_CHARACTERS = 1_000_000;

/**
 * Opens an OpenDocument spreadsheet (.ods). Its rows go to a private temporary file.
 *
 * @throws Damage if it is damaged, protected or exceeds a limit.
 */
export async function openOds(
  input: Input,
  archive: Archive,
  limits: Limits,
  { temporaryFolder, signal }: ReadContext,
): Promise<Source> {
  await rejectEncrypted(archive);
  const sha256 = await hashFile(input.handle);
  return inSpool<never>(input, limits, temporaryFolder, async (spool) => {
    const styles = new DataStyles();
    if (archive.has('styles.xml'))
      await readXml(archive, 'styles.xml', (token, xml) => styles.take(token, xml));
    const tables = new Tables(input.file, limits, spool, styles);
    await readXml(archive, 'content.xml', (token, xml) => {
      if (!tables.isInside) styles.take(token, xml);
      tables.take(token, xml);
    });
    const { date1904 } = tables;
    return {
      format: 'ods' as const,
      description: openedAs('ods', date1904),
      sha256,
      ...(date1904 && { date1904: true as const }),
      sheets: sheetsIn(spool, signal),
    };
  });
}

async function rejectEncrypted(archive: Archive): Promise<void> {
  const manifest = 'META-INF/manifest.xml';
  if (!archive.has(manifest)) return;
  if (!/encryption-data/.test(await archive.start(manifest, MANIFEST_CHARACTERS))) return;
  throw new Damage(say().damaged.spreadsheetPassword(), say().instead.noPassword(), 'file-encrypted');
}
