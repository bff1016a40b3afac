import { stepPairs } from '../tables/portrait/chain.ts';
import { figureText, percentText } from '../tables/portrait/figures.ts';
import type { Fact } from '../tables/portrait/impacts.ts';
import { type Texts, textIn } from '../tables/portrait/json-fields.ts';
import type { LabelledTexts, Portrait } from '../tables/portrait/portrait.ts';
import { chainPart, compositionPart, distancePart } from './chain-parts.ts';
import { certifiedBadge } from './chain-tree.ts';
import { anchor, bar, type Html, httpLink, missing, part, table, text } from './html.ts';

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
