import type { Showcase } from '../contract/v2/study-showcase.ts';
import { BRAND, type StudyView, studyAnswer } from './study.ts';
import { hazardTexts } from './study-claims.ts';
import type { StudySource } from './study-sources.ts';
import { inEach } from './study-texts.ts';
import { categoryIn } from './study-words.ts';

/** What the public sees of a study (interface 2.7): the same figures and texts as the study, and fewer of them. */
export function showcaseAnswer(source: StudySource, view: StudyView): Showcase {
  const study = studyAnswer(source, view);
  const { results, product, showcaseTexts } = study;
  const publicName = product.publicName || product.name;
  const { recyclability, traceability } = results.grades;
  return {
    name: product.name,
    publicName,
    type: study.category,
    color: study.colorCode,
    picture: study.picture,
    sku: study.productRef,
    state: study.state,
    hasDurability: results.frenchSingleScoreDetails.malusBonusServiceDuration >= 1,
    studyType: study.projectType,
    components: study.components.map(({ category, composition }) => ({
      category,
      [`category_${BRAND}`]: categoryIn('en', category),
      composition,
    })),
    grades: { recyclability, traceability },
    productCertifications: product.certifications.map(({ name, status, isVisible }) => ({
      name,
      status,
      isVisible,
    })),
    impacts: {
      ...showcaseTexts,
      publicProductNames: inEach(view.languages, () => publicName),
      hazardousSubstancesTextDescription: hazardTexts(
        source.packagings.map(({ body }) => body),
        view.languages,
      ),
      climateChange: results.climateChange,
      eutrophicationFreshWater: results.eutrophicationFreshWater,
      resourceUseFossils: results.resourceUseFossils,
      recycledMaterialsPercentage: results.recycledMaterialsPercentage,
      microplasticPercentage: results.microplasticPercentage,
      frenchSingleScore: results.frenchSingleScore,
      frenchSingleScorePerUnitWeight: results.frenchSingleScorePerUnitWeight,
      climateChangeEquivalence: results.climateChangeEquivalence,
      eutrophicationFreshWaterEquivalence: results.eutrophicationFreshWaterEquivalence,
      resourceUseFossilsEquivalence: results.resourceUseFossilsEquivalence,
      ecoContribution: study.ecoModulation,
      frenchSingleScoreDetails: results.frenchSingleScoreDetails,
    },
    packaging: study.packaging.map((packaging) => ({
      id: packaging.id,
      ref: packaging.packagingRef,
      channel: packaging.channel,
      compostability: packaging.compostability,
      possibilityReUse: packaging.possibilityReUse,
      percentageRecycled: packaging.percentageRecycled,
      hazardousSubstances: packaging.hazardousSubstances,
    })),
    agecClaims: study.agecClaims,
  };
}
