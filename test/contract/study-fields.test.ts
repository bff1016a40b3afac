import { expect, test } from 'vitest';
import { fieldsOf, READ_SHAPES } from '../../src/contract/v2/read-shapes.ts';

/** Every name of interface 2.6, copied from its tables: the schema must match it. */
const STEP = `id name icon position transports[].type transports[].distance transportationType? kmToNext
  supplier.ref? supplier.city supplier.country supplier.region
  supplier.socialCertifications[].ref supplier.socialCertifications[].name
  supplier.socialCertifications[].status supplier.socialCertifications[].isVisible
  supplier.environmentalCertifications[] supplier.isKnown supplier.name? supplier.id?`;

const MATERIAL = `id percentage raw_material raw_material_<brand>? materialTranslations.en? materialTranslations.fr?
  materialTranslations.es? materialTranslations.it? ${under('traceability_steps[]', STEP)}`;

const SCORE_DETAILS = `brandScore productScore malusBonusServiceDuration referenceServiceDuration
  adjustedServiceDuration lcaFrenchSingleScore ooeuExportFrenchSingleScore microfibersFrenchSingleScore
  productRangeCoefficient repairPromotionCoefficient traceabilityDisplayCoefficient
  ${under(
    'brandSettings',
    'companySize repairService traceabilityDisplay maxReferencesNumber productPrice createdAt',
  )}`;

const CLAIMS = 'ecoModulation microfibers recycledMaterials';

const STUDY = `id state brandCollectionName category productRef colorCode projectType purchaseOrder picture
  ecoModulation showcaseLinks weight
  ${under('product', 'id ref name publicName certifications[].name certifications[].status certifications[].isVisible')}
  ${under(
    'components[]',
    `ref supplierCode type generalComposition name category weight categoryTranslations lotReferences[]
    ${under('composition[]', MATERIAL)}`,
  )}
  ${under(
    'results',
    `resourceUseMineralsMetals resourceUseFossils acidification humanToxicityCancer humanToxicityNonCancer
    eutrophicationFreshWater eutrophicationMarine eutrophicationTerrestrial climateChange climateChangeBiogenic
    climateChangeFossil climateChangeLandUse ionisingRadiation landuse ozoneDepletion particulateMatter
    photochemicalOzoneFormation waterUse recycledMaterialsPercentage microplasticPercentage ecotoxicityFreshWater
    frenchSingleScore frenchSingleScorePerUnitWeight climateChangeEquivalence eutrophicationFreshWaterEquivalence
    resourceUseFossilsEquivalence grades.recyclability grades.traceability grades.compliance
    ${under('frenchSingleScoreDetails', SCORE_DETAILS)}`,
  )}
  links[].link links[].type
  ${under(
    'showcaseTexts',
    'materialTextDescription recyclabilityTextDescription descriptionACV descriptionACVSpecific',
  )}
  ${under(
    'packaging[]',
    `id packagingRef type channel compostability ecoModulation hazardousSubstances percentageRecycled
    possibilityReUse recyclability typeTranslations
    ${under('agecClaims', 'ecoModulation compostability recycledMaterials recyclability possibilityReUse')}`,
  )}
  ${under('agecClaims', CLAIMS)}`;

/** Every name of interface 2.7. */
const SHOWCASE = `name publicName type color picture sku state hasDurability studyType
  ${under('components[]', `category category_<brand>? ${under('composition[]', MATERIAL)}`)}
  grades.recyclability grades.traceability productCertifications[]
  ${under(
    'impacts',
    `descriptionACVSpecific descriptionACV materialTextDescription recyclabilityTextDescription publicProductNames
    hazardousSubstancesTextDescription climateChange eutrophicationFreshWater resourceUseFossils
    recycledMaterialsPercentage microplasticPercentage frenchSingleScore frenchSingleScorePerUnitWeight
    climateChangeEquivalence eutrophicationFreshWaterEquivalence resourceUseFossilsEquivalence ecoContribution
    ${under('frenchSingleScoreDetails', SCORE_DETAILS)}`,
  )}
  ${under(
    'packaging[]',
    'id ref channel compostability possibilityReUse percentageRecycled hazardousSubstances',
  )}
  ${under('agecClaims', CLAIMS)}`;

const PRODUCT = `id ref[] name category ${under(
  'studies[]',
  `id productRef colorCode picture state brandCollection.id brandCollection.name
  links[].id links[].link links[].type`,
)}`;

test.each([
  ['packaging', 'id packagingRef type'],
  ['product', PRODUCT],
  ['study', STUDY],
  ['showcase', SHOWCASE],
] as const)('the contract of %s has every field that the interface names, and no other', (name, written) => {
  const fields = fieldsOf(name).map(({ path, optional }) => (optional ? `${path}?` : path));
  expect([...fields].sort()).toEqual(words(written).sort());
  expect(new Set(fields).size).toBe(fields.length);
  for (const { section } of fieldsOf(name)) expect(section).toBe(READ_SHAPES[name].section);
});

/** Interface 2.6, results: which of them have a unit, and which unit. */
const CO2 = 'kg CO2 eq';
const UNITS = {
  ...{ resourceUseMineralsMetals: 'kg Sb eq', resourceUseFossils: 'MJ', acidification: 'mol H+ eq' },
  ...{ humanToxicityCancer: 'CTUh', humanToxicityNonCancer: 'CTUh', eutrophicationFreshWater: 'kg P eq' },
  ...{ eutrophicationMarine: 'kg N eq', eutrophicationTerrestrial: 'mol N eq', landuse: 'points' },
  ...{ climateChange: CO2, climateChangeBiogenic: CO2, climateChangeFossil: CO2, climateChangeLandUse: CO2 },
  ...{ ionisingRadiation: 'kBq U235 eq', ozoneDepletion: 'kg CFC-11 eq', waterUse: 'm3 eq' },
  ...{ particulateMatter: 'disease incidence', photochemicalOzoneFormation: 'kg NMVOC eq' },
};

test('an impact has the unit that the interface states, or no unit if it states none', () => {
  const results = fieldsOf('study').filter(({ path }) => /^results\.[^.]+$/.test(path));
  const units = results.flatMap(({ path, unit }) => (unit ? [[path.replace('results.', ''), unit]] : []));
  expect(Object.fromEntries(units)).toEqual(UNITS);
  const impacts = fieldsOf('showcase').filter(({ path }) => path.startsWith('impacts.'));
  expect(impacts.find(({ path }) => path === 'impacts.climateChange')?.unit).toBe('kg CO2 eq');
});

test('the fields of a study have the types, units and enumerations of the interface', () => {
  const field = (path: string) => fieldsOf('study').find((candidate) => candidate.path === path);
  expect(field('state')).toMatchObject({ type: 'string', values: expect.arrayContaining(['IN_PROGRESS']) });
  const states = ['NOT_VERIFIED', 'CAUTION', 'VALIDATED', 'EXPIRED'];
  expect(field('product.certifications[].status')?.values).toEqual(states);
  expect(field('product.certifications[].isVisible')?.type).toBe('boolean');
  expect(field('weight')).toMatchObject({ type: 'number', unit: 'g' });
  expect(field('agecClaims.microfibers')).toMatchObject({ type: 'object', byLanguage: true });
  expect(field('packaging[].hazardousSubstances')).toMatchObject({ type: 'object', byLanguage: false });
});

function under(path: string, written: string): string {
  return words(written)
    .map((name) => `${path}.${name}`)
    .join(' ');
}

function words(written: string): string[] {
  return written.split(/\s+/).filter((word) => word !== '');
}
