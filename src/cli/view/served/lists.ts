import { EXIT_CODES, type Exit } from '../../../errors.ts';
import { placeText } from '../../../findings/finding.ts';
import type { ReportedFinding } from '../../../import/report/report-parts.ts';
import { facts, type Html, noData, numberHeader, table, text } from '../../../page/html.ts';
import { say, stateText } from '../../../say.ts';
import { OUTCOMES, type Totals } from '../../../send/push/outcome.ts';
import { forTerminal } from '../../../terminal-text.ts';
import type { ListedJob } from '../document-schema.ts';
import { BADGES } from '../run-page/sections.ts';
import { findingOf } from '../run-page/summary.ts';
import type { RunRow } from '../runs-view.ts';
import { count, totalsText } from '../sentences.ts';
import { link } from './page.ts';

const shown = (foreign: string): Html => text(forTerminal(foreign));
const timeText = (time: string): Html => text(time.slice(0, 16).replace('T', ' '));

/** The runs, each with a link to its page. */
export function runTable(runs: readonly RunRow[], root: string): Html {
  if (runs.length === 0) return noData(text(say().runs.none()));
  const { environment, started, records } = say().runPage;
  const { run, runTable: caption, state } = say().serve;
  const headers = [{ words: run(), share: 24 }, environment(), started(), state(), records()];
  const rows = runs.map(({ run: id, environment: name, startedAt, exitCode, totals }) => [
    link(`${root}/runs/${id}`, id),
    shown(name),
    timeText(startedAt),
    exitBadge(exitCode),
    text(exitCode === null ? soFar(totals) : totalsText(totals)),
  ]);
  return table(caption(), headers, rows);
}

/** The records of a run in progress: those that are being sent, or wait, are not in doubt. */
function soFar({ 'in-doubt': sent, 'not-attempted': waiting, ...totals }: Totals): string {
  const ended = Object.values(totals).reduce((sum, number) => sum + number, 0);
  return say().serve.ended({ ended: count(ended), total: count(ended + sent + waiting) });
}

/** Where a run in progress sends, and since when. */
export const runFacts = ({ environment, startedAt }: Pick<RunRow, 'environment' | 'startedAt'>): Html =>
  facts([
    [say().runPage.environment(), shown(environment)],
    [say().runPage.started(), timeText(startedAt)],
  ]);

function exitBadge(exitCode: number | null): Html {
  const names = Object.keys(EXIT_CODES) as Exit[];
  const exit = names.find((name) => EXIT_CODES[name].code === exitCode) ?? 'bug';
  const kind = exitCode === null ? '' : exit === 'done' ? 'good' : exit === 'rows' ? 'care' : 'bad';
  const words = exitCode === null ? say().serve.working() : say().exitCodes[exit]();
  return `<span class="badge ${kind}">${text(words)}</span>`;
}

/** How far a run is, from its records by outcome (`open` without one), and a sentence for every tenth of them. */
export function progressPart(counts: ReadonlyMap<string, number>): {
  readonly part: Html;
  readonly said: string;
} {
  const texts = say().serve;
  const total = [...counts.values()].reduce((sum, number) => sum + number, 0);
  const ended = total - (counts.get('open') ?? 0);
  const isKnown = total > 0;
  const bar = `<progress${isKnown ? ` max="${total}" value="${ended}"` : ''} aria-label="${text(texts.now())}"></progress>`;
  const sentence = isKnown ? texts.ended({ ended: count(ended), total: count(total) }) : texts.reading();
  const outcomes = OUTCOMES.filter((outcome) => (counts.get(outcome) ?? 0) > 0).map(
    (outcome) => [text(stateText(outcome)), count(counts.get(outcome)!)] as const,
  );
  const percent = isKnown ? Math.floor((10 * ended) / total) * 10 : 0;
  return {
    part: `${bar}<p>${text(sentence)}</p>${facts(outcomes)}`,
    said: percent === 0 ? '' : texts.percent({ percent: `${percent}` }),
  };
}

/** Findings, each with its cell; there are `from` before the first one. */
export function findingRows(findings: readonly ReportedFinding[], from = 0): Html {
  if (findings.length === 0) return noData(text(say().serve.noFindings()));
  const texts = say().runPage;
  const numbers = { first: count(from + 1), last: count(from + findings.length) };
  const headers = [
    { words: texts.where(), share: 24 },
    { words: texts.severity(), share: 10 },
    texts.problem(),
    texts.cure(),
  ];
  const rows = findings.map((reported) => {
    const { code, severity, value, message, suggestion } = reported;
    const isSaid = value === null || value === '' || message.includes(value);
    return [
      shown(placeText(findingOf(reported))),
      `<span class="badge ${BADGES[severity]}">${text(say().severity[severity]())}</span>`,
      `${isSaid ? '' : `"${shown(value)}" `}${text(forTerminal(message, 500))} <span class="id soft">${text(code)}</span>`,
      suggestion === null || message.includes(suggestion) ? '' : text(forTerminal(suggestion, 500)),
    ];
  });
  return table(say().serve.between(numbers), headers, rows);
}

/** The imports that workers do, the newest first. */
export function jobTable(jobs: readonly ListedJob[]): Html {
  const texts = say().jobs;
  if (jobs.length === 0) return noData(text(texts.none()));
  const headers = [
    ...[texts.job(), texts.stateHeader(), say().runs.environment(), texts.submittedHeader()],
    numberHeader(texts.attempts()),
    ...[texts.hostHeader(), texts.files()],
  ];
  const rows = jobs.map(({ job, state, environment, createdAt, attempts, files }) => [
    `<span class="id">${shown(job.slice(0, 8))}</span>`,
    text(texts.state({ state })),
    shown(environment),
    timeText(createdAt),
    count(attempts.length),
    shown(attempts.at(-1)?.host ?? ''),
    shown(files.join(', ')),
  ]);
  return table(say().serve.jobTable(), headers, rows);
}
