import terms from '../language/compiled/terms.js';
import { foldText } from './text.ts';
import { wordsIn } from './words/terms.ts';

/** The factors from units to the unit of the field, by the folded spellings of the units. */
const UNITS: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Object.entries<Readonly<Record<string, string>>>(JSON.parse(terms.units)).map(([unit, factors]) => [
    unit,
    new Map(
      Object.entries(factors).flatMap(([factor, names]) =>
        wordsIn(names).map((name) => [name, Number(factor)] as const),
      ),
    ),
  ]),
);

/** The factor from the unit `name` to `unit` (1000 for `kg` to `g`); undefined if `name` is not a known spelling. */
export function unitFactor(unit: string, name: string): number | undefined {
  return UNITS.get(unit)?.get(name.includes('%') ? '%' : foldText(name));
}

/** The unit of the contract to which a unit called `name` can be converted. */
export function unitNamed(name: string): string | undefined {
  for (const unit of UNITS.keys()) if (unitFactor(unit, name) !== undefined) return unit;
  return undefined;
}
