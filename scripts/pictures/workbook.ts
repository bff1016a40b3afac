import { readFile } from 'node:fs/promises';
import { type CellObject, read } from 'xlsx';
import { text } from '../../src/page/html.ts';
import { writeWorkbook } from '../../src/sheets/workbook-writer.ts';
import { brokenWorkbook } from '../fixtures/broken.ts';
import { besideFile, onTerminal } from './commands.ts';
import { embedded, framed } from './frame.ts';

const ALT =
  'An annotated workbook: cells with errors are red, cells that trace reads in another way are blue, and the note of a cell says what to do.';
const SHEET = 'Suppliers';
/** The columns that are shown, with their widths in pixels. The others are hidden. */
const COLUMNS = { B: 84, C: 190, D: 196, H: 112, J: 130, K: 116, AC: 130 };
const ROWS = 15;
/** The cell whose note is open. */
const OPEN = 'K10';
const SIZE = { width: 1000, height: 450 };
/** Of the fixture, four sheets are checked and a column is ignored: the proposals of trace for all of them take ten seconds. */
const SHEETS = 4;
const CHECK = ['--annotate', 'copy.xlsx', '--ignore-columns', 'Cote interne'];

/** The note is below its cell, at the right. */
const RULES = `.book{position:relative;height:100%;font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;color:var(--ink)}
table{border-collapse:collapse;table-layout:fixed;width:100%}
th,td{height:25px;padding:0 6px;border:1px solid var(--line);text-align:left;font-weight:400;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
thead th,tbody th{background:var(--track);color:var(--soft);text-align:center}
.noted{background-image:linear-gradient(225deg,#c00 6px,transparent 6.5px);background-repeat:no-repeat;background-clip:padding-box}
.note{position:absolute;left:700px;top:282px;width:232px;padding:6px 8px;box-sizing:border-box;background:#fffbd6;border:1px solid #b9ad6a;color:#222;font-size:12.5px;line-height:1.4;white-space:pre-line;box-shadow:2px 3px 8px #0004}
.tabs{display:flex;margin:0;padding:6px 8px;gap:4px}.tabs span{padding:2px 12px;border:1px solid var(--line);border-radius:3px;color:var(--soft)}.tabs .open{color:var(--ink);background:var(--track);font-weight:600}`;

/** A cell of the picture, as its workbook has it. */
function shown(cell: CellObject | undefined): string {
  const color: string | undefined = cell?.s?.fgColor?.rgb;
  const isDark = color !== undefined && Number.parseInt(color.slice(2, 4), 16) < 128;
  const style = color && ` style="background-color:#${color};color:${isDark ? '#fff' : '#222'}"`;
  const words = cell === undefined || cell.t === 'z' ? '' : text(cell.w ?? String(cell.v));
  return `<td${cell?.c ? ' class="noted"' : ''}${style ?? ''}>${words}</td>`;
}

/** `docs/pictures/workbook.svg`: a part of the annotated copy of four sheets of the broken workbook. */
export async function workbookPicture(): Promise<string> {
  const { workbook } = brokenWorkbook();
  const input = await writeWorkbook({ ...workbook, sheets: workbook.sheets.slice(0, SHEETS) });
  const book = await besideFile('maison-aurore.xlsx', input, async () => {
    await onTerminal(['check', 'maison-aurore.xlsx', ...CHECK]);
    return read(await readFile('copy.xlsx'), { cellStyles: true });
  });
  const sheet = book.Sheets[SHEET]!;
  const columns = Object.keys(COLUMNS);
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const cells = columns.map((column) => shown(sheet[`${column}${at + 1}`]));
    return `<tr><th>${at + 1}</th>${cells.join('')}</tr>`;
  });
  const widths = [40, ...Object.values(COLUMNS)].map((width) => `<col style="width:${width}px">`);
  const note = (sheet[OPEN] as CellObject).c!.map(({ t }) => t).join('\n');
  const tabs = book.SheetNames.map(
    (name) => `<span${name === SHEET ? ' class="open"' : ''}>${text(name)}</span>`,
  );
  const html = `<div xmlns="http://www.w3.org/1999/xhtml" class="book"><table><colgroup>${widths.join('')}</colgroup>
<thead><tr><th></th>${columns.map((column) => `<th>${column}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
<div class="note">${text(note)}</div>
<p class="tabs">${tabs.join('')}</p></div>`;
  return framed(SIZE, ALT, RULES, embedded(SIZE, html));
}
