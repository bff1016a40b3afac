import { type Html, noData, numberHeader, part, table, text } from '../../page/html.ts';
import { numberText, say } from '../../say.ts';
import { stepPairs } from '../tables/portrait/chain.ts';
import { figureText, localText, percentText } from '../tables/portrait/figures.ts';
import type { Portrait } from '../tables/portrait/portrait.ts';
import { barChart } from './bars.ts';
import { drawable } from './charts.ts';

/** Maximum number of rows of a chart and its table. */
const ROWS = 10;

/** Studies, those that have a figure, and the sum of their figures in kg CO2 eq. */
interface Group {
  studies: number;
  known: number;
  climate: number;
}

type Groups = Map<string, Group>;

/** The climate change of all studies of a page by the category, the steps and the suppliers of their products. */
export class Season {
  readonly #all: Groups = new Map();
  readonly #kinds: Groups = new Map();
  readonly #steps: Groups = new Map();
  readonly #suppliers: Groups = new Map();

  add({ category, chain, impacts }: Portrait): void {
    const climate = impacts.find(({ field }) => field === 'climateChange')?.value ?? null;
    const steps = [...stepPairs(chain)].map(({ step }) => step);
    const suppliers = steps.map(({ supplier: { name, ref } }) => name || ref || say().page.supplierUnknown());
    count(this.#all, [''], climate);
    count(this.#kinds, [category || say().page.unknown()], climate);
    count(this.#steps, new Set(steps.map(({ name }) => name)), climate);
    count(this.#suppliers, new Set(suppliers), climate);
  }

  /** A chart and a table for each of the three. */
  markup(): Html {
    const all = this.#all.get('');
    if (!all || all.known === 0) return part(say().page.season(), noData(say().page.noSeason()));
    const without = all.studies - all.known;
    const note =
      without === 0 ? '' : ` ${say().page.withoutClimate({ count: without, number: numberText(without) })}`;
    return part(
      say().page.season(),
      `<p class="small">${say().page.seasonSums()}${note}</p>
${sectionOf('kinds', say().page.byKind(), say().study.category(), this.#kinds, all)}
<p class="small">${say().page.seasonExplained()}</p>
${sectionOf('steps', say().page.byStep(), say().page.step(), this.#steps, null)}
${sectionOf('suppliers', say().page.bySupplier(), say().page.supplier(), this.#suppliers, null)}`,
    );
  }
}

function count(groups: Groups, names: Iterable<string>, climate: number | null): void {
  for (const name of names) {
    const group = groups.get(name) ?? { studies: 0, known: 0, climate: 0 };
    groups.set(name, group);
    group.studies++;
    if (climate === null) continue;
    group.known++;
    group.climate = drawable(group.climate + climate);
  }
}

/** `all`: null if a study is in several groups, which then have no shares of the whole. */
function sectionOf(id: string, title: string, header: string, groups: Groups, all: Group | null): Html {
  const unknown = say().page.supplierUnknown();
  const sorted = [...groups].sort(
    ([a, one], [b, other]) =>
      Number(a === unknown) - Number(b === unknown) ||
      other.climate - one.climate ||
      other.known - one.known ||
      (a < b ? -1 : 1),
  );
  const shown = sorted.slice(0, ROWS);
  if (shown.length === 0) return '';
  const known = shown.filter(([, group]) => group.known > 0);
  // Bars of one length would look like a finding.
  const isEven = all === null && new Set(known.map(([, { climate }]) => climate)).size === 1;
  const chart = barChart(
    (isEven ? [] : known).map(([name, { climate }]) => ({
      name,
      parts: [{ name: say().page.climate(), value: climate }],
    })),
    {
      id: `season-${id}`,
      title: say().study.pair({ name: say().page.climate(), value: title }),
      textOf: figureText,
      othersText: (number) => number,
      width: 440,
    },
  );
  const rows = shown.map(([name, { studies, known, climate }]) => [
    text(name),
    localText(studies),
    figureText(known === 0 ? null : climate),
    ...(all === null ? [] : [known === 0 || all.climate === 0 ? '–' : percentText(climate / all.climate, 3)]),
    figureText(known === 0 ? null : climate / known, 3),
  ]);
  const headers = [
    { words: header, share: 34 },
    numberHeader(say().page.studiesColumn()),
    numberHeader(say().page.sum()),
    ...(all === null ? [] : [numberHeader(say().page.share())]),
    numberHeader(say().page.meanOfStudy()),
  ];
  const left = sorted.length - shown.length;
  const more =
    left === 0
      ? ''
      : `<p class="small">${say().page.moreRows({ count: left, number: numberText(left) })}</p>`;
  const figure = chart === '' ? '' : `<figure>${chart}</figure>`;
  return `<h4>${title}</h4>
<div class="across pair beside">${figure}
<div>${table(say().page.climate(), headers, rows)}${more}</div></div>`;
}
