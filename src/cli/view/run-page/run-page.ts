import { command } from '../../../advice.ts';
import { EXIT_CODES } from '../../../errors.ts';
import { type Part, pageDocument, type Served } from '../../../page/document.ts';
import { facts, type Html, section, text } from '../../../page/html.ts';
import { say } from '../../../say.ts';
import { forTerminal } from '../../../terminal-text.ts';
import { VERSION } from '../../../version.ts';
import { pageMark } from '../file.ts';
import type { Report } from '../run-report.ts';
import { duration, TROUBLE_OUTCOMES } from '../sentences.ts';
import * as sections from './sections.ts';
import { STYLE } from './style.ts';
import { RunSummary } from './summary.ts';
import { timeline } from './timeline.ts';

/** The sections whose tables have more text than figures. */
const TEXTS: ReadonlySet<string> = new Set(['findings', 'causes', 'changes', 'rows']);

/**
 * The page of a run, in pieces to write to a file, from its report: aggregated, so that its size does not grow with the run. The same
 * report gives the same bytes, in a language. `served`: how `trace serve` shows it.
 */
export async function* runPage(report: Report, served?: Served): AsyncGenerator<string> {
  const summary = await RunSummary.of(report);
  const { head, detail } = summary;
  const texts = say().runPage;
  const title = served?.title ?? (head.run === null ? texts.noRun() : texts.title({ run: head.run }));
  const parts = (
    [
      ...(served?.before ?? []),
      ['records', texts.recordsTitle(), sections.recordCounts(summary)],
      ['findings', texts.findings(), sections.findingTable(summary)],
      ['causes', texts.causes(), sections.causeTable(summary)],
      ['blocked', texts.blocked(), sections.blockedTrees(summary)],
      ['changes', texts.changed(), sections.changeTable(summary)],
      ['waves', texts.waves(), detail ? timeline(detail) : ''],
      ['studies', texts.studies(), sections.studyTable(summary)],
      ['files', texts.files(), sections.fileTable(summary)],
      ['commands', texts.commands(), commands(summary)],
      ...(served?.after ?? []),
    ] as readonly Part[]
  ).filter(([, , html]) => html !== '');
  const links = parts.map(([id, words]) => `<li><a href="#${id}">${text(words)}</a></li>`);
  const note = `${verdict(head)}<nav aria-label="${text(texts.contents())}"><ul>${links.join('')}</ul></nav>\n`;
  const made = texts.made({ version: VERSION });
  const mark = pageMark(head.run);
  yield* pageDocument({ title, made, version: VERSION, style: STYLE, note, mark, served }, [
    '<main id="main">\n',
    ...parts.map(([id, words, html]) => section(id, words, html, TEXTS.has(id) ? 'texts' : '')),
    '</main>\n',
  ]);
}

function verdict(head: Report['head']): Html {
  const { environment, interface: interfaceName, startedAt, finishedAt, exitCode, error } = head;
  const texts = say().runPage;
  const names = Object.keys(EXIT_CODES) as (keyof typeof EXIT_CODES)[];
  const exit = names.find((name) => EXIT_CODES[name].code === exitCode) ?? 'bug';
  const kind =
    exit === 'done' ? (head.totals.outdated > 0 ? 'care' : 'good') : exit === 'rows' ? 'care' : 'bad';
  const sentence = head.verdict?.text ?? error?.message ?? say().exitCodes[exit]();
  const took = Date.parse(finishedAt) - Date.parse(startedAt);
  const known = facts([
    [texts.environment(), text(forTerminal(environment ?? ''))],
    [texts.interface(), text(interfaceName ?? '')],
    [texts.started(), timeText(startedAt)],
    [texts.ended(), timeText(finishedAt)],
    [texts.took(), text(duration(Math.max(took, 0)))],
    [texts.exitCode(), `${exitCode} · ${text(say().exitCodes[exit]())}`],
  ]);
  return `<p class="verdict ${kind}" role="note">${text(forTerminal(sentence, 2000))}</p>\n${next(head)}${known}`;
}

/** What to do next: a command on lines of its own, or a sentence. */
function next({ verdict, error }: Report['head']): Html {
  const advice = verdict?.next ?? error?.hint ?? null;
  if (advice === null) return '';
  const words = text(forTerminal(advice, Number.POSITIVE_INFINITY));
  const label = `<h2>${text(say().runPage.next())}</h2>`;
  return advice.startsWith('trace ') ? `${label}<pre><code>${words}</code></pre>` : `${label}<p>${words}</p>`;
}

/** The commands that show more of the run. */
function commands({ head, detail, studies }: RunSummary): Html {
  const { run, environment, totals } = head;
  if (run === null || detail === undefined) return '';
  const { place } = detail;
  const texts = say().runPage;
  const worst = [...TROUBLE_OUTCOMES].find((outcome) => totals[outcome] > 0);
  const ids = [...new Set(studies.flatMap(({ studyId }) => studyId ?? []))].slice(0, 10);
  const config = place.includes('--config')
    ? place.slice(place.indexOf('--config'), place.indexOf('--config') + 2)
    : [];
  const all = [
    [texts.rowsCommand(), command('runs', 'report', run, '--rows', `rows-${run}.csv`, ...place)],
    [
      texts.showCommand(),
      command('runs', 'show', run, ...(worst === undefined ? [] : ['--outcome', worst]), ...place),
    ],
    ...(ids.length === 0 || environment === null
      ? []
      : [[texts.studiesCommand(), command('studies', 'report', ...ids, '--env', environment, ...config)]]),
  ];
  return all
    .map(([words, line]) => `<p>${text(words!)}</p><pre><code>${text(line!)}</code></pre>`)
    .join('\n');
}

const timeText = (time: string): Html =>
  `<time datetime="${text(time)}">${time.slice(0, 19).replace('T', ' ')}</time>`;
