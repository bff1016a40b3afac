/** A colour of the page by day and in the dark. Print uses the light one. */
type Shades = readonly [light: string, dark: string];

/** The colours of the page, by the name of their variable. Texts have a contrast of at least 4.5 : 1 on their ground. */
export const SHADES = {
  paper: ['#ffffff', '#14191a'],
  ink: ['#1f2a2a', '#e6ecea'],
  soft: ['#5c6868', '#a9b5b3'],
  line: ['#dfe4e3', '#333d3c'],
  rule: ['#aab4b2', '#5a6665'],
  green: ['#2f6f62', '#7cc4b2'],
  link: ['#1d5c8a', '#8ec1ea'],
  track: ['#eceff0', '#2a3233'],
  note: ['#fff6dd', '#3a3016'],
  'note-edge': ['#c58b3b', '#d9a25a'],
  branch: ['#b9cfc8', '#41615a'],
  way: ['#8a4b2a', '#e3a07a'],
  country: ['#e3efeb', '#20403a'],
  'country-unknown': ['#eeeeee', '#33393a'],
  badge: ['#b9c2c1', '#5f6b6a'],
  good: ['#e6f2ee', '#173a33'],
  care: ['#fdf5e6', '#3a2f17'],
  bad: ['#f9eceb', '#44211f'],
  'bad-edge': ['#a3524f', '#d98a86'],
  sea: ['#f3f6f7', '#1b2224'],
  land: ['#e2e3dc', '#39413f'],
  known: ['#8fbfae', '#3f8d78'],
  place: ['#d9cfa8', '#857845'],
  flow: ['#8a4b2a', '#eda57d'],
  zero: ['#8b9696', '#7d8988'],
  grid: ['#e5e8e8', '#2c3535'],
  others: ['#9aa3a8', '#8b959a'],
  c1: ['#2f6f62', '#5fb3a1'],
  c2: ['#c58b3b', '#d9a25a'],
  c3: ['#5b7fa6', '#86aad0'],
  c4: ['#a3524f', '#d07f7c'],
  c5: ['#7d8f4e', '#a8bb74'],
  c6: ['#8a6fa0', '#b195c8'],
  c7: ['#4f9da0', '#6fc0c3'],
  c8: ['#b7a27a', '#d0bc94'],
  c9: ['#3f5573', '#7893bd'],
  c10: ['#d2a29c', '#e6c3be'],
  c11: ['#a9b98a', '#cbd8b3'],
} as const satisfies Record<string, Shades>;

type Shade = keyof typeof SHADES;

/** A colour as a value of CSS and of an attribute of SVG. */
export const shade = (name: Shade): string => `var(--${name})`;

const variables = (at: 0 | 1): string =>
  Object.entries(SHADES)
    .map(([name, shades]) => `--${name}:${shades[at]}`)
    .join(';');

/** The rules that define the colours. */
export const COLOR_RULES = `:root{color-scheme:light dark;${variables(0)}}
@media screen and (prefers-color-scheme:dark){:root{${variables(1)}}}
@media print{:root{color-scheme:light}}`;
