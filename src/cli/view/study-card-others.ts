import { certifiedOf, chainOf } from '../../read/tables/portrait/chain.ts';
import { figureText } from '../../read/tables/portrait/figures.ts';
import {
  itemsOf,
  numberOf,
  objectIn,
  plainOf,
  textIn,
  textOf,
} from '../../read/tables/portrait/json-fields.ts';
import {
  CLAIM_LABELS,
  isSynthetic,
  labelledTexts,
  TEXT_LABELS,
} from '../../read/tables/portrait/portrait.ts';
import { Card, type CardOptions } from './card.ts';
import { certifiedText, SYNTHETIC, textLines } from './study-card.ts';

/** The card of a product (interface 2.4), with its studies and their links. */
export function productCard(product: unknown, options: CardOptions): string[] {
  const fields = objectIn(product);
  const card = new Card(options);
  card.title(textOf(fields.name) || 'product without a name');
  card.fact('Reference', plainOf(fields.ref));
  card.fact('Category', textOf(fields.category));
  card.fact('Product', textOf(fields.id));
  const studies = itemsOf(fields.studies);
  card.section(studies.length === 1 ? '1 study' : `${studies.length} studies`);
  for (const study of studies) {
    const parts = [objectIn(study.brandCollection).name, study.colorCode, study.state].map(textOf);
    card.wrapped(parts.filter(Boolean).join(' · '), '', '', card.chalk.bold);
    card.fact('  study', textOf(study.id));
    card.fact('  picture', textOf(study.picture));
    for (const { link, type } of itemsOf(study.links)) {
      card.link(`  ${textOf(type).toLowerCase().replaceAll('_', ' ')}`, textOf(link));
    }
  }
  return card.lines;
}

/** The card of a packaging (interface 2.3). */
export function packagingCard(packaging: unknown, options: CardOptions): string[] {
  const { packagingRef, type, id, ...others } = objectIn(packaging);
  const card = new Card(options);
  card.title(textOf(packagingRef) || 'packaging without a reference');
  card.fact('Type', textOf(type));
  card.fact('Packaging', textOf(id));
  for (const [name, value] of Object.entries(others)) card.fact(name, plainOf(value));
  return card.lines;
}

const IMPACTS = [
  ['Climate change', 'climateChange', 'kg CO2 eq'],
  ['Eutrophication, fresh water', 'eutrophicationFreshWater', 'kg P eq'],
  ['Resource use, fossils', 'resourceUseFossils', 'MJ'],
  ['Recycled materials', 'recycledMaterialsPercentage', '%'],
  ['Microplastics', 'microplasticPercentage', '%'],
  ['French single score', 'frenchSingleScore', ''],
  ['per unit of weight', 'frenchSingleScorePerUnitWeight', ''],
] as const;

/** The card of the public view of a study (interface 2.7). */
export function showcaseCard(showcase: unknown, options: CardOptions): string[] {
  const fields = objectIn(showcase);
  const impacts = objectIn(fields.impacts);
  const texts = labelledTexts(impacts, TEXT_LABELS).filter(({ label }) =>
    Object.values(TEXT_LABELS).includes(label),
  );
  const card = new Card(options);
  card.title(textOf(fields.publicName) || textOf(fields.name) || 'study without a name');
  if (isSynthetic(texts)) card.wrapped(SYNTHETIC, '', '', card.chalk.yellow);
  for (const [label, name] of [
    ['Name', 'name'],
    ['Reference', 'sku'],
    ['Colour', 'color'],
    ['Type', 'type'],
    ['State', 'state'],
    ['Project', 'studyType'],
    ['Picture', 'picture'],
  ] as const) {
    card.fact(label, textOf(fields[name]));
  }
  card.section('Materials');
  const { components } = chainOf(fields.components);
  for (const { name, names, materials } of components) {
    const parts = materials.map((material) => {
      const share = material.percentage === null ? '' : `${figureText(material.percentage)} % `;
      return `${share}${textIn(material.names, options.language, material.name)}`;
    });
    card.fact(textIn(names, options.language, name), parts.join(', '), 24);
  }
  card.section('Impacts and grades');
  for (const [label, field, unit] of IMPACTS) {
    const value = numberOf(impacts[field]);
    card.fact(label, value === null ? '' : `${figureText(value)} ${unit}`.trim(), 28);
  }
  for (const [name, value] of Object.entries(objectIn(fields.grades))) {
    card.fact(`Grade: ${name}`, figureText(numberOf(value)), 28);
  }
  const certified = certifiedOf(fields.productCertifications);
  if (certified.length > 0) card.section('Certifications');
  for (const one of certified) card.wrapped(certifiedText(one));
  textLines(card, 'Texts', texts, options.language);
  textLines(card, 'Claims', labelledTexts(fields.agecClaims, CLAIM_LABELS), options.language);
  const packaging = itemsOf(fields.packaging);
  if (packaging.length > 0) card.section('Packaging');
  for (const { id: _id, ref, ...facts } of packaging) {
    card.wrapped(textOf(ref), '', '', card.chalk.bold);
    for (const [name, value] of Object.entries(facts)) card.fact(`  ${name}`, plainOf(value), 24);
  }
  return card.lines;
}
