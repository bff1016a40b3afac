import { across, bar, type Html, numberHeader, table, text } from '../../page/html.ts';
import { say } from '../../say.ts';
import { countryName, figureText, localText } from '../tables/portrait/figures.ts';
import { fieldLabel, valueText } from '../tables/portrait/labels.ts';
import type { Portrait } from '../tables/portrait/portrait.ts';
import { chainMap, placesOf } from './chain-map.ts';
import type { Season } from './season.ts';

/** The fields of a study that the overview shows. */
export function summaryOf(study: Portrait, id: string) {
  const { title, productRef, collection, colorCode, state, synthetic } = study;
  const score = study.frenchScore[0]?.value ?? null;
  return {
    ...{ id, title, productRef, collection, colorCode, state, synthetic },
    climate: study.impacts.find(({ field }) => field === 'climateChange')?.value ?? null,
    score: typeof score === 'number' ? score : null,
    grades: study.grades.map(({ value }) => value),
  };
}

export type Summary = ReturnType<typeof summaryOf>;

/** The studies and suppliers in each country, over all studies of a page. */
export class Atlas {
  readonly #places = new Map<string, { studies: number; known: Set<string> }>();
  readonly #flows = new Map<string, number>();

  add({ chain }: Portrait): void {
    const { places, flows } = placesOf(chain);
    for (const { country, suppliers } of places) {
      const place = this.#places.get(country) ?? { studies: 0, known: new Set() };
      this.#places.set(country, place);
      place.studies += 1;
      for (const supplier of suppliers) place.known.add(supplier);
    }
    for (const { from, to } of flows) {
      const key = `${from} ${to}`;
      this.#flows.set(key, (this.#flows.get(key) ?? 0) + 1);
    }
  }

  /** The map of all studies, and a table of the countries. The country with the most studies comes first. */
  markup(): Html {
    const places = [...this.#places].map(([country, { known }]) => ({
      country,
      steps: new Set<string>(),
      suppliers: known,
    }));
    const flows = [...this.#flows].map(([key, chains]) => {
      const [from = '', to = ''] = key.split(' ');
      return { from, to, chains };
    });
    const map = chainMap({ places, flows }, { id: 'all', title: say().page.mapOfAll() });
    const rows = [...this.#places]
      .sort(([a, one], [b, other]) => other.studies - one.studies || (a < b ? -1 : 1))
      .map(([country, { studies, known }]) => [
        `${text(countryName(country))} <span class="soft">${text(country)}</span>`,
        `${studies}`,
        `${known.size}`,
      ]);
    const headers = [
      say().page.country(),
      numberHeader(say().page.studiesColumn()),
      numberHeader(say().page.knownSuppliers()),
    ];
    if (rows.length === 0) return '';
    const figure =
      map === '' ? '' : `<figure>${map}<figcaption>${say().page.mapOfAllCaption()}</figcaption></figure>`;
    return across(`${figure}\n${table(say().page.countriesOfAll(), headers, rows)}`, 'beside');
  }
}

const headersOf = () => [
  { words: say().study.study(), share: 18 },
  { words: say().study.product(), share: 15 },
  { words: say().study.colour(), share: 9 },
  { words: say().study.state(), share: 7 },
  { words: say().page.climate(), share: 11 },
  numberHeader(fieldLabel('frenchSingleScore')),
  numberHeader(fieldLabel('recyclability')),
  numberHeader(fieldLabel('traceability')),
  numberHeader(fieldLabel('compliance')),
];

/** The charts of all studies, and a table of them, each with a link to its section. */
export function overview(studies: readonly Summary[], season: Season, atlas: Atlas): Html {
  const most = studies.reduce((max, { climate }) => Math.max(max, climate ?? 0), 1e-30);
  const rows = studies.map(
    ({ id, title, productRef, collection, colorCode, state, climate, score, grades }) => [
      `<a href="#${id}">${text(title || productRef || id)}</a>`,
      `${text(productRef)}${collection === '' ? '' : ` <span class="soft">${text(collection)}</span>`}`,
      text(colorCode),
      text(valueText(state)),
      climate === null ? '–' : `${bar(climate / most)} ${figureText(climate, 3)}`,
      figureText(score),
      ...grades.map((grade) => figureText(grade)),
    ],
  );
  return `<section class="overview" id="overview" aria-labelledby="overview-head"><h2 id="overview-head">${say().page.studies({ number: localText(studies.length) })}</h2>
${season.markup()}
${table(say().page.tableOfStudies(), headersOf(), rows)}
${atlas.markup()}
</section>`;
}
