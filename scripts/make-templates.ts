import { pathToFileURL } from 'node:url';
import { kindsOf } from '../src/contract/registry.ts';
import { templateWorkbook } from '../src/contract/template/template.ts';
import { writeWorkbook } from '../src/sheets/workbook-writer.ts';
import { type Made, writeOrCheck } from './committed.ts';

/** The templates that the repository contains: for each interface, one with all kinds, and one for each kind. */
export async function madeTemplates(): Promise<Made> {
  const made = new Map<string, Uint8Array>();
  const kinds = kindsOf('v2');
  made.set('templates/v2-all.xlsx', await writeWorkbook(templateWorkbook('v2', kinds)));
  for (const kind of kinds) {
    made.set(`templates/v2-${kind.plural}.xlsx`, await writeWorkbook(templateWorkbook('v2', [kind])));
  }
  return made;
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  process.exitCode = writeOrCheck(await madeTemplates(), 'node scripts/make-templates.ts');
}
