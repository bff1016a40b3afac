import { type Html, text } from '../../page/html.ts';
import { COLORS, coordinate, INK, type Labelled, legend, OTHERS_COLOR, picture } from '../../page/svg.ts';
import { language, numberText, say } from '../../say.ts';
import { type Chain, type ChainComponent, stepPairs } from '../tables/portrait/chain.ts';
import { figureText, percentText } from '../tables/portrait/figures.ts';
import { textIn } from '../tables/portrait/json-fields.ts';
import { widthOf } from './text-width.ts';

/** A named part of a whole. */
export interface Part {
  readonly name: string;
  /** The size of the part, in grams or kilometres. */
  readonly value: number;
}

/** The grams of each material over all components, heaviest first. Components without a weight are ignored. */
export function materialGrams({ components }: Chain): Part[] {
  const grams = new Map<string, number>();
  for (const { weight, materials } of components) {
    for (const { name, names, percentage } of materials) {
      const label = textIn(names, language(), name);
      grams.set(label, (grams.get(label) ?? 0) + ((weight ?? 0) * (percentage ?? 0)) / 100);
    }
  }
  return [...grams]
    .map(([name, value]) => ({ name, value }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
}

/**
 * The kilometres after each step of a component, in the order of the steps: the mean over its materials, weighted by
 * their shares.
 */
export function stepKilometres(component: ChainComponent): Part[] {
  const whole = component.materials.reduce((sum, { percentage }) => sum + (percentage ?? 0), 0);
  const kilometres = new Map<string, number>();
  for (const { material, step } of stepPairs({ components: [component], shared: [] })) {
    const share = whole === 0 ? 1 / component.materials.length : (material.percentage ?? 0) / whole;
    kilometres.set(step.name, (kilometres.get(step.name) ?? 0) + share * (step.km ?? 0));
  }
  return [...kilometres].map(([name, value]) => ({ name, value }));
}

export const componentName = ({ ref, name, names }: ChainComponent): string =>
  textIn(names, language(), name) || ref;

/** Maximum number of parts; the rest is shown as one part. */
const PARTS_SHOWN = 8;
const RING = { size: 168, radius: 61, thickness: 34 };

/** The materials of a product by weight, as a ring with a legend; empty if no weight is known. */
export function compositionChart(parts: readonly Part[], labelled: Labelled): Html {
  const shown = shownParts(parts);
  const whole = sumOf(shown);
  if (whole === 0) return '';
  const shares = shown.map(({ name, value, color }) => ({ name, color, share: value / whole }));
  let start = 0;
  const slices = shares.map(({ name, color, share }) => {
    // Lengths are hundredths of the circle. Slices that are long enough end with a gap of 0.35.
    const gap = shares.length > 1 && share > 0.01 ? 0.35 : 0;
    const dash = `stroke-dasharray="${coordinate(100 * share - gap)} 100" stroke-dashoffset="${coordinate(-start - gap / 2)}"`;
    start += 100 * share;
    return `<circle r="${RING.radius}" pathLength="100" fill="none" stroke="${color}" stroke-width="${RING.thickness}" ${dash}><title>${text(say().study.pair({ name, value: percentText(share, 3) }))}</title></circle>`;
  });
  const total = `${figureText(whole, 3)} g`;
  const inside = 2 * RING.radius - RING.thickness - 6;
  const middle =
    widthOf(total, 14) > inside
      ? ''
      : `<text x="${RING.size / 2}" y="${RING.size / 2 + 5}" text-anchor="middle" font-size="14" font-weight="600" fill="${INK}">${total}</text>`;
  const ring = picture(
    { width: RING.size, height: RING.size },
    labelled,
    shares.map(({ name, share }) => `${name} ${percentText(share, 3)}`).join(', '),
    `<g transform="translate(${RING.size / 2} ${RING.size / 2}) rotate(-90)">${slices.join('')}</g>${middle}`,
  );
  const keys = shares.map(({ name, color, share }) => ({
    color,
    html: `${text(name)} <b>${percentText(share, 3)}</b>`,
  }));
  return `<div class="ring">${ring}${legend(keys)}</div>`;
}

function shownParts(parts: readonly Part[]): (Part & { color: string })[] {
  const bounded = parts.map(({ name, value }) => ({ name, value: drawable(value) }));
  const shown = bounded.slice(0, PARTS_SHOWN).map((part, at) => ({ ...part, color: COLORS[at]! }));
  const rest = bounded.slice(PARTS_SHOWN);
  return rest.length === 0
    ? shown
    : [
        ...shown,
        {
          name: say().page.otherMaterials({ number: numberText(rest.length) }),
          value: sumOf(rest),
          color: OTHERS_COLOR,
        },
      ];
}

export const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { value }) => sum + value, 0);

/** A value that can be drawn. Sums of huge numbers are infinite. */
export const drawable = (value: number): number =>
  Number.isNaN(value) ? 0 : Math.min(Math.max(value, -1e15), 1e15);
