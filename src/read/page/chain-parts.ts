import { type Chain, stepPairs } from '../tables/portrait/chain.ts';
import { countryName, figureText, percentText } from '../tables/portrait/figures.ts';
import { textIn } from '../tables/portrait/json-fields.ts';
import type { Portrait } from '../tables/portrait/portrait.ts';
import { chainMap, placesOf } from './chain-map.ts';
import { chainTree } from './chain-tree.ts';
import { componentName, compositionChart, materialGrams, stepKilometres } from './charts.ts';
import { bar, type Html, missing, part, table, text } from './html.ts';
import { kilometresChart } from './kilometres.ts';
import { middleOf } from './world.ts';

/** The map of a chain, its countries and its tree of steps. */
export function chainPart({ chain }: Portrait, id: string): Html {
  const flow = placesOf(chain);
  const { places } = flow;
  const names = places.map(({ country }) => countryName(country)).join(', ');
  const map = chainMap(flow, {
    id: `${id}m`,
    title: `Map of the chain: ${names}. The table below it lists the same.`,
  });
  const unknown = places.filter(({ country }) => !middleOf(country)).map(({ country }) => country);
  const rows = places.map(({ country, steps, suppliers }) => [
    `${text(countryName(country))} <span class="soft">${text(country)}</span>`,
    text([...steps].join(', ')),
    suppliers.size === 0 ? '<span class="soft">none known</span>' : text([...suppliers].join(', ')),
  ]);
  const headers = [{ words: 'Country' }, { words: 'Steps' }, { words: 'Known suppliers' }];
  const figure =
    map === ''
      ? '<p class="soft">The study has no country that the map knows.</p>'
      : `<figure>${map}<figcaption><span class="key known"></span> a supplier is known <span class="key place"></span> only the country is known. Arrows go from step to step, wider for more materials.${unknown.length === 0 ? '' : ` Not on the map: ${text(unknown.join(', '))}.`}</figcaption></figure>`;
  return part(
    'Traceability',
    `${figure}\n${rows.length === 0 ? '' : table('Countries of the chain', headers, rows)}\n<h4>The chain, step by step</h4>\n${chainTree(chain)}`,
    'chain',
  );
}

/** Weight and kilometres by component and step. A study has no impacts by component. */
export function distancePart({ chain }: Portrait, id: string): Html {
  if (chain.components.length === 0) return '';
  const whole = chain.components.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
  const rows = chain.components.map((component) => {
    const share = whole === 0 || component.weight === null ? null : component.weight / whole;
    const km = stepKilometres(component).reduce((sum, { value }) => sum + value, 0);
    return [
      `${text(componentName(component))} <span class="soft">${text(component.ref)}</span>`,
      figureText(component.weight),
      share === null ? '–' : `${bar(share)} ${percentText(share, 3)}`,
      Math.round(km).toLocaleString('en'),
    ];
  });
  const headers = [
    { words: 'Component' },
    { words: 'Weight (g)', kind: 'number' as const },
    { words: 'Share of weight' },
    { words: 'Distance (km)', kind: 'number' as const },
  ];
  const chart = kilometresChart(chain, {
    id: `${id}k`,
    title: 'Kilometres by component: each bar shows the distance travelled after each step',
  });
  return part(
    'By component and step',
    `<p class="small">The service gives impacts for the product as a whole, not by component or step. For each component it gives weight and distance: kilometres are the mean over its materials, weighted by their shares.</p>
${table('Weight and distance by component', headers, rows)}
${chart === '' ? missing('kilometres') : `<figure>${chart}<figcaption>Kilometres travelled after each step, by component</figcaption></figure>`}
${stepTable(chain)}`,
    'ways',
  );
}

function stepTable(chain: Chain): Html {
  const steps = new Map<string, { countries: Set<string>; known: number; all: number; km: number }>();
  for (const { step } of stepPairs(chain)) {
    const totals = steps.get(step.name) ?? { countries: new Set<string>(), known: 0, all: 0, km: 0 };
    steps.set(step.name, totals);
    totals.countries.add(step.country === '' ? step.region || 'unknown' : countryName(step.country));
    totals.all += 1;
    totals.known += step.supplier.known ? 1 : 0;
    totals.km += step.km ?? 0;
  }
  const headers = [
    { words: 'Step' },
    { words: 'Where' },
    { words: 'Supplier known', kind: 'number' as const },
    { words: 'Mean distance to the next step (km)', kind: 'number' as const },
  ];
  const rows = [...steps].map(([name, { countries, known, all, km }]) => [
    text(name),
    text([...countries].join(', ')),
    `${known} of ${all}`,
    Math.round(km / all).toLocaleString('en'),
  ]);
  return rows.length === 0 ? '' : table('Steps over all materials', headers, rows);
}

/** The materials of a product by weight. */
export function compositionPart({ chain }: Portrait, id: string): Html {
  const parts = materialGrams(chain);
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  const chart = compositionChart(parts, { id: `${id}c`, title: 'Materials of the product by weight' });
  const rows = chain.components.flatMap((component) =>
    component.materials.map((material, at) => [
      at === 0 ? `${text(componentName(component))}` : '<span class="soft">″</span>',
      text(textIn(material.names, 'en', material.name)),
      material.percentage === null ? '–' : `${figureText(material.percentage)} %`,
      component.weight === null || material.percentage === null
        ? '–'
        : figureText((component.weight * material.percentage) / 100, 3),
    ]),
  );
  if (rows.length === 0) return part('Composition', missing('composition'));
  const headers = [
    { words: 'Component' },
    { words: 'Material' },
    { words: 'Share', kind: 'number' as const },
    { words: 'Weight (g)', kind: 'number' as const },
  ];
  const figure =
    chart === ''
      ? ''
      : `<figure class="half">${chart}<figcaption>Materials by weight, ${figureText(whole, 3)} g over all components</figcaption></figure>`;
  return part(
    'Composition',
    `<div class="pair">${figure}${table('Materials by component', headers, rows)}</div>`,
    'composition',
  );
}
