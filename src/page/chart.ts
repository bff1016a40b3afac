import { BarChart, LinesChart, PieChart, ScatterChart } from 'echarts/charts';
import { GeoComponent, GridComponent, LegendComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { text } from './html.ts';

use([
  BarChart,
  GeoComponent,
  GridComponent,
  LegendComponent,
  LinesChart,
  PieChart,
  ScatterChart,
  SVGRenderer,
]);

export const COLORS = [
  ...['#2f6f62', '#c58b3b', '#5b7fa6', '#a3524f', '#7d8f4e', '#8a6fa0', '#4f9da0', '#b7a27a'],
  ...['#6b7280', '#d2a29c', '#3f5573', '#a9b98a'],
];

export const INK = '#1f2a2a';

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

export interface Labelled {
  /** Unique in the page: a beginning of every id in the picture. */
  readonly id: string;
  readonly title: string;
  /** What is drawn beneath the chart, in the same places. */
  readonly under?: string;
}

/** A chart as markup that stands alone: no script, no address, the same bytes for the same option. */
export function chart(
  option: EChartsCoreOption,
  size: ChartSize,
  { id, title, under = '' }: Labelled,
): string {
  const inner = drawn(option, size).replaceAll(/\bzr\d+-/g, `${id}-`);
  return `<svg class="chart" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-labelledby="${id}-title"><title id="${id}-title">${text(title)}</title>${under}${inner}</svg>`;
}

/** What stands inside the picture of a chart. */
export function drawn(option: EChartsCoreOption, { width, height }: ChartSize): string {
  const instance = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    instance.setOption({ animation: false, textStyle: { fontFamily: 'inherit' }, ...option });
    return instance
      .renderToSVGString({ useViewBox: true })
      .replace(/^<svg [^>]*>/, '')
      .replace(/<\/svg>\s*$/, '')
      .replace(/<style\b[\s\S]*?<\/style>/g, '')
      .replace(/<rect [^>]*fill="none"><\/rect>/, '')
      .replaceAll(/ (ecmeta_\w+|class|pointer-events)="[^"]*"/g, '')
      .replaceAll(/\n+/g, '');
  } finally {
    // An instance that lives on keeps the process alive.
    instance.dispose();
  }
}
