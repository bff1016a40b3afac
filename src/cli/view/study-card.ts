import { type Certified, type ChainStep, ownSteps } from '../../read/tables/portrait/chain.ts';
import { countryName, figureText, percentText } from '../../read/tables/portrait/figures.ts';
import { textIn } from '../../read/tables/portrait/json-fields.ts';
import { type LabelledTexts, type Portrait, portraitOf } from '../../read/tables/portrait/portrait.ts';
import { Card, type CardOptions } from './card.ts';

export const SYNTHETIC =
  'Synthetic figures: the study itself says that its figures are made up. Do not publish or compare them.';

/** The card of a study (interface 2.6). Accepts any JSON; missing values are skipped. */
export function studyCard(study: unknown, options: CardOptions): string[] {
  const portrait = portraitOf(study);
  const card = new Card(options);
  header(card, portrait);
  chain(card, portrait, options.language);
  impacts(card, portrait, options.language);
  grades(card, portrait);
  if (portrait.certifications.length > 0) {
    card.section('Certifications');
    for (const one of portrait.certifications) card.wrapped(certifiedText(one));
  }
  textLines(card, 'Claims', portrait.claims, options.language);
  textLines(card, 'Texts', portrait.texts, options.language);
  packaging(card, portrait, options.language);
  return card.lines;
}

function header(card: Card, study: Portrait): void {
  card.title(study.title || 'study without a name');
  if (study.synthetic) card.wrapped(SYNTHETIC, '', '', card.chalk.yellow);
  card.fact('Product', study.productRef);
  card.fact('Collection', study.collection);
  card.fact('Colour', study.colorCode);
  card.fact('Category', study.category);
  card.fact('State', study.state);
  card.fact('Weight', study.weight === null ? '' : `${figureText(study.weight)} g`);
  card.fact('Purchase order', study.purchaseOrder);
  card.fact('Project', study.projectType);
  card.fact('Eco-modulation', study.ecoModulation);
  card.fact('Study', study.id);
  for (const { type, link } of study.links) card.link(linkLabel(type, link), link);
}

/** The label of a link: its type, and the language if its address contains one, as in `showcase (fr)`. */
function linkLabel(type: string, link: string): string {
  const language = /[?&]lang=(\w+)/.exec(link)?.[1];
  return `${type.toLowerCase().replaceAll('_', ' ')}${language === undefined ? '' : ` (${language})`}`;
}

function chain(card: Card, study: Portrait, language: string): void {
  const { components, shared } = study.chain;
  if (components.length === 0) return;
  card.section('Chain');
  for (const component of components) {
    const weight = component.weight === null ? '' : `, ${figureText(component.weight)} g`;
    card.wrapped(
      `${textIn(component.names, language, component.name)}  ${component.ref}${weight}`,
      '',
      '  ',
      card.chalk.bold,
    );
    for (const [at, material] of component.materials.entries()) {
      const last = at === component.materials.length - 1;
      const share = material.percentage === null ? '' : `${figureText(material.percentage)} % `;
      card.wrapped(`${share}${textIn(material.names, language, material.name)}`, last ? '└─ ' : '├─ ', '   ');
      steps(card, ownSteps(material, study.chain), last ? '   ' : '│  ');
    }
  }
  if (shared.length > 0) {
    card.lines.push('then, for every material');
    steps(card, shared, '');
  }
}

function steps(card: Card, all: readonly ChainStep[], indent: string): void {
  for (const [at, step] of all.entries()) {
    const last = at === all.length - 1;
    const below = `${indent}${last ? '   ' : '│  '}`;
    card.wrapped(stepText(step), `${indent}${last ? '└─ ' : '├─ '}`, below);
    const certified = [...step.social, ...step.environmental].map(certifiedText).join(', ');
    if (certified !== '') card.wrapped(certified, below, below);
    const way = step.legs.map(({ type, km }) => `${type.toLowerCase()} ${figureText(km)} km`).join(' + ');
    if (way !== '') card.wrapped(`↓ ${way}`, below, below, card.chalk.cyan);
  }
}

