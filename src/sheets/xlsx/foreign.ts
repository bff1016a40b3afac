import { type Refusal, SAVE } from '../refusal.ts';
import type { Archive } from './archive.ts';

/** What an archive is that holds no workbook trace reads, and what to do. */
export async function refusalOfArchive(archive: Archive): Promise<Refusal> {
  const [what, suggestion] = await nature(archive);
  return { code: 'file-format', message: `The file is ${what}, which trace does not read.`, suggestion };
}

async function nature(archive: Archive): Promise<readonly [what: string, suggestion: string]> {
  if (archive.has('xl/workbook.bin')) return ['a binary Excel workbook (.xlsb)', SAVE];
  const type = archive.has('mimetype') ? await archive.start('mimetype', 200) : '';
  if (type.includes('opendocument.spreadsheet')) return ['an OpenDocument spreadsheet (.ods)', SAVE];
  if (type.includes('opendocument'))
    return ['an OpenDocument file, but no spreadsheet', 'Name the workbook that contains the rows.'];
  if (archive.has('word/document.xml'))
    return ['a Word document', 'Name the workbook that contains the rows.'];
  if (archive.has('ppt/presentation.xml'))
    return ['a presentation', 'Name the workbook that contains the rows.'];
  if (archive.names.some((name) => name.endsWith('.iwa'))) return ['a Numbers or other Apple document', SAVE];
  const count = archive.names.length;
  return [
    `a zip archive of ${count} ${count === 1 ? 'file' : 'files'}`,
    'Unpack it and name the files inside.',
  ];
}
