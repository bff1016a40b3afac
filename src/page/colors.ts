import shades from './colors.json' with { type: 'json' };

/**
 * The colours of the page in light and dark mode, by the name of their CSS variable; print uses light mode. Texts have a
 * contrast of at least 4.5 : 1 with their background.
 */
export const SHADES = shades;

/** A colour as a value for CSS and for attributes of SVG. */
export const shade = (name: keyof typeof SHADES): string => `var(--${name})`;

const variables = (ground: 'light' | 'dark'): string =>
  Object.entries(SHADES)
    .map(([name, both]) => `--${name}:${both[ground]}`)
    .join(';');

/** The rules that define the colours. */
export const COLOR_RULES = `:root{color-scheme:light dark;${variables('light')}}
@media screen and (prefers-color-scheme:dark){:root{${variables('dark')}}}
@media print{:root{color-scheme:light}}`;
