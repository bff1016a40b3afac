import { describe, expect, test } from 'vitest';
import { SHADES } from '../../src/page/colors.ts';

type Name = keyof typeof SHADES;

/** The relative luminance of a colour such as `#1f2a2a`, by WCAG. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const TEXTS: readonly (readonly [text: Name, ground: Name])[] = [
  ...(['ink', 'soft', 'green', 'link', 'way'] as const).map((name) => [name, 'paper'] as const),
  ...(['note', 'country', 'country-unknown', 'good', 'care', 'bad'] as const).map(
    (ground) => ['ink', ground] as const,
  ),
  // The code of a country on its disc.
  ['paper', 'ink'],
];

describe.each(['light', 'dark'] as const)('colours of the page in %s mode', (at) => {
  test.each(TEXTS)('have enough contrast for text: %s on %s', (text, ground) => {
    expect(contrast(SHADES[text][at], SHADES[ground][at])).toBeGreaterThanOrEqual(4.5);
  });

  test('have enough contrast for arrows on land and sea, and for countries with known suppliers', () => {
    for (const ground of ['sea', 'land'] as const)
      expect(contrast(SHADES.flow[at], SHADES[ground][at])).toBeGreaterThan(3);
    expect(contrast(SHADES.known[at], SHADES.land[at])).toBeGreaterThan(1.5);
  });
});
