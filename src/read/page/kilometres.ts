import type { Html } from '../../page/html.ts';
import type { Labelled } from '../../page/svg.ts';
import { say } from '../../say.ts';
import type { Chain } from '../tables/portrait/chain.ts';
import { figureText, localText } from '../tables/portrait/figures.ts';
import { barChart } from './bars.ts';
import { componentName, stepKilometres } from './charts.ts';

/**
 * A chart with one bar for each component: the kilometres after each step are a segment of the bar. Empty without
 * kilometres.
 */
export function kilometresChart({ components }: Chain, labelled: Labelled): Html {
  const rows = components.map((component) => ({
    name: componentName(component),
    parts: stepKilometres(component).map(({ name, value }) => ({ name, value: metres(value) })),
  }));
  const othersText = (number: string) => say().page.otherSteps({ number });
  return barChart(rows, { ...labelled, textOf: kilometresText, othersText });
}

/** Less than a metre counts as zero. */
const metres = (value: number): number => (Math.abs(value) < 0.001 ? 0 : value);

/** A text such as `1,234 km` or `1.5M km`. */
const kilometresText = (value: number): string =>
  `${Math.abs(value) < 1e6 ? figureText(value) : localText(value, { notation: 'compact', maximumSignificantDigits: 3 })} km`;
