import {
  across,
  anchor,
  bar,
  facts,
  type Html,
  httpLink,
  noData,
  numberHeader,
  part,
  table,
  text,
} from '../../page/html.ts';
import { language, say } from '../../say.ts';
import { stepPairs } from '../tables/portrait/chain.ts';
import { figureText, percentText } from '../tables/portrait/figures.ts';
import type { Fact } from '../tables/portrait/impacts.ts';
import { type Texts, textIn } from '../tables/portrait/json-fields.ts';
import { valueText } from '../tables/portrait/labels.ts';
import type { LabelledTexts, Portrait } from '../tables/portrait/portrait.ts';
import { chainPart, compositionPart, distancePart } from './chain-parts.ts';
import { certifiedBadge } from './chain-tree.ts';

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

/** A study as a section of the page. `id`: the id of the section, for links to it. */
export function studySection(study: Portrait, { id, languages }: SectionOptions): Html {
  const parts = [
    summaryPart(study),
    chainPart(study, id),
    impactPart(study),
    distancePart(study, id),
    compositionPart(study, id),
    gradePart(study),
    certificationPart(study),
    claimPart(say().study.claims(), say().page.noClaim(), study.claims, languages),
    claimPart(say().study.texts(), say().page.noText(), study.texts, languages),
    packagingPart(study, languages),
  ];
  const title = study.title || say().page.unnamed();
  return `<section class="study" id="${id}" aria-labelledby="${id}-head">
<h2 id="${id}-head">${text(title)}</h2>
${parts.filter((one) => one !== '').join('\n')}
</section>`;
}

function summaryPart(study: Portrait): Html {
  const links = study.links.map(({ type, link }) =>
    httpLink(link) === null
      ? text(say().study.pair({ name: type, value: link }))
      : anchor(link, linkWords(type, link)),
  );
  const note = study.synthetic ? `<p class="note" role="note">${say().study.synthetic()}</p>` : '';
  const known = facts([
    [say().study.product(), text(study.productRef)],
    [say().study.collection(), text(study.collection)],
    [say().study.colour(), text(study.colorCode)],
    [say().study.category(), text(study.category)],
    [say().study.state(), `<span class="badge plain">${text(valueText(study.state))}</span>`],
    [say().study.weight(), study.weight === null ? '' : `${figureText(study.weight)} g`],
    [say().study.purchaseOrder(), text(study.purchaseOrder)],
    [say().study.project(), text(study.projectType)],
    [say().study.ecoModulation(), text(study.ecoModulation)],
    [say().study.study(), `<span class="id">${text(study.id)}</span>`],
    [say().study.links(), links.join(' · ')],
  ]);
  return across(`${known}${note}`);
}

function linkWords(type: string, link: string): string {
  const language = /[?&]lang=(\w+)/.exec(link)?.[1];
  const words = type === '' ? link : valueText(type);
  return language === undefined ? words : `${words} (${language})`;
}

function impactPart({ impacts, equivalences, shares }: Portrait): Html {
  const known = impacts.filter(({ value }) => value !== null);
  if (known.length === 0) return part(say().study.impacts(), noData(say().page.noImpact()));
  const most = Math.max(...known.map(({ yearShare, partOf }) => (partOf ? 0 : (yearShare ?? 0))), 1e-30);
  const whole = known.find(({ field }) => field === 'climateChange')?.value ?? null;
  const rows = known.map(({ label, unit, value, yearShare, partOf }) => {
    const ofWhole = whole === null || whole === 0 || value === null ? null : value / whole;
    const share = partOf ? ofWhole : yearShare;
    const shown =
      share === null
        ? `<span class="soft">${say().page.noReference()}</span>`
        : partOf
          ? `<span class="soft">${say().page.ofClimate({ share: percentText(share) })}</span>`
          : `${bar(share / most)} ${percentText(share)}`;
    return [
      partOf ? `<span class="within">${text(label)}</span>` : text(label),
      `<data value="${value}">${figureText(value)}</data>`,
      unit === '' ? `<span class="soft">${say().page.unitNotShown()}</span>` : text(unit),
      shown,
    ];
  });
  const headers = [
    { words: say().page.indicator(), share: 33 },
    numberHeader(say().page.value(), 19),
    { words: say().page.unit(), share: 20 },
    say().page.yearShare(),
  ];
  const everyday = equivalences.map(
    ({ label, texts, plain }) => [text(label), text(textIn(texts, language(), plain))] as const,
  );
  return part(
    say().study.impacts(),
    `${table(say().page.impactTable(), headers, rows)}
<p class="small">${say().page.barsExplained()}</p>
${facts([
  ...shares.map(
    ({ label, value }) => [text(label), typeof value === 'number' ? figureText(value) : ''] as const,
  ),
  ...everyday,
])}`,
    'impacts',
  );
}

