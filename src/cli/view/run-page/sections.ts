import { fieldText, fileText } from '../../../findings/finding.ts';
import type { FindingGroup } from '../../../findings/group.ts';
import { groupText, sheetHeading } from '../../../findings/group-text.ts';
import { shade } from '../../../page/colors.ts';
import { anchor, type Html, numberHeader, table, text } from '../../../page/html.ts';
import { legend } from '../../../page/svg.ts';
import { kindText, say, stateText, theKind } from '../../../say.ts';
import { valueText } from '../../../send/plan/changed.ts';
import { OUTCOMES, type Outcome } from '../../../send/push/outcome.ts';
import { forTerminal } from '../../../terminal-text.ts';
import { amount, count } from '../sentences.ts';
import { type BlockedTree, blockedCount, type Places, ROWS_SHOWN, type RunSummary } from './summary.ts';

const COLORS: Readonly<Record<Outcome, string>> = {
  created: shade('c1'),
  updated: shade('c3'),
  existing: shade('c7'),
  unchanged: shade('c11'),
  outdated: shade('c2'),
  rejected: shade('c4'),
  blocked: shade('c10'),
  invalid: shade('c6'),
  failed: shade('bad-edge'),
  'in-doubt': shade('c9'),
  'not-attempted': shade('others'),
};

/** Text from files and from the service, in one line. */
const shown = (foreign: string, length?: number): Html => text(forTerminal(foreign, length));

/** A table of the first rows, and how many there are besides. */
function listed<Item>(
  caption: string,
  headers: Parameters<typeof table>[1],
  items: readonly Item[],
  row: (item: Item) => readonly Html[],
  total = items.length,
): Html {
  const rest = total - Math.min(items.length, ROWS_SHOWN);
  const more = rest > 0 ? `<p class="small">${text(say().runPage.rest({ number: count(rest) }))}</p>` : '';
  return `${table(caption, headers, items.slice(0, ROWS_SHOWN).map(row))}${more}`;
}

/** The records by kind and outcome, as bars and as numbers. */
export function recordCounts({ head, kinds }: RunSummary): Html {
  const used = OUTCOMES.filter((outcome) => head.totals[outcome] > 0);
  if (used.length === 0) return '';
  const texts = say().runPage;
  const rows = [...kinds].map(([kind, totals]) => {
    const all = OUTCOMES.reduce((sum, outcome) => sum + totals[outcome], 0);
    const parts = used
      .filter((outcome) => totals[outcome] > 0)
      .map((outcome) => `<i style="flex:${totals[outcome]};background:${COLORS[outcome]}"></i>`);
    return [
      text(kindText(kind, 2)),
      `<span class="stack" aria-hidden="true">${parts.join('')}</span>`,
      ...used.map((outcome) => (totals[outcome] === 0 ? '–' : count(totals[outcome]))),
      count(all),
    ];
  });
  const headers = [
    { words: texts.kind(), share: 20 },
    { words: texts.shares(), share: 20 },
    ...used.map((outcome) => numberHeader(stateText(outcome))),
    numberHeader(texts.all()),
  ];
  const keys = used.map((outcome) => ({ color: COLORS[outcome], html: text(stateText(outcome)) }));
  return `${legend(keys)}${table(texts.recordTable(), headers, rows)}`;
}

/** The class of the badge of a severity. */
export const BADGES = { error: 'bad', warning: 'care', fixed: 'good', notice: 'plain' } as const;

export function findingTable({ findings }: RunSummary): Html {
  if (findings.length === 0) return '';
  const texts = say().runPage;
  const headers = [
    { words: texts.where(), share: 24 },
    { words: texts.severity(), share: 10 },
    texts.problem(),
    texts.cure(),
    numberHeader(texts.number(), 8),
  ];
  return listed(texts.findingTable(), headers, findings, (group: FindingGroup) => {
    const { cells, rows, problem, values, cure } = groupText(group, forTerminal);
    const sheet = cells
      ? `${forTerminal(fileText(group.file))} › ${cells}`
      : sheetHeading(group, forTerminal);
    const place = rows === undefined ? sheet : `${sheet} · ${rows}`;
    return [
      text(place),
      `<span class="badge ${BADGES[group.severity]}">${text(say().severity[group.severity]())}</span>`,
      `${text(problem)}${values === undefined ? '' : `<br><span class="soft">${text(values)}</span>`} <span class="id soft">${text(group.code)}</span>`,
      text(cure ?? ''),
      count(group.count),
    ];
  });
}

