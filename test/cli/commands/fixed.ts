import path from 'node:path';
import { cellText } from '../../../src/recognise/text.ts';
import { columnLetters } from '../../../src/sheets/cell.ts';
import { DEFAULT_LIMITS } from '../../../src/sheets/limits.ts';
import { openSource } from '../../../src/sheets/open.ts';

/** The texts of the cells of a file by their address, such as `Suppliers!K8`, as its reader shows them. */
export async function cellsOf(file: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const source = await openSource(
    file,
    { limits: DEFAULT_LIMITS },
    { stdin: process.stdin, onFinding: () => {} },
  );
  try {
    for (const sheet of source!.sheets)
      for await (const batch of sheet.rows(() => {}))
        for (const { row, cells } of batch)
          for (const [at, cell] of cells.entries())
            if (cell !== null) texts.set(`${sheet.name}!${columnLetters(at)}${row}`, cellText(cell));
  } finally {
    await source?.close();
  }
  return texts;
}

/** The repairs that were listed: the file, the address of the cell, and the value that is printed. */
export const listed = (stdout: string) =>
  [...stdout.split('Left as they are:')[0]!.matchAll(/^(.+?) › (?:(.+)!)?([A-Z]+\d+): .* → (.*)$/gm)].map(
    ([, file, sheet = path.parse(file!).name, cell, value]) => ({
      file: file!,
      cell: `${sheet}!${cell}`,
      value: value!.replace(/ \([^()]*\)$/, '').replace(/^"(.*)"$/, '$1'),
    }),
  );
