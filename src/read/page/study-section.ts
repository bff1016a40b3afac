import { type Chain, stepPairs } from '../tables/portrait/chain.ts';
import { countryName, figureText, percentText } from '../tables/portrait/figures.ts';
import type { Fact } from '../tables/portrait/impacts.ts';
import { type Texts, textIn } from '../tables/portrait/json-fields.ts';
import type { LabelledTexts, Portrait } from '../tables/portrait/portrait.ts';
import { chainMap, placesOf } from './chain-map.ts';
import { certifiedBadge, chainTree } from './chain-tree.ts';
import { componentName, compositionChart, materialGrams, stepKilometres } from './charts.ts';
import { anchor, bar, type Html, httpLink, table, text } from './html.ts';
import { kilometresChart } from './kilometres.ts';
import { middleOf } from './world.ts';

export interface SectionOptions {
  readonly id: string;
  readonly languages: readonly string[];
}

const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  fr: 'Français',
  en: 'English',
  es: 'Español',
  it: 'Italiano',
};

/** Shown above a study whose own texts say that its figures are made up. */
const SYNTHETIC_NOTE =
  'Synthetic figures: the study itself says that its figures are made up. Do not publish or compare them.';

/** A study as a section of the page. `id` is its anchor. */
export function studySection(study: Portrait, { id, languages }: SectionOptions): Html {
  const parts = [
    summaryPart(study),
    chainPart(study, id),
    impactPart(study),
    distancePart(study, id),
    compositionPart(study, id),
    gradePart(study),
    certificationPart(study),
    claimPart('Claims', study.claims, languages),
    claimPart('Texts', study.texts, languages),
    packagingPart(study, languages),
  ];
  return `<section class="study" id="${id}" aria-labelledby="${id}-head">
<h2 id="${id}-head">${text(study.title) || 'A study without a name'}</h2>
${parts.filter(Boolean).join('\n')}
</section>`;
}

function part(title: string, body: Html, kind = ''): Html {
  return `<section class="part ${kind}"><h3>${title}</h3>\n${body}\n</section>`;
}

const missing = (what: string): Html => `<p class="soft">The study has no ${what}.</p>`;

function facts(all: readonly (readonly [label: string, value: Html])[]): Html {
  const shown = all.filter(([, value]) => value !== '');
  return `<dl class="facts">${shown.map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`).join('')}</dl>`;
}

function summaryPart(study: Portrait): Html {
  const links = study.links.map(({ type, link }) =>
    httpLink(link) === null ? text(`${type}: ${link}`) : anchor(link, linkWords(type, link)),
  );
  const note = study.synthetic ? `<p class="note" role="note">${SYNTHETIC_NOTE}</p>` : '';
  return `${facts([
    ['Product', text(study.productRef)],
    ['Collection', text(study.collection)],
    ['Colour', text(study.colorCode)],
    ['Category', text(study.category)],
    ['State', `<span class="badge plain">${text(study.state.toLowerCase().replaceAll('_', ' '))}</span>`],
    ['Weight', study.weight === null ? '' : `${figureText(study.weight)} g`],
    ['Purchase order', text(study.purchaseOrder)],
    ['Project', text(study.projectType)],
    ['Eco-modulation', text(study.ecoModulation)],
    ['Study', `<span class="id">${text(study.id)}</span>`],
    ['Links', links.join(' · ')],
  ])}\n${note}`;
}

function linkWords(type: string, link: string): string {
  const language = /[?&]lang=(\w+)/.exec(link)?.[1];
  const words = type === '' ? link : type.toLowerCase().replaceAll('_', ' ');
  return language === undefined ? words : `${words} (${language})`;
}

function chainPart({ chain }: Portrait, id: string): Html {
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

function impactPart({ impacts, equivalences, shares }: Portrait): Html {
  const known = impacts.filter(({ value }) => value !== null);
  if (known.length === 0) return part('Impacts', missing('impact'));
  const most = Math.max(...known.map(({ yearShare, partOf }) => (partOf ? 0 : (yearShare ?? 0))), 1e-30);
  const whole = known.find(({ field }) => field === 'climateChange')?.value ?? null;
  const rows = known.map(({ label, unit, value, yearShare, partOf }) => {
    const ofWhole = whole === null || whole === 0 || value === null ? null : value / whole;
    const share = partOf ? ofWhole : yearShare;
    const shown =
      share === null
        ? '<span class="soft">no reference</span>'
        : partOf
          ? `<span class="soft">${percentText(share)} of climate change</span>`
          : `${bar(share / most)} ${percentText(share)}`;
    return [
      partOf ? `<span class="within">${text(label)}</span>` : text(label),
      `<data value="${value}">${figureText(value)}</data>`,
      unit === '' ? '<span class="soft">unit not shown</span>' : text(unit),
      shown,
    ];
  });
  const headers = [
    { words: 'Indicator' },
    { words: 'Value', kind: 'number' as const },
    { words: 'Unit' },
    { words: 'Share of one person’s year' },
  ];
  const everyday = equivalences.map(
    ({ label, texts, plain }) => [text(label), text(textIn(texts, 'en', plain))] as const,
  );
  return part(
    'Impacts',
    `${table('Impacts of the product', headers, rows)}
