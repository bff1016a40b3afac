import { say } from '../../say.ts';
import { Damage } from '../damage.ts';
import type { Input, ReadContext } from '../input.ts';
import { readWorkbookIntoSpool } from '../row-spool.ts';
import type { Limits, Source } from '../source.ts';
import type { Archive } from '../xlsx/archive.ts';
import { readXml } from '../xlsx/read-xml.ts';
import { DataStyles } from './data-styles.ts';
import { OdsTables } from './tables.ts';

/** Number of first characters of the manifest in which a sign of encryption is searched for. */
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
  context: ReadContext,
): Promise<Source> {
  await rejectEncrypted(archive);
  return readWorkbookIntoSpool<never>(input, 'ods', limits, context, async (spool) => {
    const styles = new DataStyles();
    if (archive.has('styles.xml'))
      await readXml(archive, 'styles.xml', (token, xml) => styles.take(token, xml));
    const tables = new OdsTables(input.file, limits, spool, styles);
    await readXml(archive, 'content.xml', (token, xml) => {
      if (!tables.isInside) styles.take(token, xml);
      tables.take(token, xml);
    });
    return tables.date1904;
  });
}

async function rejectEncrypted(archive: Archive): Promise<void> {
  const manifest = 'META-INF/manifest.xml';
  if (!archive.has(manifest)) return;
  if (!/encryption-data/.test(await archive.start(manifest, MANIFEST_CHARACTERS))) return;
  throw new Damage(say().damaged.spreadsheetPassword(), say().instead.noPassword(), 'file-encrypted');
}
