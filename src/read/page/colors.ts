import shades from './colors.json' with { type: 'json' };

/**
 * The colours of the page by day and in the dark, by the name of their variable; print uses those by day. Texts have a
 * contrast of at least 4.5 : 1 on their ground.
 */
export const SHADES = shades;

/** A colour as a value of CSS and of an attribute of SVG. */
export const shade = (name: keyof typeof SHADES): string => `var(--${name})`;

const variables = (ground: 'light' | 'dark'): string =>
  Object.entries(SHADES)
    .map(([name, both]) => `--${name}:${both[ground]}`)
    .join(';');

/** The rules that define the colours. */
export const COLOR_RULES = `:root{color-scheme:light dark;${variables('light')}}
@media screen and (prefers-color-scheme:dark){:root{${variables('dark')}}}
@media print{:root{color-scheme:light}}`;
