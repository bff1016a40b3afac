import type { Command } from 'commander';
import { flagError } from '../../errors.ts';
import { RESOURCES } from '../../read/export/resources.ts';
import { say } from '../../say.ts';
import { VERSION } from '../../version.ts';
import type { Session } from '../command.ts';
import { type ExportOptions, startExport } from '../flags/export.ts';
import { FILTER_FLAGS, LANG_FLAG, LIST_FLAGS } from '../flags/filters.ts';
import { flags, shared, subcommand } from '../flags/help.ts';
import { READ_FLAGS } from '../flags/input-flags.ts';
import type { PageOf } from '../read/exporting.ts';

/** Adds `studies report`: an export of studies as one page instead of tables. */
export function defineReport(studies: Command, session: Session): void {
  const { context } = session;
  const report = subcommand(studies, 'studies report', ['[ids...]', say().helpArguments.studiesOfReport()]);
  flags(report, [
    ...READ_FLAGS,
    ...FILTER_FLAGS,
    ...LIST_FLAGS,
    LANG_FLAG,
    ['--out <file>', 'pageOut', { variable: false }],
    ['--title <text>', 'title'],
    shared('force', 'forcePage'),
    shared('fresh'),
    shared('resume'),
  ]);
  report.action(async (ids: string[], options: ExportOptions) => {
    if (options.out === '-') {
      throw flagError(say().reading.pageIsFile());
    }
    const pageOf: PageOf = (languages, { title = say().page.title() }) =>
      async function* (records) {
        const { studyPageParts } = await import('../../read/page/page.ts');
        yield* studyPageParts(records, { title, languages, generatedAt: context.now(), version: VERSION });
      };
    await startExport(RESOURCES.studies, ids, options, session, pageOf);
  });
}