export function causeTable({ causes, uncounted }: RunSummary): Html {
  if (causes.length === 0) return '';
  const texts = say().runPage;
  const headers = [
    { words: texts.outcome(), share: 12 },
    { words: texts.kind(), share: 14 },
    texts.message(),
    { words: texts.rows(), share: 30 },
    numberHeader(texts.records(), 9),
  ];
  return listed(
    texts.causeTable(),
    headers,
    causes,
    ({ kind, outcome, messages, places }) => [
      text(stateText(outcome)),
      text(kindText(kind)),
      messages.length === 0 ? '–' : messages.map((message) => shown(message, 500)).join('<br>'),
      placesText(places),
      count(places.count),
    ],
    causes.length + uncounted.causes,
  );
}

function placesText({ count: all, first }: Places): Html {
  const names = first.map((place) => shown(place)).join(', ');
  const more = all - first.length;
  return more > 0 ? say().plan.andMore({ names, number: count(more) }) : names;
}

/** The trees of blocked records, each below the record that blocks it. */
export function blockedTrees(summary: RunSummary): Html {
  const trees = summary.blocked;
  if (trees.length === 0) return '';
  const rest = trees
    .slice(ROWS_SHOWN)
    .reduce((sum, tree) => sum + blockedCount(tree), summary.uncounted.blocked);
  const more = rest > 0 ? `<p class="small">${text(say().runPage.rest({ number: count(rest) }))}</p>` : '';
  const items = trees.slice(0, ROWS_SHOWN).map((tree) => blockedTree(tree, summary.troubleOf(tree.root)));
  return `<p>${text(say().runPage.blockedExplained())}</p><ul class="roots">${items.join('\n')}</ul>${more}`;
}

function blockedTree({ root, kinds }: BlockedTree, trouble: ReturnType<RunSummary['troubleOf']>): Html {
  const outcome =
    root.outcome === null ? '' : ` <span class="badge bad">${text(stateText(root.outcome))}</span>`;
  const where = trouble === undefined ? '' : ` <span class="soft">${shown(trouble.place)}</span>`;
  const why = trouble?.message === undefined ? '' : `<br>${shown(trouble.message, 500)}`;
  const branches = [...kinds].map(
    ([kind, places]) =>
      `<li><b>${count(places.count)} ${text(kindText(kind, places.count))}</b>: ${placesText(places)}</li>`,
  );
  return `<li><b>${text(theKind(root.kind))} ${shown(root.key)}</b>${outcome}${where}${why}<ul>${branches.join('')}</ul></li>`;
}

export function changeTable({ changed, uncounted }: RunSummary): Html {
  if (changed.length === 0) return '';
  const texts = say().runPage;
  const headers = [
    { words: texts.field(), share: 22 },
    { words: texts.kind(), share: 14 },
    texts.firstChanges(),
    numberHeader(texts.records(), 9),
  ];
  return listed(
    texts.changeTable(),
    headers,
    changed,
    ({ kind, field, count: records, examples }) => [
      `<span class="id">${shown(field)}</span>`,
      text(kindText(kind)),
      examples
        .map(({ key, change: { path, before, after } }) => {
          const at = path === field ? '' : ` <span class="id soft">${shown(fieldText(path))}</span>`;
          return `<span class="soft">${shown(key)}</span>${at} ${shown(valueText(before))} → ${shown(valueText(after))}`;
        })
        .join('<br>'),
      count(records),
    ],
    changed.length + uncounted.changed,
  );
}

export function studyTable({ studies, counts }: RunSummary): Html {
  if (studies.length === 0) return '';
  const texts = say().runPage;
  const headers = [
    { words: texts.record(), share: 34 },
    { words: texts.kind(), share: 12 },
    { words: texts.studyId(), share: 36 },
    texts.links(),
  ];
  return listed(
    texts.studyTable(),
    headers,
    studies,
    ({ kind, key, studyId, showcaseLink, qrCodeLink }) => [
      shown(key),
      text(kindText(kind)),
      `<span class="id">${shown(studyId ?? '–')}</span>`,
      [
        ...(showcaseLink === null ? [] : [anchor(showcaseLink, texts.showcase())]),
        ...(qrCodeLink === null ? [] : [anchor(qrCodeLink, texts.qrCode())]),
      ].join(' · '),
    ],
    counts.studies,
  );
}

export function fileTable({ files, counts }: RunSummary): Html {
  if (files.length === 0) return '';
  const texts = say().runPage;
  const headers = [texts.file(), numberHeader(texts.rowsRead(), 10), { words: 'SHA-256', share: 60 }];
  return listed(
    texts.fileTable({ files: amount(counts.files, 'file') }),
    headers,
    files,
    ({ path, rows, sha256 }) => [shown(path), count(rows), `<span class="id">${sha256}</span>`],
    counts.files,
  );
}