function stepText({ name, country, city, region, supplier, position }: ChainStep): string {
  const where = country === '' ? region || 'unknown country' : countryName(country);
  const who = supplier.known
    ? `${supplier.name}${supplier.ref === '' ? '' : ` (${supplier.ref})`}${city === '' ? '' : `, ${city}`}`
    : 'unknown supplier';
  return `${position} ${name} · ${where} · ${who}`.trim();
}

export function certifiedText({ name, status, visible }: Certified): string {
  const words = status === '' ? '' : ` (${status.toLowerCase().replaceAll('_', ' ')})`;
  return `${name}${words}${visible === false ? ', document not public' : ''}`;
}

function impacts(card: Card, study: Portrait, language: string): void {
  const known = study.impacts.filter(({ value }) => value !== null);
  if (known.length === 0) return;
  card.section('Impacts');
  const most = Math.max(...known.map(({ yearShare, partOf }) => (partOf ? 0 : (yearShare ?? 0))), 1e-30);
  card.bars(
    known.map(({ label, unit, value, yearShare, partOf }) => ({
      label: partOf ? `  ${label}` : label,
      value: shortFigure(value),
      unit,
      share: yearShare === null || partOf ? null : yearShare / most,
      note: yearShare === null || partOf ? '' : percentText(yearShare),
    })),
  );
  card.wrapped(
    'Bars: share of the yearly impact of one person, world average (Environmental Footprint 3.1). A reading aid, not from the service.',
    '',
    '',
    card.chalk.dim,
  );
  for (const { label, value } of study.shares) {
    card.fact(label, typeof value === 'number' ? figureText(value) : '', 28);
  }
  for (const { label, texts, plain } of study.equivalences)
    card.fact(label, textIn(texts, language, plain), 28);
}

/** A figure as the page shows it, but with a short exponent: `1.594e-5`. */
function shortFigure(value: number | null): string {
  const text = figureText(value);
  return text.includes('×') && value !== null ? String(Number(value.toPrecision(4)).toExponential()) : text;
}

function grades(card: Card, study: Portrait): void {
  if (study.grades.some(({ value }) => value !== null)) {
    card.section('Grades');
    card.bars(
      study.grades.map(({ label, value }) => ({
        label,
        value: figureText(value),
        unit: '',
        share: value !== null && value >= 0 && value <= 100 ? value / 100 : null,
        note: '',
      })),
    );
  }
  const score = study.frenchScore.filter(({ value }) => value !== null);
  if (score.length === 0) return;
  card.section('French single score');
  const width = Math.min(39, Math.floor(card.width * 0.6));
  for (const { label, value } of score) {
    card.fact(label, typeof value === 'number' ? figureText(value) : (value ?? ''), width);
  }
}

/** Adds a section of texts in one language. For a missing text it names the languages that are available. */
export function textLines(card: Card, title: string, all: readonly LabelledTexts[], language: string): void {
  if (all.length === 0) return;
  card.section(`${title} (${language})`);
  for (const { label, texts } of all) {
    const others = Object.keys(texts).join(', ');
    const missing = others === '' ? 'not available' : `not available in ${language}; available in ${others}`;
    card.fact(label, texts[language] ?? missing, 20);
  }
}

function packaging(card: Card, study: Portrait, language: string): void {
  for (const { ref, type, names, facts, claims } of study.packaging) {
    card.section('Packaging');
    card.wrapped(`${textIn(names, language, type)}  ${ref}`, '', '', card.chalk.bold);
    for (const { label, value } of facts) {
      card.fact(label, typeof value === 'number' ? figureText(value) : (value ?? ''), 20);
    }
    for (const { label, texts } of claims) card.fact(`  ${label}`, texts[language] ?? '', 20);
  }
}
