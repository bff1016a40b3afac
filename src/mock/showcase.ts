import { type Showcase, showcaseResults } from '../contract/v2/study-showcase.ts';
import { BRAND, type StudyView, studyBody } from './study.ts';
import { hazardTexts } from './study-claims.ts';
import type { StudySource } from './study-sources.ts';
import { inEach } from './study-texts.ts';
import { categoryIn } from './study-words.ts';

/** The public part of a study (interface 2.7): some of its figures and texts. */
export function showcaseBody(source: StudySource, view: StudyView): Showcase {
  const study = studyBody(source, view);
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
      ...showcaseResults(results),
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
