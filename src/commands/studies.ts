import type { Command } from 'commander';
import { command as advised } from '../advice.ts';
import { colorLevel, write } from '../context.ts';
import { TraceError } from '../errors.ts';
import { studiesOf } from '../export/product-lists.ts';
import { tripleOf } from '../export/question.ts';
import type { StudyExtract } from '../export/study-extract.ts';
import { jsonText } from '../report/terminal-text.ts';
import { GRAINS } from '../results/grain.ts';
import type { Session } from './command.ts';
import { type ExportOptions, exportFlags, startExport } from './export-flags.ts';
import {
  FILTER_FLAGS,
  type FilterOptions,
  LANG_FLAG,
  LIST_FLAGS,
  languagesIn,
  questionOf,
} from './filters.ts';
import { flags, helpTail } from './help.ts';
import { type Listing, printList, theOne } from './listing.ts';
import { environmentOf, type ReadOptions, readFlags, reading, screenOf } from './reads.ts';
import { shared } from './shared-flags.ts';
import { defineReport } from './studies-report.ts';

interface StudyOptions extends ReadOptions, FilterOptions {
  readonly json?: boolean;
}

const LISTING: Listing<StudyExtract> = {
  heads: ['study', 'collection', 'product reference', 'colour', 'state', 'product'],
  row: ({ id, collection, productRef, colorCode, state, productName }) => [
    id,
    collection,
    productRef,
    colorCode,
    state,
    productName,
  ],
  line: (extract) => ({ type: 'study', ...extract }),
  none: 'The service has no study that fits.',
  next: ['products', 'list'],
};

const TRIPLE_FLAGS = FILTER_FLAGS.slice(0, 3);

export function define(command: Command, session: Session): void {
  const { context } = session;

  const list = command
    .command('list')
    .description('studies of the products in the service, with their state');
  readFlags(list);
  flags(list, [...FILTER_FLAGS, ...LIST_FLAGS, shared('json', ', one object per line, also on a terminal')]);
  helpTail(list, [
    'trace studies list --env sandbox',
    'trace studies list --collection SS27 --state PUBLISHED',
    'trace studies list --batch 2026-11-21 --json',
  ]);
  list.action(async (options: StudyOptions) => {
    const question = questionOf('studies', [], options, await environmentOf(options, context), context);
    await reading(options, session, (open) =>
      printList(studiesOf(open.reads, question), LISTING, options.json === true, session, open),
    );
  });

  const show = command
    .command('show')
    .description('one study: its chain, impacts, grades and claims')
    .argument('[id]', 'id of the study; or use --collection, --product-ref and --color');
  readFlags(show);
  flags(show, [...TRIPLE_FLAGS, LANG_FLAG, shared('json', ', also on a terminal')]);
  helpTail(show, [
    'trace studies show 4f1c2a9e-8f0b-4a43-9d5e-0c6a1f2b3c4d',
    'trace studies show --collection SS27 --product-ref ROB-2041 --color ECRU-012 --lang fr',
  ]);
  show.action((id: string | undefined, options: StudyOptions) =>
    reading(options, session, async ({ reads, place }) => {
      const languages = languagesIn(options.lang);
      const { collection, productRef, color } = options;
      const triple = tripleOf({ collection, productRef, color, states: [] });
      if ((id === undefined) === (triple === null)) {
        throw new TraceError(
          'usage',
          'study-unnamed',
          'Name one study: by its id, or by --collection, --product-ref and --color together.',
          `Ids: ${advised('studies', 'list', ...place)}`,
        );
      }
      const found = triple ? await reads.studyOf(triple, languages) : await reads.study(id!, languages);
      const what = triple ? `study of ${Object.values(triple).join(' / ')}` : `study ${id}`;
      const study = theOne(found, what, advised('studies', 'list', ...place));
      const screen = options.json ? null : screenOf(context.stdout);
      if (screen === null) return write(context.stdout, `${jsonText(study)}\n`);
      const { studyCard } = await import('../report/study-card.ts');
      const card = studyCard(study, {
        width: screen.width,
        color: colorLevel(context),
        language: languages[0]!,
      });
      return write(context.stdout, `${card.join('\n')}\n`);
    }),
  );

  const showcase = command
    .command('showcase')
    .description('the public view of a study, as JSON')
    .argument('<id>', 'id of the study');
  readFlags(showcase);
  flags(showcase, [LANG_FLAG]);
  helpTail(showcase, ['trace studies showcase 4f1c2a9e-8f0b-4a43-9d5e-0c6a1f2b3c4d --lang fr']);
  showcase.action((id: string, options: StudyOptions) =>
    reading(options, session, async ({ reads, place }) => {
      const found = await reads.showcase(id, languagesIn(options.lang));
      const record = theOne(found, `showcase of study ${id}`, advised('studies', 'list', ...place));
      await write(context.stdout, `${jsonText(record)}\n`);
    }),
  );

  const exported = command
    .command('export')
    .description('studies as tables that people can open, or as JSON')
    .argument('[ids...]', 'ids of studies (default: those of all products)');
  readFlags(exported);
  flags(exported, [
    ...FILTER_FLAGS,
    ...LIST_FLAGS,
    LANG_FLAG,
    ['--showcase', 'export the public view of each study instead of the study'],
  ]);
  exportFlags(exported, GRAINS);
  helpTail(exported, [
    'trace studies export --env sandbox --out studies.xlsx',
    'trace studies export --out out/ --excel fr',
    'trace studies export --batch 2026-11-21 --grain impact --out impacts.csv',
    'trace studies export --changed-since-last --format ndjson --out -',
    'trace studies export --resume',
  ]);
  exported.action((ids: string[], options: ExportOptions) =>
    startExport(['studies', 'export'], options.showcase ? 'showcases' : 'studies', ids, options, session),
  );

  defineReport(command, session);
  helpTail(command, ['trace studies list', 'trace studies show ID', 'trace studies export']);
}
