import { across, bar, type Html, noData, numberHeader, part, table, text } from '../../page/html.ts';
import { language, numberText, say } from '../../say.ts';
import { type Chain, stepPairs } from '../tables/portrait/chain.ts';
import { countryName, figureText, localText, percentage, percentText } from '../tables/portrait/figures.ts';
import { textIn } from '../tables/portrait/json-fields.ts';
import { fieldLabel } from '../tables/portrait/labels.ts';
import type { Portrait } from '../tables/portrait/portrait.ts';
import { chainMap, placesOf } from './chain-map.ts';
import { chainTree } from './chain-tree.ts';
import { componentName, compositionChart, materialGrams, stepKilometres } from './charts.ts';
import { kilometresChart } from './kilometres.ts';
import { middleOf } from './world.ts';

/** The map of a chain, its countries and its tree of steps. */
export function chainPart({ chain }: Portrait, id: string): Html {
  const flow = placesOf(chain);
  const { places } = flow;
  const names = places.map(({ country }) => countryName(country)).join(', ');
  const map = chainMap(flow, {
    id: `${id}m`,
    title: say().page.mapTitle({ countries: names }),
  });
  const unknown = places.filter(({ country }) => !middleOf(country)).map(({ country }) => country);
  const rows = places.map(({ country, steps, suppliers }) => [
    `${text(countryName(country))} <span class="soft">${text(country)}</span>`,
    text([...steps].join(', ')),
    suppliers.size === 0
      ? `<span class="soft">${say().page.noneKnown()}</span>`
      : text([...suppliers].join(', ')),
  ]);
  const headers = [say().page.country(), say().page.steps(), say().page.knownSuppliers()];
  const figure =
    map === ''
      ? `<p class="soft">${say().page.noMap()}</p>`
      : `<figure>${map}<figcaption><span class="key known"></span> ${say().page.supplierKnown()} <span class="key place"></span> ${say().page.onlyCountry()} ${say().page.arrowsExplained()}${unknown.length === 0 ? '' : ` ${text(say().page.notOnMap({ countries: unknown.join(', ') }))}`}</figcaption></figure>`;
  return part(
    fieldLabel('traceability'),
    `${across(`${figure}\n${rows.length === 0 ? '' : table(say().page.countriesOfChain(), headers, rows)}`, 'beside')}
<h4>${say().page.stepByStep()}</h4>
${chainTree(chain)}`,
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
      localText(Math.round(km)),
    ];
  });
  const headers = [
    say().page.component(),
    numberHeader(say().page.weightGrams()),
    say().page.shareOfWeight(),
    numberHeader(say().page.distance()),
  ];
  const chart = kilometresChart(chain, {
    id: `${id}k`,
    title: say().page.kilometresTitle(),
  });
  return part(
    say().page.byComponent(),
    `<p class="small">${say().page.noImpactsByStep()}</p>
${table(say().page.weightTable(), headers, rows)}
${across(
  chart === ''
    ? noData(say().page.noKilometres())
    : `<figure>${chart}<figcaption>${say().page.kilometresCaption()}</figcaption></figure>`,
)}
${stepTable(chain)}`,
    'ways',
  );
}

function stepTable(chain: Chain): Html {
  const steps = new Map<string, { countries: Set<string>; known: number; all: number; ways: number[] }>();
  for (const { step } of stepPairs(chain)) {
    const totals = steps.get(step.name) ?? { countries: new Set<string>(), known: 0, all: 0, ways: [] };
    steps.set(step.name, totals);
    totals.countries.add(
      step.country === '' ? step.region || say().page.unknown() : countryName(step.country),
    );
    totals.all += 1;
    totals.known += step.supplier.known ? 1 : 0;
    if (step.km !== null) totals.ways.push(step.km);
  }
  const headers = [
    say().page.step(),
    say().page.where(),
    numberHeader(say().page.supplierKnownColumn()),
    numberHeader(say().page.meanDistance()),
  ];
  const rows = [...steps].map(([name, { countries, known, all, ways }]) => [
    text(name),
    text([...countries].join(', ')),
    say().page.knownOf({ known: `${known}`, all: numberText(all) }),
    ways.length === 0 ? '–' : localText(Math.round(ways.reduce((sum, km) => sum + km, 0) / ways.length)),
  ]);
  return rows.length === 0 ? '' : table(say().page.stepTable(), headers, rows);
}

/** The materials of a product by weight. */
export function compositionPart({ chain }: Portrait, id: string): Html {
  const parts = materialGrams(chain);
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  const chart = compositionChart(parts, { id: `${id}c`, title: say().page.compositionTitle() });
  const rows = chain.components.flatMap((component) =>
    component.materials.map((material, at) => [
      at === 0 ? `${text(componentName(component))}` : '<span class="soft">″</span>',
      text(textIn(material.names, language(), material.name)),
      material.percentage === null ? '–' : percentage(material.percentage),
      component.weight === null || material.percentage === null
        ? '–'
        : figureText((component.weight * material.percentage) / 100, 3),
    ]),
  );
  if (rows.length === 0) return part(say().page.composition(), noData(say().page.noComposition()));
  const headers = [
    say().page.component(),
    say().page.material(),
    numberHeader(say().page.share()),
    numberHeader(say().page.weightGrams()),
  ];
  const figure =
    chart === ''
      ? ''
      : `<figure class="half">${chart}<figcaption>${say().page.compositionCaption({ weight: figureText(whole, 3) })}</figcaption></figure>`;
  return part(
    say().page.composition(),
    `<div class="pair"><div>${figure}</div>
<div>${table(say().page.materialTable(), headers, rows)}</div></div>`,
    'composition',
  );
}
