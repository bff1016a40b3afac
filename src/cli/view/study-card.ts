import { type Certified, type ChainStep, ownSteps } from '../../read/tables/portrait/chain.ts';
import {
  countryName,
  figureText,
  localText,
  percentage,
  percentText,
} from '../../read/tables/portrait/figures.ts';
import { textIn } from '../../read/tables/portrait/json-fields.ts';
import { fieldLabel, valueText } from '../../read/tables/portrait/labels.ts';
import { type LabelledTexts, type Portrait, portraitOf } from '../../read/tables/portrait/portrait.ts';
import { say } from '../../say.ts';
import { Card, type CardOptions } from './card.ts';

/** The card of a study (interface 2.6). Accepts any JSON; missing values are skipped. */
export function studyCard(study: unknown, options: CardOptions): string[] {
  const portrait = portraitOf(study);
  const card = new Card(options);
  header(card, portrait);
  chain(card, portrait, options.language);
  impacts(card, portrait, options.language);
  grades(card, portrait);
  if (portrait.certifications.length > 0) {
    card.section(say().study.certifications());
    for (const one of portrait.certifications) card.wrapped(certifiedText(one));
  }
  textLines(card, say().study.claims(), portrait.claims, options.language);
  textLines(card, say().study.texts(), portrait.texts, options.language);
  packaging(card, portrait, options.language);
  return card.lines;
}

function header(card: Card, study: Portrait): void {
  card.title(study.title || say().card.unnamedStudy());
  if (study.synthetic) card.wrapped(say().study.synthetic(), '', '', card.chalk.yellow);
  card.fact(say().study.product(), study.productRef);
  card.fact(say().study.collection(), study.collection);
  card.fact(say().study.colour(), study.colorCode);
  card.fact(say().study.category(), study.category);
  card.fact(say().study.state(), study.state);
  card.fact(say().study.weight(), study.weight === null ? '' : `${figureText(study.weight)} g`);
  card.fact(say().study.purchaseOrder(), study.purchaseOrder);
  card.fact(say().study.project(), study.projectType);
  card.fact(say().study.ecoModulation(), study.ecoModulation);
  card.fact(say().study.study(), study.id);
  for (const { type, link } of study.links) card.link(linkLabel(type, link), link);
}

/** The label of a link: its type, and the language if its address contains one, as in `showcase (fr)`. */
function linkLabel(type: string, link: string): string {
  const language = /[?&]lang=(\w+)/.exec(link)?.[1];
  return `${valueText(type)}${language === undefined ? '' : ` (${language})`}`;
}

function chain(card: Card, study: Portrait, language: string): void {
  const { components, shared } = study.chain;
  if (components.length === 0) return;
  card.section(say().card.chain());
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
      const share = material.percentage === null ? '' : `${percentage(material.percentage)} `;
      card.wrapped(`${share}${textIn(material.names, language, material.name)}`, last ? '└─ ' : '├─ ', '   ');
      steps(card, ownSteps(material, study.chain), last ? '   ' : '│  ');
    }
  }
  if (shared.length > 0) {
    card.lines.push(say().study.afterShared());
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
    const way = step.legs.map(({ type, km }) => `${valueText(type)} ${figureText(km)} km`).join(' + ');
    if (way !== '') card.wrapped(`↓ ${way}`, below, below, card.chalk.cyan);
  }
}

function stepText({ name, country, city, region, supplier, position }: ChainStep): string {
  const where = country === '' ? region || say().card.unknownCountry() : countryName(country);
  const who = supplier.known
    ? `${supplier.name}${supplier.ref === '' ? '' : ` (${supplier.ref})`}${city === '' ? '' : `, ${city}`}`
    : say().card.unknownSupplier();
  return `${position} ${name} · ${where} · ${who}`.trim();
}

function certifiedText({ name, status, visible }: Certified): string {
  const words = status === '' ? '' : ` (${valueText(status)})`;
  return `${name}${words}${visible === false ? `, ${say().study.notPublic()}` : ''}`;
}

function impacts(card: Card, study: Portrait, language: string): void {
  const known = study.impacts.filter(({ value }) => value !== null);
  if (known.length === 0) return;
  card.section(say().study.impacts());
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
  card.wrapped(say().card.bars(), '', '', card.chalk.dim);
  for (const { label, value } of study.shares) {
    card.fact(label, typeof value === 'number' ? figureText(value) : '', 28);
  }
  for (const { label, texts, plain } of study.equivalences)
    card.fact(label, textIn(texts, language, plain), 28);
}

/** A figure as the page shows it, but with a short exponent: `1.594e-5`. */
function shortFigure(value: number | null): string {
  const text = figureText(value);
  if (!text.includes('×') || value === null) return text;
  const [mantissa = '', exponent = ''] = Number(value.toPrecision(4)).toExponential().split('e');
  return `${localText(Number(mantissa), { maximumFractionDigits: 3 })}e${exponent}`;
}

function grades(card: Card, study: Portrait): void {
  if (study.grades.some(({ value }) => value !== null)) {
    card.section(say().study.grades());
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
  card.section(fieldLabel('frenchSingleScore'));
  const width = Math.min(39, Math.floor(card.width * 0.6));
  for (const { label, value } of score) {
    card.fact(label, typeof value === 'number' ? figureText(value) : (value ?? ''), width);
  }
}

/** Adds a section of texts in one language. For a missing text it names the languages that are available. */
function textLines(card: Card, title: string, all: readonly LabelledTexts[], language: string): void {
  if (all.length === 0) return;
  card.section(say().card.inLanguage({ title, language }));
  for (const { label, texts } of all) {
    const others = Object.keys(texts).join(', ');
    const missing =
      others === '' ? say().card.notAvailable() : say().card.otherLanguages({ language, others });
    card.fact(label, texts[language] ?? missing, 20);
  }
}

function packaging(card: Card, study: Portrait, language: string): void {
  for (const { ref, type, names, facts, claims } of study.packaging) {
    card.section(say().study.packaging());
    card.wrapped(`${textIn(names, language, type)}  ${ref}`, '', '', card.chalk.bold);
    for (const { label, value } of facts) {
      card.fact(label, typeof value === 'number' ? figureText(value) : (value ?? ''), 20);
    }
    for (const { label, texts } of claims) card.fact(`  ${label}`, texts[language] ?? '', 20);
  }
}
