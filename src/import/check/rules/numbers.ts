import { fieldText } from '../../../findings/finding.ts';
import { leavesOf } from '../leaves.ts';
import type { RowContext } from '../rule.ts';

/** Checks the limits of numbers. For a weight that fits as kilograms, it suggests that. */
export function bounds({ kind, body, report }: RowContext): void {
  for (const field of kind.fields) {
    if (field.value.type !== 'number') continue;
    const { min = -Infinity, max = Infinity, unit, ours } = field.value;
    for (const { path, value } of leavesOf(field, body)) {
      if (typeof value !== 'number' || (value >= min && value <= max)) continue;
      const inGrams = Math.round(value * 1e6) / 1000;
      const isKilograms = unit === 'g' && inGrams >= min && inGrams <= max;
      const allowed = ours === undefined ? 'allowed:' : 'plausible:';
      report(
        ours === undefined ? 'out-of-range' : 'number-implausible',
        path,
        `${fieldText(path)} is ${value}${unitText(unit)}; ${allowed} ${rangeText(min, max)}${unitText(unit)}`,
        {
          value,
          ...(isKilograms && { suggestion: `did you mean ${inGrams} g?` }),
        },
      );
    }
  }
}

function unitText(unit: string | undefined): string {
  return unit === undefined ? '' : ` ${unit}`;
}

function rangeText(min: number, max: number): string {
  if (max === Infinity) return `${min} or more`;
  return min === -Infinity ? `at most ${max}` : `${min} to ${max}`;
}
