import type { Command } from 'commander';
import { command as advised, flag as advisedFlag } from '../../advice.ts';
import { colorLevel, write } from '../../context.ts';
import { listText } from '../../contract/v3/list-names.ts';
import { EXIT_CODES, flagError } from '../../errors.ts';
import { namedItems } from '../../read/export/named-items.ts';
import { RESOURCES } from '../../read/export/resources.ts';
import { type Label, LINKS, type LinkName, labelOf } from '../../read/labels/label.ts';
import { paperNames } from '../../read/labels/papers.ts';
import { say } from '../../say.ts';
import { noTotals } from '../../send/push/outcome.ts';
import type { Answered } from '../../service/read-record.ts';
import type { Session } from '../command.ts';
import { namesIn } from '../flags/filters.ts';
import { flags, type OptionsOf, shared, subcommand } from '../flags/help.ts';
import { READ_FLAGS } from '../flags/input-flags.ts';
import { type V3Options, v3Flags, v3Query } from '../flags/v3.ts';
import { type OpenService, withOpenService } from '../read/open.ts';
import { colors, count, verdictText } from '../view/sentences.ts';
import { terminalWidth } from '../view/wrap.ts';
import { WAIT_FLAGS, waitForList } from './v3-wait.ts';

const FLAGS = [
  ...WAIT_FLAGS,
  ['--out <folder|file>', 'qrOut', { variable: false }],
  ['--image-format <names>', 'imageFormat'],
  ['--link <name>', 'link'],
  ['--grid <columns>x<rows>', 'grid'],
  ['--paper <name>', () => say().helpFlags.paper({ sheets: paperNames(false), rolls: paperNames(true) })],
  ['--start-at <number>', 'startAt', { variable: false }],
  ['--font <file>', 'font'],
  shared('force', 'forceQr'),
] as const;

export type QrOptions = V3Options & OptionsOf<typeof FLAGS>;

/** The values of `--link`, and the link that each selects. */
const LINK_NAMES = { 'qr-code': 'qrCode', web: 'web' } as const satisfies Record<string, LinkName>;
/** Maximum number of products without a link that a message names. */
const MAX_NAMED = 10;

/** Adds `brand-products qrcodes`: printable links as images, as a sheet of labels or as a table. */
export function defineQrCodes(command: Command, session: Session): void {
  const qrcodes = subcommand(command, 'brand-products qrcodes', [
    '[ids...]',
    say().helpArguments.brandProducts(),
  ]);
  flags(qrcodes, READ_FLAGS);
  v3Flags(qrcodes);
  flags(qrcodes, FLAGS);
  qrcodes.action(async (ids: string[], options: QrOptions) => {
    // Fonts, codes and their writers are loaded only here.
    const { labelOutput } = await import('../read/label-output.ts');
    const link = linkOf(options.link);
    const output = await labelOutput(options, session.context);
    const query = await v3Query('brandProducts', options, session.context, ids);
    await withOpenService(
      options,
      session,
      async (open) => {
        const complete = await waitForList(options, query, open, session);
        const { labels, without, problems } = await labelsOf(open, query, link);
        reportWithout(open, without, link);
        const { context, exit } = session;
        const text =
          labels.length === 0
            ? say().labels.noCode()
            : await output.write(labels, open.environment, (note) =>
                open.listener.on({ type: 'note', text: note }),
              );
        const failed = labels.length === 0 || problems > 0 || !complete;
        const exitCode = failed ? EXIT_CODES.rows.code : EXIT_CODES.done.code;
        const next = labels.length === 0 ? advised('brand-products', 'list', ...open.place) : null;
        await open.listener.end();
        const verdict = { type: 'verdict' as const, exitCode, totals: noTotals(), text, next };
        await write(
          context.stderr,
          `${verdictText(verdict, colors(colorLevel(context)), terminalWidth(context.stderr))}\n`,
        );
        exit(exitCode);
      },
      'v3',
    );
  });
}

function linkOf(text: string | undefined): LinkName {
  const names = Object.keys(LINK_NAMES);
  const [name = 'qr-code', ...more] = namesIn('--link', text?.trim().toLowerCase(), names);
  if (more.length === 0) return LINK_NAMES[name as keyof typeof LINK_NAMES];
  throw flagError(say().labels.oneLink({ text: `${text}` }));
}

async function labelsOf(
  { reads, listener }: OpenService,
  query: Parameters<typeof namedItems>[1],
  link: LinkName,
) {
  const { fitsCode } = await import('../../read/labels/code.ts');
  const { nouns } = RESOURCES['brand-products'];
  const labels: Label[] = [];
  const without: Answered[] = [];
  let problems = 0;
  for await (const next of namedItems(reads, query, (text) => listener.on({ type: 'note', text }))) {
    if ('problem' in next) {
      problems++;
      listener.on({ type: 'problem', nouns, problem: next.problem });
      continue;
    }
    const { item } = next;
    const label = labelOf(item, link);
    if (label && fitsCode(label.link)) labels.push(label);
    else without.push(item);
    listener.on({ type: 'listing', nouns, listed: labels.length + without.length });
  }
  return { labels, without, problems };
}

function reportWithout({ listener }: OpenService, without: readonly Answered[], link: LinkName): void {
  if (without.length === 0) return;
  const names = without
    .slice(0, MAX_NAMED)
    .map((item) => listText(item, 'uniqueIdentifier') || listText(item, 'id'))
    .join(', ');
  const other = LINKS.find((name) => name !== link)!;
  const elsewhere = without.filter((item) => labelOf(item, other) !== null).length;
  const [flag] = Object.entries(LINK_NAMES).find(([, name]) => name === other)!;
  const more = without.length - MAX_NAMED;
  const text = say().labels.without({
    count: without.length,
    number: count(without.length),
    names: more > 0 ? say().labels.andMore({ names, number: count(more) }) : names,
  });
  listener.on({
    type: 'note',
    text:
      elsewhere === 0
        ? text
        : say().labels.byOther({
            without: text,
            number: count(elsewhere),
            flag: advisedFlag('--link', flag),
          }),
  });
}
