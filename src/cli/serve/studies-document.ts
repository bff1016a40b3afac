import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import type { Served } from '../../page/document.ts';
import { RESOURCES } from '../../read/export/resources.ts';
import { studyPageParts } from '../../read/page/page.ts';
import { say } from '../../say.ts';
import { VERSION } from '../../version.ts';
import type { EnvironmentOptions } from '../flags/input-flags.ts';
import { exportRecords } from '../read/exporting.ts';
import { temporaryFolder } from '../run/temporary-folder.ts';

/** What selects studies, as the flags of `trace studies report` with these names. */
const FILTERS = ['batch', 'collection', 'run'];

/**
 * The page that `trace studies report` writes, with the studies that the query selects.
 *
 * @throws TraceError as `exportRecords`
 */
export async function studiesDocument(
  query: URLSearchParams,
  options: EnvironmentOptions,
  served: Served,
  context: Context,
): Promise<Uint8Array> {
  const filters = Object.fromEntries(
    [...query].filter(([name, value]) => FILTERS.includes(name) && value !== ''),
  );
  const made = { title: say().page.title(), generatedAt: context.now(), version: VERSION, served };
  await using folder = await temporaryFolder('serve');
  const out = join(folder.path, 'studies.html');
  await exportRecords(RESOURCES.studies, [], { ...options, ...filters, out }, context, {
    watch: () => {},
    page: (languages) => (records) => studyPageParts(records, { ...made, languages }),
  });
  return readFile(out);
}
