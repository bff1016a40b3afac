import { readHead } from '../bytes.ts';
import { Damage } from '../damage.ts';
import { formatOf } from '../format.ts';
import type { Input } from '../input.ts';
import type { Limits } from '../source.ts';
import { Archive } from '../xlsx/archive.ts';
import { workbookPartOf } from '../xlsx/relations.ts';
import { rawPart } from './parts.ts';
import { attribute, tagsOf } from './tags.ts';

/** How the content type of the workbook part ends, and the extension of a file with that type. */
const EXTENSIONS = [
  ['ms-excel.sheet.macroEnabled.main+xml', '.xlsm'],
  ['ms-excel.template.macroEnabled.main+xml', '.xltm'],
  ['spreadsheetml.template.main+xml', '.xltx'],
] as const;

/** Whether the input is an .xlsx or .xlsm: a copy of it can keep formats and formulas. False for one in an archive. */
export async function isWorkbook(input: Input, limits: Limits): Promise<boolean> {
  return (await mainPart(input, limits)) !== null;
}

/** The extension that a copy of the input must have: programs refuse a workbook with macros that is named `.xlsx`. */
export async function extensionOfCopy(input: Input, limits: Limits): Promise<string> {
  const main = await mainPart(input, limits);
  if (main === null) return '.xlsx';
  for (const { name, text } of tagsOf(await rawPart(main.archive, '[Content_Types].xml'))) {
    if (name !== 'Override' || attribute(text, 'PartName')?.replace(/^\/+/, '').toLowerCase() !== main.part)
      continue;
    const type = attribute(text, 'ContentType') ?? '';
    return EXTENSIONS.find(([end]) => type.endsWith(end))?.[1] ?? '.xlsx';
  }
  return '.xlsx';
}

async function mainPart(input: Input, limits: Limits): Promise<{ archive: Archive; part: string } | null> {
  if (formatOf(await readHead(input.handle)) !== 'zip') return null;
  try {
    const archive = await Archive.open(input, limits);
    const part = (await workbookPartOf(archive))?.toLowerCase();
    return part?.endsWith('.xml') && archive.has('[Content_Types].xml') ? { archive, part } : null;
  } catch (error) {
    if (error instanceof Damage) return null;
    throw error;
  }
}
