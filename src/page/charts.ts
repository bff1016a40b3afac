import { type Chain, type ChainComponent, stepPairs } from '../results/portrait/chain.ts';
import { textIn } from '../results/portrait/held.ts';
import { COLORS, chart, INK, type Labelled } from './chart.ts';
import { plain } from './html.ts';

/** A share of a whole with its name. */
export interface Part {
  readonly name: string;
  /** Grams, kilometres. */
  readonly value: number;
}

/** Grams of each material over all components, the most first; the components that tell no weight are left out. */
export function materialGrams({ components }: Chain): Part[] {
  const grams = new Map<string, number>();
  for (const { weight, materials } of components) {
    for (const { name, names, percentage } of materials) {
      const called = textIn(names, 'en', name);
      grams.set(called, (grams.get(called) ?? 0) + ((weight ?? 0) * (percentage ?? 0)) / 100);
    }
  }
  return [...grams]
    .map(([name, value]) => ({ name, value }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
}

/**
 * Kilometres after each step that a gram of a component has behind it: the mean over its materials by their shares.
 * In the order of the steps.
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
  textIn(names, 'en', name) || ref;

const PARTS_SHOWN = 8;

/** What the product is made of by weight; empty when no weight is told. */
export function compositionChart(parts: readonly Part[], labelled: Labelled): string {
  if (parts.length === 0) return '';
  const rest = parts.slice(PARTS_SHOWN).reduce((sum, { value }) => sum + value, 0);
  const shown = [...parts.slice(0, PARTS_SHOWN), ...(rest > 0 ? [{ name: 'others', value: rest }] : [])];
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  const option = {
    color: COLORS,
    series: [
      {
        type: 'pie',
        silent: true,
        radius: [46, 76],
        center: ['50%', '50%'],
        startAngle: 90,
        minShowLabelAngle: 4,
        itemStyle: { borderColor: '#ffffff', borderWidth: 1.5 },
        label: { color: INK, fontSize: 12, overflow: 'break', width: 108, lineHeight: 14 },
        labelLine: { length: 8, length2: 8, lineStyle: { color: '#8b9696' } },
        data: shown.map(({ name, value }) => ({
          name: `${shortened(name, 30)} ${Math.round((1000 * value) / whole) / 10} %`,
          value,
        })),
      },
    ],
  };
  return chart(option, { width: 420, height: 220 }, labelled);
}

/** Kilometres by component, stacked by the step that they come after; empty when none are told. */
export function kilometresChart({ components }: Chain, labelled: Labelled): string {
  const bars = components.map((component) => ({ component, parts: stepKilometres(component) }));
  const whole = bars.flatMap(({ parts }) => parts).reduce((sum, { value }) => sum + value, 0);
  if (whole === 0) return '';
  const steps = [
    ...new Set(bars.flatMap(({ parts }) => parts.filter(({ value }) => value > 0).map(({ name }) => name))),
  ];
  const lines = Math.ceil(steps.reduce((sum, name) => sum + plain(name).length + 6, 0) / 88);
  const top = 14 + 20 * lines;
  const option = {
    color: COLORS,
    legend: {
      ...{ top: 0, left: 0, right: 0, itemWidth: 10, itemHeight: 10, itemGap: 12, selectedMode: false },
      data: steps.map((name) => shortened(name, 40)),
      textStyle: { color: INK, fontSize: 11 },
    },
    grid: { left: 150, right: 66, top, bottom: 24 },
    xAxis: {
      type: 'value',
      axisLabel: {
        color: '#5c6868',
        fontSize: 10,
        formatter: (km: number) => `${km.toLocaleString('en')} km`,
      },
      splitNumber: 4,
      splitLine: { lineStyle: { color: '#e5e8e8' } },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: '#8b9696' } },
      axisLabel: { color: INK, fontSize: 11, width: 140, overflow: 'truncate' },
      data: bars.map(({ component }) => shortened(componentName(component), 26)),
    },
    series: steps.map((name) => ({
      type: 'bar',
      name: shortened(name, 40),
      stack: 'km',
      silent: true,
      barMaxWidth: 18,
      data: bars.map(({ parts }) => parts.find((part) => part.name === name)?.value ?? 0),
    })),
  };
  return chart(option, { width: 640, height: top + 24 + Math.max(30 * bars.length, 46) }, labelled);
}

function shortened(foreign: string, length: number): string {
  const characters = Array.from(plain(foreign).replaceAll('\n', ' '));
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`;
}
