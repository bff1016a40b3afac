import { certifiedOf, chainOf } from '../../read/tables/portrait/chain.ts';
import { figureText, percentage } from '../../read/tables/portrait/figures.ts';
import {
  itemsOf,
  numberOf,
  objectIn,
  plainOf,
  textIn,
  textOf,
} from '../../read/tables/portrait/json-fields.ts';
import { fieldLabel, valueText } from '../../read/tables/portrait/labels.ts';
import { isSynthetic, labelledTexts, TEXT_FIELDS } from '../../read/tables/portrait/portrait.ts';
import { numberText, say } from '../../say.ts';
import { Card, type CardOptions } from './card.ts';
import { certifiedText, textLines } from './study-card.ts';

/** The card of a product (interface 2.4), with its studies and their links. */
export function productCard(product: unknown, options: CardOptions): string[] {
  const fields = objectIn(product);
  const card = new Card(options);
  card.title(textOf(fields.name) || say().card.unnamedProduct());
  card.fact(say().study.reference(), plainOf(fields.ref));
  card.fact(say().study.category(), textOf(fields.category));
  card.fact(say().study.product(), textOf(fields.id));
  const studies = itemsOf(fields.studies);
  card.section(say().card.studies({ count: studies.length, number: numberText(studies.length) }));
  for (const study of studies) {
    const parts = [objectIn(study.brandCollection).name, study.colorCode, study.state].map(textOf);
    card.wrapped(parts.filter(Boolean).join(' · '), '', '', card.chalk.bold);
    card.fact(`  ${say().card.study()}`, textOf(study.id));
    card.fact(`  ${say().card.picture()}`, textOf(study.picture));
    for (const { link, type } of itemsOf(study.links)) {
      card.link(`  ${valueText(textOf(type))}`, textOf(link));
    }
  }
  return card.lines;
}

/** The card of a packaging (interface 2.3). */
export function packagingCard(packaging: unknown, options: CardOptions): string[] {
  const { packagingRef, type, id, ...others } = objectIn(packaging);
  const card = new Card(options);
  card.title(textOf(packagingRef) || say().card.unnamedPackaging());
  card.fact(say().study.type(), textOf(type));
  card.fact(say().study.packaging(), textOf(id));
  for (const [name, value] of Object.entries(others)) card.fact(name, plainOf(value));
  return card.lines;
}

const impactsShown = () =>
  [
    [fieldLabel('climateChange'), 'climateChange', 'kg CO2 eq'],
    [fieldLabel('eutrophicationFreshWater'), 'eutrophicationFreshWater', 'kg P eq'],
    [fieldLabel('resourceUseFossils'), 'resourceUseFossils', 'MJ'],
    [say().study.recycled(), 'recycledMaterialsPercentage', '%'],
    [say().study.microplastics(), 'microplasticPercentage', '%'],
    [fieldLabel('frenchSingleScore'), 'frenchSingleScore', ''],
    [say().study.perUnitWeight(), 'frenchSingleScorePerUnitWeight', ''],
  ] as const;

/** The card of the public view of a study (interface 2.7). */
export function showcaseCard(showcase: unknown, options: CardOptions): string[] {
  const fields = objectIn(showcase);
  const impacts = objectIn(fields.impacts);
  const texts = labelledTexts(impacts, TEXT_FIELDS);
  const card = new Card(options);
  card.title(textOf(fields.publicName) || textOf(fields.name) || say().card.unnamedStudy());
  if (isSynthetic(texts)) card.wrapped(say().study.synthetic(), '', '', card.chalk.yellow);
  for (const [label, name] of [
    [say().study.name(), 'name'],
    [say().study.reference(), 'sku'],
    [say().study.colour(), 'color'],
    [say().study.type(), 'type'],
    [say().study.state(), 'state'],
    [say().study.project(), 'studyType'],
    [say().study.picture(), 'picture'],
  ] as const) {
    card.fact(label, textOf(fields[name]));
  }
  card.section(say().study.materials());
  const { components } = chainOf(fields.components);
  for (const { name, names, materials } of components) {
    const parts = materials.map((material) => {
      const share = material.percentage === null ? '' : `${percentage(material.percentage)} `;
      return `${share}${textIn(material.names, options.language, material.name)}`;
    });
    card.fact(textIn(names, options.language, name), parts.join(', '), 24);
  }
  card.section(say().card.impactsAndGrades());
  for (const [label, field, unit] of impactsShown()) {
    const value = numberOf(impacts[field]);
    card.fact(label, value === null ? '' : `${figureText(value)} ${unit}`.trim(), 28);
  }
  for (const [name, value] of Object.entries(objectIn(fields.grades))) {
    card.fact(say().study.grade({ name: gradeName(name) }), figureText(numberOf(value)), 28);
  }
  const certified = certifiedOf(fields.productCertifications);
  if (certified.length > 0) card.section(say().study.certifications());
  for (const one of certified) card.wrapped(certifiedText(one));
  textLines(card, say().study.texts(), texts, options.language);
  textLines(card, say().study.claims(), labelledTexts(fields.agecClaims), options.language);
  const packaging = itemsOf(fields.packaging);
  if (packaging.length > 0) card.section(say().study.packaging());
  for (const { id: _id, ref, ...facts } of packaging) {
    card.wrapped(textOf(ref), '', '', card.chalk.bold);
    for (const [name, value] of Object.entries(facts)) card.fact(`  ${name}`, plainOf(value), 24);
  }
  return card.lines;
}

/** The name of a grade in a sentence. An unknown one stays as it is. */
const gradeName = (name: string): string =>
  Object.hasOwn(say().studyFields, name) ? fieldLabel(name).toLowerCase() : name;