<p class="small">The bars compare indicators of different units: each is set against what one person causes in a year, world average (normalisation factors of the Environmental Footprint method 3.1). This is a reading aid, not a result of the service.</p>
${facts([...shares.map(({ label, value }) => [text(label), typeof value === 'number' ? figureText(value) : ''] as const), ...everyday])}`,
    'impacts',
  );
}

/** Weight and kilometres by component and step. A study has no impacts by component. */
function distancePart({ chain }: Portrait, id: string): Html {
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
    title: 'Kilometres by component, stacked by the step after which they are travelled',
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

function compositionPart({ chain }: Portrait, id: string): Html {
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

function gradePart({ grades, frenchScore }: Portrait): Html {
  const bars = grades.map(({ label, value }) => [
    text(label),
    figureText(value),
    value !== null && value >= 0 && value <= 100 ? bar(value / 100) : '',
  ]);
  const gradeHeaders = [
    { words: 'Grade' },
    { words: 'Value', kind: 'number' as const },
    { words: 'From 0 to 100' },
  ];
  const scores = frenchScore.map(({ label, value }) => [text(label), factText(value)]);
  const scoreHeaders = [{ words: 'Figure' }, { words: 'Value', kind: 'number' as const }];
  return part(
    'Grades and French single score',
    `<div class="pair">${table('Grades', gradeHeaders, bars)}${table('Parts of the French single score', scoreHeaders, scores)}</div>`,
    'grades',
  );
}

const factText = (value: Fact['value']): Html =>
  typeof value === 'string' ? text(value) : figureText(value);

function certificationPart({ certifications, chain }: Portrait): Html {
  const found = new Map<string, { html: Html; holders: Set<string> }>();
  const add = (html: Html, holder: string) => {
    const one = found.get(html) ?? { html, holders: new Set() };
    found.set(html, one);
    one.holders.add(holder);
  };
  for (const certification of certifications) add(certifiedBadge(certification), 'the product');
  for (const { step } of stepPairs(chain)) {
    for (const one of [...step.social, ...step.environmental]) {
      add(certifiedBadge(one), step.supplier.name || step.supplier.ref || step.name);
    }
  }
  const rows = [...found.values()].map(({ html, holders }) => [html, text([...holders].join(', '))]);
  const headers = [{ words: 'Certification and status' }, { words: 'Holder' }];
  return part(
    'Certifications',
    rows.length === 0 ? missing('certification') : table('Certifications', headers, rows),
  );
}

function claimPart(title: string, all: readonly LabelledTexts[], languages: readonly string[]): Html {
  if (all.length === 0) return part(title, missing(title.toLowerCase().slice(0, -1)));
  return part(title, textsByLanguage(all, languages), 'claims');
}

function textsByLanguage(all: readonly LabelledTexts[], languages: readonly string[]): Html {
  const sections = languages.map((language) => {
    const rows = all.map(
      ({ label, texts }) => `<dt lang="en">${text(label)}</dt><dd>${claimText(texts, language)}</dd>`,
    );
    return `<section class="language" lang="${text(language)}"><h4>${text(LANGUAGE_NAMES[language] ?? language)}</h4><dl>${rows.join('')}</dl></section>`;
  });
  return `<div class="languages">${sections.join('\n')}</div>`;
}

function claimText(texts: Texts, language: string): Html {
  const claim = texts[language];
  return claim === undefined
    ? '<span class="soft" lang="en">not available in this language</span>'
    : text(claim);
}

function packagingPart({ packaging }: Portrait, languages: readonly string[]): Html {
  if (packaging.length === 0) return part('Packaging', missing('packaging'));
  const items = packaging.map(
    ({
      ref,
      type,
      names,
      facts: known,
      claims,
    }) => `<article class="packaging"><h4>${text(textIn(names, 'en', type))} <span class="soft">${text(ref)}</span></h4>
${facts(known.map(({ label, value }) => [text(label), value === null ? '' : factText(value)] as const))}
${claims.length === 0 ? '' : textsByLanguage(claims, languages)}</article>`,
  );
  return part('Packaging', items.join('\n'), 'packagings');
}
