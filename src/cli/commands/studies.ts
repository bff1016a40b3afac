import type { Command } from 'commander';
import { command as advised } from '../../advice.ts';
import { colorLevel, write } from '../../context.ts';
import type { Language } from '../../contract/v2/study-lists.ts';
import { usage } from '../../errors.ts';
import { RESOURCES } from '../../read/export/resources.ts';
import { matchesColor, matchesText, studyKeyOf } from '../../read/export/selection.ts';
import { extractsOf, matchesFilters } from '../../read/export/study-extract.ts';
import { STUDY_ID } from '../../read/export/study-items.ts';
import { say } from '../../say.ts';
import type { Answered } from '../../service/read-record.ts';
import type { Found, Reads } from '../../service/reads.ts';
import { jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { FILTER_FLAGS, type FilterOptions, LANG_FLAG, languagesIn, nonEmpty } from '../flags/filters.ts';
import { flags, shared, subcommand } from '../flags/help.ts';
import { READ_FLAGS } from '../flags/input-flags.ts';
import { foundRecord } from '../read/listing.ts';
import { type ListReadOptions, screenOf, withOpenService } from '../read/open.ts';
import { defineExport, defineList } from '../read/resource-commands.ts';
import { defineReport } from './studies-report.ts';

interface StudyOptions extends ListReadOptions, FilterOptions {
  readonly json?: boolean;
}

const { studies, showcases } = RESOURCES;

const STUDY_KEY_FLAGS = FILTER_FLAGS.slice(0, 3);

export function define(command: Command, session: Session): void {
  const { context } = session;

  defineList(command, session, studies);

  const show = subcommand(command, 'studies show', ['[id]', say().helpArguments.studyOrKey()]);
  flags(show, [...READ_FLAGS, ...STUDY_KEY_FLAGS, LANG_FLAG, shared('json', 'alsoTerminal')]);
  show.action((id: string | undefined, options: StudyOptions) =>
    withOpenService(options, session, async ({ reads, place }) => {
      const languages = languagesIn(options.dataLang);
      const named = namesIn(options);
      if (id === undefined && Object.values(named).length < 3) {
        throw usage(
          'study-unnamed',
          say().reading.unnamed(),
          say().reading.ids({ command: advised('studies', 'list', ...place) }),
        );
      }
      const what =
        id === undefined
          ? say().reading.studyOf({ names: Object.values(named).join(' / ') })
          : say().reading.study({ id });
      const found =
        id === undefined
          ? await studyNamed(reads, named, languages)
          : await studyOrProduct(reads, id, { named, languages, place });
      const study = foundRecord(found, what, advised('studies', 'list', ...place));
      refuseOther(study, what, named, advised('studies', 'list', ...flagsOf(named), ...place));
      const screen = options.json ? null : screenOf(context.stdout);
      if (screen === null) return write(context.stdout, `${jsonText(study)}\n`);
      const { studyCard } = await import('../view/study-card.ts');
      const card = studyCard(study, {
        width: screen.width,
        color: colorLevel(context),
        language: languages[0]!,
      });
      return write(context.stdout, `${card.join('\n')}\n`);
    }),
  );

  const showcase = subcommand(command, 'studies showcase', ['<id>', say().helpArguments.study()]);
  flags(showcase, [...READ_FLAGS, LANG_FLAG]);
  showcase.action((id: string, options: StudyOptions) =>
    withOpenService(options, session, async ({ reads, place }) => {
      const found = await reads.showcase(id, languagesIn(options.dataLang));
      const record = foundRecord(
        found,
        say().reading.showcaseOf({ id }),
        advised('studies', 'list', ...place),
      );
      await write(context.stdout, `${jsonText(record)}\n`);
    }),
  );

  defineExport(command, session, studies, {
    argument: ['[ids...]', say().helpArguments.studies()],
    flags: [['--showcase', 'showcase']],
    choose: ({ showcase }) => (showcase ? showcases : studies),
  });

  defineReport(command, session);
}

/** The parts of the key of a study: the flag and the field of each, and how their values are compared. */
const KEY_PARTS = {
  collection: {
    flag: '--collection',
    field: 'brandCollectionName',
    other: 'otherCollection',
    same: matchesText,
  },
  productRef: { flag: '--product-ref', field: 'productRef', other: 'otherProduct', same: matchesText },
  color: { flag: '--color', field: 'colorCode', other: 'otherColor', same: matchesColor },
} as const;

type Names = { readonly [name in keyof typeof KEY_PARTS]?: string };
const KEY_PART_NAMES = Object.keys(KEY_PARTS) as (keyof Names)[];

/** The parts of the key that are given; the colour may be empty. */
function namesIn(options: StudyOptions): Names {
  const given = KEY_PART_NAMES.filter((name) => options[name] !== undefined);
  const { collection, productRef } = options;
  nonEmpty('--collection', collection);
  nonEmpty('--product-ref', productRef);
  return Object.fromEntries(given.map((name) => [name, options[name]!]));
}

const flagsOf = (named: Names): string[] =>
  KEY_PART_NAMES.flatMap((name) => (named[name] === undefined ? [] : [KEY_PARTS[name].flag, named[name]]));

/**
 * Reads the study with these parts of its key. A study without a colour has no path of its own: it is found through its
 * product.
 */
async function studyNamed(reads: Reads, named: Names, languages: readonly Language[]): Promise<Found> {
  const filters = { ...named, states: [] };
  const key = studyKeyOf(filters);
  if (key) return reads.studyOf(key, languages);
  const product = await reads.product(named.productRef!);
  if (product.type !== 'found') return product;
  const extract = extractsOf(product.record).find((one) => matchesFilters({ filters }, one));
  return extract ? reads.study(extract.id, languages) : { type: 'absent' };
}

/**
 * Reads the study with an id; else the only study of the product with this reference, among those that match the flags.
 *
 * @throws TraceError `study-several` with the command for each study
 */
async function studyOrProduct(
  reads: Reads,
  id: string,
  {
    named,
    languages,
    place,
  }: { readonly named: Names; readonly languages: readonly Language[]; readonly place: readonly string[] },
): Promise<Found> {
  const found = STUDY_ID.test(id) ? await reads.study(id, languages) : null;
  if (found && found.type !== 'absent') return found;
  const product = await reads.product(id);
  if (product.type !== 'found') return found ?? product;
  const all = extractsOf(product.record);
  const fitting = all.filter((one) => matchesFilters({ filters: { ...named, states: [] } }, one));
  const [only, ...others] = fitting.length > 0 ? fitting : all;
  if (only === undefined) return { type: 'absent', messages: [say().reading.noStudy({ product: id })] };
  if (others.length === 0) return reads.study(only.id, languages);
  const shown = [only, ...others]
    .slice(0, MOST_STUDIES)
    .map(({ id: study, collection, colorCode, state }) => {
      const about = [collection, colorCode, state].filter((text) => text !== '').join(', ');
      return say().reading.oneStudy({ about, command: advised('studies', 'show', study, ...place) });
    });
  const texts = { product: id, number: `${1 + others.length}`, studies: shown.join('; ') };
  throw usage(
    'study-several',
    say().reading.severalStudies(texts),
    say().reading.next({ command: advised('studies', 'list', '--product-ref', id, ...place) }),
  );
}

/** Number of studies that a message lists. */
const MOST_STUDIES = 6;

/**
 * Checks that a study matches the flags.
 *
 * @throws TraceError `study-other`
 */
function refuseOther(study: Answered, what: string, named: Names, next: string): void {
  for (const name of KEY_PART_NAMES) {
    const { field, other, same } = KEY_PARTS[name];
    const shown = study[field];
    // A study that lacks the field is accepted.
    if (named[name] === undefined || typeof shown !== 'string' || same(named[name], shown)) continue;
    const message = say().reading[other]({ what, shown, wanted: named[name] });
    throw usage('study-other', message, say().reading.next({ command: next }));
  }
}
