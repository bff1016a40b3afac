import type { Finding } from '../../findings/finding.ts';
import { numberText, say } from '../../say.ts';
import { hashFile } from '../bytes.ts';
import type { Row } from '../cell.ts';
import { Damage, finding, noSheets } from '../damage.ts';
import { describeFormat } from '../format.ts';
import type { Input } from '../input.ts';
import { limitError } from '../limits.ts';
import type { Limits, SheetHandle, Source } from '../source.ts';
import type { Archive } from './archive.ts';
import { readXml } from './read-xml.ts';
import { type Relation, relationsOf, workbookPartOf } from './relations.ts';
import { sharedStringsOf } from './strings.ts';
import { stylesOf } from './styles.ts';
import { type Book, Worksheet } from './worksheet.ts';
import { OPEN } from './xml.ts';

/** Maximum length of a sheet name; spreadsheets allow 31. */
const NAME_CHARACTERS = 255;

/** Kinds of sheets without cells. */
const NO_CELLS = ['chartsheet', 'dialogsheet', 'xlMacrosheet', 'xlIntlMacrosheet'];

/**
 * Opens a workbook (.xlsx, .xlsm): its sheet list, styles and shared texts. Sheets are read on demand. Undefined if the
 * archive contains something else.
 *
 * @throws Damage if the archive or one of these parts is damaged, protected or exceeds a limit.
 */
export async function openWorkbook(
  input: Input,
  archive: Archive,
  limits: Limits,
  onFinding: (finding: Finding) => void,
): Promise<Source | undefined> {
  const part = await workbookPartOf(archive);
  if (part === undefined || !/\.xml$/i.test(part)) return undefined;
  const list = await sheetList(archive, part, limits);
  if (list === undefined) return undefined;
  const relations = await relationsOf(archive, part);
  const targets = new Map(relations.map((relation) => [relation.id, relation]));
  const [linked, unlinked] = [true, false].map((isLinked) =>
    list.sheets.filter((sheet) => (sheet.relation !== '') === isLinked),
  );
  const sheets = linked!.flatMap((sheet) => worksheetOf(archive, sheet, targets.get(sheet.relation)));
  if (sheets.length === 0) throw noSheets();
  rejectShared(sheets);
  for (const { name } of unlinked!) {
    const message = say().damaged.sheetWithoutCells({ sheet: name });
    onFinding(finding('sheet-skipped', { file: input.file, sheet: name }, message));
  }
  const partOf = (kind: string) => relations.find((relation) => relation.kind === kind)?.target;
  const book: Book = {
    strings: await sharedStringsOf(archive, partOf('sharedStrings'), limits),
    styles: await stylesOf(archive, partOf('styles')),
    date1904: list.date1904,
    limits,
  };
  return {
    file: input.file,
    format: 'xlsx',
    description: describeFormat('xlsx', list.date1904),
    sha256: await hashFile(input.handle),
    ...(list.date1904 && { date1904: true as const }),
    sheets: sheets.map((sheet) => handleOf(input.file, archive, book, sheet)),
    close: () => input.close(),
  };
}

interface ListedSheet {
  readonly name: string;
  readonly hidden: boolean;
  /** Id of the relation to the part of the sheet; empty if there is none. */
  readonly relation: string;
}

interface WorksheetPart extends ListedSheet {
  readonly part: string;
}

/** Reads the list of sheets; undefined if the part is not a workbook, such as a text document. */
async function sheetList(
  archive: Archive,
  part: string,
  limits: Limits,
): Promise<{ sheets: ListedSheet[]; date1904: boolean } | undefined> {
  const sheets: ListedSheet[] = [];
  let date1904 = false;
  let foreign = false;
  await readXml(archive, part, (token, xml) => {
    if (token !== OPEN) return;
    if (xml.depth === 1) foreign = xml.name !== 'workbook';
    if (xml.depth === 2 && xml.name === 'workbookPr')
      date1904 = /^(1|true|on)$/.test(xml.attributes.get('date1904') ?? '');
    if (xml.depth !== 3 || xml.name !== 'sheet') return;
    const name = xml.attributes.get('name') ?? '';
    if (name.length > NAME_CHARACTERS)
      throw new Damage(say().damaged.longName({ number: numberText(name.length) }));
    if (sheets.length >= limits.sheets) throw limitError(limits, 'sheets', say().limits.sheets);
    const hidden = /hidden$/i.test(xml.attributes.get('state') ?? '');
    sheets.push({ name, hidden, relation: xml.attributes.getLocal('id') ?? '' });
  });
  return foreign ? undefined : { sheets, date1904 };
}

/** Rejects sheets that share a part: otherwise one part could be read as any number of sheets. */
function rejectShared(sheets: readonly WorksheetPart[]): void {
  const names = new Map<string, string>();
  for (const { name, part } of sheets) {
    const other = names.get(part.toLowerCase());
    if (other !== undefined) throw new Damage(say().damaged.samePart({ sheet: other, other: name, part }));
    names.set(part.toLowerCase(), name);
  }
}

function worksheetOf(archive: Archive, sheet: ListedSheet, relation: Relation | undefined): WorksheetPart[] {
  if (relation !== undefined && NO_CELLS.includes(relation.kind)) return [];
  if (relation === undefined || !archive.has(relation.target)) {
    throw new Damage(say().damaged.sheetMissing({ sheet: sheet.name }));
  }
  return [{ ...sheet, part: relation.target }];
}

function handleOf(
  file: string,
  archive: Archive,
  book: Book,
  { name, hidden, part }: WorksheetPart,
): SheetHandle {
  async function* rows(onFinding: (finding: Finding) => void): AsyncGenerator<readonly Row[]> {
    const sheet = new Worksheet(book, part, file, name, onFinding);
    try {
      for await (const chunk of archive.chunks(part, () => sheet.rowsSeen)) {
        sheet.push(chunk);
        while (sheet.read()) yield sheet.take();
      }
      sheet.finish();
      while (sheet.read()) yield sheet.take();
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      const batch = sheet.take();
      if (batch.length > 0) yield batch;
      const message = say().damaged.restNotRead({ sentence: error.message });
      onFinding(finding(error.code, sheet.place, message, error));
      return;
    }
    const rest = sheet.take();
    if (rest.length > 0) yield rest;
  }
  return { name, hidden, rows };
}
