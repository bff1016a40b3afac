import { type Html, text } from '../../page/html.ts';
import { language, say } from '../../say.ts';
import type { Certified, Chain, ChainStep } from '../tables/portrait/chain.ts';
import { ownSteps } from '../tables/portrait/chain.ts';
import { countryName, figureText, percentage } from '../tables/portrait/figures.ts';
import { textIn } from '../tables/portrait/json-fields.ts';
import { valueText } from '../tables/portrait/labels.ts';
import { componentName } from './charts.ts';

/**
 * The tree of a study: components, their materials, the steps of each material, and the last steps that all materials
 * share.
 */
export function chainTree(chain: Chain): Html {
  const components = chain.components.map((component) => {
    const materials = component.materials.map((material) => {
      const own = ownSteps(material, chain);
      const share = material.percentage === null ? '' : `<b>${percentage(material.percentage)}</b> `;
      return `<li class="material">${share}${text(textIn(material.names, language(), material.name))}${steps(own)}</li>`;
    });
    const weight = component.weight === null ? '' : `, ${figureText(component.weight)} g`;
    return `<li class="component"><span class="node">${text(componentName(component))}</span> <span class="soft">${text(component.ref)}${weight}</span>
<ul>${materials.join('\n') || `<li class="soft">${say().page.noCompositionOfPart()}</li>`}</ul></li>`;
  });
  if (components.length === 0) return `<p class="soft">${say().page.noComponents()}</p>`;
  const end =
    chain.shared.length === 0 ? '' : `<p class="then">${say().page.then()}</p>${steps(chain.shared)}`;
  return `<ul class="tree">${components.join('\n')}</ul>${end}`;
}

function steps(all: readonly ChainStep[]): Html {
  return all.length === 0 ? '' : `<ol class="steps">${all.map(stepItem).join('\n')}</ol>`;
}

function stepItem(step: ChainStep): Html {
  const { name, ref, known } = step.supplier;
  const supplier = known
    ? `<b>${text(name || ref)}</b>${ref !== '' && name !== '' ? ` <span class="soft">${text(ref)}</span>` : ''}`
    : `<span class="soft">${say().page.supplierUnknown()}</span>`;
  const where = [step.city, step.region].filter(Boolean).map(text).join(', ');
  const legs = step.legs.map(({ type, km }) => `${text(valueText(type))} ${figureText(km)} km`).join(' + ');
  const certified = [...step.social, ...step.environmental].map(certifiedBadge).join(' ');
  return `<li><span class="step">${text(step.name)}</span> ${countryBadge(step)} ${supplier}${where === '' ? '' : ` <span class="soft">${where}</span>`} <span class="position">${text(step.position)}</span>${certified === '' ? '' : `<br>${certified}`}${legs === '' ? '' : `<br><span class="way">↓ ${legs}</span>`}</li>`;
}

function countryBadge({ country, region }: ChainStep): Html {
  if (country !== '') return `<span class="country">${text(countryName(country))}</span>`;
  return `<span class="country unknown">${region === '' ? say().page.countryUnknown() : text(region)}</span>`;
}

/** A certification, with its status in words and as a colour. */
export function certifiedBadge({ name, status, visible }: Certified): Html {
  const mark =
    { VALIDATED: 'good', CAUTION: 'care', EXPIRED: 'bad', NOT_VERIFIED: 'care' }[status] ?? 'plain';
  const words = status === '' ? '' : ` · ${valueText(status)}`;
  const hidden = visible === false ? ` · ${say().study.notPublic()}` : '';
  return `<span class="badge ${mark}">${text(`${name}${words}${hidden}`)}</span>`;
}