function gradePart({ grades, frenchScore }: Portrait): Html {
  const bars = grades.map(({ label, value }) => [
    text(label),
    figureText(value),
    value !== null && value >= 0 && value <= 100 ? bar(value / 100) : '',
  ]);
  const gradeHeaders = [say().page.grade(), numberHeader(say().page.value()), say().page.fromTo()];
  const scores = frenchScore.map(({ label, value }) => [text(label), factText(value)]);
  const scoreHeaders = [{ words: say().page.figure(), share: 68 }, numberHeader(say().page.value())];
  return part(
    say().page.gradesAndScore(),
    `<div class="pair"><div>${table(say().study.grades(), gradeHeaders, bars)}</div>
<div>${table(say().page.scoreTable(), scoreHeaders, scores)}</div></div>`,
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
  for (const certification of certifications) add(certifiedBadge(certification), say().page.theProduct());
  for (const { step } of stepPairs(chain)) {
    for (const one of [...step.social, ...step.environmental]) {
      add(certifiedBadge(one), step.supplier.name || step.supplier.ref || step.name);
    }
  }
  const rows = [...found.values()].map(({ html, holders }) => [html, text([...holders].join(', '))]);
  const headers = [say().page.certificationColumn(), say().page.holder()];
  return part(
    say().study.certifications(),
    rows.length === 0
      ? noData(say().page.noCertification())
      : table(say().study.certifications(), headers, rows),
  );
}

function claimPart(
  title: string,
  none: string,
  all: readonly LabelledTexts[],
  languages: readonly string[],
): Html {
  if (all.length === 0) return part(title, noData(none));
  return part(title, textsByLanguage(all, languages), 'claims');
}

function textsByLanguage(all: readonly LabelledTexts[], languages: readonly string[]): Html {
  const sections = languages.map((one) => {
    const rows = all.map(
      ({ label, texts }) => `<dt lang="${language()}">${text(label)}</dt><dd>${claimText(texts, one)}</dd>`,
    );
    const name = LANGUAGE_NAMES[one] ?? one;
    return `<section class="language" lang="${text(one)}"><h4>${text(name)}</h4><dl>${rows.join('')}</dl></section>`;
  });
  return `<div class="languages">${sections.join('\n')}</div>`;
}

function claimText(texts: Texts, one: string): Html {
  const claim = texts[one];
  return claim === undefined
    ? `<span class="soft" lang="${language()}">${say().page.notInLanguage()}</span>`
    : text(claim);
}

function packagingPart({ packaging }: Portrait, languages: readonly string[]): Html {
  if (packaging.length === 0) return part(say().study.packaging(), noData(say().page.noPackaging()));
  const articles = packaging.map(({ ref, type, names, facts: known, claims }) => {
    const name = text(textIn(names, language(), type));
    return `<article class="packaging"><h4>${name} <span class="soft">${text(ref)}</span></h4>
${facts(known.map(({ label, value }) => [text(label), value === null ? '' : factText(value)] as const))}
${claims.length === 0 ? '' : textsByLanguage(claims, languages)}</article>`;
  });
  return part(say().study.packaging(), articles.join('\n'), 'packagings');
}
