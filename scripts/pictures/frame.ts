import { COLOR_RULES } from '../../src/page/colors.ts';
import { text } from '../../src/page/html.ts';
import type { Size } from '../../src/page/svg.ts';

/**
 * A picture of README: light or dark, as the page that shows it. `alt` says what is seen, `rules` is its style sheet, and `marks` its
 * markup, on a rounded ground.
 */
export function framed({ width, height }: Size, alt: string, rules: string, marks: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${text(alt)}">
<style><![CDATA[${COLOR_RULES}
.ground{fill:var(--paper);stroke:var(--rule)}
${rules}]]></style>
<rect class="ground" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
${marks}
</svg>
`;
}

/** Markup of a web page in a picture, made XML; it is cut where the picture ends. */
export function embedded({ width, height }: Size, html: string): string {
  const xml = html
    .replaceAll(/<(br|col)\b([^>]*)>/g, '<$1$2/>')
    .replaceAll('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
  return `<foreignObject x="1" y="1" width="${width - 2}" height="${height - 2}">${xml}</foreignObject>`;
}
