import { shade } from './colors.ts';
import { type Html, text } from './html.ts';

/** Colours of parts, ordered for contrast between neighbours. `OTHERS_COLOR` is for parts that share one colour. */
export const COLORS = (['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9', 'c10', 'c11'] as const).map(
  shade,
);
export const OTHERS_COLOR = shade('others');
export const INK = shade('ink');
export const SOFT = shade('soft');
/** The colour of the page: for gaps between marks, and for texts on dark marks. */
export const PAPER = shade('paper');

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Labelled {
  /** The prefix of every id in the picture; unique in the page. */
  readonly id: string;
  readonly title: string;
}

/** A picture without scripts or web addresses, with a title and a description. */
export function picture(
  { width, height }: Size,
  { id, title }: Labelled,
  description: string,
  marks: Html,
): Html {
  return `<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title" aria-describedby="${id}-desc"><title id="${id}-title">${text(title)}</title><desc id="${id}-desc">${text(description)}</desc>${marks}</svg>`;
}

/** A coordinate with two decimals, never with an exponent. */
export const coordinate = (value: number): string => String(Math.round(value * 100) / 100 || 0);

/** The legend of a picture. It is text of the page, not of the picture, so that long names wrap. */
export function legend(parts: readonly { color: string; html: Html }[]): Html {
  const items = parts.map(
    ({ color, html }) => `<li><span class="key" style="background:${color}"></span><span>${html}</span></li>`,
  );
  return `<ul class="legend">${items.join('')}</ul>`;
}
